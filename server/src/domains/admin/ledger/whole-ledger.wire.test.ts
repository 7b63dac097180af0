import * as calls from '@fws/contract/admin/ledger/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { buildLedgerEntry } from '../../../../test/ledger/entries.ts';
import { expectPages } from '../../../../test/pages.ts';
import { listTxnIds, readPaymentId } from '../../../../test/rows.ts';
import { award, fund, getMilestoneAt, payOut, type MilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

// One milestone of ₹3,000 is funded, and released a minute later; then one of ₹9,000 is funded.

let world: World;
let finance: TestAdmin;
let worker: TestUser;
let first: MilestoneAt;
let second: MilestoneAt;
let orderIds: string[];
let times: string[];
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  const poster = await world.user();
  worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  finance = await createAdmin(world, 'finance');
  const contract = await award(world, { poster, worker });
  [first, second] = [getMilestoneAt(contract), getMilestoneAt(contract, 2)];
  times = [0, 1, 2].map((minutes) => world.clock.format(minutes * 60_000));
  orderIds = [await fund(world, poster, first)];
  world.clock.advance(60_000);
  await payOut({ poster, worker }, first);
  world.clock.advance(60_000);
  orderIds.push(await fund(world, poster, second));
  await world.drain();
});
afterAll(() => world.close());

test('shows every field of a transaction, newest first to the end of the list', async () => {
  const [fundedId, releasedId, fundedLaterId] = await listTxnIds(world);
  const [fundedAt = '', releasedAt = '', fundedLaterAt = ''] = times;
  const [firstOrderId = '', secondOrderId = ''] = orderIds;
  const { jobId } = first;
  await expectPages(
    (page) => finance.user.done(calls.adminLedgerTxns, page),
    [
      {
        ...buildLedgerEntry(fundedLaterId, fundedLaterAt, 'payment_verified', {
          provider_clearing: 9_000_00,
          [`escrow:${second.milestoneId}`]: -9_000_00,
        }),
        key: `payment:cashfree:${await readPaymentId(world, secondOrderId)}`,
        jobId,
        milestoneId: second.milestoneId,
        orderId: secondOrderId,
      },
      {
        ...buildLedgerEntry(releasedId, releasedAt, 'release', {
          [`escrow:${first.milestoneId}`]: 3_000_00,
          [`wallet:${worker.id}`]: -3_000_00,
        }),
        key: `milestone:${first.milestoneId}:released`,
        jobId,
        milestoneId: first.milestoneId,
        orderId: null,
      },
      {
        ...buildLedgerEntry(fundedId, fundedAt, 'payment_verified', {
          provider_clearing: 3_000_00,
          [`escrow:${first.milestoneId}`]: -3_000_00,
        }),
        key: `payment:cashfree:${await readPaymentId(world, firstOrderId)}`,
        jobId,
        milestoneId: first.milestoneId,
        orderId: firstOrderId,
      },
    ],
  );
});

test('shows every field of the entries of an account', async () => {
  const [fundedId, releasedId] = await listTxnIds(world);
  const [fundedAt, releasedAt] = times;
  const code = `escrow:${first.milestoneId}`;
  await expectPages(
    (page) => finance.user.done(calls.adminLedgerEntries, { ...page, code }),
    [
      {
        txnId: releasedId,
        at: releasedAt,
        kind: 'release',
        amountPaise: 3_000_00,
        balanceAfterPaise: 0,
      },
      {
        txnId: fundedId,
        at: fundedAt,
        kind: 'payment_verified',
        amountPaise: -3_000_00,
        balanceAfterPaise: 3_000_00,
      },
    ],
    { limit: 1 },
  );
});

test('shows every field of an account, and lists all accounts newest first to the end', async () => {
  const { rows } = await sql<{ code: string; opened_at: Date }>`
    SELECT code, opened_at FROM ledger.account ORDER BY id DESC`.execute(world.db);
  const code = `wallet:${worker.id}`;
  expect(await finance.user.done(calls.adminLedgerAccount, { code })).toEqual({
    code,
    class: 'liability',
    balancePaise: 3_000_00,
    balanceAt: null,
    owner: 'Imran Shaikh',
    openedAt: rows.find((row) => row.code === code)?.opened_at.toISOString(),
  });
  expect(await finance.user.done(calls.adminLedgerAccount, { code: 'fee_expense' })).toEqual({
    code: 'fee_expense',
    class: 'expense',
    balancePaise: null,
    balanceAt: null,
    owner: '',
    openedAt: rows.find((row) => row.code === 'fee_expense')?.opened_at.toISOString(),
  });
  await expectPages(
    (page) => finance.user.done(calls.adminLedgerAccounts, page),
    rows.map((row) => row.code),
    { limit: 5, pick: (account) => account.code },
  );
});
