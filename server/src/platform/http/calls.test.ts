import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { call, type AnyCall } from '@fws/contract/platform/call';
import { done } from '@fws/contract/platform/refusal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appOptions, idleParts } from '../../../test/http-parts.ts';
import { waitFor } from '../../../test/wait.ts';
import { createLegacyFormat } from '../../legacy/format.ts';
import type { Upload } from '../uploads/inspector.ts';
import { createApp } from './app.ts';
import type { Caller } from '../caller.ts';
import type { Db } from '../db/index.ts';
import { mountCalls } from './calls.ts';
import { createCleanFormat } from './format.ts';
import { userRoute, type Context } from './route.ts';

const sendPaper = call({
  name: 'send_paper',
  access: 'user',
  reads: false,
  form: async () => z.object({ title: z.string().check(z.minLength(1, 'common.check_form')) }),
  done: 'common.ok',
  files: [{ name: 'paper', kinds: ['image'] }],
});
const translation = { fields: { title: 'paper_title' }, files: { paper: 'attach_file' } };
const findFormats = (call: AnyCall) => ({
  clean: createCleanFormat(call),
  legacy: createLegacyFormat(call, translation),
  aliases: [],
});
const caller: Caller = {
  userId: 7,
  sessionId: 1,
  mobileVerified: true,
  scope: 'full',
  confirmedAt: null,
  provenAt: null,
};
const acceptedUpload = {
  ok: true,
  name: 'a.png',
  contentType: 'image/png',
  extension: 'png',
  body: Buffer.alloc(1),
} as const;

let tmpDir: string;
let app: FastifyInstance;
let url: string;
/** The inspected files, and how many files the temporary folder held at that time. */
let inspected: { declaredName: string; waiting: number }[];
let upload: Upload;
/** What the handler does with its context. */
let work: (context: Context) => void;

beforeEach(async () => {
  tmpDir = await mkdtemp(path.join(tmpdir(), 'fws-calls-'));
  inspected = [];
  upload = acceptedUpload;
  work = () => {};
  app = await createApp(appOptions);
  const route = userRoute(sendPaper, async (_, context) => {
    work(context);
    return done(null);
  });
  mountCalls(app, [route], findFormats, {
    ...idleParts,
    authenticator: {
      ...idleParts.authenticator,
      authenticate: async (token) => (token === 'good' ? caller : null),
      confirm: async () => done({ token: 'new' }),
    },
    tmpDir,
    inspectUpload: async (_, { declaredName }) => {
      inspected.push({ declaredName, waiting: (await readdir(tmpDir)).length });
      return upload;
    },
  });
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/send_paper`;
});

afterEach(async () => {
  await app.close();
  // Every test must remove its temporary files.
  assert.deepEqual(await readdir(tmpDir), [], 'a temporary file was left behind');
  await rm(tmpDir, { recursive: true });
});

type Part = [name: string, value: string | Blob];
const FILE: Part = ['attach_file', new File([Buffer.alloc(2_000_000)], 'wall.gif')];
/** The same in the format of our own script. */
const PAPER: Part = ['paper', FILE[1]];
const VALUES: Part = ['json', JSON.stringify({ title: 'Wall' })];
const TITLE: Part = ['paper_title', 'Wall'];

async function post(parts: readonly Part[], headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const response = await fetch(url, { method: 'POST', body: form, headers });
  const reply = (await response.json()) as { message: string; errors?: Record<string, string> };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...reply };
}

/** Sends the head of a request and the start of its file; the rest never follows. */
async function sendHalf(header: string, fields = '') {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`POST ${pathname} HTTP/1.1`, 'host: x', 'content-type: multipart/form-data; boundary=x'];
  const part = '--x\r\ncontent-disposition: form-data; name="attach_file"; filename="a.gif"\r\n\r\n';
  const body = fields + part + 'x'.repeat(70_000);
  socket.write([...head, 'content-length: 1000000', header, '', body].join('\r\n'));
  let answer = '';
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (text) => resolve((answer += String(text))));
    socket.on('close', () => resolve(answer));
  });
  return { socket, ended };
}

test.each<[string, Part[], Record<string, string>]>([
  ['no session', [TITLE, FILE], {}],
  ['a bogus header', [TITLE, FILE], { authorization: 'Bearer bogus' }],
  [
    'a bogus header and a good token in the body',
    [['auth_token', 'good'], FILE],
    { authorization: 'Bearer bogus' },
  ],
  ['a bogus cookie', [VALUES, PAPER], { cookie: 'fws_session=bogus', 'x-fws-client': 'web' }],
  ['a bogus token behind the file', [TITLE, FILE, ['auth_token', 'bogus']], {}],
])('returns 401 for %s without inspecting the file', async (_, parts, headers) => {
  expect((await post(parts, headers)).status).toBe(401);
  expect(inspected).toEqual([]);
});

test('refuses an invalid token in the header before the body has arrived', async () => {
  const { socket, ended } = await sendHalf('authorization: Bearer bogus');
  expect(await ended).toMatch(/^HTTP\/1.1 401 /);
  expect(await readdir(tmpDir)).toEqual([]);
  socket.destroy();
});

const buildTokenField = (token: string) =>
  `--x\r\ncontent-disposition: form-data; name="auth_token"\r\n\r\n${token}\r\n`;
const GUEST = 'accept: */*';

test('stores no file that comes after an invalid token', async () => {
  const refused = await sendHalf(GUEST, buildTokenField('bogus'));
  const admitted = await sendHalf(GUEST, buildTokenField('good'));
  await waitFor('the other file to be received', async () => (await readdir(tmpDir)).length > 0);
  expect(await readdir(tmpDir)).toHaveLength(1);
  for (const { socket } of [refused, admitted]) socket.destroy();
  await waitFor('the file to be removed', async () => (await readdir(tmpDir)).length === 0);
});

test('an address has two places for files whose sender is not known, and callers who are known need none', async () => {
  const held = [await sendHalf(GUEST), await sendHalf(GUEST)];
  await waitFor('both files to be received', async () => (await readdir(tmpDir)).length === 2);
  const token: Part = ['auth_token', 'good'];
  expect(await post([TITLE, FILE, token])).toMatchObject({
    status: 503,
    retryAfter: '10',
    errors: { attach_file: expect.stringContaining('try again') },
  });
  expect(await readdir(tmpDir)).toHaveLength(2);
  expect((await post([TITLE, token, FILE])).status).toBe(200);
  expect((await post([TITLE, FILE], { authorization: 'Bearer good' })).status).toBe(200);
  expect((await post([TITLE, token])).status).toBe(200);
  for (const { socket } of held) socket.destroy();
  await waitFor('the files to be removed', async () => (await readdir(tmpDir)).length === 0);
  expect((await post([TITLE, FILE, token])).status).toBe(200);
});

test.each<[string, Part[], Record<string, string>]>([
  ['a header', [TITLE, FILE], { authorization: 'Bearer good' }],
  ['our script’s cookie', [VALUES, PAPER], { cookie: 'fws_session=good', 'x-fws-client': 'web' }],
  ['a token before the file', [['auth_token', 'good'], TITLE, FILE], {}],
  ['a token behind the file', [TITLE, FILE, ['auth_token', 'good']], {}],
  [
    'a token in the body beside a stale cookie',
    [TITLE, FILE, ['auth_token', 'good']],
    { cookie: 'fws_session=stale' },
  ],
])('inspects the file once for %s', async (_, parts, headers) => {
  expect(await post(parts, headers)).toMatchObject({ status: 200 });
  expect(inspected).toEqual([{ declaredName: 'wall.gif', waiting: 1 }]);
});

test('refuses a cookie without our script’s header, without inspecting the file', async () => {
  expect(await post([TITLE, FILE], { cookie: 'fws_session=good' })).toMatchObject({ status: 403 });
  expect(inspected).toEqual([]);
});

test('validates the form before it inspects the file', async () => {
  const answer = await post([['paper_title', ''], FILE, ['auth_token', 'good']]);
  expect(answer).toMatchObject({ status: 422, errors: { paper_title: expect.any(String) } });
  expect(inspected).toEqual([]);
});

test('refuses a second file under a name that is allowed once', async () => {
  const answer = await post([TITLE, FILE, FILE, ['auth_token', 'good']]);
  expect(answer).toMatchObject({ status: 422, errors: { attach_file: 'Please choose fewer files at once' } });
  expect(inspected).toEqual([]);
});

test('reads from no replica in a call that does not say that it may lag', async () => {
  work = ({ readFrom }) => expect(() => readFrom({ db: {} as Db })).toThrow('send_paper may not lag');
  expect(await post([TITLE, FILE, ['auth_token', 'good']])).toMatchObject({ status: 200 });
});

test('skips files that the call does not take', async () => {
  expect(await post([TITLE, ['other', FILE[1]], ['auth_token', 'good']])).toMatchObject({ status: 200 });
  expect(inspected).toEqual([]);
});

test.each<[Extract<Upload, { ok: false }>['reason'], number, string | null, string]>([
  ['infected', 422, null, 'A virus was found'],
  ['active_pdf', 422, null, 'contains a script'],
  ['not_scanned', 503, '60', 'try again in 60 seconds'],
  ['busy', 503, '10', 'try again in 10 seconds'],
])('reports beside the field that a file is %s', async (reason, status, retryAfter, words) => {
  upload = { ok: false, reason };
  const answer = await post([TITLE, FILE, ['auth_token', 'good']]);
  expect(answer).toMatchObject({ status, retryAfter, errors: { attach_file: answer.message } });
  expect(answer.message).toContain(words);
});

test('removes the file when the sender disconnects', async () => {
  const { socket, ended } = await sendHalf('accept: */*');
  await waitFor('the file to be received', async () => (await readdir(tmpDir)).length === 1);
  socket.destroy();
  await ended;
  await waitFor('the file to be removed', async () => (await readdir(tmpDir)).length === 0);
  expect(inspected).toEqual([]);
});

test.each([
  ['8,000 nested lists', `{"paper_title":${'['.repeat(8000)}${']'.repeat(8000)}}`],
  ['400,000 nested lists', `{"paper_title":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ['nested objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
  ['thousands of keys', JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [n, n])))],
])('returns 400 for JSON with %s', async (_, body) => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer good' };
  const parse = vi.spyOn(JSON, 'parse');
  const answer = await fetch(url, { method: 'POST', body, headers });
  const parsed = parse.mock.calls.map(([text]) => text);
  parse.mockRestore();
  expect(answer.status).toBe(400);
  // To parse it would cost time and memory.
  expect(parsed).not.toContain(body);
});

test('accepts JSON strings with any number of brackets and commas', async () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer good' };
  const body = JSON.stringify({ paper_title: String.raw`[[{"\",,${'[,'.repeat(3000)}` });
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
});

test('returns 400 for a form with thousands of fields and for deeply nested JSON in a part', async () => {
  const many = new URLSearchParams(Array.from({ length: 2000 }, (_, n) => [`a[${n}][b]`, '1']));
  expect((await fetch(url, { method: 'POST', body: many })).status).toBe(400);
  const deep = new Blob(['['.repeat(20_000) + ']'.repeat(20_000)], { type: 'application/json' });
  const body = [
    '--x\r\ncontent-disposition: form-data; name="paper_title"\r\ncontent-type: application/json\r\n\r\n',
    await deep.text(),
    '\r\n--x--\r\n',
  ].join('');
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(400);
});

test('returns 413 when the fields together are too large', async () => {
  const parts = Array.from({ length: 20 }, (_, n): Part => [`a${n}`, 'x'.repeat(90_000)]);
  const answer = await post(parts);
  expect(answer).toMatchObject({ status: 413, message: 'This form is too large. Please send less at once' });
});
