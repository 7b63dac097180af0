import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileStore } from '../../ports/file-store.ts';
import { createFolderStore } from './folder.ts';

let directory: string;
let store: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'fws-files-'));
  store = createFolderStore(directory);
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

async function read(key: string): Promise<Buffer | null> {
  const stream = await store.get(key);
  return stream === null ? null : buffer(stream);
}

async function* streamThenFail() {
  yield Buffer.alloc(100_000);
  throw new Error('connection lost');
}

async function listFilesOnDisk(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('returns the bytes that were put, from a buffer and from a stream', async () => {
  const bytes = Buffer.from([0, 255, 1, 254]);
  expect(await store.put('jobs/42/attachment', bytes)).toEqual({ bytes: 4 });
  expect(await read('jobs/42/attachment')).toEqual(bytes);

  const parts = Readable.from([Buffer.from('रु'), Buffer.from('पया')]);
  expect(await store.put('quotes/7/proposal.pdf', parts)).toEqual({ bytes: 15 });
  expect((await read('quotes/7/proposal.pdf'))?.toString()).toBe('रुपया');
});

test('stores an empty file', async () => {
  expect(await store.put('empty', Buffer.alloc(0))).toEqual({ bytes: 0 });
  expect(await read('empty')).toEqual(Buffer.alloc(0));
});

test('replaces a file on a second put', async () => {
  await store.put('photo', Buffer.from('old'));
  await store.put('photo', Buffer.from('new'));
  expect((await read('photo'))?.toString()).toBe('new');
  expect(await listFilesOnDisk()).toEqual(['photo']);
});

test('leaves one complete file after concurrent puts of one key', async () => {
  const bodies = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(300_000, letter));
  await Promise.all(bodies.map((body) => store.put('photo', body)));
  const got = await read('photo');
  expect(bodies.some((body) => got !== null && body.equals(got))).toBe(true);
  expect(await listFilesOnDisk()).toEqual(['photo']);
});

test('keeps the old file and leaves no partial file when a body fails midway', async () => {
  await store.put('kept', Buffer.from('old'));
  await expect(store.put('kept', Readable.from(streamThenFail()))).rejects.toThrow('connection lost');
  await expect(store.put('other', Readable.from(streamThenFail()))).rejects.toThrow('connection lost');
  expect((await read('kept'))?.toString()).toBe('old');
  expect(await listFilesOnDisk()).toEqual(['kept']);
});

test('returns null for an unknown key and allows repeated removal', async () => {
  expect(await store.get('nothing/here')).toBeNull();
  await store.put('gone', Buffer.from('x'));
  await store.remove('gone');
  await store.remove('gone');
  expect(await store.get('gone')).toBeNull();
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
  expect(await listFilesOnDisk()).toEqual([]);
});
