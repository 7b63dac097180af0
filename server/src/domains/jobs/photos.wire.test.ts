import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptQuote, quoteDetail, updateQuote } from '@fws/contract/quotes/calls';
import { exploreJobs, jobDetail, myContracts, updateJob } from '@fws/contract/jobs/calls';
import type { JobDetail, UpdateJobValues } from '@fws/contract/jobs/schemas';
import { toRupees } from '@fws/contract/platform/money';
import type { UpdateQuoteValues } from '@fws/contract/quotes/schemas';
import { createAdmin } from '../../../test/admin/admins.ts';
import { removeSignatures } from '../../../test/files/addresses.ts';
import { upload } from '../../../test/files/photos.ts';
import { award, post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { attachPhotos } from '../../platform/photos.ts';

// Photos of jobs and quotes: who gets them, who may open them, and what an edit keeps.

let world: World;
let poster: TestUser;
let worker: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  world = await startWorld();
  [poster, worker, stranger] = [await world.user(), await world.user(), await world.user()];
});
afterAll(() => world.close());

const uploadMany = async (user: TestUser, count: number) => {
  const photos = [];
  for (let index = 0; index < count; index++) photos.push(await upload(user));
  return photos;
};
const open = async (user: TestUser, url: string) =>
  (await fetch(`${world.url}${url}`, { headers: { authorization: `Bearer ${user.token}` } })).status;
const readJob = (user: TestUser, jobId: number) => user.done(jobDetail, { jobId: String(jobId) });
const listIds = ({ photos }: { photos: readonly { id: string }[] }) => photos.map(({ id }) => id);

const toForm = (job: JobDetail): UpdateJobValues => ({
  jobId: String(job.id),
  title: job.title,
  categoryId: String(job.categoryId),
  description: job.description,
  location: job.location,
  latitude: '',
  longitude: '',
  skills: job.skills,
  takeWorkOn: job.takeWorkOn,
  closesOn: job.closesOn,
  budgetKind: 'fixed',
  amountText: '15000',
  amountFromText: '',
  amountToText: '',
  paymentTerm: job.paymentTerm,
});

test('shows the photos of a job in their order, and the first of them in lists', async () => {
  const [first, second, third] = await uploadMany(poster, 3);
  if (!first || !second || !third) throw new Error('a photo is missing');
  const photoIds = [third.id, first.id, second.id];
  const job = await post(world, poster, { values: { photoIds } });
  expect(job).toMatchObject({ photos: [third, first, second], photoCount: 3, coverUrl: third.thumbUrl });
  expect((await readJob(worker, job.id)).photos).toEqual([third, first, second]);

  const bare = await post(world, poster);
  expect(bare).toMatchObject({ photos: [], photoCount: 0, coverUrl: null });
  const isOurs = ({ id }: { id: number }) => id === job.id || id === bare.id;
  const expected = [
    { id: bare.id, photoCount: 0, coverUrl: null },
    { id: job.id, photoCount: 3, coverUrl: third.thumbUrl },
  ];
  const explored = await worker.done(exploreJobs, { sort: 'latest', location: '', categoryId: '' });
  expect(explored.items.filter(isOurs)).toMatchObject(expected);
  const posted = await poster.done(myContracts, {});
  expect(posted.items.filter(isOurs)).toMatchObject(expected);
});

test('lets everybody who may see the job open its photos, and admins', async () => {
  const [photo] = await uploadMany(poster, 1);
  if (!photo) throw new Error('the photo is missing');
  expect(await open(stranger, photo.url)).toBe(404);
  const job = await post(world, poster, { values: { photoIds: [photo.id] } });
  for (const url of [photo.url, photo.thumbUrl])
    expect([await open(poster, url), await open(stranger, url)]).toEqual([200, 200]);

  const { id: quoteId } = await quote(worker, job.id);
  await poster.done(acceptQuote, { quoteId: String(quoteId) });
  expect([
    await open(poster, photo.url),
    await open(worker, photo.url),
    await open(stranger, photo.url),
    await open(stranger, photo.thumbUrl),
  ]).toEqual([200, 200, 404, 404]);
  const admin = await createAdmin(world, 'support');
  expect(await open(admin.user, photo.url)).toBe(200);
});

test('keeps the browser from loading a photo of a job twice', async () => {
  const [photo] = await uploadMany(poster, 1);
  await post(world, poster, { values: { photoIds: [photo?.id ?? ''] } });
  const headers = { authorization: `Bearer ${worker.token}` };
  const first = await fetch(`${world.url}${photo?.thumbUrl}`, { headers });
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${world.url}${photo?.thumbUrl}`, {
    headers: { ...headers, 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
});

test('changes the photos of a job only where they are sent', async () => {
  const [first, second, third] = await uploadMany(poster, 3);
  if (!first || !second || !third) throw new Error('a photo is missing');
  const job = await post(world, poster, { values: { photoIds: [first.id, second.id] } });
  expect(listIds(await poster.done(updateJob, toForm(job)))).toEqual([first.id, second.id]);
  const changed = await poster.done(updateJob, { ...toForm(job), photoIds: [third.id, first.id] });
  expect(listIds(changed)).toEqual([third.id, first.id]);
  expect(await open(poster, second.url)).toBe(404);
  expect(listIds(await poster.done(updateJob, { ...toForm(job), photoIds: [] }))).toEqual([]);
});

test('posts nothing with a photo that is not there, not the poster’s, or in another job', async () => {
  const [photo] = await uploadMany(poster, 1);
  const [foreign] = await uploadMany(stranger, 1);
  if (!photo || !foreign) throw new Error('a photo is missing');
  await post(world, poster, { values: { photoIds: [photo.id] } });
  const before = (await poster.done(myContracts, {})).items.length;
  for (const id of [photo.id, foreign.id, crypto.randomUUID()])
    await expect(post(world, poster, { values: { photoIds: [id] } })).rejects.toThrow(
      '{"photoIds":"A photo is no longer stored. Please remove it and add it again"}',
    );
  expect((await poster.done(myContracts, {})).items).toHaveLength(before);
  expect(await open(poster, foreign.url)).toBe(404);
});

test('shows the photos of a quote to its worker and the poster only', async () => {
  const job = await post(world, poster);
  const photos = await uploadMany(worker, 2);
  const sent = await quote(worker, job.id, { photoIds: photos.map(({ id }) => id) });
  expect(sent.photos).toEqual(photos);
  expect((await poster.done(quoteDetail, { quoteId: String(sent.id) })).photos).toEqual(photos);
  const url = photos[0]?.url ?? '';
  expect([await open(worker, url), await open(poster, url), await open(stranger, url)]).toEqual([
    200, 200, 404,
  ]);

  const [third] = await uploadMany(worker, 1);
  const values: UpdateQuoteValues = {
    quoteId: String(sent.id),
    bidText: toRupees(sent.bidPaise),
    term: 'terms',
    milestoneNames: [],
    milestoneAmountTexts: [],
    workScope: 'Both rooms',
  };
  expect((await worker.done(updateQuote, values)).photos).toEqual(photos);
  const photoIds = [photos[1]?.id ?? '', third?.id ?? ''];
  const updated = await worker.done(updateQuote, { ...values, photoIds });
  expect(listIds(updated)).toEqual(photoIds);
  expect(await worker.call(updateQuote, { ...values, photoIds: [photos[0]?.id ?? ''] })).toMatchObject({
    status: 422,
    errors: { photoIds: 'A photo is no longer stored. Please remove it and add it again' },
  });
});

test('shows the photos of a completion to both parties and to admins who settle disputes', async () => {
  const contract = await award(world, { poster, worker });
  const [photo] = await uploadMany(worker, 1);
  const { id: subjectId } = await world.db
    .insertInto('milestone_completion')
    .values({
      job_id: contract.jobId,
      milestone_id: contract.milestones[0]?.id ?? 0,
      round: 1,
      note: '',
      completed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attached = await inTx(world.db, (tx) =>
    attachPhotos(tx, { ids: [photo?.id ?? ''], ownerId: worker.id, subject: 'completion', subjectId }),
  );
  expect(attached.ok).toBe(true);
  for (const url of [photo?.url ?? '', photo?.thumbUrl ?? ''])
    expect([await open(worker, url), await open(poster, url), await open(stranger, url)]).toEqual([
      200, 200, 404,
    ]);
  const admin = await createAdmin(world, 'finance');
  expect(await open(admin.user, photo?.url ?? '')).toBe(200);
});

test('signs the addresses of photos for clients that carry their token', async () => {
  const [photo] = await uploadMany(poster, 1);
  const job = await post(world, poster, { values: { photoIds: [photo?.id ?? ''] } });
  const { data } = await worker.post('job_detail', { job_id: String(job.id) });
  const [item] = data as { photos: { photo: string; thumbnail: string }[]; cover_photo: string }[];
  const signed = item?.photos[0];
  expect((await fetch(signed?.photo ?? '')).status).toBe(200);
  expect((await fetch(item?.cover_photo ?? '')).status).toBe(200);
  expect(removeSignatures(item)).toMatchObject({
    photo_count: 1,
    cover_photo: photo?.thumbUrl,
    photos: [{ photo_id: photo?.id, photo: photo?.url, thumbnail: photo?.thumbUrl, width: 800, height: 600 }],
  });
});
