import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadPhoto } from '@fws/contract/files/calls';
import { PHOTOS_MAX, UNATTACHED_PHOTOS_MAX } from '@fws/contract/platform/limits';
import { createPicture, upload } from '../../../test/files/photos.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { attachPhotos, findPhotos, replacePhotos } from '../../platform/photos.ts';
import { enqueue } from '../../platform/queue/index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const open = (url: string, user: TestUser | null) =>
  fetch(`${world.url}${url}`, { headers: user ? { authorization: `Bearer ${user.token}` } : {} });
const readMetadata = async (url: string, user: TestUser) =>
  sharp(Buffer.from(await (await open(url, user)).arrayBuffer())).metadata();
const listFiles = async (user: TestUser) =>
  world.db.selectFrom('file').select('storage_key').where('owner_id', '=', user.id).execute();
let subjectIds = 0;
const attach = (
  user: TestUser,
  ids: readonly string[],
  subjectId = ++subjectIds,
  change: typeof attachPhotos = attachPhotos,
) =>
  inTx(world.db, (tx) => change(tx, { ids, ownerId: user.id, subject: 'completion', subjectId })).then(
    (outcome) => (outcome.ok ? subjectId : outcome.refusal),
  );
const listIds = async (subjectId: number) =>
  (await findPhotos(world.db, 'completion', [subjectId])).get(subjectId)?.map(({ id }) => id) ?? [];

test('stores a large photo upright in two sizes, without its EXIF data', async () => {
  const user = await world.user();
  const original = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2d3681' } })
    .withExif({ IFD0: { Model: 'Camera of Asha' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const photo = await upload(user, new File([new Uint8Array(original)], 'IMG_1.jpg'));
  expect(photo).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    url: expect.stringMatching(/^\/api\/files\/[\da-f-]{36}\/photo\.jpg$/),
    thumbUrl: expect.stringMatching(/^\/api\/files\/[\da-f-]{36}\/thumbnail\.jpg$/),
    width: 1067,
    height: 1600,
  });
  expect(await readMetadata(photo.url, user)).toMatchObject({ format: 'jpeg', width: 1067, height: 1600 });
  expect(await readMetadata(photo.thumbUrl, user)).toMatchObject({ format: 'jpeg', width: 320, height: 480 });
  expect((await readMetadata(photo.url, user)).exif).toBeUndefined();
  expect((await readMetadata(photo.thumbUrl, user)).exif).toBeUndefined();
  const stranger = await world.user();
  expect([(await open(photo.url, stranger)).status, (await open(photo.thumbUrl, null)).status]).toEqual([
    404, 401,
  ]);
});

test('keeps the pixels of a small photo and puts white behind a transparent one', async () => {
  const user = await world.user();
  const png = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const photo = await upload(user, new File([new Uint8Array(png)], 'plan.png'));
  expect([photo.width, photo.height]).toEqual([300, 200]);
  const body = Buffer.from(await (await open(photo.url, user)).arrayBuffer());
  expect((await sharp(body).stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 });
  expect(await readMetadata(photo.thumbUrl, user)).toMatchObject({ width: 300, height: 200 });
});

test('stores a photo once that is sent again with the same key, also at the same time', async () => {
  const user = await world.user();
  const values = { uploadKey: 'photo-1' };
  const first = await user.done(uploadPhoto, values, { files: { photo: await createPicture() } });
  const again = await user.done(uploadPhoto, values, { files: { photo: await createPicture() } });
  expect(again).toEqual(first);
  expect(await listFiles(user)).toHaveLength(2);

  const photo = await createPicture();
  const both = await Promise.all(
    [1, 2, 3].map(() => user.done(uploadPhoto, { uploadKey: 'photo-2' }, { files: { photo } })),
  );
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  await world.drain();
  expect(await listFiles(user)).toHaveLength(4);

  const other = await world.user();
  const theirs = await other.done(uploadPhoto, values, { files: { photo } });
  expect(theirs.id).not.toBe(first.id);
  const [one, two] = [
    await other.done(uploadPhoto, {}, { files: { photo } }),
    await other.done(uploadPhoto, {}, { files: { photo } }),
  ];
  expect(one.id).not.toBe(two.id);
});

test('refuses what is no photo beside the field', async () => {
  const user = await world.user();
  const send = (photo?: File) => user.call(uploadPhoto, {}, photo ? { files: { photo } } : {});
  const heic = new File([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')], 'IMG_1.jpg');
  expect(await send(heic)).toMatchObject({
    httpStatus: 415,
    errors: { photo: expect.stringContaining('HEIC photo') as string },
  });
  expect(await send(new File(['%PDF-1.7'], 'photo.jpg'))).toMatchObject({
    status: 415,
    errors: { photo: 'Please choose an image' },
  });
  expect(await send(new File([new Uint8Array(10_000_001)], 'photo.jpg'))).toMatchObject({
    status: 413,
    errors: { photo: 'File size must be less than 10 MB' },
  });
  expect(await send()).toMatchObject({ status: 422, errors: { photo: 'Please choose a photo' } });
  expect(await listFiles(user)).toEqual([]);
});

test('one user who sends many pictures does not keep others from sending theirs', async () => {
  const [greedy, other] = [await world.user(), await world.user()];
  // As costly as a few kilobytes can be.
  const costly = await createPicture({ width: 3000, height: 3000 });
  const flood = Array.from({ length: 40 }, () => greedy.call(uploadPhoto, {}, { files: { photo: costly } }));
  const photo = await createPicture({ width: 8, height: 8 });
  for (let count = 0; count < 3; count += 1)
    expect((await other.call(uploadPhoto, {}, { files: { photo } })).httpStatus).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ httpStatus }) => httpStatus);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses).toContain(503);
});

test('limits the photos that a user has sent with nothing', async () => {
  const user = await world.user();
  const photo = await createPicture({ width: 8, height: 8 });
  const photos = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const ids: string[] = [];
      for (let count = index; count < UNATTACHED_PHOTOS_MAX - 1; count += 4)
        ids.push((await user.done(uploadPhoto, {}, { files: { photo } })).id);
      return ids;
    }),
  );
  const raced = await Promise.all([1, 2].map(() => user.call(uploadPhoto, {}, { files: { photo } })));
  expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);
  expect(raced.find(({ status }) => status === 429)?.message).toBe(
    'You have 50 photos that were not sent with anything. Please send them, or wait a day, before you add more',
  );
  await attach(user, photos.flat().slice(0, 1));
  expect((await user.call(uploadPhoto, {}, { files: { photo } })).status).toBe(200);
});

test('deletes both sizes of a photo that was sent with nothing after a day', async () => {
  const user = await world.user();
  const [unsent, sent] = [await upload(user), await upload(user)];
  const subjectId = await attach(user, [sent.id]);
  world.clock.advance(24 * 3600_000 + 1000);
  const fresh = await world.user();
  const late = await upload(fresh);
  await inTx(world.db, (tx) => enqueue(tx, 'delete_unattached_files', {}));
  await world.drain();
  expect(await listFiles(user)).toHaveLength(2);
  expect(await listFiles(fresh)).toHaveLength(2);
  expect(await listIds(Number(subjectId))).toEqual([sent.id]);
  expect(await attach(user, [unsent.id])).toMatchObject({
    fields: { photoIds: { code: 'photos.gone' } },
  });
  expect(await attach(fresh, [late.id])).toEqual(expect.any(Number));
});

test('attaches own photos once, in their order, ten at most', async () => {
  const [owner, other] = [await world.user(), await world.user()];
  const photos: string[] = [];
  for (let count = 0; count < PHOTOS_MAX + 1; count++) photos.push((await upload(owner)).id);
  const foreign = (await upload(other)).id;
  const [a = '', b = '', c = ''] = photos;
  const expectRefusal = async (ids: readonly string[], code: string) =>
    expect(await attach(owner, ids)).toMatchObject({ kind: 'invalid', fields: { photoIds: { code } } });
  await expectRefusal([a, foreign], 'photos.gone');
  await expectRefusal([a, crypto.randomUUID()], 'photos.gone');
  await expectRefusal([a, a], 'photos.repeated');
  await expectRefusal(photos, 'photos.too_many');

  const subjectId = Number(await attach(owner, [b, a]));
  expect(await listIds(subjectId)).toEqual([b, a]);
  await expectRefusal([a], 'photos.gone');
  await attach(owner, [c], subjectId);
  expect(await listIds(subjectId)).toEqual([b, a, c]);
});

test('replaces photos: keeps those that are named, deletes the others with their files', async () => {
  const owner = await world.user();
  const [a, b, c] = [await upload(owner), await upload(owner), await upload(owner)];
  const subjectId = Number(await attach(owner, [a.id, b.id]));
  expect(await attach(owner, [c.id, a.id], subjectId, replacePhotos)).toBe(subjectId);
  expect(await findPhotos(world.db, 'completion', [subjectId, subjectId + 1])).toEqual(
    new Map([[subjectId, [c, a]]]),
  );
  await world.drain();
  expect(await listFiles(owner)).toHaveLength(4);
  expect((await open(b.url, owner)).status).toBe(404);

  expect(await attach(owner, [b.id], subjectId, replacePhotos)).toMatchObject({ kind: 'invalid' });
  expect(await listIds(subjectId)).toEqual([c.id, a.id]);
  await attach(owner, [], subjectId, replacePhotos);
  expect(await listIds(subjectId)).toEqual([]);
});
