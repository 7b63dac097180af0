import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import { leaveRating } from '@fws/contract/reviews/calls';
import { createUpiAccount } from '../../../test/payouts.ts';
import { endReviewTime } from '../../../test/reviews.ts';
import { award, earn, fund, getMilestoneAt, payOut } from '../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { createKeyring } from '../../platform/keys.ts';
import { recordSignal } from '../links/index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  poster = await world.user();
  worker = await world.user({ identity: 'verified' });
});
afterAll(() => world.close());

const rate = (by: TestUser, about: TestUser, jobId: number, points = '5'): Promise<WireAnswer> =>
  by.call(leaveRating, { aboutId: String(about.id), points, jobId: String(jobId), comment: 'Fine' });

/** What averages and counters hold of a user: sum of stars, ratings, completed projects. */
async function readStanding(user: TestUser): Promise<number[]> {
  const row = await world.db
    .selectFrom('user_account')
    .select(['rating_sum', 'rating_count', 'completed_projects'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return [row.rating_sum, row.rating_count, row.completed_projects];
}

/** The same, counted anew from the rows of ratings and contracts. */
async function recount(user: TestUser): Promise<number[]> {
  const { rows } = await sql<{ sum: number; ratings: number; projects: number }>`
    SELECT coalesce(sum(points) / 20.0, 0)::double precision AS sum, count(*)::int AS ratings,
      (SELECT count(*)::int FROM contract
       WHERE worker_id = ${user.id} AND completed_at IS NOT NULL AND uncounted_reason IS NULL) AS projects
    FROM rating WHERE about_user_id = ${user.id} AND state <> 'sealed' AND uncounted_reason IS NULL`.execute(
    world.db,
  );
  const [row] = rows;
  return [row?.sum ?? 0, row?.ratings ?? 0, row?.projects ?? 0];
}

async function expectStanding(user: TestUser, standing: number[]): Promise<void> {
  expect(await readStanding(user)).toEqual(standing);
  expect(await recount(user)).toEqual(standing);
}

const readReasons = async (jobId: number) =>
  (await world.db.selectFrom('rating').select('uncounted_reason').where('job_id', '=', jobId).execute()).map(
    (row) => row.uncounted_reason,
  );

/** Two accounts begin to use one UPI ID. */
async function link(first: TestUser, second: TestUser): Promise<void> {
  const upiId = `u${first.id}@okbank`;
  await createUpiAccount(first, upiId);
  await createUpiAccount(second, upiId);
  await world.drain();
}

test('five jobs of ₹1 with five stars change neither average nor projects', async () => {
  for (let count = 0; count < 5; count += 1) {
    const { jobId } = await earn(world, { poster, worker }, '1');
    expect(await rate(poster, worker, jobId)).toMatchObject({ httpStatus: 200 });
    await endReviewTime(world, jobId);
    expect(await readReasons(jobId)).toEqual(['small']);
  }
  await expectStanding(worker, [0, 0, 0]);
});

test('ratings and projects count from ₹100 on', async () => {
  const below = await earn(world, { poster, worker }, '99.99');
  await rate(poster, worker, below.jobId);
  await rate(worker, poster, below.jobId);
  await expectStanding(worker, [0, 0, 0]);
  await expectStanding(poster, [0, 0, 0]);
  const enough = await earn(world, { poster, worker }, '100');
  await rate(poster, worker, enough.jobId, '4');
  await rate(worker, poster, enough.jobId, '3');
  await expectStanding(worker, [4, 1, 1]);
  await expectStanding(poster, [3, 1, 0]);
});

test('a rating after a small part counts once enough of the job was released', async () => {
  const contract = await award(
    world,
    { poster, worker },
    {
      rupees: '110',
      term: 'milestone',
      rows: [
        ['First', '60'],
        ['Second', '50'],
      ],
    },
  );
  const [first, second] = [getMilestoneAt(contract, 1), getMilestoneAt(contract, 2)];
  await fund(world, poster, first);
  await payOut({ poster, worker }, first);
  await rate(poster, worker, contract.jobId);
  expect(await readReasons(contract.jobId)).toEqual(['small']);
  await expectStanding(worker, [0, 0, 0]);
  await fund(world, poster, second);
  await payOut({ poster, worker }, second);
  expect(await readReasons(contract.jobId)).toEqual([null]);
  await expectStanding(worker, [0, 0, 1]);
  await endReviewTime(world, contract.jobId);
  await expectStanding(worker, [5, 1, 1]);
});

test('between linked accounts nothing counts, whatever was paid', async () => {
  await link(poster, worker);
  const { jobId } = await earn(world, { poster, worker }, '500');
  await rate(poster, worker, jobId);
  await endReviewTime(world, jobId);
  expect(await readReasons(jobId)).toEqual(['linked']);
  await expectStanding(worker, [0, 0, 0]);
  // Nobody is told: what one sees of the job is the same.
  expect((await poster.done(awardedJob, { jobId: String(jobId) })).rating).toEqual({
    given: 5,
    ability: { allowed: false, reason: 'contracts.already_rated' },
  });
});

test('what counted is taken back when the accounts turn out to be linked, and stays so', async () => {
  const stranger = await world.user();
  const { jobId } = await earn(world, { poster, worker }, '500');
  await rate(poster, worker, jobId);
  await rate(worker, poster, jobId, '4');
  const other = await earn(world, { poster: stranger, worker }, '500');
  await rate(stranger, worker, other.jobId, '3');
  await endReviewTime(world, other.jobId);
  await expectStanding(worker, [8, 2, 2]);
  await link(poster, worker);
  expect(await readReasons(jobId)).toEqual(['linked', 'linked']);
  await expectStanding(worker, [3, 1, 1]);
  await expectStanding(poster, [0, 0, 0]);
  // Signals are deleted in time; a rating does not begin to count because of it.
  await world.db.deleteFrom('account_signal').execute();
  await link(worker, stranger);
  expect(await readReasons(jobId)).toEqual(['linked', 'linked']);
  await expectStanding(worker, [0, 0, 0]);
});

test('a shared address alone takes nothing away', async () => {
  const { jobId } = await earn(world, { poster, worker }, '500');
  await rate(poster, worker, jobId);
  await endReviewTime(world, jobId);
  const deps = { keyring: createKeyring(Buffer.from('of this test')), ports: { clock: world.clock } };
  for (const { id } of [poster, worker])
    await inTx(world.db, (tx) =>
      recordSignal(deps, tx, { userId: id, kind: 'address', value: '203.0.113.7' }),
    );
  await world.drain();
  await expectStanding(worker, [5, 1, 1]);
});

test('each side may rate until 14 days after the end of the job', async () => {
  const { jobId } = await earn(world, { poster, worker }, '500');
  const setEnd = (agoMs: number) =>
    world.db
      .updateTable('contract')
      .set({ completed_at: new Date(world.clock.now().getTime() - agoMs) })
      .where('job_id', '=', jobId)
      .execute();
  await setEnd(14 * DAY_MS - 60_000);
  expect(await rate(worker, poster, jobId)).toMatchObject({ httpStatus: 200 });
  await setEnd(14 * DAY_MS + 60_000);
  const refused = { allowed: false, reason: 'contracts.rate_over' };
  expect((await poster.done(awardedJob, { jobId: String(jobId) })).rating.ability).toEqual(refused);
  expect(await rate(poster, worker, jobId)).toMatchObject({
    httpStatus: 409,
    message: 'You could rate until 14 days after the end of the job',
  });
});
