import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout } from '@fws/contract/identity/session/calls';
import { exploreJobs, updateJob } from '@fws/contract/jobs/calls';
import type { PostJobValues } from '@fws/contract/jobs/schemas';
import { mergeOwnFields } from '@fws/contract/platform/shared-page';
import { post, quote, setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

// Pages of the list are shared among readers for a second. Time stands still, so that a page stays shared.

let world: World;
let poster: TestUser;
let worker: TestUser;
let other: TestUser;
let place = '';
let places = 0;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  [poster, worker, other] = await Promise.all([world.user(), world.user(), world.user()]);
});
afterAll(() => world.close());
beforeEach(() => {
  places += 1;
  place = `Town${places}, Pune`;
});

const postHere = (title: string, user = poster) => post(world, user, { values: { title, location: place } });
const readPage = (user: TestUser) =>
  user.done(exploreJobs, { sort: 'latest', location: place, categoryId: '' });
const listTitles = async (user: TestUser) => (await readPage(user)).items.map(({ title }) => title);
const findJob = async (user: TestUser, id: number) =>
  mergeOwnFields(await readPage(user)).items.find((job) => job.id === id);

test('shows posters their new job at once, and others within a second', async () => {
  await postHere('First');
  await Promise.all([poster, worker].map(readPage));
  await postHere('Second');
  expect(await listTitles(poster)).toEqual(['Second', 'First']);
  await postHere('Third', other);
  world.clock.advance(1000);
  expect(await listTitles(worker)).toEqual(['Third', 'Second', 'First']);
});

test('shows workers their quote and its count at once, and the count to the poster', async () => {
  const job = await postHere('Wardrobe');
  await Promise.all([poster, worker, other].map(readPage));
  const { id } = await quote(worker, job.id);
  expect(await findJob(worker, job.id)).toMatchObject({
    myQuoteId: id,
    quotesReceived: 1,
    abilities: { quote: { allowed: false, reason: 'jobs.already_quoted' } },
  });
  expect(await findJob(poster, job.id)).toMatchObject({
    myQuoteId: null,
    quotesReceived: 1,
    abilities: { quote: { allowed: false, reason: 'jobs.own_job' } },
  });
  world.clock.advance(1000);
  expect(await findJob(other, job.id)).toMatchObject({
    myQuoteId: null,
    quotesReceived: 1,
    abilities: { quote: { allowed: true } },
  });
});

test('shows posters their change and their cancellation at once, and others within a second', async () => {
  const values: Partial<PostJobValues> = { title: 'Wardrobe', location: place };
  const job = await post(world, poster, { values });
  await Promise.all([poster, worker].map(readPage));
  const change = {
    jobId: String(job.id),
    title: 'Two wardrobes',
    categoryId: String(job.categoryId),
    description: '',
    location: place,
    latitude: '',
    longitude: '',
    skills: job.skills,
    takeWorkOn: job.takeWorkOn,
    budgetKind: 'fixed' as const,
    amountText: '900',
    amountFromText: '',
    amountToText: '',
    closesOn: job.closesOn,
    paymentTerm: job.paymentTerm,
  };
  await poster.done(updateJob, change);
  expect(await listTitles(poster)).toEqual(['Two wardrobes']);
  world.clock.advance(1000);
  expect(await listTitles(worker)).toEqual(['Two wardrobes']);
  await setJobState(world, job.id, 'cancel');
  expect(await listTitles(poster)).toEqual([]);
  world.clock.advance(1000);
  expect(await listTitles(worker)).toEqual([]);
});

test('removes a job with a quote at once for its worker', async () => {
  const job = await postHere('Wardrobe');
  await quote(worker, job.id);
  await readPage(worker);
  await setJobState(world, job.id, 'cancel');
  expect(await listTitles(worker)).toEqual([]);
});

const askAs = async (user: TestUser, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.url}/api/explore_jobs`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-fws-client': 'web',
      'accept-encoding': 'identity',
      authorization: `Bearer ${user.token}`,
      ...headers,
    },
    body: JSON.stringify({ sort: 'latest', location: place, categoryId: '' }),
  });
  return { encoding: response.headers.get('content-encoding'), text: await response.text() };
};

test('sends the same bytes to every reader, followed by what is their own', async () => {
  const first = await postHere('First');
  const second = await postHere('Second', other);
  const { id } = await quote(worker, first.id);
  const [ofWorker, ofOther, ofPoster] = await Promise.all([worker, other, poster].map((user) => askAs(user)));
  const [shared, own] = ofWorker?.text.split('"own":') ?? [];
  expect(own).toBe(
    `[{"id":${first.id},"myQuoteId":${id},"saved":false,"abilities":{"quote":{"allowed":false,"reason":"jobs.already_quoted"}}}]}}`,
  );
  expect(ofOther?.text).toBe(
    `${shared}"own":[{"id":${second.id},"myQuoteId":null,"saved":false,"abilities":{"quote":{"allowed":false,"reason":"jobs.own_job"}}}]}}`,
  );
  expect(ofPoster?.text.startsWith(`${shared}"own":[{"id":${first.id},`)).toBe(true);
  // Now the page is kept, so the sessions and own fields of all three come by one statement.
  const again = await Promise.all([worker, other, poster].map((user) => askAs(user)));
  expect(again).toEqual([ofWorker, ofOther, ofPoster]);
  expect(await readPage(worker)).toMatchObject({
    own: [
      {
        id: first.id,
        myQuoteId: id,
        abilities: { quote: { allowed: false, reason: 'jobs.already_quoted' } },
      },
    ],
    nextCursor: null,
  });
  const asForAnybody = { myQuoteId: null, abilities: { quote: { allowed: true } } };
  expect((await readPage(worker)).items).toMatchObject([asForAnybody, asForAnybody]);
});

test('compresses the page for the web, in the language of each reader', async () => {
  for (let n = 0; n < 3; n++) await postHere(`Wardrobe ${n}`);
  const plain = await askAs(worker);
  expect(plain.encoding).toBeNull();
  for (const user of [worker, other, poster]) {
    const hindi = { 'accept-language': 'hi' };
    expect(await askAs(user, { 'accept-encoding': 'br' })).toEqual({
      ...(await askAs(user)),
      encoding: 'br',
    });
    expect(await askAs(user, { 'accept-encoding': 'br', ...hindi })).toEqual({
      ...(await askAs(user, hindi)),
      encoding: 'br',
    });
    expect((await askAs(user, hindi)).text).toContain('पुणे');
  }
  expect(plain.text).not.toContain('पुणे');
});

test('gives a client of the specification one list with the fields of its reader', async () => {
  const job = await postHere('Wardrobe');
  const { id } = await quote(worker, job.id);
  const readAs = async (user: TestUser) => (await user.post('explore_jobs', { location_filter: place })).data;
  expect(await readAs(worker)).toMatchObject([
    { id: job.id, my_quote_id: id, can_quote: { allowed: false, reason: 'jobs.already_quoted' } },
  ]);
  expect(await readAs(other)).toMatchObject([
    { id: job.id, my_quote_id: null, can_quote: { allowed: true, reason: null } },
  ]);
});

test('refuses a session that has ended, although the page is kept', async () => {
  await postHere('Wardrobe');
  const leaver = await world.user();
  await readPage(leaver);
  await leaver.done(logout, {});
  const calls = [leaver, worker].map((user) =>
    user.call(exploreJobs, { sort: 'latest', location: place, categoryId: '' }),
  );
  expect((await Promise.all(calls)).map(({ httpStatus }) => httpStatus)).toEqual([401, 200]);
});

test('refuses an unknown category each time and accepts it as soon as it exists', async () => {
  const params = { sort: 'latest', location: place, categoryId: 'Thatching' } as const;
  expect((await worker.call(exploreJobs, params)).httpStatus).toBe(422);
  await world.db
    .insertInto('category')
    .values({ name: 'Thatching', name_hi: 'छप्पर', in_person: true, position: 90 })
    .execute();
  expect((await worker.call(exploreJobs, params)).httpStatus).toBe(200);
});
