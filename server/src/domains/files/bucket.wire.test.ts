import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadPhoto } from '@fws/contract/files/calls';
import { logout } from '@fws/contract/identity/calls';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import { failBucket, readFile } from '../../../test/files/bucket.ts';
import { submit } from '../../../test/kyc/identity-checks.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createFileStore } from '../../adapters/files/store.ts';
import { readConfig } from '../../config/index.ts';
import type { FileStore } from '../../ports/file-store.ts';

// The product with its files in the sandbox's bucket.

let world: World;
let store: FileStore;
let image: File;
const errors: string[] = [];
beforeAll(async () => {
  const log = { info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  world = await startWorld({ env: { FILES: 'bucket' }, log });
  store = createFileStore(readConfig(world.config));
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2d3681' } })
    .png()
    .toBuffer();
  image = new File([new Uint8Array(png)], 'नक्शा 1.png');
});
afterAll(() => world.close());

const open = (user: TestUser, path: string, method = 'GET') =>
  fetch(`${world.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${user.token}` },
  });

async function createOwner() {
  const owner = await world.user();
  await owner.done(updateProfile, {}, { files: { photo: image, resume: image } });
  const { profileImage, resume } = await owner.done(ownProfile, {});
  if (!resume) throw new Error('the resume was not kept');
  return { owner, photoUrl: profileImage, resume: resume.url };
}

const readLocation = (response: Response): URL => new URL(response.headers.get('location') ?? '');

test('sends the browser to the bucket for a file, by an address that ends after a minute', async () => {
  const { owner, resume } = await createOwner();
  const answer = await open(owner, resume);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
  const link = readLocation(answer);
  expect([link.origin, link.searchParams.get('X-Amz-Expires')]).toEqual([world.sandboxUrl, '60']);

  const file = await fetch(link);
  expect(file.status).toBe(200);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="_____ 1.png"; filename*=UTF-8''${encodeURIComponent('नक्शा 1.png')}`,
    'x-amz-server-side-encryption': 'AES256',
  });
  expect((await sharp(await file.arrayBuffer()).metadata()).width).toBe(300);

  const download = readLocation(await open(owner, `${resume}?download=1`));
  expect((await fetch(download)).headers.get('content-disposition')).toMatch(/^attachment; /);
  download.searchParams.set('response-content-disposition', 'inline');
  expect((await fetch(download)).status).toBe(403);

  // HEAD has another signature, and is answered by the server.
  const head = await open(owner, resume, 'HEAD');
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('photos of profiles have one address for an hour, cached for less than it is valid', async () => {
  const { owner, photoUrl } = await createOwner();
  const other = await world.user();
  const first = readLocation(await open(owner, photoUrl));
  const second = readLocation(await open(other, photoUrl));
  expect(second.searchParams.get('X-Amz-Date')).toMatch(/T\d\d0000Z$/);
  expect([first.origin, first.pathname]).toEqual([second.origin, second.pathname]);
  expect(first.searchParams.get('X-Amz-Expires')).toBe('7200');
  expect((await fetch(first)).headers.get('cache-control')).toBe('private, max-age=3600');
});

test('gives an address only to those who may open the file', async () => {
  const { owner, resume } = await createOwner();
  const stranger = await world.user();
  expect((await open(stranger, resume)).status).toBe(404);
  await owner.done(logout, {});
  expect((await open(owner, resume)).status).toBe(401);
  const page = await fetch(world.url);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`img-src 'self' data: blob: https://tile.openstreetmap.org ${world.sandboxUrl};`);
  expect(policy).toContain(`media-src 'self' blob: ${world.sandboxUrl};`);
});

test('serves identity videos itself, encrypted or not yet', async () => {
  const owner = await world.user();
  const head = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581', 'hex');
  const video = Buffer.concat([head, Buffer.alloc(200_000, 'v')]);
  await submit(owner, 'pan', 'ABCPE1234F', { file: new File([new Uint8Array(video)], 'me.webm') });
  const row = await world.db
    .selectFrom('file')
    .selectAll()
    .where('owner_id', '=', owner.id)
    .where('subject', '=', 'identity_video')
    .executeTakeFirstOrThrow();
  const answer = await open(owner, `/api/files/${row.id}/me.webm`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/webm']);
  expect(Buffer.from(await answer.arrayBuffer()).equals(video)).toBe(true);
  expect((await readFile(store, row.storage_key)).includes('vvvv')).toBe(false);

  // One of before, until `encrypt_files` finds it.
  await store.put(row.storage_key, video);
  await world.db.updateTable('file').set({ sealed_key: null }).where('id', '=', row.id).execute();
  const plain = await open(owner, `/api/files/${row.id}/me.webm`);
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'video/webm']);
});

test('refuses an upload at its field and keeps nothing while the bucket does not answer or is full', async () => {
  const owner = await world.user();
  const upload = (uploadKey: string) => owner.call(uploadPhoto, { uploadKey }, { files: { photo: image } });
  // The SDK asks three times.
  await failBucket(world.sandboxUrl, { status: 503, times: 3, method: 'PUT' });
  const down = await upload('first');
  const sentence = 'We cannot store files right now. Nothing was saved. Please try again in 60 seconds';
  expect(down).toMatchObject({ status: 503, message: sentence, errors: { photo: sentence } });
  expect(errors).toContain('a file was not stored');

  // It does not repeat what a full store refuses.
  await failBucket(world.sandboxUrl, { status: 507, times: 1, method: 'PUT' });
  const full = await upload('first');
  const noRoom = 'We have no room for files right now. Nothing was saved. Please try again later';
  expect(full).toMatchObject({ status: 503, errors: { photo: noRoom } });
  const rows = await world.db.selectFrom('photo').select('id').where('owner_id', '=', owner.id).execute();
  expect(rows).toEqual([]);
  expect((await upload('first')).status).toBe(200);
});

test('answers 503 for a file while the bucket does not answer, and 404 when it has lost it', async () => {
  const { owner, resume } = await createOwner();
  await failBucket(world.sandboxUrl, { status: 503, times: 3, method: 'HEAD' });
  const answer = await open(owner, resume);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    message: 'Files cannot be opened right now. Please try again in a minute',
  });
  expect((await open(owner, resume)).status).toBe(302);

  const [, id = ''] = /files\/([^/]+)\//.exec(resume) ?? [];
  const { storage_key: key } = await world.db
    .selectFrom('file')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await store.remove(key);
  expect((await open(owner, resume)).status).toBe(404);
});
