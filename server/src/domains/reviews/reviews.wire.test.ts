import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awardedJob, cancelJob, proposeSplit } from '@fws/contract/contracts/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { jobReviews, leaveRating, replyReview, reviewList, writeReview } from '@fws/contract/reviews/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { upload } from '../../../test/files/photos.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { endReviewTime, runReviews } from '../../../test/reviews.ts';
import { buildCancelParams } from '../../../test/cancelling.ts';
import { toProposal } from '../../../test/splitting.ts';
import { award, earn, fund, getMilestoneAt, sendWorkStep } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera', lastName: 'Rao', identity: 'verified' });
  worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh' });
});
afterAll(async () => {
  await expectSoundLedger(world.db);
  await world.close();
});

const finish = async (rupees = '500'): Promise<string> =>
  String((await earn(world, { poster, worker }, rupees)).jobId);

const review = (jobId: string, rating = '4', text = 'Neat work') => ({ jobId, rating, text });

const readStars = async (user: TestUser) => {
  const row = await world.db
    .selectFrom('user_account')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return [row.rating_sum, row.rating_count];
};

const listNotices = async (user: TestUser, type: string) => {
  await world.drain();
  return world.db
    .selectFrom('notification')
    .select(['values', 'path'])
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .execute();
};

const list = async (reader: TestUser, user: TestUser) =>
  (await reader.done(reviewList, { userId: String(user.id) })).items;

test('neither side sees the other’s review before both are given, and then both do', async () => {
  const jobId = await finish();
  const at = world.clock.format();
  const sent = await worker.done(writeReview, {
    ...review(jobId, '4', 'Call me on 9822012345'),
    quality: '5',
    onTime: '3',
  });
  const own = {
    id: expect.any(String) as string,
    state: 'sealed',
    side: 'worker',
    by: 'Imran S.',
    byUserId: worker.id,
    stars: 4,
    parts: { quality: 5, onTime: 3, asAgreed: null, manner: null },
    text: 'Call me on 9822012345',
    photos: [],
    writtenAt: at,
    openedAt: null,
    reply: null,
  };
  const job = {
    jobId: Number(jobId),
    jobNumber: expect.any(String) as string,
    jobTitle: 'Paint a flat',
    endedAt: at,
    releasedPaise: 500_00,
    opensAt: world.clock.format(14 * DAY_MS),
  };
  expect(sent).toEqual({
    ...job,
    side: 'worker',
    other: { id: poster.id, name: 'Meera Rao', firstName: 'Meera', image: '', verified: true },
    own,
    others: null,
    isOtherGiven: false,
    abilities: {
      write: { allowed: true },
      reply: { allowed: false, reason: 'reviews.nothing_to_answer' },
    },
  });
  const closed = await poster.done(jobReviews, { jobId });
  expect(closed).toEqual({
    ...job,
    side: 'poster',
    other: { id: worker.id, name: 'Imran Shaikh', firstName: 'Imran', image: '', verified: false },
    own: null,
    others: null,
    isOtherGiven: true,
    abilities: {
      write: { allowed: true },
      reply: { allowed: false, reason: 'reviews.nothing_to_answer' },
    },
  });
  expect((await poster.done(awardedJob, { jobId })).review).toEqual({
    own: null,
    isOtherGiven: true,
    opensAt: job.opensAt,
    write: { allowed: true },
  });
  expect(await readStars(poster)).toEqual([0, 0]);
  expect(await list(worker, poster)).toEqual([]);
  expect(await listNotices(poster, 'rating_received')).toEqual([]);

  const answered = await poster.done(writeReview, review(jobId, '5'));
  const opened = { state: 'open', openedAt: at };
  expect(answered).toEqual({
    ...closed,
    own: {
      ...own,
      ...opened,
      side: 'poster',
      by: 'Meera R.',
      byUserId: poster.id,
      stars: 5,
      parts: { quality: null, onTime: null, asAgreed: null, manner: null },
      text: 'Neat work',
    },
    // The text is for everybody.
    others: { ...own, ...opened, text: `Call me on ${HIDDEN}` },
    abilities: { write: { allowed: false, reason: 'reviews.opened' }, reply: { allowed: true } },
  });
  expect([await readStars(poster), await readStars(worker)]).toEqual([
    [4, 1],
    [5, 1],
  ]);
  expect(await listNotices(poster, 'rating_received')).toEqual([
    { values: { stars: 4, job: 'Paint a flat' }, path: `/reviews/${jobId}` },
  ]);
  expect(await listNotices(worker, 'rating_received')).toHaveLength(1);
  expect(await listNotices(worker, 'review_shown')).toEqual([]);
  const stranger = await world.user();
  expect(await list(stranger, poster)).toEqual([answered.others]);
  expect((await worker.call(writeReview, review(jobId, '1'))).httpStatus).toBe(409);
  expect(await readStars(poster)).toEqual([4, 1]);
});

test('one edits one’s own until it opens; leave_rating fills the stars of a review', async () => {
  const jobId = await finish();
  await poster.done(leaveRating, { aboutId: String(worker.id), points: '4.5', jobId, comment: 'Good' });
  expect((await poster.done(jobReviews, { jobId })).own).toMatchObject({
    state: 'sealed',
    stars: 4.5,
    text: 'Good',
  });
  const changed = await poster.done(writeReview, review(jobId, '2', 'Late'));
  expect(changed.own).toMatchObject({ state: 'sealed', stars: 2, text: 'Late' });
  const again = { aboutId: String(worker.id), points: '5', jobId, comment: '' };
  expect((await poster.call(leaveRating, again)).httpStatus).toBe(409);
  expect((await poster.done(awardedJob, { jobId })).rating).toEqual({
    given: 2,
    ability: { allowed: false, reason: 'contracts.already_rated' },
  });
  expect(await readStars(worker)).toEqual([0, 0]);
});

test('the timer opens what one side wrote after 14 days, once, and reminds before', async () => {
  const jobId = await finish();
  await worker.done(writeReview, review(jobId, '3'));
  await runReviews(world);
  expect(await listNotices(poster, 'review_due')).toEqual([]);
  await world.db
    .updateTable('review_period')
    .set({ due_at: new Date(world.clock.now().getTime() + 2 * DAY_MS) })
    .where('job_id', '=', Number(jobId))
    .execute();
  await runReviews(world);
  await runReviews(world);
  expect(await listNotices(poster, 'review_due')).toEqual([
    { values: { job: 'Paint a flat', time: world.clock.format(2 * DAY_MS) }, path: `/reviews/${jobId}` },
  ]);
  expect(await listNotices(worker, 'review_due')).toEqual([]);
  expect((await poster.done(jobReviews, { jobId })).others).toBeNull();

  await endReviewTime(world, Number(jobId));
  await endReviewTime(world, Number(jobId));
  expect((await poster.done(jobReviews, { jobId })).others).toMatchObject({ state: 'open', stars: 3 });
  expect(await readStars(poster)).toEqual([3, 1]);
  expect(await listNotices(poster, 'rating_received')).toHaveLength(1);
  expect(await listNotices(worker, 'review_shown')).toEqual([
    { values: { job: 'Paint a flat' }, path: `/reviews/${jobId}` },
  ]);
});

test('the one that it is about replies once, to what is open', async () => {
  const jobId = await finish();
  await worker.done(writeReview, review(jobId));
  const reply = { jobId, text: 'Thank you, mail me at meera@mail.example' };
  expect(await poster.call(replyReview, reply)).toMatchObject({
    httpStatus: 409,
    message: 'There is no open review of you to reply to',
  });
  await poster.done(writeReview, review(jobId));
  const replied = await poster.done(replyReview, reply);
  expect(replied.others).toMatchObject({
    state: 'answered',
    reply: { text: `Thank you, mail me at ${HIDDEN}`, at: world.clock.format() },
  });
  expect(replied.abilities.reply).toEqual({ allowed: false, reason: 'reviews.already_answered' });
  expect((await poster.call(replyReview, reply)).httpStatus).toBe(409);
  expect(await listNotices(worker, 'review_replied')).toEqual([
    { values: { job: 'Paint a flat' }, path: `/reviews/${jobId}` },
  ]);
  expect((await list(worker, poster))[0]?.reply).toEqual(replied.others?.reply);
  const seen = await worker.done(jobReviews, { jobId });
  expect(seen.own).toMatchObject({ id: replied.others?.id, reply: replied.others?.reply });
  expect((await poster.call(replyReview, { jobId, text: ' ' })).errors).toEqual({
    text: 'Please write your reply',
  });
});

test('photos of a review are its writer’s until it opens, and then everybody’s', async () => {
  const jobId = await finish();
  const [first, second] = [await upload(worker), await upload(worker)];
  await worker.done(writeReview, { ...review(jobId), photoIds: [first.id] });
  const open = async (user: TestUser, url: string) =>
    (await fetch(world.url + url, { headers: { authorization: `Bearer ${user.token}` } })).status;
  expect([await open(worker, first.url), await open(poster, first.url)]).toEqual([200, 404]);
  const sent = await worker.done(writeReview, { ...review(jobId), photoIds: [second.id, first.id] });
  expect(sent.own?.photos).toEqual([second, first]);
  // Left out, they stay.
  expect((await worker.done(writeReview, review(jobId))).own?.photos).toEqual([second, first]);
  const stranger = await world.user();
  await poster.done(writeReview, review(jobId));
  expect([await open(poster, first.url), await open(stranger, second.url)]).toEqual([200, 200]);
  expect((await poster.done(jobReviews, { jobId })).others).toMatchObject({ photos: [second, first] });
  expect(await list(stranger, poster)).toMatchObject([{ photos: [second, first] }]);
  // As in lists.
  await stranger.done(blockUser, { userId: String(worker.id) });
  await poster.done(blockUser, { userId: String(worker.id) });
  expect([await open(stranger, first.url), await open(poster, first.url)]).toEqual([404, 200]);
  await poster.done(unblockUser, { userId: String(worker.id) });
  const foreign = await finish();
  expect((await poster.call(writeReview, { ...review(foreign), photoIds: [first.id] })).errors).toEqual({
    photoIds: 'A photo is no longer stored. Please remove it and add it again',
  });
  expect((await poster.done(jobReviews, { jobId: foreign })).own).toBeNull();
});

test('refuses before the end, after the time, without any work, and to strangers', async () => {
  const running = await award(world, { poster, worker });
  expect(await poster.call(writeReview, review(String(running.jobId)))).toMatchObject({
    httpStatus: 409,
    message: 'You can review after the first release, or once the job has ended',
  });
  await poster.done(cancelJob, { jobId: String(running.jobId), comment: 'No', refundText: '' });
  expect(await poster.call(writeReview, review(String(running.jobId)))).toMatchObject({
    httpStatus: 409,
    message: 'A job without any work cannot be reviewed',
  });
  const jobId = await finish();
  const stranger = await world.user();
  for (const answer of [
    await stranger.call(writeReview, review(jobId)),
    await stranger.call(replyReview, { jobId, text: 'Hello' }),
    await stranger.call(jobReviews, { jobId }),
  ])
    expect(answer.httpStatus).toBe(404);
  await world.db
    .updateTable('contract')
    .set({ completed_at: new Date(world.clock.now().getTime() - 15 * DAY_MS) })
    .where('job_id', '=', Number(jobId))
    .execute();
  expect(await poster.call(writeReview, review(jobId))).toMatchObject({
    httpStatus: 409,
    message: 'You could review until 14 days after the end of the job',
  });
  expect((await poster.call(writeReview, { ...review(jobId), rating: '4.5', onTime: '6' })).errors).toEqual({
    rating: 'Please choose 1 to 5 stars',
    onTime: 'Please choose 1 to 5 stars',
  });
});

test('after a cancellation of started work both review; unpaid, it is between them and counts nowhere', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '500', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  await poster.done(cancelJob, buildCancelParams(contract));
  const jobId = String(contract.jobId);
  const cancelled = await poster.done(awardedJob, { jobId });
  // Nothing for the work: the poster has nothing to agree to.
  await worker.done(proposeSplit, toProposal(cancelled, '0'));
  await poster.done(writeReview, review(jobId, '1'));
  const opened = await worker.done(writeReview, review(jobId, '2'));
  expect(opened.others).toMatchObject({ state: 'open', stars: 1 });
  expect(await readStars(worker)).toEqual([0, 0]);
  expect(await list(await world.user(), worker)).toEqual([]);
});

test('two sides that write at once open both, and an edit that comes later is refused', async () => {
  const jobId = await finish();
  const answers = await Promise.all([
    poster.call(writeReview, review(jobId, '5')),
    worker.call(writeReview, review(jobId, '4')),
  ]);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
  const { own, others } = await poster.done(jobReviews, { jobId });
  expect([own?.state, others?.state]).toEqual(['open', 'open']);
  expect([await readStars(poster), await readStars(worker)]).toEqual([
    [4, 1],
    [5, 1],
  ]);
});

test('a block keeps nobody from reviewing a finished job, and hides each from the other’s lists', async () => {
  const jobId = await finish();
  await worker.done(blockUser, { userId: String(poster.id) });
  await poster.done(writeReview, review(jobId));
  await worker.done(writeReview, review(jobId));
  await poster.done(replyReview, { jobId, text: 'Thank you' });
  expect((await worker.call(reviewList, { userId: String(poster.id) })).httpStatus).toBe(404);
  const reader = await world.user();
  expect(await list(reader, poster)).toHaveLength(1);
  await reader.done(blockUser, { userId: String(worker.id) });
  expect(await list(reader, poster)).toEqual([]);
});

test('lists what was written of a person newest first, by pages', async () => {
  const jobs = [await finish(), await finish(), await finish()];
  for (const jobId of jobs) {
    await worker.done(writeReview, review(jobId, '5', jobId));
    await poster.done(writeReview, review(jobId));
  }
  const first = await worker.done(reviewList, { userId: String(poster.id), limit: '2' });
  const rest = await worker.done(reviewList, {
    userId: String(poster.id),
    limit: '2',
    cursor: String(first.nextCursor),
  });
  expect([...first.items, ...rest.items].map(({ text }) => text)).toEqual(jobs.toReversed());
  expect(rest.nextCursor).toBeNull();
  expect((await worker.call(reviewList, { userId: '99000000001' })).httpStatus).toBe(404);
});

test('the task masks what an older version of the filter left', async () => {
  const jobId = await finish();
  await worker.done(writeReview, review(jobId, '5', 'Call 9822012345'));
  await poster.done(writeReview, review(jobId));
  const update = { masked: null, filter_version: 0 };
  await world.db.updateTable('rating').set(update).where('job_id', '=', Number(jobId)).execute();
  expect((await list(worker, poster))[0]?.text).toBe(`Call ${HIDDEN}`);
  await inTx(world.db, (tx) => enqueue(tx, 'mask_reviews', {}));
  await world.drain();
  const stored = await world.db
    .selectFrom('rating')
    .select('masked')
    .where('job_id', '=', Number(jobId))
    .where('by_user_id', '=', worker.id)
    .executeTakeFirstOrThrow();
  expect(stored.masked).toEqual([`Call ${HIDDEN}`, '']);
});
