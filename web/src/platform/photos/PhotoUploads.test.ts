import { beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '@fws/contract/platform/schemas';
import { PhotoUploads, type UploadPorts } from './PhotoUploads.ts';

const createPhoto = (id: string): Photo => ({ id, url: `/${id}`, thumbUrl: `/${id}/t`, width: 4, height: 3 });
const createFile = (name = 'a.jpg', type = 'image/jpeg') => new File(['x'], name, { type });

type Attempt = {
  key: string;
  file: File;
  signal: AbortSignal;
  report: (fraction: number) => void;
  succeed: () => void;
  fail: (status: number) => void;
};

let attempts: Attempt[];
let online: boolean;
let waits: number[];
let keys: number;
let uploads: PhotoUploads;

beforeEach(() => {
  attempts = [];
  waits = [];
  keys = 0;
  online = true;
  uploads = new PhotoUploads(ports, []);
});

const ports: UploadPorts = {
  send: (file, key, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      attempts.push({
        key,
        file,
        signal,
        report: onProgress,
        succeed: () => resolve(createPhoto(`stored-${key}`)),
        fail: (status) => reject(Object.assign(new Error(`status ${status}`), { status })),
      });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    }),
  reduce: async (file) => file,
  isOnline: () => online,
  wait: async (ms) => void waits.push(ms),
  createKey: () => `key-${++keys}`,
  createPreview: (file) => `blob:${file.name}`,
  removePreview: () => {},
  describe: (error) => error as { status: number; message: string },
  translate: (id) => id,
};

const listStates = () => uploads.getItems().map(({ state }) => state);
const findAttempt = (index: number) =>
  vi.waitFor(() => {
    const attempt = attempts[index];
    if (!attempt) throw new Error(`there is no attempt ${index}`);
    return attempt;
  });

test('sends two photos at a time and keeps their order', async () => {
  uploads.add([createFile('a.jpg'), createFile('b.jpg'), createFile('c.jpg')]);
  const second = await findAttempt(1);
  expect(listStates()).toEqual(['sending', 'sending', 'waiting']);
  second.report(0.4);
  expect(uploads.getItems()[1]?.progress).toBe(0.4);
  second.succeed();
  const third = await findAttempt(2);
  expect([third.key, attempts.length]).toEqual(['key-3', 3]);
  const settled = uploads.settle();
  third.succeed();
  attempts[0]?.succeed();
  expect(await settled).toEqual(['stored-key-1', 'stored-key-2', 'stored-key-3']);
});

test('repeats a lost upload under the same key and gives up after three pauses', async () => {
  uploads.add([createFile()]);
  for (let index = 0; index < 4; index++) (await findAttempt(index)).fail(0);
  await vi.waitFor(() => expect(listStates()).toEqual(['failed']));
  expect(waits).toEqual([1_000, 3_000, 10_000]);
  expect(new Set(attempts.map(({ key }) => key))).toEqual(new Set(['key-1']));
  expect(await uploads.settle()).toBeNull();

  uploads.retry('key-1');
  (await findAttempt(4)).succeed();
  expect(await uploads.settle()).toEqual(['stored-key-1']);
});

test('waits without a network and goes on by itself when it is back', async () => {
  uploads.add([createFile()]);
  const first = await findAttempt(0);
  online = false;
  first.fail(0);
  await vi.waitFor(() => expect(listStates()).toEqual(['waiting']));
  uploads.add([createFile('b.jpg')]);
  expect([listStates(), attempts.length, waits]).toEqual([['waiting', 'waiting'], 1, []]);
  online = true;
  uploads.resume();
  for (const index of [1, 2]) (await findAttempt(index)).succeed();
  expect(await uploads.settle()).toEqual(['stored-key-1', 'stored-key-2']);
});

test('sends each of several waiting photos once when the network is back', async () => {
  online = false;
  uploads.add([createFile('a.jpg'), createFile('b.jpg'), createFile('c.jpg')]);
  online = true;
  uploads.resume();
  for (const index of [0, 1, 2]) (await findAttempt(index)).succeed();
  await vi.waitFor(() => expect(listStates()).toEqual(['ready', 'ready', 'ready']));
  expect(attempts.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3']);
});

test('takes up again what it had given up on, but not what the server refused', async () => {
  uploads.add([createFile('a.jpg'), createFile('b.jpg')]);
  (await findAttempt(1)).fail(415);
  (await findAttempt(0)).fail(0);
  for (const index of [2, 3, 4]) (await findAttempt(index)).fail(0);
  await vi.waitFor(() => expect(listStates()).toEqual(['failed', 'failed']));
  expect(uploads.getItems()[1]?.error).toBe('status 415');
  expect(uploads.getItems().map(({ mayRetry }) => mayRetry)).toEqual([true, false]);
  uploads.resume();
  (await findAttempt(5)).succeed();
  await vi.waitFor(() => expect(listStates()).toEqual(['ready', 'failed']));
});

test('removes a photo that is on its way and sends the next one', async () => {
  uploads.add([createFile('a.jpg'), createFile('b.jpg'), createFile('c.jpg')]);
  const first = await findAttempt(0);
  uploads.remove('key-1');
  expect(first.signal.aborted).toBe(true);
  expect((await findAttempt(2)).key).toBe('key-3');
  expect(uploads.getItems().map(({ key }) => key)).toEqual(['key-2', 'key-3']);
});

test('takes ten photos at most and says how many did not fit', () => {
  uploads = new PhotoUploads(ports, [createPhoto('1'), createPhoto('2')]);
  expect(uploads.add(Array.from({ length: 11 }, () => createFile()))).toBe(3);
  expect(uploads.getItems()).toHaveLength(10);
});

test('refuses a file that is no picture, or too large, without sending it', async () => {
  const large = createFile('large.jpg');
  Object.defineProperty(large, 'size', { value: 10_000_001 });
  uploads.add([createFile('plan.pdf', 'application/pdf'), large]);
  await vi.waitFor(() => expect(listStates()).toEqual(['failed', 'failed']));
  expect(uploads.getItems().map(({ error }) => error)).toEqual([
    'common.file_not_an_image',
    'common.file_too_large',
  ]);
  uploads.resume();
  expect([attempts.length, listStates()]).toEqual([0, ['failed', 'failed']]);
});

test('begins again with what is stored', async () => {
  uploads.add([createFile()]);
  const first = await findAttempt(0);
  uploads.reset([createPhoto('1')]);
  expect(first.signal.aborted).toBe(true);
  expect(await uploads.settle()).toEqual(['1']);
  uploads.fail('1');
  expect(await uploads.settle()).toBeNull();
});
