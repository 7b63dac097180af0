import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { failBucket, readBucket, readFile } from '../../../test/files/bucket.ts';
import type { BucketSettings } from '../../config/file-store.ts';
import { findFileStoreFaults } from './bucket-check.ts';
import { toStoreError } from './s3-errors.ts';
import { createS3Store } from './s3.ts';

let sandbox: RunningSandbox;
let dataDir: string;
let settings: BucketSettings;
let standIn: Server | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fws-bucket-'));
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', dataDir });
  settings = readBucket(sandbox.url);
});
afterEach(() => {
  vi.useRealTimers();
  standIn?.close();
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const KEY = 'job/plan.pdf';
const PDF = Buffer.from('%PDF-1.4 drawings');
const DAMAGED = Buffer.from('%PDF-1.4 drawing$');

/** A server other than the sandbox. Returns what it was asked. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const requests: { method: string; url: string; headers: Record<string, unknown> }[] = [];
  standIn = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    answer(request, response);
    request.resume();
  }).listen(0, '127.0.0.1');
  await once(standIn, 'listening');
  const { port } = standIn.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, requests };
}

test.each<[string, BucketSettings['encryption'], Record<string, unknown>]>([
  ['AES256', { kind: 'AES256' }, { 'x-amz-server-side-encryption': 'AES256' }],
  [
    'aws:kms with its key',
    { kind: 'aws:kms', keyId: 'key-1' },
    {
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'key-1',
      'x-amz-server-side-encryption-bucket-key-enabled': 'true',
    },
  ],
])('asks for encryption by %s, whole and in parts, and sends a checksum', async (_, encryption, headers) => {
  const { endpoint, requests } = await listen((request, response) => {
    response.setHeader('etag', '"1"');
    const isCreate = request.url?.includes('uploads') === true;
    response.end(isCreate ? '<R><UploadId>u1</UploadId></R>' : '<R><ETag>"1"</ETag></R>');
  });
  const store = createS3Store({ ...settings, endpoint, encryption }, { partBytes: 1000 });
  await store.put(KEY, PDF);
  await store.put(KEY, Buffer.alloc(2500));
  const [whole, create, ...parts] = requests;
  expect(whole?.headers).toMatchObject({ ...headers, 'x-amz-checksum-crc32': expect.any(String) });
  expect(create?.headers).toMatchObject({ ...headers, 'x-amz-checksum-algorithm': 'CRC32' });
  expect(parts.map(({ method, headers: { 'content-length': bytes } }) => [method, bytes])).toEqual([
    ['PUT', '1000'],
    ['PUT', '1000'],
    ['PUT', '500'],
    ['POST', expect.any(String)],
  ]);
  // No access list: what is put is private.
  expect(requests.some((request) => 'x-amz-acl' in request.headers)).toBe(false);
});

test('tries again twice, also when only the answer was lost', async () => {
  const store = createS3Store(settings);
  await failBucket(sandbox.url, { status: 503, times: 2 });
  await store.put(KEY, PDF);
  await failBucket(sandbox.url, { status: 500, times: 2, when: 'after' });
  await store.put(KEY, PDF);
  expect(await readFile(store, KEY)).toEqual(PDF);
  await failBucket(sandbox.url, { status: 503, times: 3 });
  await expect(store.put(KEY, PDF)).rejects.toMatchObject({
    name: 'FileStoreError',
    outcome: 'unknown',
    code: 'http_503',
  });
});

test('gives up parts when one of them fails, and removes what was sent', async () => {
  const { endpoint, requests } = await listen((request, response) => {
    response.setHeader('etag', '"1"');
    if (request.url?.includes('partNumber=2') === true) response.statusCode = 403;
    response.end(request.method === 'POST' ? '<R><UploadId>u1</UploadId></R>' : '');
  });
  const store = createS3Store({ ...settings, endpoint }, { partBytes: 1000 });
  const body = Readable.from([Buffer.alloc(2500)]);
  await expect(store.put(KEY, body)).rejects.toMatchObject({ outcome: 'rejected' });
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'DELETE']);
  expect(requests.at(-1)?.url).toContain('uploadId=u1');
  expect(body.destroyed).toBe(true);
});

/** Lets a test decide when the times of the store and the SDK are over. Connections go on as usual. */
const stopTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('ends an operation after seven seconds when the store says nothing, then does not ask for a while', async () => {
  let arrive = (): void => undefined;
  const { endpoint, requests } = await listen(() => arrive());
  const store = createS3Store({ ...settings, endpoint }, { circuit: { failures: 2, restMs: 60_000 } });
  stopTimers();
  for (let round = 0; round < 2; round++) {
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const ended = store.get(KEY).catch((error: unknown) => error);
    await arrived;
    await vi.advanceTimersByTimeAsync(7_000);
    expect(await ended).toMatchObject({ outcome: 'unknown', code: 'no_answer' });
  }
  const asked = requests.length;
  const refused = { name: 'FileStoreError', outcome: 'limited', code: 'circuit_open' };
  await expect(store.put(KEY, PDF)).rejects.toMatchObject(refused);
  await expect(store.createLink(KEY, { ...LINK, validSeconds: 60 })).rejects.toMatchObject(refused);
  expect(requests).toHaveLength(asked);
});

test('does not limit the time of reading a file that has begun', async () => {
  let end = (): void => undefined;
  const { endpoint } = await listen((_, response) => {
    response.write('first ');
    end = () => void response.end('last');
  });
  stopTimers();
  const stored = await createS3Store({ ...settings, endpoint }).get(KEY);
  await vi.advanceTimersByTimeAsync(30_000);
  end();
  expect((await buffer(stored ?? Readable.from([]))).toString()).toBe('first last');
});

test('fails to read a file whose stored bytes were changed', async () => {
  const store = createS3Store(settings);
  await store.put(KEY, PDF);
  const folder = path.join(dataDir, 'fws-files');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.bin'));
  await writeFile(path.join(folder, name), DAMAGED);
  await expect(readFile(store, KEY)).rejects.toThrow(/checksum/i);
});

const LINK = {
  contentType: 'application/pdf',
  contentDisposition: `attachment; filename*=UTF-8''%E0%A4%95.pdf`,
  cacheControl: 'private, no-store',
};

test('makes addresses that fix the headers of the answer and end', async () => {
  const store = createS3Store(settings);
  await store.put(KEY, PDF);
  // An address is signed with a time in whole seconds.
  const signedMs = Math.ceil(Date.now() / 1000) * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: signedMs });
  const link = String(await store.createLink(KEY, { ...LINK, validSeconds: 60 }));
  const answer = await fetch(link);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': LINK.contentType,
    'content-disposition': LINK.contentDisposition,
    'cache-control': LINK.cacheControl,
  });
  const readError = async (url: string) => (await fetch(url)).text();
  expect(await readError(link.replace('attachment', 'inline'))).toContain('SignatureDoesNotMatch');
  expect(await readError(link.replace('plan.pdf', 'other.pdf'))).toContain('SignatureDoesNotMatch');
  expect((await fetch(link, { headers: { range: 'bytes=0-3' } })).status).toBe(206);

  vi.setSystemTime(signedMs + 59_000);
  expect((await fetch(link)).status).toBe(200);
  vi.setSystemTime(signedMs + 62_000);
  expect(await readError(link)).toContain('Request has expired');
});

test('addresses of one period are equal and valid from its beginning', async () => {
  const store = createS3Store(settings);
  await store.put(KEY, PDF);
  // The SDK corrects a clock that differs from the store's by five minutes, so this stays near the real time.
  const beginMs = Math.ceil(Date.now() / 60_000) * 60_000;
  const createLinkAt = (nowMs: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    return store.createLink(KEY, { ...LINK, validSeconds: 120, periodSeconds: 60 });
  };
  const link = String(await createLinkAt(beginMs));
  expect(await createLinkAt(beginMs + 59_999)).toBe(link);
  const signedAt = new Date(beginMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  expect(new URL(link).searchParams.get('X-Amz-Date')).toBe(signedAt);
  expect(await createLinkAt(beginMs + 60_000)).not.toBe(link);
});

test('a start accepts a bucket that works, one that is full, and one that does not answer', async () => {
  expect(await findFileStoreFaults(settings)).toEqual([]);
  expect(await readdir(path.join(dataDir, 'fws-files'))).toHaveLength(2);
  await failBucket(sandbox.url, { status: 507, times: 1, method: 'PUT' });
  expect(await findFileStoreFaults(settings)).toEqual([]);
  expect(await findFileStoreFaults({ ...settings, endpoint: 'http://127.0.0.1:1' })).toEqual([]);
});

test.each<[string, Partial<BucketSettings>, RegExp]>([
  ['an unknown bucket', { bucket: 'other' }, /^The bucket other at .* NoSuchBucket, /],
  ['an unknown key', { accessKeyId: 'AKIA' }, /InvalidAccessKeyId/],
  ['a wrong secret', { secretAccessKey: 'wrong' }, /SignatureDoesNotMatch/],
  ['another region', { region: 'eu-west-1' }, /expecting 'ap-south-1'/],
  ['a store that demands encryption', { encryption: { kind: 'none' } }, /refuses files without encryption/],
])('a start refuses %s', async (_, changes, sentence) => {
  const faults = await findFileStoreFaults({ ...settings, ...changes });
  expect(faults).toEqual([expect.stringMatching(sentence)]);
});

test('a start refuses a bucket whose files anybody can read', async () => {
  const stored = new Map<string, Buffer>();
  const { endpoint } = await listen(async (request, response) => {
    const key = request.url?.split('?')[0] ?? '';
    if (request.method === 'PUT') stored.set(key, await buffer(request));
    if (request.method === 'DELETE') stored.delete(key);
    if (!stored.has(key)) response.statusCode = 404;
    response.end(request.method === 'GET' ? stored.get(key) : '');
  });
  expect(await findFileStoreFaults({ ...settings, endpoint })).toEqual([
    'Anybody can read files in the bucket fws-files: block public access to it',
  ]);
});

test('a store that does not know encryption at rest refuses for good', () => {
  const error = Object.assign(new Error('Server-side encryption is not supported.'), {
    name: 'NotImplemented',
    $metadata: { httpStatusCode: 501 },
  });
  expect(toStoreError(error)).toMatchObject({ outcome: 'rejected', code: 'NotImplemented' });
});

test.each([
  ['a host that does not exist', 'ENOTFOUND', { outcome: 'rejected', code: 'wrong_address' }],
  [
    'the certificate of another host',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    { outcome: 'rejected', code: 'wrong_address' },
  ],
  ['names that cannot be looked up now', 'EAI_AGAIN', { outcome: 'unknown', code: 'no_answer' }],
  ['nothing that listens', 'ECONNREFUSED', { outcome: 'unknown', code: 'no_answer' }],
])('reports %s', (_, code, expected) => {
  expect(toStoreError(Object.assign(new Error('failed'), { code }))).toMatchObject(expected);
});
