import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  release,
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from '../ledger/index.ts';
import { at, fundedMilestone, newId, posted } from '../ledger/testing.ts';
import { matchPaidOut } from './rules.ts';
import { earningsOf } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function releaseTo(workerId: number, amountPaise: number): Promise<number> {
  const milestone = await fundedMilestone(database.db, amountPaise);
  await posted(database.db, release({ ...milestone, workerId, amountPaise, at }));
  return milestone.milestoneId;
}

test('counts as in the bank only what was paid out and not reversed, oldest release first', async () => {
  const { db } = database;
  const workerId = newId();
  const first = await releaseTo(workerId, 100_00);
  const second = await releaseTo(workerId, 50_00);
  const withdrawal = (amountPaise: number) => ({ withdrawalId: newId(), workerId, amountPaise, at });
  const [paid, waiting, failed, reversed] = [
    withdrawal(120_00),
    withdrawal(5_00),
    withdrawal(6_00),
    withdrawal(7_00),
  ] as const;
  for (const one of [paid, waiting, failed, reversed]) await posted(db, withdrawalRequested(one));
  await posted(db, withdrawalPaid(paid));
  await posted(db, withdrawalReturned(failed));
  await posted(db, withdrawalPaid(reversed));
  await posted(db, withdrawalReversed(reversed));

  const { released, paidOutPaise } = await earningsOf(db, workerId);
  expect(released).toEqual([
    { milestoneId: first, amountPaise: 100_00, keptPaise: 0 },
    { milestoneId: second, amountPaise: 50_00, keptPaise: 0 },
  ]);
  expect(paidOutPaise).toBe(120_00);
  expect([...matchPaidOut(released, paidOutPaise)]).toEqual([
    [first, 100_00],
    [second, 20_00],
  ]);
});

test('returns nothing for a worker without earnings', async () => {
  expect(await earningsOf(database.db, newId())).toEqual({ released: [], paidOutPaise: 0 });
});
