import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { toIstDate } from '@fws/contract/platform/dates';
import { publicPage, setPublicPage, updateProfile } from '@fws/contract/profile/calls';
import { leaveRating, replyReview, writeReview } from '@fws/contract/reviews/calls';
import { publicWorker } from '@fws/contract/site/calls';
import { createPicture, upload } from '../../../../test/files/photos.ts';
import { endReviewTime } from '../../../../test/reviews.ts';
import { earn } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Rohan', lastName: 'Deshpande', identity: 'verified' });
  worker = await world.user({
    firstName: 'Asha',
    lastName: 'Waghmare',
    skills: ['Painting', 'Call 9822012345'],
  });
});
afterAll(() => world.close());

const painting = { slug: 'painting', name: 'Painting', nameHi: 'रंगाई-पुताई' };
const pune = { slug: 'pune', name: 'Pune', state: 'Maharashtra' };

const addPhoto = async (owner: TestUser) => upload(owner, await createPicture({ width: 640, height: 480 }));
const getPage = (path: string) => fetch(`${world.url}${path}`);
const month = () => toIstDate(world.clock.now()).slice(0, 7);
/** Of the form; form-version.test.ts says what it is. */
const VERSION = expect.stringMatching(/^[\w-]{16}$/) as string;

const readReviewId = async (workerId: number) =>
  (
    await world.db
      .selectFrom('rating')
      .select('public_id')
      .where('about_user_id', '=', workerId)
      .executeTakeFirstOrThrow()
  ).public_id;

test('shows a worker only who agreed, with reviews and chosen photos', async () => {
  await worker.done(updateProfile, {
    about: 'Ask for Asha Waghmare, 98220 12345',
    radius: 'city',
    categoryIds: ['1'],
  });
  const photo = await addPhoto(worker);
  const workerId = String(worker.id);
  expect(await worker.done(publicPage, {})).toEqual({
    isPublic: false,
    photos: [],
    path: `/w/asha-${worker.id}`,
    version: VERSION,
  });
  await worker.done(setPublicPage, { isPublic: 'false', photoIds: [photo.id] });
  const picture = `/pictures/${photo.id}.jpg`;
  expect((await world.guest.call(publicWorker, { workerId })).httpStatus).toBe(404);
  expect((await getPage(picture)).status).toBe(404);

  expect(await worker.done(setPublicPage, { isPublic: 'true' })).toEqual({
    isPublic: true,
    photos: [photo],
    path: `/w/asha-${worker.id}`,
    version: VERSION,
  });
  const contract = await earn(world, { poster, worker }, '500');
  const rating = { aboutId: workerId, points: '4.5', jobId: String(contract.jobId) };
  await poster.done(leaveRating, { ...rating, comment: 'Neat work. Asha Waghmare is on 9822012345' });
  await endReviewTime(world, contract.jobId);
  expect(await world.guest.done(publicWorker, { workerId })).toEqual({
    id: worker.id,
    slug: `asha-${worker.id}`,
    name: 'Asha W.',
    firstName: 'Asha',
    verified: false,
    memberSince: month(),
    about: `Ask for Asha ${HIDDEN}, ${HIDDEN}`,
    skills: ['Painting', `Call ${HIDDEN}`],
    categories: [painting],
    place: 'Pune',
    city: pune,
    radius: 'city',
    rating: 4.5,
    ratings: 1,
    jobsCompleted: 1,
    jobsAwarded: 1,
    photos: [{ url: picture, width: 640, height: 480 }],
    reviews: [
      {
        id: await readReviewId(worker.id),
        by: 'Rohan D.',
        stars: 4.5,
        text: `Neat work. Asha ${HIDDEN} is on ${HIDDEN}`,
        photos: [],
        month: month(),
        category: painting,
        reply: '',
      },
    ],
  });
  expect((await getPage(picture)).status).toBe(200);
  expect(await (await getPage('/sitemaps/workers-0.xml')).text()).toContain(`/w/asha-${worker.id}<`);

  await sql`UPDATE user_account SET suspended_at = now() WHERE id = ${worker.id}`.execute(world.db);
  expect(await world.guest.call(publicWorker, { workerId })).toMatchObject({
    httpStatus: 410,
    message: 'This page is not available at present',
  });
  expect((await getPage(picture)).status).toBe(404);
});

test('shows photos and the reply of reviews that count, while they are open and the page is', async () => {
  const author = await world.user({ firstName: 'Rohan', lastName: 'Deshpande' });
  const painter = await world.user({ firstName: 'Asha', lastName: 'Waghmare' });
  await painter.done(setPublicPage, { isPublic: 'true' });
  const workerId = String(painter.id);
  const { jobId } = await earn(world, { poster: author, worker: painter }, '500');
  const photo = await addPhoto(author);
  const picture = `/pictures/${photo.id}.jpg`;
  const review = { jobId: String(jobId), rating: '5', text: 'A fine cupboard', photoIds: [photo.id] };
  await author.done(writeReview, review);
  const find = async () =>
    (await world.guest.done(publicWorker, { workerId })).reviews.find(({ text }) => text === review.text);
  expect(await find()).toBeUndefined();
  expect((await getPage(picture)).status).toBe(404);
  await painter.done(writeReview, { jobId: String(jobId), rating: '4', text: 'ZqOfThePoster' });
  await painter.done(replyReview, { jobId: String(jobId), text: 'Thank you, call 9822012345 or Deshpande' });
  expect(await find()).toMatchObject({
    photos: [{ url: picture, width: 640, height: 480 }],
    reply: `Thank you, call ${HIDDEN} or ${HIDDEN}`,
  });
  expect(JSON.stringify(await world.guest.done(publicWorker, { workerId }))).not.toContain('ZqOfThePoster');
  expect((await getPage(picture)).status).toBe(200);
  const setReason = (reason: 'small' | null) =>
    world.db
      .updateTable('rating')
      .set({ uncounted_reason: reason })
      .where('job_id', '=', jobId)
      .where('by_user_id', '=', author.id)
      .execute();
  await setReason('small');
  expect(await find()).toBeUndefined();
  expect((await getPage(picture)).status).toBe(404);
  await setReason(null);
  await painter.done(setPublicPage, { isPublic: 'false' });
  expect((await getPage(picture)).status).toBe(404);
});
