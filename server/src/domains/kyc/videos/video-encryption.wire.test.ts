import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { composeDeps, sealedColumns } from '../../../compose.ts';
import { readConfig } from '../../../config/index.ts';
import { startServer } from '../../../main.ts';
import { REMOVE_BYTES } from '../../../platform/files.ts';
import { silentLog } from '../../../platform/log.ts';
import { resealSecrets } from '../../../platform/reseal.ts';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { tasks } from '../../files/tasks.ts';
import { submit } from '../../../../test/kyc/identity-checks.ts';

const [SECRET, NEXT_SECRET] = ['f'.repeat(32), 'n'.repeat(32)] as const;
const WEBM_HEAD = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581',
  'hex',
);
const PIECE_BYTES = 64 * 1024;

let world: World;
const errors: string[] = [];
beforeAll(async () => {
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  world = await startWorld({ env: { FWS_SECRET: SECRET }, log });
});
afterAll(() => world.close());

/** Creates a user with a random video of several encryption pieces. */
async function createUserWithVideo() {
  const owner = await world.user();
  const video = Buffer.concat([WEBM_HEAD, randomBytes(3 * PIECE_BYTES)]);
  await submit(owner, 'pan', 'ABCPE1234F', { file: new File([video], 'recording.webm') });
  const readRow = () =>
    world.db
      .selectFrom('file')
      .selectAll()
      .where('owner_id', '=', owner.id)
      .where('subject', '=', 'identity_video')
      .executeTakeFirstOrThrow();
  return { owner, video, readRow, fileId: (await readRow()).id };
}

const open = (user: TestUser, fileId: string, headers: Record<string, string> = {}) =>
  fetch(`${user.url}/api/files/${fileId}/recording.webm`, {
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
/** `toEqual` would compare one byte after another, which takes seconds for a video. */
const expectBytes = async (response: Response, expected: Buffer) =>
  expect((await readBytes(response)).equals(expected)).toBe(true);

async function readStoredFiles(): Promise<{ file: string; bytes: Buffer }[]> {
  const entries = await readdir(world.dataDir, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map(async (file) => ({ file, bytes: await readFile(file) })),
  );
}
const findStoredFile = async (storageKey: string) =>
  (await readStoredFiles()).find(({ file }) => file.endsWith(storageKey)) ?? null;
/** Whether any stored file contains 16 bytes of the video, sampled every 1,024 bytes. */
async function isOnDisk(video: Buffer): Promise<boolean> {
  const files = await readStoredFiles();
  for (let at = 0; at + 16 <= video.length; at += 1024)
    if (files.some(({ bytes }) => bytes.includes(video.subarray(at, at + 16)))) return true;
  return false;
}

test('stores no plain video bytes and serves the video only to its owner and a reviewing admin', async () => {
  const { owner, video, fileId, readRow } = await createUserWithVideo();
  expect(await isOnDisk(video)).toBe(false);
  expect((await findStoredFile((await readRow()).storage_key))?.bytes.length).toBeGreaterThan(video.length);

  const shown = await open(owner, fileId);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-length')).toBe(String(video.length));
  expect(shown.headers.get('accept-ranges')).toBe('bytes');
  await expectBytes(shown, video);
  const reviewer = await createAdmin(world, 'support');
  await expectBytes(await open(reviewer.user, fileId), video);
  expect((await open(await world.user(), fileId)).status).toBe(404);
});

test('serves the requested byte range of a video', async () => {
  const { owner, video, fileId } = await createUserWithVideo();
  for (const [range, start, end] of [
    ['bytes=0-', 0, video.length - 1],
    ['bytes=0-1', 0, 1],
    [`bytes=${PIECE_BYTES - 5}-${PIECE_BYTES + 5}`, PIECE_BYTES - 5, PIECE_BYTES + 5],
    ['bytes=-100', video.length - 100, video.length - 1],
  ] as const) {
    const part = await open(owner, fileId, { range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${video.length}`);
    await expectBytes(part, video.subarray(start, end + 1));
  }
  const beyond = await open(owner, fileId, { range: `bytes=${video.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${video.length}`]);
  expect((await open(owner, fileId, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
});

test.each([
  ['first', 100, 'status 500'],
  ['last', 3 * PIECE_BYTES, 'terminated'],
])('refuses a video whose %s piece was changed on disk, and logs it', async (_, at, broken) => {
  const { owner, fileId, readRow } = await createUserWithVideo();
  const storedFile = await findStoredFile((await readRow()).storage_key);
  if (!storedFile) throw new Error('the video is not stored');
  storedFile.bytes.writeUInt8(storedFile.bytes.readUInt8(at) ^ 1, at);
  await writeFile(storedFile.file, storedFile.bytes);
  errors.length = 0;
  const readWhole = async () => {
    const answer = await open(owner, fileId);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return readBytes(answer);
  };
  await expect(readWhole()).rejects.toThrow(broken);
  expect(errors).toContain('a stored file cannot be read');
});

/** Starts another server on the same data with other keys. */
async function runWithKeys(env: Record<string, string>, work: (url: string) => Promise<void>): Promise<void> {
  const server = await startServer({
    ...world.config,
    port: 0,
    env: { ...world.config.env, ...env },
    ports: { clock: world.clock },
    log: silentLog,
    worker: false,
  });
  try {
    await work(server.url);
  } finally {
    await server.close();
  }
}

test('reads a video after a key rotation, and without the former secret once its key is resealed', async () => {
  const { owner, video, fileId, readRow } = await createUserWithVideo();
  const before = await readRow();
  await runWithKeys({ FWS_SECRET: NEXT_SECRET }, async (url) => {
    const refused = await open(new TestUser(url, owner), fileId);
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { message: 'This file cannot be opened right now. Please tell us' },
    ]);
  });
  await runWithKeys({ FWS_SECRET: NEXT_SECRET, FWS_SECRET_PREVIOUS: SECRET }, async (url) => {
    await expectBytes(await open(new TestUser(url, owner), fileId), video);
  });

  const config = readConfig({
    ...world.config,
    env: { ...world.config.env, FWS_SECRET: NEXT_SECRET, FWS_SECRET_PREVIOUS: SECRET },
  });
  const { deps, close } = composeDeps(config, { log: silentLog });
  await resealSecrets(deps, sealedColumns);
  await close();
  const after = await readRow();
  expect(after.storage_key).toBe(before.storage_key);
  expect(after.sealed_key).not.toEqual(before.sealed_key);
  await runWithKeys({ FWS_SECRET: NEXT_SECRET }, async (url) => {
    await expectBytes(await open(new TestUser(url, owner), fileId), video);
  });
});

test('encrypts a video that was stored in plain, and removes the plain bytes', async () => {
  const { owner, video, fileId, readRow } = await createUserWithVideo();
  const { deps, close } = composeDeps(readConfig(world.config), { log: silentLog });
  const plainKey = `identity_video/${fileId}.webm`;
  await deps.ports.files.put(plainKey, video);
  await world.db
    .updateTable('file')
    .set({ storage_key: plainKey, sealed_key: null })
    .where('id', '=', fileId)
    .execute();
  const lost = await createUserWithVideo();
  await world.db
    .updateTable('file')
    .set({ storage_key: 'identity_video/lost.webm', sealed_key: null })
    .where('id', '=', lost.fileId)
    .execute();
  expect(await isOnDisk(video)).toBe(true);
  await expectBytes(await open(owner, fileId), video);

  const encrypt = tasks(deps)['encrypt_files'];
  await Promise.all([encrypt?.({}), encrypt?.({})]);
  await world.drain();
  const moved = await readRow();
  expect(moved.storage_key).not.toBe(plainKey);
  expect(moved.sealed_key).not.toBeNull();
  expect(await findStoredFile(plainKey)).toBeNull();
  expect(await isOnDisk(video)).toBe(false);
  await expectBytes(await open(owner, fileId), video);
  await encrypt?.({});
  expect(await readRow()).toEqual(moved);

  const remove = tasks(deps)[REMOVE_BYTES];
  await remove?.({ storageKey: moved.storage_key });
  await expectBytes(await open(owner, fileId), video);
  await close();
});
