import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failBucket, readBucket } from '../../../test/files/bucket.ts';
import { FileStoreError, type FileStore } from '../../ports/file-store.ts';
import { createFolderStore } from './folder.ts';
import { joinStores } from './joined.ts';
import { moveFiles, type Move } from './move.ts';
import { createS3Store } from './s3.ts';

let directory: string;
let sandbox: RunningSandbox;
let folder: FileStore;
let bucket: FileStore;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'fws-move-'));
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  folder = createFolderStore(directory);
  bucket = createS3Store(readBucket(sandbox.url));
});
afterEach(async () => {
  await sandbox.close();
  await rm(directory, { recursive: true });
});

const keys = Array.from({ length: 24 }, (_, n) => `job/${n}.pdf`);
const buildContent = (key: string) => Buffer.from(`content of ${key} `.repeat(1000));
const fill = () => Promise.all(keys.map((key) => folder.put(key, buildContent(key))));

const move = (changes: Partial<Move> = {}) =>
  moveFiles({
    directory,
    folder,
    bucket,
    bucketUrl: sandbox.url,
    signal: new AbortController().signal,
    retryMs: 1,
    ...changes,
  });

async function read(store: FileStore, key: string): Promise<Buffer | null> {
  const stream = await store.get(key);
  return stream && buffer(stream);
}

const listMissing = async (store: FileStore) => {
  const found = await Promise.all(
    keys.map(async (key) => (await read(store, key))?.equals(buildContent(key))),
  );
  return keys.filter((_, index) => found[index] !== true);
};

const bytes = keys.reduce((sum, key) => sum + buildContent(key).length, 0);

test('copies every file, keeps the originals, and a second run copies nothing', async () => {
  await fill();
  expect(await move()).toEqual({ copied: 24, bytes, before: 0, gone: 0, failed: [] });
  expect([await listMissing(bucket), await listMissing(folder)]).toEqual([[], []]);
  await folder.put('job/new.pdf', Buffer.from('new'));
  expect(await move()).toEqual({ copied: 1, bytes: 3, before: 24, gone: 0, failed: [] });
  // The journal is about that bucket only.
  expect(await move({ bucketUrl: 'another' })).toMatchObject({ copied: 25, before: 0 });
});

test('copies nothing from an empty folder', async () => {
  expect(await move({ directory: path.join(directory, 'none') })).toMatchObject({ copied: 0, failed: [] });
});

test('continues after it was stopped', async () => {
  await fill();
  const stop = new AbortController();
  const first = await move({ signal: stop.signal, onProgress: ({ copied }) => copied >= 5 && stop.abort() });
  expect(first.copied).toBeGreaterThanOrEqual(5);
  expect(first.copied).toBeLessThan(24);
  const second = await move();
  expect(second).toMatchObject({ copied: 24 - first.copied, before: first.copied, failed: [] });
  expect(await listMissing(bucket)).toEqual([]);
});

test('nothing is missing for a reader at any moment, while others write and remove', async () => {
  await fill();
  const store = joinStores({ folder, bucket, written: bucket });
  const early = joinStores({ folder, bucket, written: folder });
  const missing: string[] = [];
  const moved = new AbortController();
  const reader = (async () => {
    while (!moved.signal.aborted) missing.push(...(await listMissing(store)));
  })();
  await early.put('quote/early.pdf', Buffer.from('early'));
  const moving = move();
  await store.put('quote/late.pdf', Buffer.from('late'));
  await moving;
  moved.abort();
  await reader;
  expect(missing).toEqual([]);
  expect((await read(early, 'quote/late.pdf'))?.toString()).toBe('late');
  expect((await read(store, 'quote/early.pdf'))?.toString()).toBe('early');
});

test('leaves no copy of a file that is removed while it is copied', async () => {
  await fill();
  const [victim = ''] = keys;
  const joined = joinStores({ folder, bucket, written: bucket });
  const removing: FileStore = {
    ...bucket,
    // The product removes it when the copy begins: from the bucket too, where it is not yet.
    async put(key, body) {
      const content = await buffer(body as Readable);
      if (key === victim) await joined.remove(key);
      return bucket.put(key, content);
    },
  };
  expect(await move({ bucket: removing })).toMatchObject({ copied: 23, gone: 1, failed: [] });
  expect(await read(joined, victim)).toBeNull();
});

test('removes a file from the folder first, so that a copy that comes later finds no original', async () => {
  await fill();
  const [victim = ''] = keys;
  const originals: (Buffer | null)[] = [];
  const watched: FileStore = {
    ...bucket,
    async remove(key) {
      originals.push(await read(folder, key));
      await bucket.remove(key);
    },
  };
  await joinStores({ folder, bucket: watched, written: bucket }).remove(victim);
  expect(originals).toEqual([null]);
});

test('leaves no copy of a file that is removed before a copy without an answer is tried again', async () => {
  await fill();
  const [victim = ''] = keys;
  const joined = joinStores({ folder, bucket, written: bucket });
  const losing: FileStore = {
    ...bucket,
    async put(key, body) {
      if (key === victim) await joined.remove(key);
      const stored = await bucket.put(key, body);
      if (key === victim) throw new FileStoreError('unknown', 'no_answer', 'the answer was lost');
      return stored;
    },
  };
  expect(await move({ bucket: losing })).toMatchObject({ copied: 23, gone: 1, failed: [] });
  expect(await read(joined, victim)).toBeNull();
});

test('reports a copy that the bucket returns changed, removes it, and tries it again in the next run', async () => {
  await fill();
  const [victim = ''] = keys;
  const changing: FileStore = {
    ...bucket,
    get: async (key) => (key === victim ? Readable.from([Buffer.from('other')]) : bucket.get(key)),
  };
  const counts = await move({ bucket: changing });
  expect(counts).toMatchObject({
    copied: 23,
    failed: [{ key: victim, reason: 'the bucket returned other bytes than were copied' }],
  });
  expect(await bucket.get(victim)).toBeNull();
  expect(await move()).toMatchObject({ copied: 1, before: 23, failed: [] });
});

test('waits for a bucket that does not answer for a while, and names what it refuses', async () => {
  await fill();
  await failBucket(sandbox.url, { status: 503, times: 10 });
  expect(await move()).toMatchObject({ copied: 24, failed: [] });
  await folder.put('job/refused.pdf', Buffer.from('x'));
  await failBucket(sandbox.url, { status: 403, times: 1 });
  expect((await move()).failed).toEqual([
    { key: 'job/refused.pdf', reason: expect.stringMatching(/^the file store refused: AccessDenied/) },
  ]);
  // Its notes are beside the files, and no file is of theirs.
  expect(await readdir(directory)).toContain('.moved');
});
