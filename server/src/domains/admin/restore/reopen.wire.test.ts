import { adminApprove } from '@fws/contract/admin/approvals/calls';
import { adminBooksRun } from '@fws/contract/admin/books/calls';
import { adminEnter, auditLog } from '@fws/contract/admin/calls';
import { adminHealth } from '@fws/contract/admin/health/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { adminRestore, adminRestoreReopen } from '@fws/contract/admin/restore/calls';
import type { RestoreComparison } from '@fws/contract/admin/restore/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  withdraw,
  parseWithdrawalId,
} from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { closeRestore, findOpenRestore } from '../../ledger/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { markRestored } from './mark.ts';

const HOUR_MS = 3600_000;

let world: World;
let first: TestAdmin;
let second: TestAdmin;

beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  first = await createAdmin(world, 'finance');
  second = await createAdmin(world);
  await markRestored(world.db, world.clock.now(), world.clock.now());
});
afterEach(async () => {
  const open = await findOpenRestore(world.db);
  if (open) await inTx(world.db, (tx) => closeRestore(tx, open.id, world.clock.now()));
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const difference = { subject: 'transfer:fws_1', what: 'transfer fws_1', ours: 'none', theirs: '₹500 paid' };

/** Inserts a finished comparison with these findings and returns its id. */
async function insertComparison(findings: Partial<RestoreComparison> = {}): Promise<string> {
  const now = world.clock.now();
  const result: RestoreComparison = {
    since: now.toISOString(),
    until: now.toISOString(),
    checked: { payments: 2, refunds: 0, settlements: 0, transfers: 1, statementLines: 0 },
    differences: [],
    notFinal: [],
    notCompared: [],
    ...findings,
  };
  const { id } = await world.db
    .insertInto('books_run')
    .values({ kind: 'after_restore', asked_by: first.user.id, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable('books_run')
    .set({ finished_at: now, result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
  return String(id);
}

const propose = (by: TestAdmin, runId: string, seen = '') =>
  by.user.call(adminRestoreReopen, { runId, seen, reason: 'Compared line by line' });

async function createProposal(runId: string, seen = ''): Promise<string> {
  const answer = await propose(first, runId, seen);
  expect(answer.message).toBe('A second admin must agree before payouts go out');
  const { proposal } = await first.user.done(adminRestore, {});
  expect(proposal).toMatchObject({ own: true, reason: 'Compared line by line' });
  return String(proposal?.approvalId);
}

const agree = (by: TestAdmin, approvalId: string, decision = 'approve') =>
  by.user.call(adminApprove, { approvalId, decision: decision as 'approve', reason: '' });
const isPaused = async () => (await findOpenRestore(world.db)) !== null;

test('sends waiting payouts after one admin proposes reopening and another agrees', async () => {
  const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  await earn(world, { poster: await world.user(), worker }, '500');
  await world.drain();
  const { id: accountId } = await createBankAccount(worker, '50100417700123');
  const withdrawalId = parseWithdrawalId(await withdraw(worker, accountId, '500'));
  await world.drain();

  const approvalId = await createProposal(await insertComparison());
  expect((await second.user.done(adminQueue, { kind: 'approval' })).items).toMatchObject([
    { title: 'payouts_reopened', amountPaise: 500_00 },
  ]);
  const ownAnswer = await agree(first, approvalId);
  expect([ownAnswer.httpStatus, ownAnswer.message]).toEqual([
    403,
    'Somebody else must agree to your own decision',
  ]);
  expect(await isPaused()).toBe(true);
  const restore = await findOpenRestore(world.db);

  expect((await agree(second, approvalId)).status).toBe(200);
  expect(await isPaused()).toBe(false);
  await waitForWithdrawal(world, withdrawalId, 'paid');
  const { items } = await second.user.done(auditLog, { subject: 'restore', subjectId: String(restore?.id) });
  expect(items).toMatchObject([
    { act: 'payouts_reopened', details: { payments: 2, transfers: 1, notFinal: 0 } },
    { act: 'database_restored' },
  ]);
  const approvalLog = await second.user.done(auditLog, { subject: 'approval', subjectId: approvalId });
  expect(approvalLog.items.map(({ act, adminId }) => [act, adminId])).toEqual([
    ['approval_approved', second.user.id],
    ['approval_asked', first.user.id],
  ]);
});

test('refuses to reopen without a comparison, or with one from before the restore was marked', async () => {
  await world.db.deleteFrom('books_run').where('kind', '=', 'after_restore').execute();
  expect((await first.user.done(adminRestore, {})).blocker).toBe('not_compared');
  expect((await propose(first, '1')).httpStatus).toBe(409);
  const runId = await insertComparison();
  const open = await findOpenRestore(world.db);
  await inTx(world.db, (tx) => closeRestore(tx, open?.id ?? 0, world.clock.now()));
  world.clock.advance(60_000);
  await markRestored(world.db, null, world.clock.now());
  expect((await first.user.done(adminRestore, {})).blocker).toBe('compared_before');
  expect((await propose(first, runId)).httpStatus).toBe(409);
});

test('refuses to reopen with a difference, also for a proposal from before the difference was found', async () => {
  const runId = await insertComparison({ differences: [difference] });
  expect(await first.user.done(adminRestore, {})).toMatchObject({
    blocker: 'differences',
    comparison: { result: { differences: [difference] } },
  });
  expect((await propose(first, runId)).message).toContain('found differences');

  const approvalId = await createProposal(await insertComparison());
  await insertComparison({ differences: [difference] });
  expect((await agree(second, approvalId)).httpStatus).toBe(409);
  await insertComparison();
  expect((await agree(second, approvalId)).message).toContain('compared again meanwhile');
  expect(await isPaused()).toBe(true);
  expect((await agree(first, approvalId, 'decline')).status).toBe(200);
  expect((await first.user.done(adminRestore, {})).proposal).toBeNull();
});

test('refuses a comparison older than a day, for the approval too', async () => {
  const runId = await insertComparison();
  const approvalId = await createProposal(runId);
  world.clock.advance(24 * HOUR_MS + 1000);
  second = await createAdmin(world);
  expect((await second.user.done(adminRestore, {})).blocker).toBe('too_old');
  expect((await agree(second, approvalId)).httpStatus).toBe(409);
  expect((await propose(second, runId)).httpStatus).toBe(409);
  expect(await isPaused()).toBe(true);
});

test('requires a confirmation that a person checked what no provider lists', async () => {
  const runId = await insertComparison({
    notCompared: [{ code: 'no_list_or_balance', provider: 'cashfree' }],
  });
  const answer = await propose(first, runId);
  expect([answer.httpStatus, Object.keys(answer.errors ?? {})]).toEqual([422, ['seen']]);
  const approvalId = await createProposal(runId, 'yes');
  expect((await agree(second, approvalId)).status).toBe(200);
});

test('requires a recent code and the money permission to propose and to agree', async () => {
  const runId = await insertComparison();
  const support = await createAdmin(world, 'support');
  expect((await propose(support, runId)).httpStatus).toBe(403);
  world.clock.advance(11 * 60_000);
  expect(await propose(first, runId)).toMatchObject({ status: 403, step_up: 'totp' });
  await first.user.done(adminEnter, { code: first.generateNextCode() });
  const approvalId = await createProposal(runId);
  expect(await agree(second, approvalId)).toMatchObject({ status: 403, step_up: 'totp' });
  await second.user.done(adminEnter, { code: second.generateNextCode() });
  expect((await agree(second, approvalId)).status).toBe(200);
});

test('reopens once when two admins agree at the same time', async () => {
  const approvalId = await createProposal(await insertComparison());
  const third = await createAdmin(world);
  const answers = await Promise.all([agree(second, approvalId), agree(third, approvalId)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('runs the comparison as a check of the books, and stores its time range and counts', async () => {
  await world.db.deleteFrom('books_run').where('kind', '=', 'after_restore').execute();
  await first.user.done(adminBooksRun, { kind: 'after_restore' });
  await waitFor('the comparison', async () => {
    const { comparison } = await first.user.done(adminRestore, {});
    return comparison?.finishedAt != null;
  });
  const { restore, comparison } = await first.user.done(adminRestore, {});
  expect(comparison).toMatchObject({
    running: false,
    result: { checked: { payments: expect.any(Number), transfers: expect.any(Number) } },
  });
  expect(Date.parse(comparison?.result?.since ?? '')).toBe(
    Date.parse(restore?.restoredTo ?? '') - 24 * HOUR_MS,
  );
});

test('reports paused payouts on the health page and in metrics', async () => {
  const readMetric = async () =>
    /^fws_payouts_paused (\d)$/m.exec(await (await fetch(`${world.url}/metrics`)).text())?.[1];
  expect(await first.user.done(adminHealth, {})).toMatchObject({
    levels: { payouts: 'bad' },
    payouts: { pausedSince: (await findOpenRestore(world.db))?.markedAt.toISOString() },
  });
  expect(await readMetric()).toBe('1');
  const approvalId = await createProposal(await insertComparison());
  await agree(second, approvalId);
  expect(await first.user.done(adminHealth, {})).toMatchObject({
    levels: { payouts: 'ok' },
    payouts: { pausedSince: null },
  });
  // Figures from the database are kept for some seconds.
  await waitFor('the metric to follow', async () => (await readMetric()) === '0');
});
