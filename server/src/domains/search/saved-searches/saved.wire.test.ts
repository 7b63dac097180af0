import type { JobDetail } from '@fws/contract/jobs/replies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exploreJobs, jobDetail, updateJob } from '@fws/contract/jobs/calls';
import type { PostJobValues } from '@fws/contract/jobs/schemas';
import { notificationList } from '@fws/contract/notifications/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { mergeOwnFields } from '@fws/contract/platform/shared-page';
import * as calls from '@fws/contract/search/calls';
import { SAVED_JOBS_MAX, SAVED_SEARCHES_MAX } from '@fws/contract/search/model';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expectPages } from '../../../../test/pages.ts';
import { enqueueAnyTask } from '../../../../test/queued-task.ts';
import { readJobNumber } from '../../../../test/rows.ts';
import { post, quote, setJobState } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { translate } from '../../../platform/messages.ts';

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user();
});
afterAll(() => world.close());

const BHOPAL = { location: 'Arera Colony, Bhopal', latitude: '23.21', longitude: '77.43' };
const PLUMBING = { title: 'Kitchen tap leaks', categoryId: '2', skills: ['Plumbing'], ...BHOPAL };

const postJob = async (values: Partial<PostJobValues> = {}) => {
  const job = await post(world, poster, { values });
  await world.drain();
  return job;
};
const NOTHING = { search: '', location: '', categoryId: '', frequency: 'at_once' } as const;
const saveSearch = (user: TestUser, values: Partial<CallInput<typeof calls.saveSearch>>) =>
  user.done(calls.saveSearch, { ...NOTHING, ...values });
/** A list shows less of a job than its page. */
const toListed = ({
  photos: _photos,
  poster: _poster,
  unlisted: _unlisted,
  version: _version,
  hides: _hides,
  heldBack: _held,
  ...listed
}: JobDetail) => listed;
const listNotices = async (user: TestUser) => {
  const { items } = await user.done(notificationList, {});
  return items.map(({ type, text, path, searchId }) => ({ type, text, path, searchId }));
};

test('keeps saved jobs for their owner, the last saved first, and marks them wherever they are shown', async () => {
  const worker = await world.user();
  const [tap, flat, gate] = [await postJob(PLUMBING), await postJob(), await postJob({ title: 'Two gates' })];
  const saved: object[] = [];
  for (const job of [tap, flat, gate]) {
    world.clock.advance(1000);
    await worker.done(calls.saveJob, { jobId: String(job.id) });
    const listed = toListed(job);
    saved.unshift({
      jobId: job.id,
      number: await readJobNumber(world, job.id),
      title: job.title,
      savedAt: world.clock.now().toISOString(),
      job: { ...listed, abilities: { quote: { allowed: true } }, saved: true },
    });
  }
  // Again: it stays where it was.
  await worker.done(calls.saveJob, { jobId: String(tap.id) });
  await expectPages((page) => worker.done(calls.savedJobs, page), saved);
  expect((await worker.done(jobDetail, { jobId: String(tap.id) })).saved).toBe(true);
  expect((await poster.done(jobDetail, { jobId: String(tap.id) })).saved).toBe(false);
  const params = { sort: 'latest', location: 'Bhopal', categoryId: '' } as const;
  const page = await worker.done(exploreJobs, params);
  expect(page.own).toEqual([
    { id: tap.id, myQuoteId: null, saved: true, abilities: { quote: { allowed: true } } },
  ]);
  const { id: quoteId } = await quote(worker, tap.id);
  expect(mergeOwnFields(await worker.done(exploreJobs, params)).items[0]).toMatchObject({
    myQuoteId: quoteId,
    saved: true,
  });
  await worker.done(calls.unsaveJob, { jobId: String(tap.id) });
  await worker.done(calls.unsaveJob, { jobId: String(tap.id) });
  expect((await worker.done(jobDetail, { jobId: String(tap.id) })).saved).toBe(false);
  await setJobState(world, gate.id, 'award');
  const { items } = await worker.done(calls.savedJobs, {});
  expect(items.map(({ title, job }) => [title, job?.title])).toEqual([
    ['Two gates', undefined],
    ['Paint a flat', 'Paint a flat'],
  ]);
  expect((await worker.call(calls.saveJob, { jobId: String(gate.id) })).httpStatus).toBe(404);
});

test('what waited on a device has one effect however often it is sent, and none for another user', async () => {
  const [worker, other] = [await world.user(), await world.user()];
  const job = await postJob();
  const values = { jobId: String(job.id) };
  const headers = { 'idempotency-key': 'tap-1', 'x-fws-user': String(worker.id) };
  for (let attempt = 0; attempt < 2; attempt++) await worker.done(calls.saveJob, values, { headers });
  expect(await other.call(calls.saveJob, values, { headers })).toEqual({
    httpStatus: 412,
    status: 412,
    message: translate('en', 'common.other_user', {}, 'screen'),
    data: null,
  });
  const listSaved = async (user: TestUser) =>
    (await user.done(calls.savedJobs, {})).items.map(({ jobId }) => jobId);
  expect([await listSaved(worker), await listSaved(other)]).toEqual([[job.id], []]);
});

test('shows a saved job whole, with a price range and an attachment', async () => {
  const owner = await world.user();
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f60' } })
    .png()
    .toBuffer();
  const attachment = new File([new Uint8Array(picture)], 'plan.png', { type: 'image/png' });
  const range = {
    budgetKind: 'range',
    amountText: '',
    amountFromText: '1000',
    amountToText: '2500.50',
  } as const;
  const job = await post(world, owner, { values: range, attachment });
  await owner.done(calls.saveJob, { jobId: String(job.id) });
  const listed = toListed(job);
  expect(listed.budget).toEqual({ kind: 'range', fromPaise: 1_000_00, toPaise: 2_500_50 });
  const { items } = await owner.done(calls.savedJobs, {});
  expect(items.map((item) => item.job)).toEqual([
    {
      ...listed,
      abilities: { quote: { allowed: false, reason: 'jobs.own_job' } },
      saved: true,
    },
  ]);
});

test('keeps searches, newest first, and changes only the frequency of one that is saved again', async () => {
  const worker = await world.user();
  const createdAt = world.clock.now().toISOString();
  const near = {
    search: ' Tap ',
    location: 'Arera Colony, Bhopal',
    latitude: '23.21',
    longitude: '77.43',
    radiusKm: '15',
    categoryId: 'plumbing',
    budgetFromText: '500',
    budgetToText: '5000.50',
    closesWithinDays: '30',
  };
  const expected = {
    id: expect.any(Number) as number,
    search: 'Tap',
    location: 'Arera Colony, Bhopal',
    position: { latitude: 23.21, longitude: 77.43 },
    radiusKm: 15,
    category: { id: 2, name: 'Plumbing', nameHi: 'नल-पाइप का काम' },
    budgetFromPaise: 500_00,
    budgetToPaise: 5_000_50,
    closesWithinDays: 30,
    frequency: 'at_once',
    createdAt,
    newJobs: 0,
  };
  const first = await saveSearch(worker, near);
  expect(first).toEqual(expected);
  world.clock.advance(1000);
  const second = await saveSearch(worker, { location: 'Pune', frequency: 'daily' });
  expect(second).toMatchObject({ position: null, radiusKm: null, category: null, closesWithinDays: null });
  expect(await saveSearch(worker, { ...near, search: 'tap', frequency: 'daily' })).toEqual({
    ...first,
    frequency: 'daily',
  });
  await expectPages(
    (page) => worker.done(calls.savedSearches, page),
    [second, { ...first, frequency: 'daily' }],
    { limit: 1 },
  );
  await worker.done(calls.removeSearch, { searchId: String(first.id) });
  expect((await worker.call(calls.removeSearch, { searchId: String(first.id) })).httpStatus).toBe(404);
  expect((await poster.call(calls.removeSearch, { searchId: String(second.id) })).httpStatus).toBe(404);
  expect((await worker.done(calls.savedSearches, {})).items).toEqual([second]);
});

test.each([
  ['nothing to look for', { budgetFromText: '500' }, 'search.too_general'],
  ['one letter', { search: 'x' }, 'search.too_general'],
  ['a place without a word', { location: '😀' }, 'search.place_unknown'],
  ['a category that does not exist', { categoryId: '999' }, 'jobs.category_unknown'],
  [
    'a distance from a place that we do not know',
    { location: 'Xyzzyville', radiusKm: '5' },
    'search.place_unknown',
  ],
  ['a distance from nowhere', { search: 'tap', radiusKm: '5' }, 'jobs.position_required'],
])('refuses to save a search with %s', async (_what, values, code) => {
  const answer = await poster.call(calls.saveSearch, { ...NOTHING, ...values });
  expect(answer.httpStatus).toBe(422);
  expect(Object.values(answer.errors ?? {})).toContain(translate('en', code as 'search.too_general'));
});

test('limits the jobs and the searches of one person', async () => {
  const worker = await world.user();
  const job = await postJob();
  await sql`INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
    SELECT ${poster.id}, 1, 'Old', '', 'Pune', '{Old}', '2026-12-01', '2026-12-02', 'terms', 'fixed', 100, 100, now()
    FROM generate_series(1, ${SAVED_JOBS_MAX})`.execute(world.db);
  await sql`INSERT INTO saved_job SELECT ${worker.id}, id, now() FROM job WHERE title = 'Old'`.execute(
    world.db,
  );
  expect((await worker.call(calls.saveJob, { jobId: String(job.id) })).message).toBe(
    `You have saved ${SAVED_JOBS_MAX} jobs. Please remove some of them first`,
  );
  for (let index = 0; index < SAVED_SEARCHES_MAX; index += 1)
    await saveSearch(worker, { search: `word${index}` });
  const refused = await worker.call(calls.saveSearch, { ...NOTHING, search: 'another' });
  expect(refused).toMatchObject({
    httpStatus: 409,
    message: `You have saved ${SAVED_SEARCHES_MAX} searches. Please remove some of them first`,
  });
  expect((await saveSearch(worker, { search: 'word1', frequency: 'daily' })).frequency).toBe('daily');
});

test('tells the owner of a matching search at once, says which, and stops when it is removed', async () => {
  const worker = await world.user();
  const { id } = await saveSearch(worker, { search: 'tap', ...BHOPAL, radiusKm: '15', categoryId: '2' });
  const job = await postJob({ ...PLUMBING, latitude: '23.25', longitude: '77.4' });
  const text = 'New job for your saved search “tap · Plumbing · Arera Colony, Bhopal”: Kitchen tap leaks';
  const notice = { type: 'saved_search_job', text, path: `/job/${job.id}`, searchId: id };
  expect(await listNotices(worker)).toEqual([notice]);
  expect((await worker.done(calls.savedSearches, {})).items.map(({ newJobs }) => newJobs)).toEqual([1]);
  // Too far away, another trade, and the owner's own job.
  await postJob({ ...PLUMBING, latitude: '22.72', longitude: '75.86' });
  await postJob({ ...PLUMBING, categoryId: '1' });
  await post(world, worker, { values: PLUMBING });
  await world.drain();
  expect(await listNotices(worker)).toEqual([notice]);
  await worker.done(calls.removeSearch, { searchId: String(id) });
  expect(await listNotices(worker)).toEqual([{ ...notice, searchId: null }]);
  await postJob(PLUMBING);
  expect(await listNotices(worker)).toHaveLength(1);
});

test('tells once of a job, whatever searches find it and however often the task runs', async () => {
  const worker = await world.user();
  await saveSearch(worker, { search: 'xylophone', frequency: 'daily' });
  const { id } = await saveSearch(worker, { location: 'भोपाल', search: 'xylophone' });
  const job = await postJob({ title: 'Repair a xylophone', ...BHOPAL });
  await enqueueAnyTask(world.db, 'match_saved_searches', { jobId: String(job.id), afterUserId: '0' });
  await world.drain();
  // The search that tells at once comes first.
  expect(await listNotices(worker)).toMatchObject([{ type: 'saved_search_job', searchId: id }]);
  await enqueueAnyTask(world.db, 'send_daily_alerts');
  await world.drain();
  expect(await listNotices(worker)).toHaveLength(1);
});

test('finds a job that matches only after its poster has changed it', async () => {
  const worker = await world.user();
  await saveSearch(worker, { search: 'accordion' });
  const job = await postJob({ title: 'Repair an instrument' });
  expect(await listNotices(worker)).toEqual([]);
  await poster.done(updateJob, {
    jobId: String(job.id),
    title: 'Repair an accordion',
    categoryId: '1',
    description: '',
    location: 'Pune',
    latitude: '',
    longitude: '',
    skills: ['Repairs'],
    takeWorkOn: job.takeWorkOn,
    closesOn: job.closesOn,
    budgetKind: 'fixed',
    amountText: '900',
    amountFromText: '',
    amountToText: '',
    paymentTerm: 'completion',
  });
  await world.drain();
  expect(await listNotices(worker)).toMatchObject([{ path: `/job/${job.id}` }]);
});

test('bundles the jobs of a day into one message for each search, without those that are taken', async () => {
  const worker = await world.user();
  const { id } = await saveSearch(worker, { search: 'piano', location: 'Bhopal', frequency: 'daily' });
  await saveSearch(worker, { search: 'violin', frequency: 'daily' });
  for (const title of ['Tune a piano', 'Move a piano']) await postJob({ title, ...BHOPAL });
  const taken = await postJob({ title: 'Polish a piano', ...BHOPAL });
  const violin = await postJob({ title: 'Repair a violin' });
  for (const { id: jobId } of [taken, violin]) await setJobState(world, jobId, 'award');
  expect(await listNotices(worker)).toEqual([]);
  for (let run = 0; run < 2; run += 1) {
    await enqueueAnyTask(world.db, 'send_daily_alerts');
    await world.drain();
  }
  expect(await listNotices(worker)).toEqual([
    {
      type: 'saved_search_daily',
      text: '2 new jobs for your saved search “piano · Bhopal”',
      path: '/?search=piano&location=Bhopal',
      searchId: id,
    },
  ]);
});

test('continues with the next users after a full batch, and tells each of them once', async () => {
  const worker = await world.user();
  await sql`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    SELECT 'Crowd', 'Kumar', 'crowd' || i || '@mail.example', '+91' || (7000000000 + i), 'individual', '{projects}', 'Pune'
    FROM generate_series(1, 1100) i`.execute(world.db);
  await saveSearch(worker, { search: 'theremin' });
  await sql`INSERT INTO saved_search (user_id, search, location, frequency, created_at, label, digest, alert_keys)
    SELECT crowd.id, own.search, own.location, own.frequency, own.created_at, own.label, own.digest, own.alert_keys
    FROM saved_search own, user_account crowd WHERE own.search = 'theremin' AND crowd.first_name = 'Crowd'`.execute(
    world.db,
  );
  const job = await postJob({ title: 'Build a theremin' });
  const { rows } = await sql<{ users: number; notices: number }>`
    SELECT count(DISTINCT user_id) AS users, count(*) AS notices FROM notification WHERE path = ${`/job/${job.id}`}`.execute(
    world.db,
  );
  expect(rows).toEqual([{ users: 1101, notices: 1101 }]);
});

test('finds jobs that close within a number of days', async () => {
  const worker = await world.user();
  await postJob({ title: 'Sousaphone', location: 'Ujjain' });
  const explore = (closesWithinDays: string) =>
    worker.done(exploreJobs, { sort: 'latest', location: 'Ujjain', categoryId: '', closesWithinDays });
  expect((await explore('20')).total).toBe(1);
  expect((await explore('19')).total).toBe(0);
});
