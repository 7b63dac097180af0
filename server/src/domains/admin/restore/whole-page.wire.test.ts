import { adminApprove } from '@fws/contract/admin/approvals/calls';
import { adminRestore, adminRestoreCompare, adminRestoreReopen } from '@fws/contract/admin/restore/calls';
import type { RestoreComparison } from '@fws/contract/admin/restore/schemas';
import { cancelJob } from '@fws/contract/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import {
  controlSandbox,
  createBankAccount,
  parseWithdrawalId,
  waitForWithdrawal,
  withdraw,
} from '../../../../test/payouts.ts';
import { readTransferId } from '../../../../test/rows.ts';
import {
  award,
  earn,
  fund,
  getMilestoneAt,
  readFundState,
  type MilestoneAt,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { markRestored } from './mark.ts';

// Every field of the page about a restored database, from the pause until payouts are reopened.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
let poster: TestUser;
let worker: TestUser;
let first: TestAdmin;
let second: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user();
  worker = await world.user({ identity: 'verified' });
  first = await createAdmin(world, 'finance');
  second = await createAdmin(world, 'finance');
});
afterAll(() => world.close());

const readPage = (by: TestAdmin) => by.user.done(adminRestore, {});

/** Funds a milestone and cancels its job. */
async function startRefund(rupees: string): Promise<MilestoneAt> {
  const contract = await award(world, { poster, worker: await world.user() }, { rupees, term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await poster.done(cancelJob, { jobId: String(at.jobId), comment: 'Plans changed', refundText: '' });
  return at;
}
const waitUntilRefunded = (at: MilestoneAt) =>
  waitFor('the refund', async () => (await readFundState(world, at)) === 'refunded');
const isSettled = async () => (await world.db.selectFrom('settlement').selectAll().execute()).length === 1;
const findRun = (kind: 'reconciliation' | 'after_restore') =>
  world.db.selectFrom('books_run').select(['id', 'finished_at']).where('kind', '=', kind).executeTakeFirst();

test('shows what waits, what was compared and who proposed to reopen, until a second admin agrees', async () => {
  // As every night: stores the balance of the payout account.
  await inTx(world.db, (tx) => enqueue(tx, 'compare_books', {}));
  await waitFor(
    'the books to be compared',
    async () => (await findRun('reconciliation'))?.finished_at != null,
  );
  const balanceAt = world.clock.format();

  world.clock.advance(MINUTE_MS);
  await earn(world, { poster, worker }, '500');
  const { id: accountId } = await createBankAccount(worker, '50100417700123');
  await waitForWithdrawal(world, parseWithdrawalId(await withdraw(worker, accountId, '100')), 'paid');
  await controlSandbox(world, 'payout-deposits', { vendor: 'cashfree', rupees: 1000 });
  await waitUntilRefunded(await startRefund('400'));
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor('the settlement', isSettled);
  await world.drain();
  const restoredTo = world.clock.now();

  world.clock.advance(MINUTE_MS);
  const markedAt = world.clock.format();
  const marked = await markRestored(world.db, restoredTo, world.clock.now());
  const restore = { id: marked?.restore.id, restoredTo: restoredTo.toISOString(), markedAt };
  const withdrawalId = parseWithdrawalId(await withdraw(worker, accountId, '200'));
  const transferId = await readTransferId(world, withdrawalId);
  const waitingRefund = await startRefund('300');
  await world.drain();

  world.clock.advance(MINUTE_MS);
  await first.user.done(adminRestoreCompare, { statement: '' });
  await waitFor('the comparison', async () => (await findRun('after_restore'))?.finished_at != null);
  const comparison = {
    runId: (await findRun('after_restore'))?.id,
    askedBy: `${first.user.firstName} Kumar`,
    running: false,
    finishedAt: world.clock.format(),
    result: {
      since: new Date(restoredTo.getTime() - DAY_MS).toISOString(),
      until: world.clock.format(),
      checked: { payments: 3, refunds: 1, settlements: 1, transfers: 2, statementLines: 0 },
      differences: [],
      notFinal: [
        {
          subject: `transfer:${transferId}`,
          what: `withdrawal ${withdrawalId}`,
          ours: 'requested',
          theirs: 'unknown',
        },
      ],
      notCompared: [
        { code: 'balance_known_since', provider: 'cashfree', at: balanceAt },
        { code: 'money_came_in', provider: 'cashfree', amountPaise: 1_000_00, at: balanceAt },
      ],
    },
  };

  world.clock.advance(MINUTE_MS);
  await first.user.done(adminRestoreReopen, {
    runId: String(comparison.runId),
    seen: 'yes',
    reason: 'The deposit was ours',
  });
  const { id: approvalId } = await world.db
    .selectFrom('admin_approval')
    .select('id')
    .where('act', '=', 'payouts_reopened')
    .executeTakeFirstOrThrow();
  const waiting = { withdrawals: { count: 1, paise: 200_00 }, refunds: { count: 1, paise: 294_00 } };
  const proposal = {
    approvalId,
    askedBy: `${first.user.firstName} Kumar`,
    at: world.clock.format(),
    reason: 'The deposit was ours',
  };
  const paused = { restore, reopenedAt: null, waiting, comparison, blocker: null };
  expect(await readPage(first)).toEqual({ ...paused, proposal: { ...proposal, own: true } });
  expect(await readPage(second)).toEqual({ ...paused, proposal: { ...proposal, own: false } });

  world.clock.advance(MINUTE_MS);
  await second.user.done(adminApprove, { approvalId: String(approvalId), decision: 'approve' });
  await waitForWithdrawal(world, withdrawalId, 'paid');
  await waitUntilRefunded(waitingRefund);
  expect(await readPage(second)).toEqual({
    restore: null,
    reopenedAt: world.clock.format(),
    waiting: { withdrawals: { count: 0, paise: 0 }, refunds: { count: 0, paise: 0 } },
    comparison,
    blocker: 'not_restored',
    proposal: null,
  });
});

test('shows how many withdrawals a stored comparison left out', async () => {
  const result: RestoreComparison = {
    since: world.clock.format(-DAY_MS),
    until: world.clock.format(),
    checked: { payments: 4, refunds: 3, settlements: 2, transfers: 500, statementLines: 0 },
    differences: [
      { subject: 'order:fws_1', what: 'order fws_1', ours: 'active', theirs: 'never heard of it' },
    ],
    notFinal: [],
    notCompared: [{ code: 'older_withdrawals', provider: 'cashfree', count: 12 }],
  };
  const { id } = await world.db
    .insertInto('books_run')
    .values({ kind: 'after_restore', asked_by: null, asked_at: world.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable('books_run')
    .set({ finished_at: world.clock.now(), result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
  expect((await readPage(first)).comparison).toEqual({
    runId: id,
    askedBy: '',
    running: false,
    finishedAt: world.clock.format(),
    result,
  });
});
