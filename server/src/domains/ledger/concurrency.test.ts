import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { toWalletAccount, toWithdrawalAccount } from './postings/accounts.ts';
import { withdrawalRequested } from './postings/withdrawals.ts';
import { getBalance } from './store.ts';
import type { PostResult } from './store.ts';
import { at, nextId, createPaidWorker, postInTx, buildTransfer } from '../../../test/ledger/postings.ts';
import { invariants } from './invariants.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => expectSoundLedger(database.db, invariants));
afterAll(() => database.close());

const repeatConcurrently = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const isNew = (result: PostResult) => result.ok && !result.replayed;

test('one of a hundred withdrawals of the full balance succeeds', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const results = await repeatConcurrently(100, () =>
    postInTx(db, withdrawalRequested({ withdrawalId: nextId(), workerId, amountPaise: 5000, at })),
  );
  expect(results.filter(isNew)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason === 'insufficient')).toHaveLength(99);
  expect(await getBalance(db, toWalletAccount(workerId))).toBe(0);
});

test('posts one event fifty times at once as one transaction', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const withdrawal = { withdrawalId: nextId(), workerId, amountPaise: 5000, at };
  const results = await repeatConcurrently(50, () => postInTx(db, withdrawalRequested(withdrawal)));
  expect(results.filter(isNew)).toHaveLength(1);
  expect(new Set(results.map((result) => result.ok && result.txnId)).size).toBe(1);
  expect(await getBalance(db, toWithdrawalAccount(withdrawal.withdrawalId))).toBe(5000);
});

test('accepts one amount per key and reports key_conflict to the others', async () => {
  const { db } = database;
  const workerId = await createPaidWorker(db, 5000);
  const withdrawalId = nextId();
  const results = await repeatConcurrently(20, (index) =>
    postInTx(db, withdrawalRequested({ withdrawalId, workerId, amountPaise: 100 + index, at })),
  );
  expect(results.filter(isNew)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason === 'key_conflict')).toHaveLength(19);
});

test('posts over the same accounts in opposite order wait for each other', async () => {
  const { db } = database;
  const firstWallet = toWalletAccount(await createPaidWorker(db, 100_000));
  const secondWallet = toWalletAccount(await createPaidWorker(db, 100_000));
  const results = await repeatConcurrently(100, (index) =>
    postInTx(
      db,
      index % 2 === 0
        ? buildTransfer(firstWallet, secondWallet, 7, index % 4 === 0)
        : buildTransfer(secondWallet, firstWallet, 7, index % 4 === 1),
    ),
  );
  expect(results.every(isNew)).toBe(true);
  expect(await getBalance(db, firstWallet)).toBe(100_000);
  expect(await getBalance(db, secondWallet)).toBe(100_000);
});

test('opens accounts once when several posts open them at once in opposite order', async () => {
  const { db } = database;
  const source = toWalletAccount(await createPaidWorker(db, 100_000));
  for (let round = 0; round < 5; round += 1) {
    const [left, right] = [toWalletAccount(nextId()), toWalletAccount(nextId())];
    const results = await repeatConcurrently(16, (index) => {
      const both = { ...buildTransfer(source, left, 1), entries: [left, right, source] };
      const lines = index % 2 === 0 ? both.entries : both.entries.toReversed();
      const entries = lines.map((account) => ({ account, amountPaise: account === source ? 2 : -1 }));
      return postInTx(db, { ...both, entries });
    });
    expect(results.every(isNew)).toBe(true);
    expect([await getBalance(db, left), await getBalance(db, right)]).toEqual([16, 16]);
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
      const wallets = await repeatConcurrently(5, async () =>
        toWalletAccount(await createPaidWorker(db, 1000)),
      );
      const getAccount = (index: number) => wallets[index % 5] ?? '';
      const results = await Promise.all(
        moves.map(({ from, step, amountPaise }) =>
          postInTx(db, buildTransfer(getAccount(from), getAccount(from + step), amountPaise)),
        ),
      );
      const expected = new Map(wallets.map((code) => [code, 1000]));
      for (const [index, { from, step, amountPaise }] of moves.entries()) {
        if (!results[index]?.ok) continue;
        expected.set(getAccount(from), (expected.get(getAccount(from)) ?? 0) - amountPaise);
        expected.set(getAccount(from + step), (expected.get(getAccount(from + step)) ?? 0) + amountPaise);
      }
      for (const [code, paise] of expected) expect(await getBalance(db, code)).toBe(paise);
      await expectSoundLedger(db, invariants);
    }),
    { numRuns: 15 },
  );
});
