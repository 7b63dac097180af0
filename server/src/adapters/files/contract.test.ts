import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readBucket, readFile } from '../../../test/files/bucket.ts';
import type { BucketSettings } from '../../config/file-store.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { createFolderStore } from './folder.ts';
import { joinStores } from './joined.ts';
import { createS3Store } from './s3.ts';
import { loadSdk } from './s3-sdk.ts';

interface Opened {
  store: FileStore;
  /** Every stored file, and every part of one that is not complete. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

/** The smallest part that S3 accepts before the last one. */
const PART_BYTES = 5 * 1024 * 1024;

async function openFolder(): Promise<Opened> {
  const directory = await mkdtemp(path.join(tmpdir(), 'fws-files-'));
  return {
    store: createFolderStore(directory),
    async list() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    close: () => rm(directory, { recursive: true }),
  };
}

async function openBucket(settings: BucketSettings, end: () => Promise<void>): Promise<Opened> {
  const store = createS3Store(settings, { partBytes: PART_BYTES });
  const { client } = await loadSdk(settings);
  const list = async () => {
    const Bucket = settings.bucket;
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return [...Contents, ...Uploads].map(({ Key = '' }) => path.basename(Key));
  };
  return { store, list, close: end };
}

async function openStandIn(): Promise<Opened> {
  const sandbox: RunningSandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  return openBucket(readBucket(sandbox.url), () => sandbox.close());
}

async function openJoined(): Promise<Opened> {
  const folder = await openFolder();
  const bucket = await openStandIn();
  return {
    store: joinStores({ folder: folder.store, bucket: bucket.store, written: bucket.store }),
    list: async () => [...(await folder.list()), ...(await bucket.list())],
    close: async () => void (await Promise.all([folder.close(), bucket.close()])),
  };
}

/** `S3_TEST_ENDPOINT` and the other settings of a bucket that may be emptied: a real server, beside the stand-in. */
const realSettings = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('S3_TEST_') && value ? [[name.replace('S3_TEST_', 'S3_'), value]] : [],
  ),
);
const stores = [
  { name: 'folder', open: openFolder, hasLinks: false },
  { name: 'S3 (the sandbox)', open: openStandIn, hasLinks: true },
  { name: 'bucket and folder', open: openJoined, hasLinks: true },
  ...(Object.keys(realSettings).length > 0
    ? [
        {
          name: `S3 (${realSettings['S3_ENDPOINT']})`,
          open: () => openBucket(readBucket('', realSettings), () => Promise.resolve()),
          hasLinks: true,
        },
      ]
    : []),
];

const LINK = {
  contentType: 'text/plain',
  contentDisposition: `attachment; filename="_.txt"; filename*=UTF-8''%E0%A4%95.txt`,
  cacheControl: 'private, no-store',
  validSeconds: 60,
};

const pickHeaders = ({ headers }: Response) =>
  ['content-type', 'content-disposition', 'cache-control'].map((name) => headers.get(name));

describe.each(stores)('FileStore: $name', ({ open }) => {
  let opened: Opened;
  let store: FileStore;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(() => opened.close());

  const read = (key: string) => readFile(store, key);

  async function* streamThenFail(bytes: number) {
    yield Buffer.alloc(bytes);
    throw new Error('connection lost');
  }

  async function clear(...keys: string[]) {
    for (const key of keys) await store.remove(key);
    expect(await opened.list()).toEqual([]);
  }

  test('returns the bytes that were put, from a buffer and from a stream', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    expect(await store.put('jobs/42/attachment', bytes)).toEqual({ bytes: 4 });
    expect(await read('jobs/42/attachment')).toEqual(bytes);

    const parts = Readable.from([Buffer.from('रु'), Buffer.from('पया')]);
    expect(await store.put('quotes/7/proposal.pdf', parts)).toEqual({ bytes: 15 });
    expect((await read('quotes/7/proposal.pdf')).toString()).toBe('रुपया');
    await clear('jobs/42/attachment', 'quotes/7/proposal.pdf');
  });

  test('stores an empty file', async () => {
    expect(await store.put('empty', Buffer.alloc(0))).toEqual({ bytes: 0 });
    expect(await read('empty')).toEqual(Buffer.alloc(0));
    await clear('empty');
  });

  test('stores a file of several parts', async () => {
    const bytes = Buffer.alloc(2 * PART_BYTES + 1234, 'one of many parts ');
    const pieces = Array.from({ length: 12 }, (_, n) => bytes.subarray(n * 1_000_000, (n + 1) * 1_000_000));
    expect(await store.put('large', Readable.from(pieces))).toEqual({ bytes: bytes.length });
    expect((await read('large')).equals(bytes)).toBe(true);
    const exact = bytes.subarray(0, 2 * PART_BYTES);
    expect(await store.put('exact', exact)).toEqual({ bytes: exact.length });
    expect((await read('exact')).equals(exact)).toBe(true);
    await clear('large', 'exact');
  });

  test('replaces a file on a second put', async () => {
    await store.put('photo', Buffer.from('old'));
    await store.put('photo', Buffer.from('new'));
    expect((await read('photo')).toString()).toBe('new');
    expect(await opened.list()).toEqual(['photo']);
    await clear('photo');
  });

  test('leaves one complete file after concurrent puts of one key', async () => {
    const bodies = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(300_000, letter));
    await Promise.all(bodies.map((body) => store.put('photo', body)));
    const got = await read('photo');
    expect(bodies.some((body) => body.equals(got))).toBe(true);
    expect(await opened.list()).toEqual(['photo']);
    await clear('photo');
  });

  test.each([
    ['midway', 100_000],
    ['after several parts', 2 * PART_BYTES + 1],
  ])('keeps the old file and leaves no partial file when a body fails %s', async (_, bytes) => {
    await store.put('kept', Buffer.from('old'));
    const fail = (key: string) => store.put(key, Readable.from(streamThenFail(bytes)));
    await expect(fail('kept')).rejects.toThrow('connection lost');
    await expect(fail('other')).rejects.toThrow('connection lost');
    expect((await read('kept')).toString()).toBe('old');
    expect(await opened.list()).toEqual(['kept']);
    await clear('kept');
  });

  test('returns null for an unknown key and allows repeated removal', async () => {
    expect(await store.get('nothing/here')).toBeNull();
    await store.put('gone', Buffer.from('x'));
    await store.remove('gone');
    await store.remove('gone');
    expect(await store.get('gone')).toBeNull();
  });

  test('has no link for an unknown key, and names no fault while it works', async () => {
    expect(await store.createLink('nothing/here', LINK)).toBeNull();
    expect(await store.findFault()).toBeNull();
  });

  test.each([
    [''],
    ['../secret'],
    ['a/../../secret'],
    ['/etc/passwd'],
    ['a//b'],
    ['a/'],
    ['.incoming/x'],
    ['a\\b'],
    ['a\0b'],
    ['a b'],
    ['x'.repeat(129)],
  ])('refuses the key %j', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('key');
    await expect(store.get(key)).rejects.toThrow('key');
    await expect(store.remove(key)).rejects.toThrow('key');
    expect(await opened.list()).toEqual([]);
  });
});

async function openWithFile(open: () => Promise<Opened>): Promise<FileStore> {
  const opened = await open();
  const { store } = opened;
  onTestFinished(async () => {
    await store.remove('linked');
    await opened.close();
  });
  await store.put('linked', Buffer.from('content'));
  return store;
}

test.each(stores.filter(({ hasLinks }) => hasLinks))(
  'makes links that fix the headers of the answer: $name',
  async ({ open }) => {
    const store = await openWithFile(open);
    const link = String(await store.createLink('linked', LINK));
    const answer = await fetch(link);
    expect([answer.status, await answer.text(), pickHeaders(answer)]).toEqual([
      200,
      'content',
      [LINK.contentType, LINK.contentDisposition, LINK.cacheControl],
    ]);
    expect((await fetch(link.replace('attachment', 'inline'))).status).toBe(403);
  },
);

test.each(stores.filter(({ hasLinks }) => !hasLinks))('has no links: $name', async ({ open }) => {
  const store = await openWithFile(open);
  expect(await store.createLink('linked', LINK)).toBeNull();
});
