import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earningsByMonth } from '@fws/contract/payouts/calls';
import { openOwnerDb } from '../../../test/database.ts';
import { createBankAccount, withdraw } from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { listMonths } from './earnings/service.ts';

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera' });
});
afterAll(() => world.close());

/** As if the money of this job had been released then. The ledger refuses changes, so the test suspends its triggers. */
async function moveRelease(jobId: number, at: string): Promise<void> {
  const owner = openOwnerDb(world.ownerUrl);
  await owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE ledger.txn SET event_time = ${at} WHERE kind = 'release' AND job_id = ${jobId}`.execute(
      tx,
    );
  });
  await owner.destroy();
}

test('shows twelve empty months to a user who earned nothing', async () => {
  const months = listMonths(world.clock.now()).map((month) => ({ month, amountPaise: 0 }));
  expect(await poster.done(earningsByMonth, {})).toEqual({ months, totalPaise: 0 });
});

test('adds up what reached the wallet by Indian month, without withdrawals and older months', async () => {
  const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  const names = listMonths(world.clock.now());
  const [first = '', , third = ''] = names;
  const jobs = [];
  for (const rupees of ['1000', '2000', '4000', '8000', '500'])
    jobs.push((await earn(world, { poster, worker }, rupees)).jobId);
  const [tooOld = 0, inFirst = 0, lateInSecond = 0, alsoThird = 0] = jobs;
  // The last moment before a month in India, and its first.
  const midnight = (month: string) => Date.parse(`${month}-01T00:00:00+05:30`);
  await moveRelease(tooOld, new Date(midnight(first) - 1).toISOString());
  await moveRelease(inFirst, new Date(midnight(first)).toISOString());
  await moveRelease(lateInSecond, new Date(midnight(third) - 1).toISOString());
  await moveRelease(alsoThird, new Date(midnight(third)).toISOString());
  const { id: accountId } = await createBankAccount(worker, '50100417700123');
  await withdraw(worker, accountId, '300');

  const amounts = new Map([
    [0, 2_000_00],
    [1, 4_000_00],
    [2, 8_000_00],
    [11, 500_00],
  ]);
  expect(await worker.done(earningsByMonth, {})).toEqual({
    months: names.map((month, index) => ({ month, amountPaise: amounts.get(index) ?? 0 })),
    totalPaise: 14_500_00,
  });
});
