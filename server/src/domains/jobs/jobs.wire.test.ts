import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  categoryList,
  exploreJobs,
  jobDetail,
  myContracts,
  postJob,
  updateJob,
} from '@fws/contract/jobs/calls';
import type { Job, PostJobValues } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { submitQuote } from '@fws/contract/quotes/calls';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import type { TestUser } from '../../../test/user.ts';
import { quote, setJobState } from '../../../test/story.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user();
  worker = await world.user();
});
afterAll(() => world.close());

const getDateAfter = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 86_400_000));

const buildValues = (change: Partial<PostJobValues> = {}): PostJobValues => ({
  title: 'Two sliding wardrobes',
  categoryId: '4',
  description: 'Laminate outside',
  location: 'Kothrud, Pune 411038',
  latitude: '',
  longitude: '',
  skills: ['Carpentry'],
  takeWorkOn: getDateAfter(0),
  budgetKind: 'fixed',
  amountText: '15000',
  amountFromText: '',
  amountToText: '',
  closesOn: getDateAfter(10),
  paymentTerm: 'terms',
  ...change,
});
const post = (change: Partial<PostJobValues> = {}): Promise<Job> => poster.done(postJob, buildValues(change));
const exploreAs = (user: TestUser, change: Record<string, string> = {}) =>
  user.done(exploreJobs, { sort: 'latest', location: '', categoryId: '', ...change });
const listTitles = (jobs: { items: Job[] }) => jobs.items.map((job) => job.title);

test('shows a posted job to others exactly as it was written', async () => {
  const title = `<img src=x onerror=alert(1)> '; DROP TABLE job; --`;
  const job = await post({ title, latitude: '18.5074', longitude: '73.8077', skills: ['Carpentry', 'टाइल'] });
  const view = await worker.done(jobDetail, { jobId: String(job.id) });
  expect(view).toEqual({ ...job, version: '', abilities: { quote: { allowed: true } } });
  expect(job.abilities.quote).toEqual({ allowed: false, reason: 'jobs.own_job' });
  expect(view).toMatchObject({
    title,
    latitude: 18.5074,
    skills: ['Carpentry', 'टाइल'],
    budget: { kind: 'fixed', amountPaise: 15_000_00 },
    quotesReceived: 0,
    state: 'open',
    posterId: poster.id,
    myQuoteId: null,
  });
  expect(Number(job.number)).toBeGreaterThan(4_800);
});

test('encodes a job with the legacy names and formats', async () => {
  const job = await post({
    budgetKind: 'range',
    amountText: '',
    amountFromText: '15000',
    amountToText: '20000.5',
  });
  const answer = await worker.post('job_detail', { job_id: String(job.id) });
  const [year, month, date] = getDateAfter(10).split('-');
  expect(answer.data).toMatchObject([
    {
      job_unique_id: `FWS ${job.number}`,
      budjet: 'Price Range',
      amount: '15000 to 20000.50',
      payment_term: 'FWS Term Payment',
      target_closed_date: `${month}-${date}-${year}`,
      total_quotes_received: 0,
      is_fws_verified: 0,
      attach_file: '',
    },
  ]);
});

test.each([
  ['yesterday', () => ({ takeWorkOn: getDateAfter(-1) }), 'takeWorkOn'],
  ['a category that does not exist', () => ({ categoryId: '999999' }), 'categoryId'],
  ['a title beyond the limit', () => ({ title: 'x'.repeat(121) }), 'title'],
  ['a description beyond the limit', () => ({ description: 'x'.repeat(5_001) }), 'description'],
  ['no skills', () => ({ skills: [] }), 'skills'],
])('returns a field error for %s', async (_case, change, field) => {
  const before = (await exploreAs(worker, { limit: '100' })).items.length;
  const answer = await poster.call(postJob, buildValues(change()));
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  expect((await exploreAs(worker, { limit: '100' })).items).toHaveLength(before);
});

test('requires a session for every call except category_list', async () => {
  expect((await world.guest.call(postJob, buildValues())).httpStatus).toBe(401);
  expect((await world.guest.post('explore_jobs', {})).httpStatus).toBe(401);
  const categories = await world.guest.done(categoryList, {});
  expect(categories).toHaveLength(40);
  expect(categories[0]).toMatchObject({
    name: 'Painting',
    nameHi: 'रंगाई-पुताई',
    trade: 'painting',
    own: false,
  });
});

test('marks the categories of the profile and of quoted jobs as own', async () => {
  const user = await world.user();
  const listOwnCategories = async (reader = user) =>
    (await reader.done(categoryList, {})).filter((category) => category.own).map(({ name }) => name);
  expect(await listOwnCategories()).toEqual([]);
  await user.post('update_profile', { 'categories[]': '5,21' });
  expect(await listOwnCategories()).toEqual(['Masonry', 'Interior design']);
  for (const categoryId of ['4', '21']) {
    const job = await poster.done(postJob, buildValues({ categoryId }));
    await quote(user, job.id);
  }
  await user.done(postJob, buildValues({ categoryId: '2' }));
  expect(await listOwnCategories()).toEqual(['Carpentry', 'Masonry', 'Interior design']);
  expect(await listOwnCategories(await world.user())).toEqual([]);
  expect((await user.post('category_list', {})).data).toContainEqual(
    expect.objectContaining({ category_name: 'Masonry', is_own: 1 }),
  );
});

test('serves an attachment only to users who may see the job', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f60' } })
    .png()
    .toBuffer();
  const attachment = new File([new Uint8Array(picture)], 'drawing.png', { type: 'image/png' });
  const job = await poster.done(postJob, buildValues(), { files: { attachment } });
  expect(job.attachment).toMatchObject({ name: 'drawing.png', image: true });
  const openFile = async (user: TestUser) => {
    const headers = { authorization: `Bearer ${user.token}` };
    return (await fetch(`${world.url}${job.attachment?.url ?? ''}`, { headers })).status;
  };
  expect(await openFile(worker)).toBe(200);
  await setJobState(world, job.id, 'award');
  expect([await openFile(worker), await openFile(poster)]).toEqual([404, 200]);
});

test('refuses a script as an attachment', async () => {
  const attachment = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'], 'a.svg');
  const answer = await poster.call(postJob, buildValues(), { files: { attachment } });
  expect(answer).toMatchObject({ httpStatus: 415, errors: { attachment: expect.any(String) } });
});

test('pages through jobs without gaps or repeats, in each order', async () => {
  for (let n = 0; n < 5; n++) await post({ location: 'Imphal', closesOn: getDateAfter(20 - (n % 3)) });
  const fullPage = await exploreAs(worker, { location: 'Imphal', limit: '100' });
  expect(fullPage.items).toHaveLength(5);
  for (const sort of ['latest', 'oldest', 'closing_soon'] as const) {
    const listedJobs: Job[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const nextPage: Awaited<ReturnType<typeof exploreAs>> = await exploreAs(worker, {
        location: 'Imphal',
        sort,
        limit: '2',
        cursor,
      });
      listedJobs.push(...nextPage.items);
      cursor = nextPage.nextCursor;
    }
    expect(new Set(listedJobs.map((job) => job.id)).size).toBe(5);
    expect(listedJobs).toHaveLength(5);
    const keys = listedJobs.map((job) => (sort === 'closing_soon' ? job.closesOn : job.postedAt));
    expect(keys).toEqual(sort === 'latest' ? keys.toSorted().toReversed() : keys.toSorted());
  }
});

test('filters by location, by category and by both', async () => {
  await post({ title: 'One', location: 'Block 7, कोथरूड/पुणे', categoryId: '1' });
  await post({ title: 'Two', location: 'Fort Kochi, Kochi', categoryId: '1' });
  await post({ title: 'Three', location: 'KOCHI', categoryId: '2' });
  expect(listTitles(await exploreAs(worker, { location: 'kochi' }))).toEqual(['Three', 'Two']);
  expect(listTitles(await exploreAs(worker, { location: 'koc', categoryId: '1' }))).toEqual(['Two']);
  expect(listTitles(await exploreAs(worker, { location: 'Kochi, fort' }))).toEqual(['Two']);
  expect(listTitles(await exploreAs(worker, { location: 'कोथरूड' }))).toEqual(['One']);
  // However it is written: "One" is in पुणे, the others are in Pune.
  expect(new Set(listTitles(await exploreAs(worker, { location: 'पुणे' })))).toEqual(
    new Set(['One', ...listTitles(await exploreAs(worker, { location: 'Pune' }))]),
  );
  expect(listTitles(await exploreAs(worker, { location: 'Pune' }))).toContain('One');
  expect(listTitles(await exploreAs(worker, { location: `kochi' | 'one` }))).toEqual([]);
  expect(listTitles(await exploreAs(worker, { categoryId: '1', sort: 'oldest' }))).toEqual(['One', 'Two']);
});

const encodeCursor = (key: [string, number]) => Buffer.from(JSON.stringify(key)).toString('base64url');

test.each([
  'nonsense',
  '!!',
  encodeCursor(['2026-13-45', 1]),
  encodeCursor(['2026-01-01T00:00:00.000Z', -1]),
])('refuses the cursor "%s"', async (cursor) => {
  for (const call of ['explore_jobs', 'my_contracts'])
    expect((await worker.post(call, { cursor })).httpStatus).toBe(400);
});

test('shows an awarded job only to the poster and to those who quoted', async () => {
  const job = await post();
  const jobId = String(job.id);
  const quoter = await world.user();
  const quote = { jobId, bidText: '900', term: 'completion' as const, workScope: '' };
  await quoter.done(submitQuote, { ...quote, milestoneNames: [], milestoneAmountTexts: [] });
  await setJobState(world, job.id, 'award');
  expect((await worker.call(jobDetail, { jobId })).httpStatus).toBe(404);
  expect((await quoter.done(jobDetail, { jobId })).id).toBe(job.id);
  expect((await poster.done(jobDetail, { jobId })).id).toBe(job.id);
  expect((await worker.post('job_detail', { job_id: '999999' })).httpStatus).toBe(404);
  expect((await worker.post('job_detail', { job_id: '1; DROP' })).httpStatus).toBe(422);
});

test('removes a job past its close date from the list at once, expires it and keeps it for its poster', async () => {
  const owner = await world.user();
  const job = await owner.done(postJob, buildValues({ location: 'Aizawl' }));
  const openJob = await owner.done(postJob, buildValues({ location: 'Aizawl' }));
  await world.db
    .updateTable('job')
    .set({ take_work_on: getDateAfter(-5), closes_on: getDateAfter(-1) })
    .where('id', '=', job.id)
    .execute();
  expect((await exploreAs(worker, { location: 'aizawl' })).items.map(({ id }) => id)).toEqual([openJob.id]);
  await world.drain(); // A task that holds the job's lock would make this one skip it.
  await inTx(world.db, (tx) => enqueue(tx, 'expire_jobs', {}));
  await world.drain();
  const ownJobs = await owner.done(myContracts, {});
  expect(ownJobs.items.map(({ id, state }) => [id, state])).toEqual([
    [openJob.id, 'open'],
    [job.id, 'expired'],
  ]);
  expect((await poster.done(myContracts, {})).items.map(({ posterId }) => posterId)).not.toContain(owner.id);
});

test('updates a job without quotes and keeps its attachment unless a new one is uploaded', async () => {
  const attachment = new File(
    ['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'],
    'plan.pdf',
  );
  const job = await poster.done(postJob, buildValues(), { files: { attachment } });
  await world.db.updateTable('job').set({ verified_at: new Date() }).where('id', '=', job.id).execute();
  const change = { ...buildValues({ title: 'Three wardrobes', budgetKind: 'range', amountText: '' }) };
  const range = { ...change, amountFromText: '100', amountToText: '200', jobId: String(job.id) };
  const changed = await poster.done(updateJob, range);
  expect(changed).toMatchObject({
    id: job.id,
    number: job.number,
    title: 'Three wardrobes',
    budget: { kind: 'range', fromPaise: 100_00, toPaise: 200_00 },
    postedAt: job.postedAt,
    attachment: job.attachment,
    // Editing clears the verified mark.
    verified: false,
  });
  expect((await worker.done(jobDetail, { jobId: String(job.id) })).title).toBe('Three wardrobes');
});

test('refuses a place outside India beside its field, for a new and for a changed job', async () => {
  const message = 'FWS works in India only. Please choose a place in India, or add its town or PIN code';
  const refused = { httpStatus: 422, errors: { location: message } };
  const job = await post();
  const postAt = (place: Partial<PostJobValues>) => poster.call(postJob, buildValues(place));
  for (const location of [
    'Dubai, UAE',
    'Sharjah',
    'Deira, Dubai, UAE',
    'काठमांडू, नेपाल',
    'Lalitpur, Nepal',
    'Berlin',
    'ದುಬೈ, ಯುನೈಟೆಡ್ ಅರಬ್ ಎಮಿರೇಟ್ಸ್',
  ]) {
    const place = { location, latitude: '', longitude: '' };
    expect(await postAt(place), location).toMatchObject(refused);
    expect(await poster.call(updateJob, { ...buildValues(place), jobId: String(job.id) })).toMatchObject(
      refused,
    );
  }
  // A position abroad, whatever the text says.
  expect(await postAt({ location: 'Near the creek', latitude: '25.2', longitude: '55.3' })).toMatchObject(
    refused,
  );
  for (const location of [
    'Singapore Township, Hyderabad',
    'London Bakery, Pune',
    'Behind the temple',
    'Salem',
    'Lanka, Varanasi',
    // A village in Uttar Pradesh.
    'Dubai',
  ])
    expect(await postAt({ location, latitude: '', longitude: '' }), location).toMatchObject({
      httpStatus: 200,
    });
});

test('lets only the poster update a job, while it is open and has no quotes', async () => {
  const job = await post();
  const jobId = String(job.id);
  const change = { ...buildValues({ title: 'Other' }), jobId };
  expect((await worker.call(updateJob, change)).httpStatus).toBe(404);
  expect((await world.guest.call(updateJob, change)).httpStatus).toBe(401);
  expect((await poster.call(updateJob, { ...change, jobId: '999999' })).httpStatus).toBe(404);
  expect(
    (await poster.call(updateJob, { ...change, title: ' ', takeWorkOn: getDateAfter(-1) })).errors,
  ).toEqual({
    title: 'Please give the job a title',
  });
  expect((await poster.call(updateJob, { ...change, takeWorkOn: getDateAfter(-1) })).errors).toEqual({
    takeWorkOn: 'The work cannot start before today',
  });
  const quote = { jobId, bidText: '900', term: 'completion' as const, workScope: '' };
  await worker.done(submitQuote, { ...quote, milestoneNames: [], milestoneAmountTexts: [] });
  expect(await poster.call(updateJob, change)).toMatchObject({
    httpStatus: 409,
    message: 'Somebody has quoted on this job. It can no longer be changed',
  });
  const awarded = await post();
  await setJobState(world, awarded.id, 'award');
  expect((await poster.call(updateJob, { ...change, jobId: String(awarded.id) })).httpStatus).toBe(409);
});

test('never changes a job under a quote that is submitted at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const job = await post();
    const jobId = String(job.id);
    const quote = { jobId, bidText: '900', term: 'completion' as const, workScope: '' };
    const [changed] = await Promise.all([
      poster.call(updateJob, { ...buildValues({ title: 'Other' }), jobId }),
      worker.done(submitQuote, { ...quote, milestoneNames: [], milestoneAmountTexts: [] }),
    ]);
    const { title } = await poster.done(jobDetail, { jobId });
    expect(title).toBe(changed.httpStatus === 200 ? 'Other' : job.title);
  }
});
