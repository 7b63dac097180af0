import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, shareJob, sharedJobs, thumbsUp } from '@fws/contract/connections/calls';
import { submitQuote } from '@fws/contract/quotes/calls';
import { award, post, quote, setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
});
afterAll(() => world.close());

/** Two people who are connected. */
async function createFriends(): Promise<[TestUser, TestUser]> {
  const pair: [TestUser, TestUser] = [
    await world.user({ firstName: 'Asha', lastName: 'Kulkarni' }),
    await world.user({ firstName: 'Imran', lastName: 'Shaikh' }),
  ];
  await pair[0].done(connect, { userId: String(pair[1].id) });
  return pair;
}

const share = (from: TestUser, to: TestUser, jobId: number) =>
  from.call(shareJob, { jobId: String(jobId), friendId: String(to.id) });
const listShares = async (user: TestUser) => (await user.done(sharedJobs, {})).items;
const listNotifications = async (user: TestUser, type: string) => {
  await world.drain();
  return world.db
    .selectFrom('notification')
    .select(['values', 'path'])
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .execute();
};

test('shares a job with a friend, notifies them and stores their thumbs-up', async () => {
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  expect(await share(asha, imran, job.id)).toMatchObject({ httpStatus: 200, message: 'Job shared' });
  const [shared] = await listShares(imran);
  expect(shared).toMatchObject({
    thumbsUp: false,
    sharedBy: 'Asha Kulkarni',
    sharedById: asha.id,
    job: { id: job.id, title: job.title, skills: job.skills, abilities: { quote: { allowed: true } } },
  });
  expect(await listNotifications(imran, 'share_received')).toEqual([
    { values: { person: 'Asha Kulkarni', job: job.title }, path: '/myquotes?tab=shared' },
  ]);
  const up = { share_id: String(shared?.id), thumps_up: 'Yes' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => imran.post('shared_job_thumps_up', up)));
  expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200, 200, 200]);
  expect((await listShares(imran))[0]?.thumbsUp).toBe(true);
  expect(await listNotifications(asha, 'share_liked')).toEqual([
    { values: { person: 'Imran Shaikh', job: job.title }, path: `/job/${job.id}` },
  ]);
});

test('encodes a shared job with the legacy names', async () => {
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  await share(asha, imran, job.id);
  const { data, next_cursor: nextCursor } = await imran.post('shared_jobs_list', {});
  expect(data).toMatchObject([
    {
      share_id: expect.any(Number),
      thumps_up: 'No',
      shared_user_name: 'Asha Kulkarni',
      skills: 'Painting',
      amount: '15000',
      id: job.id,
      job_title: job.title,
    },
  ]);
  expect(nextCursor).toBeNull();
});

test('ignores a repeated share of the same job with the same friend', async () => {
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  const answers = await Promise.all(Array.from({ length: 5 }, () => share(asha, imran, job.id)));
  expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200, 200, 200, 200]);
  expect(await listShares(imran)).toHaveLength(1);
  expect(await listNotifications(imran, 'share_received')).toHaveLength(1);
});

test('refuses to share with a stranger, and to share a missing or closed job', async () => {
  const [asha, imran] = await createFriends();
  const stranger = await world.user();
  const job = await post(world, poster);
  expect(await share(asha, stranger, job.id)).toMatchObject({
    httpStatus: 403,
    message: 'You can share a job only with people you are connected with',
  });
  expect((await share(asha, asha, job.id)).httpStatus).toBe(403);
  expect(
    (await asha.post('share_job', { job_id: String(job.id), send_to_user_id: '999999' })).httpStatus,
  ).toBe(403);
  expect((await share(asha, imran, 999_999)).httpStatus).toBe(404);
  const awarded = await award(world, { poster, worker: stranger });
  expect((await share(asha, imran, awarded.jobId)).httpStatus).toBe(404);
  expect((await share(stranger, imran, awarded.jobId)).httpStatus).toBe(409);
  await asha.done(disconnect, { userId: String(imran.id) });
  expect((await share(asha, imran, job.id)).httpStatus).toBe(403);
  expect(await listShares(imran)).toEqual([]);
});

test('hides a share when the job closes, and names the sharer by their current relation', async () => {
  const [asha, imran] = await createFriends();
  const [open, closed] = [await post(world, poster), await post(world, poster)];
  await share(asha, imran, open.id);
  await share(asha, imran, closed.id);
  await quote(imran, closed.id);
  await setJobState(world, closed.id, 'cancel');
  await asha.done(disconnect, { userId: String(imran.id) });
  const shared = await listShares(imran);
  expect(shared.map((sharedJob) => [sharedJob.job.id, sharedJob.sharedBy])).toEqual([[open.id, 'Asha K.']]);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', asha.id)
    .execute();
  expect(await listShares(imran)).toEqual([]);
});

test('shows the reader’s own quote on a shared job', async () => {
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  await share(asha, imran, job.id);
  const { id } = await imran.done(submitQuote, {
    jobId: String(job.id),
    bidText: '1500',
    term: 'terms',
    milestoneNames: [],
    milestoneAmountTexts: [],
    workScope: '',
  });
  expect((await listShares(imran))[0]?.job).toMatchObject({
    myQuoteId: id,
    abilities: { quote: { allowed: false, reason: 'jobs.already_quoted' } },
  });
});

test('accepts a thumbs-up only from the person the job was shared with', async () => {
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  await share(asha, imran, job.id);
  const shareId = String((await listShares(imran))[0]?.id);
  expect((await asha.call(thumbsUp, { shareId, up: 'Yes' })).httpStatus).toBe(404);
  expect((await poster.call(thumbsUp, { shareId, up: 'Yes' })).httpStatus).toBe(404);
  expect((await imran.call(thumbsUp, { shareId: '999999', up: 'Yes' })).httpStatus).toBe(404);
  for (const body of [
    {},
    { share_id: shareId },
    { share_id: shareId, thumps_up: 'Perhaps' },
    { share_id: '-1', thumps_up: 'Yes' },
    { share_id: '<b>', thumps_up: 'Yes' },
    { share_id: '9'.repeat(30), thumps_up: 'Yes' },
  ] as Record<string, string>[])
    expect((await imran.post('shared_job_thumps_up', body)).httpStatus).toBe(422);
  expect((await listShares(imran))[0]?.thumbsUp).toBe(false);
});

test('returns a field error for a share without job or friend, and ignores the ids of others', async () => {
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  expect(await asha.post('share_job', { job_id: String(job.id) })).toMatchObject({
    httpStatus: 422,
    errors: { send_to_user_id: 'Please choose a friend' },
  });
  expect(
    await asha.post('share_job', { send_to_user_id: String(imran.id), job_id: 'x'.repeat(9_999) }),
  ).toMatchObject({ httpStatus: 422, errors: { job_id: expect.any(String) } });
  await asha.post('share_job', {
    job_id: String(job.id),
    send_to_user_id: String(imran.id),
    from_id: String(poster.id),
    shared_user_name: 'Somebody else',
    thumps_up: 'Yes',
  });
  expect((await listShares(imran))[0]).toMatchObject({ sharedById: asha.id, thumbsUp: false });
});

test('pages through shared jobs, newest first', async () => {
  const [asha, imran] = await createFriends();
  const jobs: number[] = [];
  for (let count = 0; count < 5; count++) {
    const job = await post(world, poster);
    await share(asha, imran, job.id);
    jobs.push(job.id);
  }
  const listedIds: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await imran.done(sharedJobs, { limit: '2', cursor });
    listedIds.push(...page.items.map((shared) => shared.job.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listedIds).toEqual(jobs.toReversed());
  expect((await imran.call(sharedJobs, { cursor: 'x' })).httpStatus).toBe(400);
});

test('allows sixty shares an hour', async () => {
  world.clock.advanceToNextHour();
  const [asha, imran] = await createFriends();
  const job = await post(world, poster);
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) statuses.push((await share(asha, imran, job.id)).httpStatus);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

test.each(['share_job', 'shared_jobs_list', 'shared_job_thumps_up'])(
  '%s requires a session',
  async (name) => {
    expect((await world.guest.post(name, { job_id: '1', share_id: '1' })).httpStatus).toBe(401);
  },
);
