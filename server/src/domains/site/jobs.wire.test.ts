import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PostJobValues } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { publicJob, publicJobAddress, publicJobs } from '@fws/contract/site/calls';
import { createPicture, upload } from '../../../test/files/photos.ts';
import { post, setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Rohan', lastName: 'Deshpande', identity: 'verified' });
});
afterAll(() => world.close());

const asHindi = { headers: { 'accept-language': 'hi' } };
const painting = { slug: 'painting', name: 'Painting', nameHi: 'रंगाई-पुताई' };
const carpentry = { slug: 'carpentry', name: 'Carpentry', nameHi: 'बढ़ईगिरी' };
const pune = { slug: 'pune', name: 'Pune', state: 'Maharashtra' };
const postJob = (values: Partial<PostJobValues> = {}) => post(world, poster, { values });
const readJob = (number: string) => world.guest.done(publicJob, { number });
const readAddress = (id: number) => world.guest.done(publicJobAddress, { jobId: String(id) });
const listNumbers = async (filter: { city?: string; category?: string; limit?: string; cursor?: string }) =>
  (await world.guest.done(publicJobs, { city: '', category: '', ...filter })).items.map(
    ({ number }) => number,
  );

const addPhoto = async (owner: TestUser) => upload(owner, await createPicture({ width: 640, height: 480 }));
const getPage = (path: string) => fetch(`${world.url}${path}`);
const month = () => toIstDate(world.clock.now()).slice(0, 7);

test('shows an open job to everybody with every field, in both languages', async () => {
  const photo = await addPhoto(poster);
  const job = await postJob({
    title: 'Two sliding wardrobes, 3BHK',
    categoryId: '4',
    description: 'Laminate outside',
    location: 'Flat 301, Shanti Apartments, Kothrud, Pune 411038',
    skills: ['Carpentry'],
    photoIds: [photo.id],
  });
  const picture = { url: `/pictures/${photo.id}.jpg`, width: 640, height: 480 };
  const shown = {
    id: job.id,
    number: job.number,
    slug: 'two-sliding-wardrobes-3bhk',
    title: 'Two sliding wardrobes, 3BHK',
    place: 'Kothrud, Pune',
    category: carpentry,
    budget: { kind: 'fixed', amountPaise: 15_000_00 },
    paymentTerm: 'terms',
    postedAt: job.postedAt,
    closesOn: job.closesOn,
    takeWorkOn: job.takeWorkOn,
    quotesReceived: 0,
    verified: false,
    cover: picture,
    description: 'Laminate outside',
    skills: ['Carpentry'],
    photos: [picture],
    poster: {
      name: 'Rohan D.',
      verified: true,
      memberSince: month(),
      rating: null,
      ratings: 0,
      jobsPosted: 1,
      jobsAwarded: 0,
      moneyReleased: 'none',
      answerMinutes: null,
      releaseMinutes: null,
    },
    questions: [],
    unlisted: false,
  };
  expect(await readJob(job.number)).toEqual({ job: shown, city: pune, category: carpentry, similar: [] });
  expect(await readAddress(job.id)).toEqual({ number: job.number, slug: shown.slug });
  const hindi = await world.guest.done(publicJob, { number: job.number }, asHindi);
  expect([hindi.job?.place, hindi.city]).toEqual([
    'Kothrud, पुणे',
    { slug: 'pune', name: 'पुणे', state: 'महाराष्ट्र' },
  ]);
  const answer = await getPage(picture.url);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'public, no-cache',
  ]);
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(480);

  const og = await getPage(`/og/${job.number}.hi.jpg`);
  expect([og.status, og.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  const askAgain = (path: string, known: Response) =>
    fetch(`${world.url}${path}`, { headers: { 'if-none-match': known.headers.get('etag') ?? '' } });
  expect((await askAgain(picture.url, answer)).status).toBe(304);
  expect((await askAgain(`/og/${job.number}.hi.jpg`, og)).status).toBe(304);
  expect((await askAgain(`/og/${job.number}.hi.jpg`, answer)).status).toBe(200);
  const drawn = await sharp(Buffer.from(await og.arrayBuffer())).metadata();
  expect([drawn.format, drawn.width, drawn.height]).toEqual(['jpeg', 1200, 630]);

  await setJobState(world, job.id, 'cancel');
  const closed = await readJob(job.number);
  expect([closed.job, closed.category, closed.city]).toEqual([null, carpentry, pune]);
  for (const path of [picture.url, `/og/${job.number}.en.jpg`])
    expect((await getPage(path)).status).toBe(410);
  for (const path of ['/pictures/00000000-0000-4000-8000-000000000000.jpg', '/og/999999.en.jpg'])
    expect((await getPage(path)).status).toBe(404);
  expect((await world.guest.call(publicJob, { number: '999999' })).httpStatus).toBe(404);
  for (const jobId of [String(job.id), '999999'])
    expect((await world.guest.call(publicJobAddress, { jobId })).httpStatus).toBe(404);
});

test('knows a city by its former names and in any case, and names its own address', async () => {
  for (const city of ['Bombay', 'BOMBAY', 'मुंबई'])
    expect((await world.guest.done(publicJobs, { city, category: '' })).city?.slug, city).toBe('mumbai');
  const category = await world.guest.done(publicJobs, { city: 'mumbai', category: 'Painting' });
  expect(category.category).toEqual(painting);
  expect((await world.guest.call(publicJobs, { city: 'atlantis', category: '' })).httpStatus).toBe(404);
});

test('lists open jobs of a city and a category by pages, without unlisted ones', async () => {
  const first = await postJob();
  world.clock.advance(1000);
  const second = await postJob({ categoryId: '4' });
  world.clock.advance(1000);
  const elsewhere = await postJob({ location: 'Arera Colony, Bhopal' });
  const unlisted = await postJob({ unlisted: '1' });
  expect((await readJob(unlisted.number)).job).toMatchObject({ number: unlisted.number, unlisted: true });

  expect(await listNumbers({ city: 'pune' })).toEqual([second.number, first.number]);
  expect(await listNumbers({ city: 'pune', category: 'painting' })).toEqual([first.number]);
  const all = await world.guest.done(publicJobs, { city: '', category: '', limit: '2' });
  expect(all).toMatchObject({
    city: null,
    category: null,
    categories: [painting, carpentry],
    cities: [{ slug: 'bhopal', name: 'Bhopal', state: 'Madhya Pradesh' }, pune],
  });
  expect(all.items.map(({ number }) => number)).toEqual([elsewhere.number, second.number]);
  expect(await listNumbers({ limit: '2', cursor: all.nextCursor ?? '' })).toEqual([first.number]);
  const city = await world.guest.done(publicJobs, { city: 'pune', category: 'carpentry' });
  expect(city).toEqual({
    city: pune,
    category: carpentry,
    items: [
      {
        number: second.number,
        slug: 'paint-a-flat',
        title: 'Paint a flat',
        place: 'Kothrud, Pune',
        category: carpentry,
        budget: { kind: 'fixed', amountPaise: 15_000_00 },
        paymentTerm: 'terms',
        postedAt: second.postedAt,
        closesOn: second.closesOn,
        quotesReceived: 0,
        verified: false,
        cover: null,
      },
    ],
    nextCursor: null,
    categories: [painting, carpentry],
    cities: [],
  });
  for (const filter of [
    { city: 'atlantis', category: '' },
    { city: 'pune', category: 'alchemy' },
  ])
    expect((await world.guest.call(publicJobs, filter)).httpStatus).toBe(404);

  // A closed job offers what is left in its category, near it first.
  await setJobState(world, first.id, 'award');
  const closed = await readJob(first.number);
  expect(closed.similar.map(({ number }) => number)).toEqual([elsewhere.number]);

  const index = await (await getPage('/sitemap.xml')).text();
  expect([...index.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
    `${world.url}/sitemaps/places.xml`,
    `${world.url}/sitemaps/jobs-0.xml`,
  ]);
  const sitemap = await (await getPage('/sitemaps/jobs-0.xml')).text();
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
    `${world.url}/j/${second.number}/paint-a-flat`,
    `${world.url}/j/${elsewhere.number}/paint-a-flat`,
  ]);
  expect(await (await getPage('/sitemaps/places.xml')).text()).toContain(`${world.url}/work/pune/carpentry<`);
  expect((await getPage('/sitemaps/jobs-x.xml')).status).toBe(404);
  expect(await (await getPage('/robots.txt')).text()).toContain(`Sitemap: ${world.url}/sitemap.xml`);
});

test('shows whole cards of similar jobs, with price ranges and pictures', async () => {
  const [forRange, forFixed] = [await addPhoto(poster), await addPhoto(poster)];
  const carpentryInSurat = { categoryId: '4', location: 'Surat' };
  const range = await postJob({
    ...carpentryInSurat,
    title: 'Mend a door',
    budgetKind: 'range',
    amountText: '',
    amountFromText: '1000',
    amountToText: '2500.50',
    photoIds: [forRange.id],
  });
  world.clock.advance(1000);
  const fixed = await postJob({ ...carpentryInSurat, title: 'Hang a shelf', photoIds: [forFixed.id] });
  const ended = await postJob(carpentryInSurat);
  await setJobState(world, ended.id, 'cancel');
  const rangeBudget = { kind: 'range', fromPaise: 1_000_00, toPaise: 2_500_50 };
  const shared = {
    place: 'Surat',
    category: carpentry,
    paymentTerm: 'terms',
    quotesReceived: 0,
    verified: false,
  };
  const cards = [
    {
      ...shared,
      number: fixed.number,
      slug: 'hang-a-shelf',
      title: 'Hang a shelf',
      budget: { kind: 'fixed', amountPaise: 15_000_00 },
      postedAt: fixed.postedAt,
      closesOn: fixed.closesOn,
      cover: { url: `/pictures/${forFixed.id}.jpg`, width: 640, height: 480 },
    },
    {
      ...shared,
      number: range.number,
      slug: 'mend-a-door',
      title: 'Mend a door',
      budget: rangeBudget,
      postedAt: range.postedAt,
      closesOn: range.closesOn,
      cover: { url: `/pictures/${forRange.id}.jpg`, width: 640, height: 480 },
    },
  ];
  expect((await readJob(ended.number)).similar).toEqual(cards);
  expect((await world.guest.done(publicJobs, { city: 'surat', category: '' })).items).toEqual(cards);
  expect((await readJob(range.number)).job?.budget).toEqual(rangeBudget);
});

test('finds the places of jobs that a former version wrote', async () => {
  const job = await postJob({ location: 'Indiranagar, Bangalore', latitude: '', longitude: '' });
  await sql`UPDATE job SET city = NULL, public_place = NULL WHERE id = ${job.id}`.execute(world.db);
  expect(await listNumbers({ city: 'bengaluru' })).toEqual([]);
  await inTx(world.db, (tx) => enqueue(tx, 'complete_public_jobs', {}));
  await world.drain();
  expect(await listNumbers({ city: 'bengaluru' })).toEqual([job.number]);
});

test('shows no contact data, last name or position anywhere', async () => {
  const secrets = [
    '9822012345',
    '98220 12345',
    'rohan.d@mail.example',
    'rohan@okaxis',
    'wa.me',
    'Deshpande',
    'Sahyadri',
    '18.5074',
    '73.8077',
  ];
  const job = await postJob({
    title: 'Wardrobe for Deshpande 9822012345',
    description: `Call 98220 12345 or rohan.d@mail.example, pay rohan@okaxis, https://wa.me/919822012345.
I am Mr Deshpande. The house is at 18.50741, 73.80774`,
    location: 'Flat 7, Sahyadri Heights, Kothrud, Pune',
    skills: ['Ask 9822012345'],
  });
  const { slug } = (await readJob(job.number)).job ?? { slug: '' };
  expect(slug).toBe('wardrobe-for');
  const texts = await Promise.all([
    readJob(job.number).then((found) => JSON.stringify(found)),
    world.guest.done(publicJobs, { city: 'pune', category: '' }).then((found) => JSON.stringify(found)),
    ...['/sitemaps/jobs-0.xml', '/sitemaps/places.xml'].map(async (path) => (await getPage(path)).text()),
  ]);
  for (const text of texts)
    expect([text.length > 100, secrets.filter((secret) => text.includes(secret))]).toEqual([true, []]);
});
