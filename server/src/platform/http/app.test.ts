import { connect } from 'node:net';
import { once } from 'node:events';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { waitFor } from '../../../test/wait.ts';
import { silentLog, type Log } from '../log.ts';
import { formatOpenMetrics, processMetrics } from '../metrics.ts';
import { createApp } from './app.ts';

const settings = {
  log: silentLog,
  countRequest: async () => undefined,
  trustProxy: false as const,
  secure: true,
  contentSecurityPolicy: {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'sha256-abc='"],
    'form-action': ["'self'", 'https://pay.example'],
  },
};

const headers = {
  'content-security-policy':
    "default-src 'self';script-src 'self' 'sha256-abc=';form-action 'self' https://pay.example",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringMatching(
    /^camera=\(self\), microphone=\(self\), geolocation=\(self\), accelerometer=\(\), .*usb=\(\)/,
  ),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

test('sends the same security headers with every answer, including errors and streams', async () => {
  const app = await createApp(settings);
  app.get('/', () => 'here');
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.get('/raw', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).end();
  });
  for (const url of ['/', '/', '/broken', '/nowhere', '/raw'])
    expect((await app.inject(url)).headers).toMatchObject(headers);
  await app.close();
});

test('lets a page set its own policy and sends no HSTS over http', async () => {
  const app = await createApp({ ...settings, secure: false });
  app.get('/', (_request, reply) =>
    reply.header('content-security-policy', "default-src 'none'").send('here'),
  );
  const answer = (await app.inject('/')).headers;
  expect(answer['content-security-policy']).toBe("default-src 'none'");
  expect(answer).not.toHaveProperty('strict-transport-security');
  await app.close();
});

test('compresses long answers to the web app’s own script and to nobody else', async () => {
  const app = await createApp(settings);
  const long = { names: Array.from({ length: 200 }, (_, n) => `काम ${n}`) };
  app.get('/long', () => long);
  app.get('/short', () => ({ ok: true }));
  const web = { 'x-fws-client': 'web', 'accept-encoding': 'gzip, br' };
  const compressed = await app.inject({ url: '/long', headers: web });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(JSON.parse(brotliDecompressSync(compressed.rawPayload).toString('utf8'))).toEqual(long);
  expect(compressed.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 2);
  for (const [url, headers] of [
    ['/short', web],
    ['/long', { 'accept-encoding': 'br' }],
    ['/long', { 'x-fws-client': 'web', 'accept-encoding': 'gzip' }],
  ] as const) {
    const plain = await app.inject({ url, headers });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toBeTruthy();
  }
  await app.close();
});

test('sends no-store with JSON and API answers unless the answer sets its own header', async () => {
  const app = await createApp(settings);
  app.get('/api/file', (_request, reply) => reply.type('text/csv').send('a,b'));
  app.get('/api/photo', (_request, reply) =>
    reply.header('cache-control', 'private, no-cache').send('photo'),
  );
  app.get('/healthz', () => ({ ok: true }));
  app.get('/page', (_request, reply) => reply.type('text/html').send('<p>'));
  const fetchCacheControl = async (url: string) => (await app.inject(url)).headers['cache-control'];
  expect(await fetchCacheControl('/api/file')).toBe('no-store');
  expect(await fetchCacheControl('/api/nothing')).toBe('no-store');
  expect(await fetchCacheControl('/healthz')).toBe('no-store');
  expect(await fetchCacheControl('/api/photo')).toBe('private, no-cache');
  expect(await fetchCacheControl('/page')).toBeUndefined();
  await app.close();
});

test('shows a browser an error page in its language', async () => {
  const app = await createApp(settings);
  app.get('/broken', () => {
    throw new Error('<b>broken</b>');
  });
  const headers = { accept: 'text/html', cookie: 'lang=hi' };
  const page = await app.inject({ url: '/broken', headers });
  expect([page.statusCode, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(page.body).toContain('कुछ गड़बड़ हो गई');
  expect(page.body).not.toContain('broken');
  expect((await app.inject('/broken')).json()).toMatchObject({ status: 500, data: null });
  await app.close();
});

test('a caller who goes away during a request is no outage in the log', async () => {
  const logged: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void logged.push(message) };
  const app = await createApp({ ...settings, log });
  let failed = 0;
  app.addHook('onError', async () => void (failed += 1));
  app.post('/form', () => ({ ok: true }));
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const length = 'content-length: 1000';
  const types = ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'];
  for (const type of types) {
    const socket = connect(Number(address.port), address.hostname);
    await once(socket, 'connect');
    socket.write(`POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${length}\r\n\r\n{"half`);
    setTimeout(() => socket.destroy(), 20);
  }
  await waitFor('the bodies that are parsed at once to fail', () => failed >= 2);
  await app.close();
  expect(logged).toEqual([]);
});

test('forwarded requests are counted and reported once where no proxy is trusted', async () => {
  const logged: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void logged.push(message) };
  const readCount = async () =>
    Number(/fws_untrusted_forwards_total (\d+)/.exec(await formatOpenMetrics([processMetrics]))?.[1]);
  const before = await readCount();
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  for (const trustProxy of [false, ['127.0.0.1']] as const) {
    const app = await createApp({ ...settings, log, trustProxy: trustProxy && [...trustProxy] });
    app.get('/', () => 'here');
    for (const sent of [{}, headers, headers]) await app.inject({ url: '/', headers: sent });
    await app.close();
  }
  expect(logged).toEqual([
    'a request was forwarded, but TRUST_PROXY is 0: behind a proxy all visitors share its limits',
  ]);
  expect((await readCount()) - before).toBe(2);
});

test('ends a request whose body stops arriving, and lets a handler take longer', async () => {
  const app = await createApp({ ...settings, stalledAfterMs: 100 });
  app.post('/form', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { ok: true };
  });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const send = async (body: string) => {
    const socket = connect(Number(address.port), address.hostname);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    socket.write(`POST /form HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n`);
    socket.write(`content-length: 8\r\n\r\n${body}`);
    await once(socket, 'close');
    return answer.split('\r\n')[0];
  };
  expect(await send('{"a":1} ')).toBe('HTTP/1.1 200 OK');
  expect(await send('{"a"')).not.toContain('200');
  await app.close();
});

test('closes a connection beyond its number at once', async () => {
  const app = await createApp({ ...settings, maxConnections: 1 });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const open = () => connect(Number(address.port), address.hostname);
  const held = open();
  await once(held, 'connect');
  await once(open(), 'close');
  expect(held.destroyed).toBe(false);
  held.destroy();
  await app.close();
});
