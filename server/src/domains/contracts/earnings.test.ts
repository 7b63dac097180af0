import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  release,
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from '../ledger/index.ts';
import { at, createFundedMilestone, nextId, postInTx } from '../../../test/ledger/postings.ts';
import { matchPaidOut } from './rules.ts';
import { loadEarnings } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function releaseTo(workerId: number, amountPaise: number): Promise<number> {
  const milestone = await createFundedMilestone(database.db, amountPaise);
  await postInTx(database.db, release({ ...milestone, workerId, amountPaise, at }));
  return milestone.milestoneId;
}

test('counts as in the bank only what was paid out and not reversed, oldest release first', async () => {
  const { db } = database;
  const workerId = nextId();
  const first = await releaseTo(workerId, 100_00);
  const second = await releaseTo(workerId, 50_00);
  const withdrawal = (amountPaise: number) => ({ withdrawalId: nextId(), workerId, amountPaise, at });
  const [paid, waiting, failed, reversed] = [
    withdrawal(120_00),
    withdrawal(5_00),
    withdrawal(6_00),
    withdrawal(7_00),
  ] as const;
  for (const request of [paid, waiting, failed, reversed]) await postInTx(db, withdrawalRequested(request));
  await postInTx(db, withdrawalPaid(paid));
  await postInTx(db, withdrawalReturned(failed));
  await postInTx(db, withdrawalPaid(reversed));
  await postInTx(db, withdrawalReversed(reversed));

  const { released, paidOutPaise } = await loadEarnings(db, workerId);
  expect(released).toEqual([
    { milestoneId: first, amountPaise: 100_00, deductionsPaise: 0 },
    { milestoneId: second, amountPaise: 50_00, deductionsPaise: 0 },
  ]);
  expect(paidOutPaise).toBe(120_00);
  expect([...matchPaidOut(released, paidOutPaise)]).toEqual([
    [first, 100_00],
    [second, 20_00],
  ]);
});

test('returns nothing for a worker without earnings', async () => {
  expect(await loadEarnings(database.db, nextId())).toEqual({ released: [], paidOutPaise: 0 });
});
