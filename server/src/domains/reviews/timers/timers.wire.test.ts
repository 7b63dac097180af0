import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobReviews, leaveRating, writeReview } from '@fws/contract/reviews/calls';
import { today } from '@fws/contract/today/calls';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { endReviewTime, runReviews } from '../../../../test/reviews.ts';
import { award, earn, fund, getMilestoneAt, payOut } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
beforeEach(async () => {
  poster = await world.user();
  worker = await world.user();
});
afterAll(async () => {
  // Counts the stars again.
  await expectSoundLedger(world.db);
  await world.close();
});

const review = (jobId: number, rating: string) => ({ jobId: String(jobId), rating, text: 'Neat work' });

/** The job has ended so long ago. */
async function setAge(jobId: number, ageMs: number): Promise<void> {
  const endedAt = new Date(world.clock.now().getTime() - ageMs);
  await world.db.updateTable('contract').set({ completed_at: endedAt }).where('job_id', '=', jobId).execute();
  await world.db
    .updateTable('review_period')
    .set({ due_at: new Date(endedAt.getTime() + 14 * DAY_MS) })
    .where('job_id', '=', jobId)
    .execute();
}

const readPeriod = (jobId: number) =>
  world.db.selectFrom('review_period').selectAll().where('job_id', '=', jobId).executeTakeFirst();

const readStates = async (jobId: number) =>
  (await world.db.selectFrom('rating').select('state').where('job_id', '=', jobId).execute()).map(
    ({ state }) => state,
  );

const countNotices = async (user: TestUser, type: string): Promise<number> => {
  await world.drain();
  const rows = await world.db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .execute();
  return rows.length;
};

test('in its last moment a review can be written, and in the next it is shown', async () => {
  const { jobId } = await earn(world, { poster, worker }, '500');
  await worker.done(writeReview, review(jobId, '3'));
  await setAge(jobId, 14 * DAY_MS);
  await runReviews(world);
  expect((await poster.done(jobReviews, { jobId: String(jobId) })).others).toBeNull();
  await worker.done(writeReview, review(jobId, '4'));
  await setAge(jobId, 14 * DAY_MS + 1);
  const late = await worker.call(writeReview, review(jobId, '1'));
  expect(late).toMatchObject({ httpStatus: 409 });
  await runReviews(world);
  const shown = await poster.done(jobReviews, { jobId: String(jobId) });
  expect(shown.others).toMatchObject({ state: 'open', stars: 4 });
  expect(shown.abilities.write).toEqual({ allowed: false, reason: 'reviews.over' });
});

test('whatever comes first as the time ends, each review is shown once and none stays closed', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const [first, second] = [await world.user(), await world.user()];
    const { jobId } = await earn(world, { poster: first, worker: second }, '500');
    const isWritten = round % 2 === 0;
    if (isWritten) await first.done(writeReview, review(jobId, '2'));
    // The clock of the timer is ahead of the one that decides who may write.
    const ended = endReviewTime(world, jobId);
    const answers = await Promise.all([
      second.call(writeReview, review(jobId, '3')),
      isWritten
        ? first.call(writeReview, review(jobId, '4'))
        : first.call(leaveRating, {
            aboutId: String(second.id),
            jobId: String(jobId),
            points: '4',
            comment: '',
          }),
    ]);
    await ended;
    await endReviewTime(world, jobId);
    const states = await readStates(jobId);
    const [bySecond, byFirst] = answers.map(({ httpStatus }) => httpStatus);
    seen.add(`${bySecond} ${byFirst} ${states.length}`);
    expect(states).toEqual(states.map(() => 'open'));
    const count = Number(bySecond === 200) + Number(isWritten || byFirst === 200);
    expect(states).toHaveLength(count);
    expect((await readPeriod(jobId))?.closed_at).not.toBeNull();
    expect(await countNotices(first, 'rating_received')).toBe(Number(bySecond === 200));
    expect(await countNotices(second, 'rating_received')).toBe(Number(isWritten || byFirst === 200));
    const { others } = await second.done(jobReviews, { jobId: String(jobId) });
    const stars = byFirst === 200 ? 4 : 2;
    expect(others?.stars).toBe(byFirst === 200 || isWritten ? stars : undefined);
  }
  // Otherwise nothing has raced.
  expect(seen.size).toBeGreaterThan(1);
});

test('once the timer has closed a job, a server whose clock is behind accepts nothing more', async () => {
  const { jobId } = await earn(world, { poster, worker }, '500');
  await endReviewTime(world, jobId);
  expect((await readPeriod(jobId))?.closed_at).not.toBeNull();
  expect(await poster.call(writeReview, review(jobId, '1'))).toMatchObject({
    httpStatus: 409,
    message: 'You could review until 14 days after the end of the job',
  });
  const rating = { aboutId: String(poster.id), jobId: String(jobId), points: '1', comment: '' };
  expect((await worker.call(leaveRating, rating)).httpStatus).toBe(409);
  expect(await readStates(jobId)).toEqual([]);
});

test('what is said of a job that never ends opens 90 days after its last release, and counts', async () => {
  const contract = await award(
    world,
    { poster, worker },
    {
      rupees: '900',
      term: 'milestone',
      rows: [
        ['First', '300'],
        ['Second', '300'],
        ['Third', '300'],
      ],
    },
  );
  const { jobId } = contract;
  const release = async (position: number) => {
    const at = getMilestoneAt(contract, position);
    await fund(world, poster, at);
    await payOut({ poster, worker }, at);
  };
  await release(1);
  expect((await poster.done(jobReviews, { jobId: String(jobId) })).abilities.write).toEqual({
    allowed: true,
  });
  await worker.done(writeReview, review(jobId, '2'));
  const due = (await readPeriod(jobId))?.due_at;
  expect(due?.toISOString()).toBe(world.clock.format(90 * DAY_MS));
  // A card would tell the poster that the worker has reviewed.
  expect((await poster.done(today, {})).items.map(({ kind }) => kind)).not.toContain('write_review');

  world.clock.advance(3600_000);
  await release(2);
  expect((await readPeriod(jobId))?.due_at.toISOString()).toBe(world.clock.format(90 * DAY_MS));
  // An edit keeps it closed no longer.
  world.clock.advance(3600_000);
  await worker.done(writeReview, review(jobId, '3'));
  expect((await readPeriod(jobId))?.due_at.toISOString()).toBe(world.clock.format(90 * DAY_MS - 3600_000));
  expect((await poster.done(jobReviews, { jobId: String(jobId) })).others).toBeNull();

  await endReviewTime(world, jobId);
  const shown = await poster.done(jobReviews, { jobId: String(jobId) });
  expect(shown.others).toMatchObject({ state: 'open', stars: 3 });
  expect(shown.abilities.write).toEqual({ allowed: false, reason: 'reviews.over' });
  const { rating_count: count } = await world.db
    .selectFrom('user_account')
    .select('rating_count')
    .where('id', '=', poster.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
  // Its end opens no second time to answer the work instead of the review.
  const closedAt = (await readPeriod(jobId))?.closed_at;
  await release(3);
  expect(await readPeriod(jobId)).toMatchObject({ closed_at: closedAt });
  expect((await poster.call(writeReview, review(jobId, '1'))).httpStatus).toBe(409);
});

test('the end of a job that both could review before gives them 14 days from then', async () => {
  const contract = await award(
    world,
    { poster, worker },
    {
      rupees: '600',
      term: 'milestone',
      rows: [
        ['First', '300'],
        ['Second', '300'],
      ],
    },
  );
  const at = (position: number) => getMilestoneAt(contract, position);
  await fund(world, poster, at(1));
  await payOut({ poster, worker }, at(1));
  await poster.done(writeReview, review(contract.jobId, '5'));
  await fund(world, poster, at(2));
  await payOut({ poster, worker }, at(2));
  expect((await readPeriod(contract.jobId))?.due_at.toISOString()).toBe(world.clock.format(14 * DAY_MS));
  expect((await worker.done(today, {})).items.map(({ kind }) => kind)).toContain('write_review');
});
