import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { fundLifecycle } from '@fws/contract/contracts/lifecycle';
import { createTestDatabase } from '../../../test/database.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { inTx } from '../../platform/db/index.ts';
import { requireEvents } from '../../platform/event-postings.ts';
import {
  toEscrowAccount,
  toRefundAccount,
  toUnappliedAccount,
  toWalletAccount,
  toWithdrawalAccount,
} from './postings/accounts.ts';
import {
  paymentUnapplied,
  paymentVerified,
  refundDecided,
  refundSucceeded,
  release,
  unappliedRefundDecided,
} from './postings/escrow.ts';
import { providerSettled } from './postings/provider.ts';
import {
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from './postings/withdrawals.ts';
import { getBalance, listAccountEntries, post, postOrThrow } from './store.ts';
import {
  at,
  createFundedMilestone,
  nextId,
  createPaidWorker,
  postInTx,
} from '../../../test/ledger/postings.ts';
import { invariants } from './invariants.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => expectSoundLedger(database.db, invariants));
afterAll(() => database.close());

async function countTxns(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ledger.txn`.execute(database.db);
  return rows[0]?.count ?? 0;
}

test('follows money from payment to bank, in exactly one account at each step', async () => {
  const { db } = database;
  const { milestoneId, jobId } = await createFundedMilestone(db, 300_000);
  expect(await getBalance(db, toEscrowAccount(milestoneId))).toBe(300_000);
  const clearing = await getBalance(db, 'provider_clearing');

  const workerId = nextId();
  const deductions = { feePaise: 30_000, gstPaise: 5400, tdsPaise: 3000 };
  await postInTx(db, release({ milestoneId, jobId, workerId, amountPaise: 300_000, ...deductions, at }));
  expect(await getBalance(db, toEscrowAccount(milestoneId))).toBe(0);
  expect(await getBalance(db, toWalletAccount(workerId))).toBe(261_600);
  expect(await getBalance(db, 'fee_income')).toBe(30_000);

  const withdrawal = { withdrawalId: nextId(), workerId, amountPaise: 100_000, at };
  await postInTx(db, withdrawalRequested(withdrawal));
  expect(await getBalance(db, toWalletAccount(workerId))).toBe(161_600);
  expect(await getBalance(db, toWithdrawalAccount(withdrawal.withdrawalId))).toBe(100_000);
  await postInTx(db, withdrawalPaid(withdrawal));
  expect(await getBalance(db, toWithdrawalAccount(withdrawal.withdrawalId))).toBe(0);
  expect(await getBalance(db, 'payout_float')).toBe(-100_000);
  await postInTx(db, withdrawalReversed(withdrawal));
  expect(await getBalance(db, toWalletAccount(workerId))).toBe(261_600);
  expect(await getBalance(db, 'payout_float')).toBe(0);

  const settlement = {
    provider: 'cashfree',
    settlementId: 's1',
    settledPaise: 293_097,
    feePaise: 5850,
    gstPaise: 1053,
  };
  await postInTx(db, providerSettled({ ...settlement, at }));
  expect(await getBalance(db, 'provider_clearing')).toBe(clearing - 300_000);
  expect(await getBalance(db, 'bank')).toBe(293_097);
});

test('returns a failed withdrawal to the wallet', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const withdrawal = { withdrawalId: nextId(), workerId, amountPaise: 5000, at };
  await postInTx(db, withdrawalRequested(withdrawal));
  await postInTx(db, withdrawalReturned(withdrawal));
  expect(await getBalance(db, toWalletAccount(workerId))).toBe(5000);
  expect(await postInTx(db, withdrawalPaid(withdrawal))).toEqual({ ok: false, reason: 'insufficient' });
});

test('refunds of a milestone and of unapplied money drain to zero', async () => {
  const { db } = database;
  const milestone = await createFundedMilestone(db, 10_000);
  const refund = { refundId: `r${nextId()}`, orderId: 'order_x', at };
  await postInTx(db, refundDecided({ ...refund, ...milestone, amountPaise: 10_000, chargeBps: 200 }));
  expect(await getBalance(db, toRefundAccount(refund.refundId))).toBe(9800);
  await postInTx(db, refundSucceeded({ ...refund, amountPaise: 9800 }));
  expect(await getBalance(db, toRefundAccount(refund.refundId))).toBe(0);

  const stray = { provider: 'cashfree', paymentId: `p${nextId()}`, orderId: 'order_y', amountPaise: 700, at };
  await postInTx(db, paymentUnapplied(stray));
  expect(await getBalance(db, toUnappliedAccount('order_y'))).toBe(700);
  await postInTx(db, unappliedRefundDecided({ refundId: 'r_y', orderId: 'order_y', amountPaise: 700, at }));
  expect(await getBalance(db, toUnappliedAccount('order_y'))).toBe(0);
});

test('posting an event again with another time changes nothing', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const withdrawal = { withdrawalId: nextId(), workerId, amountPaise: 5000, at };
  const first = await postInTx(db, withdrawalRequested(withdrawal));
  const again = await postInTx(db, withdrawalRequested({ ...withdrawal, at: new Date('2026-05-01') }));
  expect(first).toMatchObject({ ok: true, replayed: false });
  expect(again).toEqual({ ...first, replayed: true });
  expect(await getBalance(db, toWalletAccount(workerId))).toBe(0);
});

test('refuses an event posted again with other content', async () => {
  const { db } = database;
  const payment = {
    provider: 'cashfree',
    paymentId: `p${nextId()}`,
    orderId: 'order_z',
    amountPaise: 500,
    at,
  };
  const milestone = { milestoneId: nextId(), jobId: nextId() };
  await postInTx(db, paymentVerified({ ...payment, ...milestone }));
  const conflict = { ok: false, reason: 'key_conflict' };
  expect(await postInTx(db, paymentUnapplied(payment))).toEqual(conflict);
  expect(await postInTx(db, paymentVerified({ ...payment, ...milestone, amountPaise: 501 }))).toEqual(
    conflict,
  );
  expect(await getBalance(db, toEscrowAccount(milestone.milestoneId))).toBe(500);
});

test('a refused post writes nothing and leaves the transaction usable', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const withdrawal = { withdrawalId: nextId(), workerId, at };
  const before = await countTxns();
  await inTx(db, async (tx) => {
    const refused = await post(tx, withdrawalRequested({ ...withdrawal, amountPaise: 5001 }));
    expect(refused).toEqual({ ok: false, reason: 'insufficient' });
    const opened = await sql`SELECT FROM ledger.account
      WHERE code = ${toWithdrawalAccount(withdrawal.withdrawalId)}`.execute(tx);
    expect(opened.rows).toEqual([]);
    expect(await post(tx, withdrawalRequested({ ...withdrawal, amountPaise: 5000 }))).toMatchObject({
      ok: true,
    });
  });
  expect(await countTxns()).toBe(before + 1);
});

test('a refused posting that must not be refused throws its key and reason', async () => {
  const withdrawal = { withdrawalId: nextId(), workerId: nextId(), amountPaise: 1, at };
  const posting = withdrawalRequested(withdrawal);
  const before = await countTxns();
  await expect(inTx(database.db, (tx) => postOrThrow(tx, posting))).rejects.toThrow(
    `${posting.key}: insufficient`,
  );
  expect(await countTxns()).toBe(before);
});

test('posts in a transaction only with the event that goes with it', async () => {
  const { db } = database;
  requireEvents(fundLifecycle);
  const milestone = await createFundedMilestone(db, 5000);
  const posting = release({ ...milestone, workerId: nextId(), amountPaise: 5000, at });
  const postAlone = () => inTx(db, (tx) => post(tx, posting));
  await expect(postAlone()).rejects.toThrow(
    'milestone funding: postings of "release": 1, records with an event that names it: 0',
  );
  expect(await getBalance(db, toEscrowAccount(milestone.milestoneId))).toBe(5000);
  await postInTx(db, posting);
  // Nothing is posted again.
  expect(await postAlone()).toMatchObject({ ok: true, replayed: true });
});

test('a reversal requires the transaction it reverses', async () => {
  const { db } = database;
  const withdrawal = { withdrawalId: nextId(), workerId: nextId(), amountPaise: 100, at };
  await expect(postInTx(db, withdrawalReversed(withdrawal))).rejects.toMatchObject({ code: 'FW003' });
  expect(await getBalance(db, toWalletAccount(withdrawal.workerId))).toBe(0);
});

test('lists the entries of a wallet newest first, page by page', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const withdrawal = { withdrawalId: nextId(), workerId, amountPaise: 2000, at };
  await postInTx(db, withdrawalRequested(withdrawal));
  await postInTx(db, withdrawalReturned(withdrawal));

  const [newest, middle, ...none] = await listAccountEntries(db, toWalletAccount(workerId), { limit: 2 });
  expect(newest).toMatchObject({
    version: 3,
    kind: 'withdrawal_returned',
    amountPaise: 2000,
    balanceAfterPaise: 5000,
  });
  expect(middle).toMatchObject({
    version: 2,
    kind: 'withdrawal_requested',
    amountPaise: -2000,
    balanceAfterPaise: 3000,
    eventTime: at,
    withdrawalId: withdrawal.withdrawalId,
    milestoneId: null,
  });
  expect(none).toEqual([]);
  const older = await listAccountEntries(db, toWalletAccount(workerId), { limit: 2, beforeVersion: 2 });
  expect(older).toMatchObject([{ version: 1, kind: 'release', amountPaise: 5000, balanceAfterPaise: 5000 }]);
});
