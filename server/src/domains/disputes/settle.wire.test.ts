import { awardedJob, cancelJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import * as calls from '@fws/contract/disputes/calls';
import { paymentHistory } from '@fws/contract/payouts/calls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  award,
  fund,
  readFundState,
  sendFundStep,
  getMilestoneAt,
  payOut,
  sendWorkStep,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { getBalance, toEscrowAccount, toWalletAccount } from '../ledger/index.ts';
import { escrowEvents } from '../contracts/index.ts';
import { settleDispute } from './index.ts';
import type { MilestoneSplit } from './rules.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await startWorld();
  admin = await world.user();
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

/** A job of three parts (200, 600, 200 rupees) with the first `funded` parts funded, and the ticket about it. */
async function createDispute(funded: number): Promise<{ contract: Contract; issueId: number }> {
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  for (let position = 1; position <= funded; position++)
    await fund(world, poster, getMilestoneAt(contract, position));
  const values = { jobId: String(contract.jobId), issue: 'not_completed' as const, details: 'Half done' };
  const { id } = await worker.done(calls.raiseIssue, values);
  return { contract, issueId: id };
}

const getMilestoneId = (contract: Contract, position: number) =>
  getMilestoneAt(contract, position).milestoneId;
const part = (milestoneId: number, toWorkerPaise: number, toPosterPaise: number): MilestoneSplit => ({
  milestoneId,
  toWorkerPaise,
  toPosterPaise,
});
const decide = (disputeId: number, parts: MilestoneSplit[], chargeBps = 0, reason = 'Half was done') =>
  inTx(world.db, (tx) =>
    settleDispute(
      tx,
      { disputeId, adminId: admin.id, parts, chargeBps, reason },
      { escrowEvents, now: world.clock.now() },
    ),
  );
const listTransactions = (disputeId: number) =>
  world.db
    .withSchema('ledger')
    .selectFrom('txn' as never)
    .selectAll()
    .where('dispute_id' as never, '=', disputeId as never)
    .execute();

test('release: pays the worker at once, closes the ticket, and the job continues', async () => {
  const { contract, issueId } = await createDispute(1);
  expect((await decide(issueId, [part(getMilestoneId(contract, 1), 200_00, 0)])).ok).toBe(true);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(200_00);
  expect(await readFundState(world, getMilestoneAt(contract, 1))).toBe('released');
  const issue = await poster.done(calls.issueDetail, { issueId: String(issueId) });
  expect(issue).toMatchObject({
    state: 'closed',
    ending: 'settled',
    heldPaise: 0,
    settlement: { toWorkerPaise: 200_00, toPosterPaise: 0, reason: 'Half was done' },
  });
  await fund(world, poster, getMilestoneAt(contract, 2));
  expect((await sendWorkStep(worker, getMilestoneAt(contract, 2), 'started')).status).toBe(200);
});

test('refund: the provider sends it less the charge, and the money leaves escrow', async () => {
  const { contract, issueId } = await createDispute(1);
  expect((await decide(issueId, [part(getMilestoneId(contract, 1), 0, 200_00)], 200)).ok).toBe(true);
  expect(await readFundState(world, getMilestoneAt(contract, 1))).toBe('refund_pending');
  await world.drain();
  const refund = await world.db
    .selectFrom('refund')
    .selectAll()
    .where('milestone_id', '=', getMilestoneId(contract, 1))
    .executeTakeFirstOrThrow();
  expect(refund).toMatchObject({ amount_paise: 196_00, reason: 'dispute' });
  expect(await getBalance(world.db, toEscrowAccount(getMilestoneId(contract, 1)))).toBe(0);
});

test('split over several milestones: one transaction, exact paise per side, and invoices for the worker’s part', async () => {
  const { contract, issueId } = await createDispute(3);
  const parts = [
    part(getMilestoneId(contract, 1), 200_00, 0),
    part(getMilestoneId(contract, 2), 333_33, 266_67),
    part(getMilestoneId(contract, 3), 0, 200_00),
  ];
  expect((await decide(issueId, parts)).ok).toBe(true);
  expect(await listTransactions(issueId)).toHaveLength(1);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(533_33);
  await world.drain();
  const seen = await worker.done(awardedJob, { jobId: String(contract.jobId) });
  expect(seen.state).toBe('completed');
  expect(seen.milestones.map((milestone) => milestone.onHold)).toEqual([false, false, false]);
  const { invoices } = await worker.done(paymentHistory, {});
  expect(invoices.map((invoice) => invoice.amountPaise).toSorted((a, b) => a - b)).toEqual([200_00, 333_33]);
});

test('cancels the job when everything is refunded', async () => {
  const { contract, issueId } = await createDispute(3);
  const parts = [1, 2, 3].map((position) =>
    part(getMilestoneId(contract, position), 0, getMilestoneAt(contract, position).milestone.amountPaise),
  );
  expect((await decide(issueId, parts)).ok).toBe(true);
  const seen = await poster.done(awardedJob, { jobId: String(contract.jobId) });
  expect(seen.state).toBe('cancelled');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(0);
});

test('the last release completes a job in which a dispute refunded a milestone', async () => {
  const { contract, issueId } = await createDispute(1);
  await decide(issueId, [part(getMilestoneId(contract, 1), 0, 200_00)]);
  for (const position of [2, 3]) {
    await fund(world, poster, getMilestoneAt(contract, position));
    await payOut({ poster, worker }, getMilestoneAt(contract, position));
  }
  expect((await poster.done(awardedJob, { jobId: String(contract.jobId) })).state).toBe('completed');
});

test('a cancelled job is not completed when a dispute refunded one part and the rest is accepted', async () => {
  const rows = [
    ['Large', '800'],
    ['Small', '200'],
  ] as const;
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'milestone', rows });
  const [large, small] = [getMilestoneAt(contract, 1), getMilestoneAt(contract, 2)];
  await fund(world, poster, large);
  const values = { jobId: String(contract.jobId), issue: 'not_completed' as const, details: 'Nothing came' };
  const { id } = await poster.done(calls.raiseIssue, values);
  await decide(id, [part(large.milestoneId, 0, 800_00)]);
  await fund(world, poster, small);
  for (const step of ['started', 'completed'] as const) await sendWorkStep(worker, small, step);
  await sendFundStep(poster, small, 'accepted');
  await poster.done(cancelJob, { jobId: String(contract.jobId), comment: 'Enough', refundText: '' });
  await world.drain();

  const ended = await world.db
    .selectFrom('contract')
    .innerJoin('job', 'job.id', 'contract.job_id')
    .select(['state', 'completed_at', 'cancelled_at'])
    .where('job_id', '=', contract.jobId)
    .executeTakeFirstOrThrow();
  expect(ended).toMatchObject({ state: 'cancelled', completed_at: null, cancelled_at: expect.any(Date) });
  const notifications = await world.db
    .selectFrom('notification')
    .select('type')
    .where('user_id', '=', worker.id)
    .where('type', 'in', ['job_completed', 'contract_cancelled'])
    .execute();
  expect(notifications.map(({ type }) => type)).toEqual(['contract_cancelled']);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(200_00);
});

test('a split that does not cover the held money, or has no reason, moves nothing', async () => {
  const { contract, issueId } = await createDispute(2);
  const [first, second, third] = [1, 2, 3].map((position) => getMilestoneId(contract, position)) as [
    number,
    number,
    number,
  ];
  const wrong = [
    [],
    [part(first, 200_00, 0)],
    [part(first, 200_00, 0), part(second, 600_00, 1)],
    [part(first, 200_00, 0), part(third, 0, 200_00)],
    [part(first, 100_00, 100_00), part(second, 700_00, -100_00)],
  ];
  for (const parts of wrong) expect(await decide(issueId, parts)).toMatchObject({ ok: false });
  const whole = [part(first, 200_00, 0), part(second, 600_00, 0)];
  expect(await decide(issueId, whole, 0, '  ')).toMatchObject({ ok: false });
  expect(await listTransactions(issueId)).toEqual([]);
  expect(await getBalance(world.db, toEscrowAccount(first))).toBe(200_00);
});

test('settles or withdraws once when two settlements and a withdrawal race', async () => {
  const { contract, issueId } = await createDispute(1);
  const parts = [part(getMilestoneId(contract, 1), 150_00, 50_00)];
  const [first, second, withdrawn] = await Promise.all([
    decide(issueId, parts),
    decide(issueId, parts),
    worker.call(calls.withdrawIssue, { issueId: String(issueId) }),
  ]);
  const winners = [first.ok, second.ok, withdrawn.status === 200].filter(Boolean);
  expect(winners).toHaveLength(1);
  expect(await decide(issueId, parts)).toMatchObject({ ok: false, refusal: { code: 'disputes.closed' } });
});

test('settles a ticket without money by its reason alone, and returns not_found for an unknown one', async () => {
  const { issueId } = await createDispute(0);
  expect((await decide(issueId, [])).ok).toBe(true);
  expect(await decide(999_999, [])).toMatchObject({ ok: false, refusal: { kind: 'not_found' } });
});
