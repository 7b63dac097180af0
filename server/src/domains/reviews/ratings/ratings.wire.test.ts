import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import { leaveRating } from '@fws/contract/reviews/calls';
import { award, earn } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha' });
});
afterAll(() => world.close());

const buildRating = (about: TestUser, rating: string, jobId: number | '' = '', comment = '') => ({
  aboutId: String(about.id),
  points: rating,
  jobId: String(jobId),
  comment,
});
const readRating = async (user: TestUser) => {
  const person = await world.db
    .selectFrom('user_account')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return [person.rating_sum, person.rating_count];
};

test('stores a rating by stars and person, once from each side, and opens both together', async () => {
  const contract = await earn(world, { poster, worker }, '500');
  const jobId = String(contract.jobId);
  expect((await poster.done(awardedJob, { jobId })).rating).toEqual({
    given: null,
    ability: { allowed: true },
  });
  const answer = await poster.post('leave_rating', { user_id: String(worker.id), user_rating: '4.5' });
  expect(answer).toMatchObject({ status: 200, message: 'Thank you for your rating' });
  // An average that moved would tell the worker the stars.
  expect(await readRating(worker)).toEqual([0, 0]);
  await worker.done(leaveRating, buildRating(poster, '3', contract.jobId, 'Paid on time'));
  expect([await readRating(worker), await readRating(poster)]).toEqual([
    [4.5, 1],
    [3, 1],
  ]);
  const seen = await poster.done(awardedJob, { jobId });
  expect(seen.worker.rating).toBe(4.5);
  expect(seen.rating).toEqual({
    given: 4.5,
    ability: { allowed: false, reason: 'contracts.already_rated' },
  });
  await world.drain();
  const [notification] = await world.db
    .selectFrom('notification')
    .select('values')
    .where('user_id', '=', worker.id)
    .where('type', '=', 'rating_received')
    .execute();
  expect(notification?.values).toEqual({ stars: 4.5, job: contract.title });
});

test('accepts one rating per job when sent five times at once', async () => {
  const contract = await earn(world, { poster, worker }, '500');
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => poster.call(leaveRating, buildRating(worker, '5', contract.jobId))),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
  expect(answers.filter(({ httpStatus }) => httpStatus === 409)).toHaveLength(4);
  expect(await readRating(worker)).toEqual([0, 0]);
  await worker.done(leaveRating, buildRating(poster, '5', contract.jobId));
  expect(await readRating(worker)).toEqual([5, 1]);
  const second = await earn(world, { poster, worker }, '500');
  expect((await poster.call(leaveRating, buildRating(worker, '4'))).status).toBe(200);
  expect((await poster.call(leaveRating, buildRating(worker, '4'))).httpStatus).toBe(409);
  await worker.done(leaveRating, buildRating(poster, '5', second.jobId));
  expect(await readRating(worker)).toEqual([9, 2]);
  expect((await poster.done(awardedJob, { jobId: String(second.jobId) })).rating.given).toBe(4);
});

test('refuses a rating before a release, by strangers, and of oneself', async () => {
  const contract = await award(world, { poster, worker });
  expect(await poster.call(leaveRating, buildRating(worker, '5', contract.jobId))).toMatchObject({
    httpStatus: 409,
    message: 'You can rate once a payment is released',
  });
  const stranger = await world.user();
  expect((await stranger.call(leaveRating, buildRating(worker, '5', contract.jobId))).httpStatus).toBe(404);
  expect((await stranger.call(leaveRating, buildRating(worker, '5'))).httpStatus).toBe(404);
  expect((await poster.call(leaveRating, buildRating(stranger, '5', contract.jobId))).httpStatus).toBe(404);
  expect((await worker.call(leaveRating, buildRating(worker, '5', contract.jobId))).httpStatus).toBe(404);
  expect((await world.guest.call(leaveRating, buildRating(worker, '5'))).httpStatus).toBe(401);
  expect(await readRating(worker)).toEqual([0, 0]);
});

test.each(['', '0', '0.95', '5.05', '6', '-3', '1e0', 'five', '4.555'])(
  'returns an error for a rating of "%s"',
  async (rating) => {
    expect((await poster.call(leaveRating, buildRating(worker, rating))).errors).toEqual({
      points: 'Please choose 1 to 5 stars',
    });
  },
);
