import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { expectSoundLedger } from '../../../test/ledger.ts';
import { walletOf, withdrawalOf } from './accounts.ts';
import { withdrawalRequested } from './withdrawal-postings.ts';
import { balance } from './store.ts';
import type { PostResult } from './store.ts';
import { at, newId, paidWorker, posted, transfer } from './testing.ts';
import { invariants } from './verify.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => expectSoundLedger(database.db, invariants));
afterAll(() => database.close());

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const fresh = (result: PostResult) => result.ok && !result.replayed;

test('one of a hundred withdrawals of the full balance succeeds', async () => {
  const { db } = database;
  const workerId = await paidWorker(db, 5000);
  const results = await times(100, () =>
    posted(db, withdrawalRequested({ withdrawalId: newId(), workerId, amountPaise: 5000, at })),
  );
  expect(results.filter(fresh)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason === 'insufficient')).toHaveLength(99);
  expect(await balance(db, walletOf(workerId))).toBe(0);
});

test('posts one event fifty times at once as one transaction', async () => {
  const { db } = database;
  const workerId = await paidWorker(db, 5000);
  const withdrawal = { withdrawalId: newId(), workerId, amountPaise: 5000, at };
  const results = await times(50, () => posted(db, withdrawalRequested(withdrawal)));
  expect(results.filter(fresh)).toHaveLength(1);
  expect(new Set(results.map((result) => result.ok && result.txnId)).size).toBe(1);
  expect(await balance(db, withdrawalOf(withdrawal.withdrawalId))).toBe(5000);
});

test('accepts one amount per key and reports key_conflict to the others', async () => {
  const { db } = database;
  const workerId = await paidWorker(db, 5000);
  const withdrawalId = newId();
  const results = await times(20, (index) =>
    posted(db, withdrawalRequested({ withdrawalId, workerId, amountPaise: 100 + index, at })),
  );
  expect(results.filter(fresh)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason === 'key_conflict')).toHaveLength(19);
});

test('posts over the same accounts in opposite order wait for each other', async () => {
  const { db } = database;
  const one = walletOf(await paidWorker(db, 100_000));
  const other = walletOf(await paidWorker(db, 100_000));
  const results = await times(100, (index) =>
    posted(
      db,
      index % 2 === 0 ? transfer(one, other, 7, index % 4 === 0) : transfer(other, one, 7, index % 4 === 1),
    ),
  );
  expect(results.every(fresh)).toBe(true);
  expect(await balance(db, one)).toBe(100_000);
  expect(await balance(db, other)).toBe(100_000);
});

test('opens accounts once when several posts open them at once in opposite order', async () => {
  const { db } = database;
  const purse = walletOf(await paidWorker(db, 100_000));
  for (let round = 0; round < 5; round += 1) {
    const [left, right] = [walletOf(newId()), walletOf(newId())];
    const results = await times(16, (index) => {
      const both = { ...transfer(purse, left, 1), entries: [left, right, purse] };
      const lines = index % 2 === 0 ? both.entries : both.entries.toReversed();
      const entries = lines.map((account) => ({ account, amountPaise: account === purse ? 2 : -1 }));
      return posted(db, { ...both, entries });
    });
    expect(results.every(fresh)).toBe(true);
    expect([await balance(db, left), await balance(db, right)]).toEqual([16, 16]);
  }
});

test('concurrent transfers between wallets create, lose or double-spend no paisa', async () => {
  const { db } = database;
  const wallet = fc.nat({ max: 4 });
  const move = fc.record({
    from: wallet,
    step: fc.integer({ min: 1, max: 4 }),
    amountPaise: fc.integer({ min: 1, max: 900 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40 }), async (moves) => {
      const wallets = await times(5, async () => walletOf(await paidWorker(db, 1000)));
      const account = (index: number) => wallets[index % 5] ?? '';
      const results = await Promise.all(
        moves.map(({ from, step, amountPaise }) =>
          posted(db, transfer(account(from), account(from + step), amountPaise)),
        ),
      );
      const expected = new Map(wallets.map((code) => [code, 1000]));
      for (const [index, { from, step, amountPaise }] of moves.entries()) {
        if (!results[index]?.ok) continue;
        expected.set(account(from), (expected.get(account(from)) ?? 0) - amountPaise);
        expected.set(account(from + step), (expected.get(account(from + step)) ?? 0) + amountPaise);
      }
      for (const [code, paise] of expected) expect(await balance(db, code)).toBe(paise);
      await expectSoundLedger(db, invariants);
    }),
    { numRuns: 15 },
  );
});
