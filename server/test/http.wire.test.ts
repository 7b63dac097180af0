import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { translate } from '../src/platform/messages.ts';
import { buildRegistrationForm } from './identity/registration.ts';
import type { PlaceFinder } from '../src/ports/place-finder.ts';
import { listMountedCalls, listMountedRoutes, getCallNames } from './access/mounted.ts';
import { legacyJobForm } from './legacy-samples.ts';
import { post } from './story.ts';
import type { TestUser, WireAnswer } from './user.ts';
import { startWorld, type World } from './world.ts';
import { userRegister } from '@fws/contract/identity/calls';
import { readLegacyForm } from './legacy.ts';

// Properties of every answer, independent of the call.

const SECRET = 'the password of the database is swordfish';
const brokenPlaces: PlaceFinder = {
  search: () => Promise.reject(new Error(SECRET)),
  listSpellings: (word) => [word],
  listTypedSpellings: (word) => [word],
  findNearest: () => Promise.reject(new Error(SECRET)),
  locate: () => Promise.resolve(null),
  findCity: () => Promise.resolve(null),
};
const logged: string[] = [];
let folder: string;
let world: World;
let user: TestUser;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fws-http-'));
  await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
  await mkdir(path.join(folder, 'dist-server'));
  await writeFile(
    path.join(folder, 'dist/index.html'),
    '<!doctype html><head><title>FWS</title><!-- answers --></head><body></body>',
  );
  // The built app renders the first screen. This test checks only the answers embedded in it.
  await writeFile(
    path.join(folder, 'dist-server/firstPage.mjs'),
    `export const drawFirstPage = () => '<title>Job</title>';
    export const openScreen = async (path) => ({ modules: [], areas: [], isFurther: true, calls:
      path.startsWith('/job/') ? [{ name: 'job_detail', body: JSON.stringify({ jobId: path.slice(5) }) }] : [] });`,
  );
  await writeFile(path.join(folder, 'dist/assets/app.js'), 'export {};');
  await writeFile(path.join(folder, 'outside.txt'), SECRET);
  world = await startWorld({
    ports: { places: brokenPlaces },
    log: createLog((line) => logged.push(line)),
    webDist: path.join(folder, 'dist'),
  });
  user = await world.user();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const buildBearer = () => ({ headers: { authorization: `Bearer ${user.token}` } });
const get = (url: string, init: RequestInit = {}) => fetch(world.url + url, init);

/** Sends the path as it is, without normalising it. */
async function sendRaw(method: string, target: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(world.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path: target, headers: { 'x-probe': SECRET } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function sendJson(name: string, body: string): Promise<WireAnswer> {
  const response = await get(`/api/${name}`, {
    method: 'POST',
    headers: { ...buildBearer().headers, 'content-type': 'application/json' },
    body,
  });
  return { ...((await response.json()) as WireAnswer), httpStatus: response.status };
}

test('accepts calls by POST only', async () => {
  const paths = new Set((await listMountedCalls(world)).flatMap(getCallNames).map((name) => `/api/${name}`));
  const routes = (await listMountedRoutes(world)).map((route) => route.split(' ') as [string, string]);
  const methods = routes.filter(([, target]) => paths.has(target)).map(([method]) => method);
  expect(methods).toHaveLength(paths.size);
  expect(new Set(methods)).toEqual(new Set(['POST']));
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    expect((await sendRaw(method, '/api/current_user')).status, method).toBe(404);
});

test('does not echo a TRACE request', async () => {
  for (const target of ['/', '/api/current_user', '/healthz', '/nowhere']) {
    const { status, body } = await sendRaw('TRACE', target);
    expect([400, 404, 405]).toContain(status);
    expect(body).not.toContain(SECRET);
  }
});

test('sends no CORS headers to other origins', async () => {
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
  for (const method of ['OPTIONS', 'POST'])
    for (const name of ['current_user', 'category_list', 'user_login']) {
      const answer = await get(`/api/${name}`, { method, headers });
      const allowed = [...answer.headers.keys()].filter((header) => header.startsWith('access-control-'));
      expect(allowed, `${method} ${name}`).toEqual([]);
    }
});

test('sends a strict content security policy with pages, calls and files', async () => {
  for (const url of ['/', '/login', '/api/nothing', '/pay/none/return']) {
    const policy = (await get(url, { redirect: 'manual' })).headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split(';').map((text) => [text.split(' ')[0], text]));
    expect(directives.get('default-src'), url).toBe("default-src 'self'");
    expect(directives.get('object-src'), url).toBe("object-src 'none'");
    expect(directives.get('base-uri'), url).toBe("base-uri 'none'");
    expect(directives.get('frame-ancestors'), url).toBe("frame-ancestors 'none'");
    expect(directives.get('connect-src'), url).toBe("connect-src 'self'");
    expect(directives.get('script-src'), url).not.toMatch(/unsafe|\*|https?:/);
  }
});

test('sets Secure, host-bound cookies behind https', async () => {
  const secure = await startWorld({
    worker: false,
    env: { PUBLIC_URL: 'https://fws.example', OFFLINE_WORKER: '0' },
    webDist: path.join(folder, 'dist'),
  });
  try {
    const login = await fetch(`${secure.url}/api/user_register`, {
      method: 'POST',
      headers: { 'x-fws-client': 'web', 'content-type': 'application/json' },
      body: JSON.stringify(await readLegacyForm(userRegister, buildRegistrationForm())),
    });
    const page = await fetch(`${secure.url}/?lang=hi`);
    const social = await fetch(`${secure.url}/api/social/google`, { redirect: 'manual' });
    // A withdrawn service worker is replaced by one that removes itself.
    const worker = await fetch(`${secure.url}/sw.js`);
    expect([worker.headers.get('cache-control'), await worker.text()]).toEqual([
      'no-cache',
      expect.stringContaining('registration.unregister()'),
    ]);
    const cookies = [login, page, social].flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-fws_session',
      '__Host-fws_browser',
      '__Host-lang',
      '__Host-fws_ticket',
    ]);
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(1);
      expect(attributes, cookie).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'SameSite=Lax']));
      expect(cookie).not.toContain('Domain');
    }
    const hindi = await fetch(`${secure.url}/api/current_user`, {
      method: 'POST',
      headers: { cookie: '__Host-lang=hi; lang=en' },
    });
    expect(await hindi.json()).toMatchObject({ message: translate('hi', 'common.login_required') });
  } finally {
    await secure.close();
  }
});

test('sends content type and character set with every text', async () => {
  for (const [url, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/login', 'text/html; charset=utf-8'],
    ['/nowhere.txt', 'text/plain; charset=utf-8'],
    ['/pay/fws_1_none', 'text/html; charset=utf-8'],
    ['/assets/app.js', 'application/javascript; charset=utf-8'],
    ['/healthz', 'application/json; charset=utf-8'],
    ['/api/nothing', 'application/json; charset=utf-8'],
  ] as const)
    expect((await get(url, buildBearer())).headers.get('content-type'), url).toBe(type);
});

test.each([
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a length that is no number', 'Content-Length: 5x\r\n\r\nhello'],
  ['a header that is folded', 'X-One: a\r\n b\r\nContent-Length : 5\r\n\r\nhello'],
])('refuses a message with %s', async (_, headersAndBody) => {
  const { hostname, port } = new URL(world.url);
  const reply = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`POST /api/current_user HTTP/1.1\r\nHost: ${hostname}\r\n${headersAndBody}`),
    );
    socket.on('data', (part) => (text += part.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('ignores a session token in the query string', async () => {
  for (const name of ['auth_token', 'token', 'access_token']) {
    const query = `${name}=${user.token}`;
    expect((await get(`/api/current_user?${query}`, { method: 'POST' })).status).toBe(401);
    expect((await get(`/api/events?${query}`)).status).toBe(401);
  }
});

test('ignores form fields in the query string', async () => {
  const answer = await get('/api/user_login?user_name=asha@mail.example&password=monsoon2026', {
    method: 'POST',
  });
  expect(await answer.json()).toMatchObject({
    status: 422,
    errors: { user_name: expect.any(String), password: expect.any(String) },
  });
});

test('returns a client error for non-text values and changes no prototype', async () => {
  for (const value of ['{}', '[]', '[[1],[2]]', 'null', 'true', '1e400', '{"$ne":null}', '{"toString":1}']) {
    const response = await sendJson('job_detail', `{"job_id":${value}}`);
    expect([400, 404, 422], value).toContain(response.httpStatus);
  }
  for (const body of [
    '{"__proto__":{"admin":true},"job_id":"1"}',
    '{"constructor":{"prototype":{"admin":true}},"job_id":"1"}',
    '"text"',
    '[]',
    'null',
  ])
    expect([400, 404, 422], body).toContain((await sendJson('job_detail', body)).httpStatus);
  expect({}).not.toHaveProperty('admin');
});

const HOSTILE = [
  `' OR 1=1 --`,
  `'; DROP TABLE job; --`,
  `" UNION SELECT password_hash FROM user_account --`,
  String.raw`\'; SELECT pg_sleep(5) --`,
  `$1; $$ || chr(39)`,
  `%' ESCAPE '!`,
];

test('treats SQL in every search as plain text', async () => {
  await post(world, user);
  const searches: [name: string, field: string][] = [
    ['explore_jobs', 'location_filter'],
    ['profile_list', 'search'],
    ['fws_connected_user', 'search'],
    ['friends_search', 'search'],
  ];
  for (const [name, field] of searches)
    for (const text of HOSTILE)
      expect(await user.post(name, { [field]: text }), `${name} ${text}`).toMatchObject({
        httpStatus: 200,
        data: [],
      });
  for (const text of HOSTILE) {
    expect((await user.post('job_detail', { job_id: text })).httpStatus, text).toBe(422);
    expect((await user.post('notification_list', { cursor: text })).httpStatus, text).toBe(400);
    expect((await user.post('escrow_payment_status', { order_id: text })).httpStatus, text).toBe(422);
  }
  expect(await user.post('explore_jobs', {})).toMatchObject({ httpStatus: 200 });
});

const postTitled = async (title: string): Promise<number> => {
  const response = await user.post('post_job', {
    ...legacyJobForm,
    job_title: title,
  });
  expect(response.data, JSON.stringify(response)).toMatchObject([{ job_title: title }]);
  return (response.data as [{ id: number }])[0].id;
};

test('returns text unchanged, without decoding it twice or evaluating it', async () => {
  const title = String.raw`%253Cb%253E &lt;i&gt; <u>\u003c ${'{'}0} {{7*7}} %s $${'{'}jndi:x}`;
  const response = await user.post('job_detail', { job_id: String(await postTitled(title)) });
  expect(response.data).toMatchObject([{ job_title: title }]);
});

test('escapes data embedded in a page so that it cannot end its script element', async () => {
  const title = `</script><script>alert(1)</script><!--`;
  const id = await postTitled(title);
  const page = await get(`/job/${id}`, { headers: { cookie: `fws_session=${user.token}` } });
  const html = await page.text();
  expect(html).not.toContain('<script>alert');
  const json = /<script type="application\/json" id="answers"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const answers = JSON.parse(json) as Record<string, string>;
  const reply = answers[`job_detail?${JSON.stringify({ jobId: String(id) })}`];
  expect(JSON.parse(reply ?? '')).toMatchObject({ data: { title } });
});

test('sends the page that browsers keep for offline use without anybody’s data', async () => {
  const shell = await get('/offline-shell', { headers: { cookie: `fws_session=${user.token}` } });
  expect([shell.status, shell.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await shell.text()).not.toContain('id="answers"');
});

test('writes the details of a server error only to the log, and tells the caller under which id', async () => {
  logged.length = 0;
  const response = await fetch(`${world.url}/api/place_search`, {
    method: 'POST',
    body: new URLSearchParams({ search: 'pune' }),
    // Only a trusted proxy gives ids.
    headers: { 'x-request-id': 'chosen-by-the-caller' },
  });
  const requestId = response.headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/);
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      status: 500,
      message: translate('en', 'common.something_wrong'),
      data: null,
      request_id: requestId,
    },
  ]);
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      requestId,
      level: 'error',
      message: 'request failed',
      method: 'POST',
      path: '/api/place_search',
      error: expect.stringContaining(SECRET),
    },
  ]);
  const page = await fetch(`${world.url}/api/place_search`, {
    method: 'POST',
    body: new URLSearchParams({ search: 'pune' }),
    headers: { accept: 'text/html', 'accept-language': 'hi' },
  });
  expect(await page.text()).toContain(`<p>रेफ़रेंस नंबर: ${page.headers.get('x-request-id')}</p>`);
});

test('lists no folder and serves nothing outside the built app', async () => {
  for (const target of [
    '/assets',
    '/assets/',
    '/assets/../../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/.git/HEAD',
    '/.env',
    '/package.json',
  ]) {
    const { body } = await sendRaw('GET', target);
    expect(body, target).not.toContain(SECRET);
    expect(body, target).not.toMatch(/app\.js|ref:|workspaces/);
  }
  expect((await sendRaw('GET', '/assets/app.js')).status).toBe(200);
});
