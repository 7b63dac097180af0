import { afterAll, beforeAll, expect, test } from 'vitest';
import { exploreJobs, jobDetail, updateJob } from '@fws/contract/jobs/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { acceptQuote, myQuotes } from '@fws/contract/quotes/calls';
import { savedJobs, saveJob } from '@fws/contract/search/calls';
import { publicJob } from '@fws/contract/site/calls';
import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { buildJobForm, post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let other: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha', identity: 'verified' });
  other = await world.user({ firstName: 'Ravi', identity: 'verified' });
  stranger = await world.user({ firstName: 'Om' });
});
afterAll(() => world.close());

const ORIGINAL = {
  title: 'Paint a flat, mail meera@mail.example',
  description: 'Two rooms, call 98220 12345',
  skills: ['Painting', 'Call 9822054321'],
};
const MASKED = {
  title: `Paint a flat, mail ${HIDDEN}`,
  description: `Two rooms, call ${HIDDEN}`,
  skills: ['Painting', `Call ${HIDDEN}`],
};

interface Texts {
  title: string;
  description: string;
  skills: string[];
}
const pickTexts = ({ title, description, skills }: Texts) => ({ title, description, skills });
const postJob = () => post(world, poster, { values: ORIGINAL });
const readJob = async (user: TestUser, id: number) =>
  pickTexts(await user.done(jobDetail, { jobId: String(id) }));
const readHidden = async (user: TestUser, id: number) =>
  (await user.done(jobDetail, { jobId: String(id) })).hides;
const explore = async (user: TestUser, search: string) => {
  const filter = {
    sort: search === '' ? 'latest' : 'relevance',
    location: '',
    categoryId: '',
    search,
  } as const;
  return (await user.done(exploreJobs, filter)).items;
};
const findStored = (id: number) =>
  world.db
    .selectFrom('job')
    .select(['masked', 'filter_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('all but the poster read a job without contact data, and its worker reads it as it was written once it is awarded', async () => {
  const posted = await postJob();
  const { id, number } = posted;
  expect(pickTexts(posted)).toEqual(ORIGINAL);
  expect(await findStored(id)).toEqual({ masked: MASKED, filter_version: FILTER_VERSION });
  expect(await readJob(poster, id)).toEqual(ORIGINAL);
  expect(await readJob(stranger, id)).toEqual(MASKED);
  expect(await readHidden(poster, id)).toEqual(['number', 'mail']);
  expect(await readHidden(stranger, id)).toEqual([]);
  // A hash of the original would tell it to who tries all numbers.
  expect((await stranger.done(jobDetail, { jobId: String(id) })).version).toBe('');
  const listed = (await explore(stranger, '')).find((job) => job.id === id);
  expect(listed && pickTexts(listed)).toEqual(MASKED);
  const { job } = await world.guest.done(publicJob, { number });
  expect(job && pickTexts(job)).toEqual(MASKED);

  const sent = await quote(worker, id);
  expect(sent.jobTitle).toBe(MASKED.title);
  await quote(other, id);
  expect(await readJob(worker, id)).toEqual(MASKED);

  await poster.done(acceptQuote, { quoteId: String(sent.id), jobId: String(id) });
  expect(await readJob(worker, id)).toEqual(ORIGINAL);
  expect(await readJob(poster, id)).toEqual(ORIGINAL);
  expect(await readHidden(poster, id)).toEqual([]);
  expect(await readJob(other, id)).toEqual(MASKED);
  const readQuoteTitle = async (user: TestUser) =>
    (await user.done(myQuotes, {})).items.find(({ jobId }) => jobId === id)?.jobTitle;
  expect(await readQuoteTitle(worker)).toBe(ORIGINAL.title);
  expect(await readQuoteTitle(other)).toBe(MASKED.title);
});

test('saved jobs keep the masked title when the job is awarded to somebody else', async () => {
  const { id } = await postJob();
  await stranger.done(saveJob, { jobId: String(id) });
  const readSaved = async () =>
    (await stranger.done(savedJobs, {})).items.find(({ jobId }) => jobId === id)?.title;
  expect(await readSaved()).toBe(MASKED.title);
  const sent = await quote(worker, id);
  await poster.done(acceptQuote, { quoteId: String(sent.id), jobId: String(id) });
  expect(await readSaved()).toBe(MASKED.title);
});

test('a search finds the words of a job, and not what is hidden', async () => {
  const { id } = await postJob();
  await world.drain();
  const find = async (search: string) => (await explore(stranger, search)).map((job) => job.id).includes(id);
  expect(await find('paint flat')).toBe(true);
  expect(await find('9822054321')).toBe(false);
  expect(await find('12345')).toBe(false);
  expect(await find('meera')).toBe(false);
  const terms = await world.db.selectFrom('search_term').select('text').execute();
  expect(terms.filter(({ text }) => /98220|12345|example|•/u.test(text))).toEqual([]);
});

test('a change is masked anew, and a job without contact data has no second form', async () => {
  const { id, version } = await postJob();
  const plain = buildJobForm(world.clock.now());
  const updated = await poster.done(updateJob, { ...plain, jobId: String(id), version });
  expect(await findStored(id)).toEqual({ masked: null, filter_version: FILTER_VERSION });
  expect(await readJob(stranger, id)).toEqual(pickTexts(updated));
});

test('what an older filter left is masked when it is read, and stored by the task', async () => {
  const { id } = await postJob();
  await world.db
    .updateTable('job')
    .set({ masked: null, filter_version: FILTER_VERSION - 1 })
    .where('id', '=', id)
    .execute();
  expect(await readJob(stranger, id)).toEqual(MASKED);
  await inTx(world.db, (tx) => enqueue(tx, 'mask_jobs', {}));
  await world.drain();
  expect(await findStored(id)).toEqual({ masked: MASKED, filter_version: FILTER_VERSION });
  expect(await readJob(stranger, id)).toEqual(MASKED);
});
