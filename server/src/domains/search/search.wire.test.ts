import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exploreJobs, postJob } from '@fws/contract/jobs/calls';
import type { PostJobValues } from '@fws/contract/jobs/schemas';
import type { CallInput } from '@fws/contract/platform/call';
import { toIstDate } from '@fws/contract/platform/dates';
import { searchSuggestions } from '@fws/contract/search/calls';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { quote, setJobState } from '../../../test/story.ts';
import { lockTable } from '../../../test/locks.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { loadDemo } from '../../../../scripts/demo/load.ts';
import { rebuildSearch } from './index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user();
  worker = await world.user();
  await post({ title: 'Kitchen tap leaks', ...KOTHRUD, amountText: '800' });
  await post({
    title: 'Plumber for two bathrooms',
    ...BANER,
    amountText: '15000',
    closesOn: getDateAfter(3),
  });
  await post({
    title: 'Paint a flat',
    ...MUMBAI,
    categoryId: '1',
    skills: ['Painting'],
    budgetKind: 'range',
    amountText: '',
    amountFromText: '10000',
    amountToText: '20000',
  });
  await post({ title: 'Wire a house', ...NOWHERE, categoryId: '3', skills: ['Wiring'] });
  await world.drain();
});
afterAll(() => world.close());

const KOTHRUD = { location: 'Kothrud, Pune, Maharashtra 411038', latitude: '18.502', longitude: '73.815' };
const BANER = { location: 'Baner, Pune, Maharashtra 411045', latitude: '18.56', longitude: '73.787' };
const MUMBAI = { location: 'Dadar, Mumbai, Maharashtra 400014', latitude: '19.018', longitude: '72.844' };
const NOWHERE = { location: 'बेंगलुरु', latitude: '', longitude: '' };
const IN_KOTHRUD = { latitude: '18.502', longitude: '73.815' };

const getDateAfter = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 86_400_000));

const post = (change: Partial<PostJobValues>) =>
  poster.done(postJob, {
    title: '',
    categoryId: '2',
    description: '',
    location: '',
    latitude: '',
    longitude: '',
    skills: ['Plumbing'],
    takeWorkOn: getDateAfter(0),
    budgetKind: 'fixed',
    amountText: '5000',
    amountFromText: '',
    amountToText: '',
    closesOn: getDateAfter(10),
    paymentTerm: 'completion',
    ...change,
  });

type Params = Partial<CallInput<typeof exploreJobs>>;
const explore = (params: Params, reader = worker) =>
  reader.done(exploreJobs, { sort: 'relevance', location: '', categoryId: '', ...params });
const listTitles = async (params: Params) => (await explore(params)).items.map(({ title }) => title);

test('finds jobs by words of the title, the skills and the category', async () => {
  // Few jobs are followed by others of their trade.
  expect(await listTitles({ search: 'TAP kitchen' })).toEqual([
    'Kitchen tap leaks',
    'Plumber for two bathrooms',
  ]);
  expect(await listTitles({ search: 'wiring' })).toEqual(['Wire a house']);
  expect(await listTitles({ search: 'painting' })).toEqual(['Paint a flat']);
  expect(await explore({ search: 'xylophone' })).toEqual({ items: [], nextCursor: null, total: 0, own: [] });
});

test('combines a text with a category, a place and a budget', async () => {
  const [tap, bathrooms] = ['Kitchen tap leaks', 'Plumber for two bathrooms'];
  expect(await listTitles({ search: 'plumb' })).toEqual([bathrooms, tap]);
  expect(await listTitles({ search: 'plumb', location: 'पुणे', sort: 'oldest' })).toEqual([tap, bathrooms]);
  expect(await listTitles({ search: 'plumb', categoryId: 'Plumbing', budgetToText: '1000' })).toEqual([tap]);
  expect(await listTitles({ search: 'plumb', location: 'poona', budgetFromText: '801' })).toEqual([
    bathrooms,
  ]);
  expect(await listTitles({ search: 'plumb', categoryId: 'Painting' })).toEqual([]);
  expect(await listTitles({ search: 'plumb', sort: 'closing_soon' })).toEqual([bathrooms, tap]);
});

test('finds a range of amounts that has an amount in common with the budget', async () => {
  const isFound = async (budgetFromText: string, budgetToText: string) =>
    (await listTitles({ categoryId: '1', budgetFromText, budgetToText })).length === 1;
  expect(await Promise.all([isFound('20000', ''), isFound('', '10000'), isFound('12000', '13000')])).toEqual([
    true,
    true,
    true,
  ]);
  expect(await Promise.all([isFound('20000.01', ''), isFound('', '9999.99')])).toEqual([false, false]);
});

test('finds a place by its old and new names and in both scripts', async () => {
  for (const location of ['Bangalore', 'bengaluru', 'बेंगलुरु', 'बंगलौर'])
    expect(await listTitles({ location }), location).toEqual(['Wire a house']);
  for (const location of ['bombay', 'Mumbai', 'मुंबई'])
    expect(await listTitles({ location }), location).toEqual(['Paint a flat']);
});

test('sorts by distance, and tells it to one decimal', async () => {
  const { items } = await explore({ sort: 'nearest', ...IN_KOTHRUD });
  expect(items.map(({ title, distanceKm }) => [title, distanceKm])).toEqual([
    ['Kitchen tap leaks', 0],
    ['Plumber for two bathrooms', 7.1],
    ['Paint a flat', 117.2],
  ]);
  const near = await explore({ ...IN_KOTHRUD, radiusKm: '7', search: 'plumb' });
  expect(near.items.map(({ distanceKm }) => distanceKm)).toEqual([0]);
});

test('measures from a place that was typed when there is no position', async () => {
  expect(await listTitles({ location: 'Dadar, Mumbai', radiusKm: '5' })).toEqual(['Paint a flat']);
  expect(await listTitles({ location: 'Kothrud, Pune', radiusKm: '200', sort: 'nearest' })).toEqual([
    'Kitchen tap leaks',
    'Plumber for two bathrooms',
    'Paint a flat',
  ]);
  const unknown = { sort: 'nearest', location: 'Xyzzyville', categoryId: '' } as const;
  expect((await worker.call(exploreJobs, unknown)).httpStatus).toBe(422);
});

test('pages through a search in every order without gaps or repeats, and counts on the first page', async () => {
  for (const sort of ['relevance', 'latest', 'oldest', 'closing_soon', 'nearest'] as const) {
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof explore>> = await explore({
        ...IN_KOTHRUD,
        radiusKm: '200',
        sort,
        limit: '1',
        cursor,
      });
      expect(page.total, sort).toBe(cursor === '' ? 3 : null);
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(titles, sort).toEqual(await listTitles({ ...IN_KOTHRUD, radiusKm: '200', sort }));
    expect(new Set(titles).size, sort).toBe(3);
  }
});

test('counts the jobs of a category and a place, and not the whole list', async () => {
  expect((await explore({ categoryId: '2', sort: 'latest' })).total).toBe(2);
  expect((await explore({ location: 'Pune', sort: 'latest' })).total).toBe(2);
  expect((await explore({ sort: 'latest' })).total).toBeNull();
});

test('shows a searched job as its poster and its quoter see it', async () => {
  const job = await post({ title: 'Repair a xylophone', ...KOTHRUD });
  await world.drain();
  const { id: quoteId } = await quote(worker, job.id);
  const search = { search: 'xylophone' };
  expect((await explore(search)).own).toEqual([
    {
      id: job.id,
      myQuoteId: quoteId,
      saved: false,
      abilities: { quote: { allowed: false, reason: 'jobs.already_quoted' } },
    },
  ]);
  expect((await explore(search, poster)).own).toEqual([
    {
      id: job.id,
      myQuoteId: null,
      saved: false,
      abilities: { quote: { allowed: false, reason: 'jobs.own_job' } },
    },
  ]);
  expect((await explore(search, await world.user())).own).toEqual([]);
  await setJobState(world, job.id, 'award');
  expect((await explore(search)).items).toEqual([]);
  // Later tests count the jobs in the index.
  await world.drain();
});

test('refuses the cursor of another order', async () => {
  const { nextCursor } = await explore({ search: 'plumb', limit: '1', sort: 'latest' });
  const params = { ...IN_KOTHRUD, search: 'plumb', sort: 'nearest', location: '', categoryId: '' } as const;
  expect((await worker.call(exploreJobs, { ...params, cursor: nextCursor ?? '' })).httpStatus).toBe(400);
});

test('suggests categories, skills and places from what has been typed', async () => {
  expect(await worker.done(searchSuggestions, { search: 'plum' })).toEqual([
    { kind: 'skill', text: 'Plumbing', categoryId: null, jobs: 2 },
    { kind: 'category', text: 'Plumbing', categoryId: 2, jobs: 2 },
  ]);
  expect(await worker.done(searchSuggestions, { search: 'kitchen t' })).toContainEqual({
    kind: 'title',
    text: 'Kitchen tap leaks',
    categoryId: null,
    jobs: null,
  });
  expect(await worker.done(searchSuggestions, { search: 'Kothrud' })).toContainEqual({
    kind: 'place',
    text: 'Kothrud, Pune, Maharashtra 411038',
    categoryId: null,
    jobs: null,
  });
  const inHindi = await worker.done(
    searchSuggestions,
    { search: 'plum' },
    { headers: { 'accept-language': 'hi' } },
  );
  expect(inHindi).toContainEqual({ kind: 'category', text: 'नल-पाइप का काम', categoryId: 2, jobs: 2 });
  expect(await worker.done(searchSuggestions, { search: ' ' })).toEqual([]);
  expect((await world.guest.call(searchSuggestions, { search: 'plum' })).httpStatus).toBe(401);
});

test('finds jobs in any script and spelling, and follows changes of a job', async () => {
  for (const search of ['plambar', 'प्लंबर', 'பிளம்பர்', 'plumer'])
    expect((await listTitles({ search })).slice(0, 1), search).toEqual(['Plumber for two bathrooms']);
  const job = await post({ title: 'Wall clock', ...MUMBAI, categoryId: '40', skills: ['Clocks'] });
  await world.drain();
  expect(await listTitles({ search: 'clock' })).toEqual(['Wall clock']);
  await setJobState(world, job.id, 'cancel');
  expect(await listTitles({ search: 'clock' })).toEqual([]);
});

test('indexes again what a rebuild or the nightly check finds missing', async () => {
  await world.db.deleteFrom('search_job').execute();
  await inTx(world.db, (tx) => enqueue(tx, 'check_search', {}));
  await world.drain();
  expect(await listTitles({ search: 'painting' })).toEqual(['Paint a flat']);
  await world.db.updateTable('search_job').set({ version: 0 }).execute();
  expect(await rebuildSearch(world.db, (word) => [word])).toBeGreaterThan(3);
  expect(await world.db.selectFrom('search_job').select('job_id').where('version', '=', 0).execute()).toEqual(
    [],
  );
});

test('forgets the words of closed jobs when the jobs are indexed by a new version', async () => {
  const job = await post({ title: 'Mend a harmonium', ...MUMBAI, skills: ['Harmoniums'] });
  await world.drain();
  await setJobState(world, job.id, 'cancel');
  await world.drain();
  const listTerms = async () =>
    (
      await world.db
        .selectFrom('search_term')
        .select(['kind', 'key'])
        .where('key', 'in', ['harmonium', 'plumber'])
        .orderBy('key')
        .execute()
    ).map(({ kind, key }) => `${kind} ${key}`);
  const before = await listTerms();
  expect(before).toContain('skill harmonium');
  // As an earlier version wrote them.
  await world.db.updateTable('search_term').set({ version: 0 }).execute();
  await world.db.updateTable('search_job').set({ version: 0 }).execute();
  await inTx(world.db, (tx) => enqueue(tx, 'check_search', {}));
  await world.drain();
  const after = await listTerms();
  expect(after).toEqual(before.filter((term) => !term.includes('harmonium')));
  expect(await worker.done(searchSuggestions, { search: 'harmon' })).toEqual([]);
  expect(await listTitles({ search: 'painting' })).toContain('Paint a flat');
});

test('locks no word that an earlier job has had', async () => {
  const read = async () => {
    const { rows } = await sql<{ kind: string; key: string; place: string; lockedBy: string }>`
      SELECT kind, key, ctid::text AS place, xmax::text AS "lockedBy" FROM search_term
      ORDER BY kind, key`.execute(world.db);
    return rows;
  };
  const zither = { title: 'Zither', ...MUMBAI, skills: ['Mending zithers'] };
  await post(zither);
  await world.drain();
  const before = await read();
  expect(before.length).toBeGreaterThan(10);
  await post(zither);
  await world.drain();
  expect(await read()).toEqual(before);
});

test('finds and suggests nothing for a text without a word', async () => {
  for (const search of ['😀', '%_%', '???']) {
    expect(await listTitles({ search }), search).toEqual([]);
    expect(await worker.done(searchSuggestions, { search }), search).toEqual([]);
    expect(await listTitles({ location: search }), search).toEqual([]);
  }
  // One letter is no word either, and finds no job instead of every job.
  for (const search of ['<b>', 'p', 'प', 'a b']) {
    expect(await listTitles({ search }), search).toEqual([]);
    expect(await listTitles({ search, location: 'Pune' }), search).toEqual([]);
  }
  expect(await listTitles({ search: '<b>plumber</b>' })).toContain('Plumber for two bathrooms');
});

test('finds the jobs of a place by its name in other scripts, with and without a text', async () => {
  const expected = await listTitles({ location: 'Pune' });
  expect(expected).toContain('Plumber for two bathrooms');
  for (const location of ['புனே', 'ಪುಣೆ', 'पुणे'])
    expect((await listTitles({ location })).toSorted(), location).toEqual(expected.toSorted());
  expect(await listTitles({ location: 'புனே', search: 'plumber' })).toContain('Plumber for two bathrooms');
});

test('finds the jobs of a large city by its other names and misspellings', async () => {
  const title = 'Shelves for a library';
  await post({ title, location: 'Banjara Hills, Hyderabad' });
  await world.drain();
  for (const location of ['Hyderabad', 'భాగ్యనగరం', 'hydrabad', 'Haiderabad', 'ಹೈದರಾಬಾದ್', 'হায়দ্রাবাদ', 'ஹைதராபாத்']) {
    expect(await listTitles({ location }), location).toContain(title);
    expect(await listTitles({ location, search: 'shelves' }), location).toContain(title);
  }
  expect(await listTitles({ location: 'Nagpur' })).not.toContain(title);
});

test('names a place that it does not know, when a distance is measured from it', async () => {
  const params = { sort: 'relevance', categoryId: '', location: 'Atlantis', radiusKm: '10' } as const;
  const message = 'We do not know this place. Please choose one that is suggested';
  expect(await worker.call(exploreJobs, params)).toMatchObject({
    httpStatus: 422,
    errors: { location: message },
  });
});

test('finds the jobs of the demo data', async () => {
  await loadDemo({ databaseUrl: world.config.databaseUrl, dataDir: world.dataDir, log: () => {} });
  await world.drain();
  expect(await listTitles({ search: 'अलमारी' })).toContain('Two sliding wardrobes, 3BHK flat');
});

test('one user has a share of the searches, and others search meanwhile', async () => {
  const form = { search: 'bathrooms', location: '', categoryId: '', sort: 'latest' } as const;
  const answers: { httpStatus: number; message: string }[] = [];
  const search = async (by: TestUser) => void answers.push(await by.call(exploreJobs, form));
  // No search ends until the lock does.
  await lockTable(world.ownerUrl, 'job', async (unlock) => {
    // Two at once, twenty that wait, and two too many.
    const sent = Array.from({ length: 24 }, () => search(worker));
    await waitFor('two to be refused', () => Promise.resolve(answers.length === 2));
    for (const { httpStatus, message } of answers)
      expect([httpStatus, message]).toEqual([429, 'Too many tries. Please wait 2 seconds and try again']);
    // Suggestions take from the same share.
    expect((await worker.call(searchSuggestions, { search: 'bath' })).httpStatus).toBe(429);
    expect((await poster.call(searchSuggestions, { search: 'bath' })).httpStatus).toBe(200);
    sent.push(search(poster));
    await unlock();
    await Promise.all(sent);
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(23);
  });
});
