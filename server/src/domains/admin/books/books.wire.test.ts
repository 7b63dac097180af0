import { adminBooks, adminBooksRun } from '@fws/contract/admin/books/calls';
import type { BooksRunKind } from '@fws/contract/admin/books/model';
import { cancelJob } from '@fws/contract/contracts/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_DEPOSIT_PAISE } from '../../../../../sandbox/src/sums.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { openOwnerDb } from '../../../../test/database.ts';
import {
  controlSandbox,
  createBankAccount,
  parseWithdrawalId,
  waitForWithdrawal,
  withdraw,
} from '../../../../test/payouts.ts';
import { readPaymentId } from '../../../../test/rows.ts';
import { award, endRests, fund, getMilestoneAt, payOut, readFundState } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx, type Db } from '../../../platform/db/index.ts';
import { allInvariants } from '../../invariants.ts';

// ₹12,400 came in: ₹3,000 was released and ₹1,000 of it withdrawn, ₹9,000 is in escrow, ₹400 was refunded less 2%. All
// of it is settled, for 1.75% and GST on that.

const DAY_MS = 24 * 3600_000;
const FEE_PAISE = 217_00;
const GST_PAISE = 39_06;
const BANK_PAISE = 12_400_00 - 392_00 - FEE_PAISE - GST_PAISE;

let world: World;
let owner: Db;
let finance: TestAdmin;
let worker: TestUser;
let orderId: string;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  owner = openOwnerDb(world.ownerUrl);
  const poster = await world.user();
  worker = await world.user({ identity: 'verified' });
  finance = await createAdmin(world, 'finance');
  const contract = await award(world, { poster, worker });
  orderId = await fund(world, poster, getMilestoneAt(contract));
  await payOut({ poster, worker }, getMilestoneAt(contract));
  await endRests(world, worker);
  await fund(world, poster, getMilestoneAt(contract, 2));
  const { id: accountId } = await createBankAccount(worker, '50100417700123');
  await waitForWithdrawal(world, parseWithdrawalId(await withdraw(worker, accountId, '1000')), 'paid');
  const cancelled = getMilestoneAt(
    await award(world, { poster, worker }, { rupees: '400', term: 'completion' }),
  );
  await fund(world, poster, cancelled);
  await poster.done(cancelJob, { jobId: String(cancelled.jobId), comment: 'Plans changed', refundText: '' });
  await waitFor('the refund', async () => (await readFundState(world, cancelled)) === 'refunded');
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor(
    'the settlement',
    async () => (await world.db.selectFrom('settlement').selectAll().execute()).length === 1,
  );
  await world.drain();
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});

const readBooks = () => finance.user.done(adminBooks, {});

/** Starts a run ten minutes later and returns what the page says of it when it has finished, but for its result. */
async function runCheck(kind: BooksRunKind) {
  world.clock.advance(10 * 60_000);
  await finance.user.done(adminBooksRun, { kind });
  const find = world.db
    .selectFrom('books_run')
    .select(['id', 'finished_at'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc');
  await waitFor(`the ${kind}`, async () => (await find.executeTakeFirstOrThrow()).finished_at !== null);
  const { id } = await find.executeTakeFirstOrThrow();
  return {
    id,
    askedAt: world.clock.format(),
    askedBy: `${finance.user.firstName} Kumar`,
    finishedAt: world.clock.format(),
    running: false,
  };
}

/** What somebody with full access to the database could do behind the triggers. */
const addToWallet = (paise: number) =>
  inTx(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE ledger.account SET balance = balance + ${paise} WHERE code = ${`wallet:${worker.id}`}`.execute(
      tx,
    );
  });

test('shows nothing before the first check', async () => {
  expect(await readBooks()).toEqual({ invariants: null, trialBalance: null, reconciliation: null });
});

test('shows every invariant, how long its check took, and the rows that violate it', async () => {
  await addToWallet(1);
  const startedAt = performance.now();
  const run = await runCheck('invariants');
  const tookMs = performance.now() - startedAt;
  await addToWallet(-1);
  const { invariants } = await readBooks();
  const { result, ...shownRun } = invariants ?? {};
  expect(shownRun).toEqual(run);
  const code = `wallet:${worker.id}`;
  // The balance of a wallet is compared with its entries and with what is left of its releases.
  const violations: Record<number, object> = {
    3: { code, balance: 2_000_01, sum: '-200000', version: 2, entries: 2 },
    21: { user_id: worker.id, balance: 2_000_01, left_paise: '200000' },
  };
  expect(result).toHaveLength(allInvariants.length);
  for (const [place, { tookMs: took, ...invariant }] of (result ?? []).entries()) {
    const violation = violations[invariant.id];
    expect(took).toBeLessThanOrEqual(tookMs);
    expect(invariant).toEqual({
      id: allInvariants[place]?.id,
      name: allInvariants[place]?.name,
      holds: violation === undefined,
      rows: violation ? [JSON.stringify(violation)] : [],
    });
  }
});

const buildLine = (account: string, changes: object = {}) => ({
  account,
  accounts: 1,
  open: 0,
  debitPaise: 0,
  creditPaise: 0,
  ...changes,
});

test('shows the trial balance by kinds of accounts, and what is held and owed', async () => {
  const run = await runCheck('trial_balance');
  expect((await readBooks()).trialBalance).toEqual({
    ...run,
    result: {
      lines: [
        buildLine('bank', { open: 1, debitPaise: BANK_PAISE }),
        buildLine('chargeback_receivable'),
        buildLine('gst_input', { open: 1, debitPaise: GST_PAISE }),
        buildLine('payout_float', { open: 1, creditPaise: 1_000_00 }),
        buildLine('provider_clearing'),
        buildLine('escrow', { accounts: 3, open: 1, creditPaise: 9_000_00 }),
        buildLine('gst_payable'),
        buildLine('refund'),
        buildLine('tds_payable'),
        buildLine('wallet', { open: 1, creditPaise: 2_000_00 }),
        buildLine('welfare_payable'),
        buildLine('withdrawal'),
        buildLine('own_funds'),
        buildLine('charge_income', { open: 1, creditPaise: 8_00 }),
        buildLine('fee_income'),
        buildLine('chargeback_loss'),
        buildLine('fee_expense', { open: 1, debitPaise: FEE_PAISE }),
      ],
      heldPaise: BANK_PAISE - 1_000_00,
      owedPaise: 9_000_00 + 2_000_00,
    },
  });
});

test('shows what was compared with the providers, and each difference', async () => {
  const setAmount = (paise: number) =>
    world.db.updateTable('payment').set({ amount_paise: paise }).where('order_id', '=', orderId).execute();
  const paymentId = await readPaymentId(world, orderId);
  await setAmount(3_000_01);
  const run = await runCheck('reconciliation');
  await setAmount(3_000_00);
  expect((await readBooks()).reconciliation).toEqual({
    ...run,
    result: {
      since: world.clock.format(-2 * DAY_MS),
      orders: 3,
      refunds: 1,
      transfers: 1,
      settlements: 1,
      differences: [
        {
          what: `payments of ${orderId}`,
          ours: `${paymentId} ₹3,000.01`,
          theirs: `${paymentId} ₹3,000.00`,
        },
      ],
      balances: [
        {
          provider: 'cashfree',
          at: world.clock.format(),
          balancePaise: FIRST_DEPOSIT_PAISE - 1_000_00,
          paidPaise: 1_000_00,
          underWayPaise: 0,
        },
      ],
    },
  });
});
