import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { Limits } from '../limits.ts';
import { silentLog } from '../log.ts';
import { createApp } from './app.ts';
import { createRequestLimiter } from './request-limits.ts';

const limit = (scope: string, max: number) => [scope, { scope, max, windowMs: 60_000 }] as const;

let app: FastifyInstance;
/** The tokens whose session was looked up. */
let lookedUp: string[];
/** Tokens of sessions that have ended. */
let ended: Set<string>;
beforeEach(async () => {
  const limiter = createRequestLimiter(
    new Limits(
      new Map([
        limit('requests_address', 5),
        limit('requests_user', 8),
        limit('tokens_address', 6),
        limit('pages_address', 10),
        limit('webhooks_address', Infinity),
      ]),
    ),
  );
  app = await createApp({
    log: silentLog,
    countRequest: limiter.countRequest,
    trustProxy: false,
    secure: false,
    contentSecurityPolicy: {},
  });
  lookedUp = [];
  ended = new Set();
  // The token is the user's number; any other is invalid.
  app.post('/api/call', async (request) => {
    const token = request.headers.authorization ?? '';
    await limiter.admitToken(request, token === '' ? null : token);
    if (token === '') return { status: 200 };
    lookedUp.push(token);
    const userId = Number(token);
    if (!(userId > 0) || ended.has(token)) {
      limiter.refuseToken(request, token);
      return { status: 200 };
    }
    await limiter.countUser(request, userId);
    // A second count in the same request has no effect.
    await limiter.countUser(request, userId);
    return { status: 200 };
  });
  app.get('/jobs', () => 'a page');
  app.get('/assets/app.js', () => 'a script');
  app.post('/webhooks/payments', () => 'ok');
});
afterEach(() => app.close());

interface Sent {
  from?: string;
  token?: string;
  headers?: Record<string, string>;
}
const call = ({ from = '203.0.113.7', token = '', headers = {} }: Sent = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/call',
    remoteAddress: from,
    headers: { authorization: token, ...headers },
  });
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, remoteAddress: '203.0.113.7', headers });

/** Counts how many of the calls were let through. */
async function countPassed(
  times: number,
  send: (n: number) => Promise<{ statusCode: number }>,
): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n += 1) if ((await send(n)).statusCode === 200) passed += 1;
  return passed;
}

test('guests of one address share its limit, and another address has its own', async () => {
  expect(await countPassed(8, () => call())).toBe(5);
  expect(await countPassed(2, () => call({ from: '203.0.113.8' }))).toBe(2);
});

test('counts an IPv6 network as one address and a mapped IPv4 address as IPv4', async () => {
  expect(await countPassed(8, (n) => call({ from: `2001:db8:1:2::${n}` }))).toBe(5);
  expect(await countPassed(3, (n) => call({ from: `2001:db8:1:${n + 3}::1` }))).toBe(3);
  expect(await countPassed(8, (n) => call({ from: n % 2 ? '198.51.100.1' : '::ffff:198.51.100.1' }))).toBe(5);
});

test('a forged X-Forwarded-For and invalid tokens do not bypass the limit of the address', async () => {
  const sendForged = (n: number) =>
    call({ headers: { 'x-forwarded-for': `10.0.0.${n}` }, token: `bogus ${n}` });
  expect(await countPassed(8, sendForged)).toBe(5);
});

test('counts signed-in callers by user and not against their address', async () => {
  expect(await countPassed(12, () => call({ token: '7' }))).toBe(8);
  expect(await countPassed(6, (n) => call({ token: String(n + 10) }))).toBe(6);
});

test('counts a user over their limit against their address', async () => {
  await countPassed(8, () => call({ token: '7' }));
  await countPassed(5, () => call({ token: '7' }));
  expect((await call()).statusCode).toBe(429);
});

test('signed-in callers pass while guests exceed the limit of their address', async () => {
  await call({ token: '7' });
  expect(await countPassed(9, () => call())).toBe(5);
  expect(await countPassed(3, () => call({ token: '7' }))).toBe(3);
  // A user of whom this process has not heard yet.
  expect(await countPassed(3, () => call({ token: '8' }))).toBe(3);
});

test('looks up only so many unknown tokens of an address, whether guests may call or not', async () => {
  await call({ token: '7' });
  lookedUp = [];
  await countPassed(20, (n) => call({ token: `bogus ${n}` }));
  expect(lookedUp).toHaveLength(6);
  expect((await call({ token: 'bogus' })).statusCode).toBe(429);
  expect((await call({ token: 'bogus', from: '203.0.113.8' })).statusCode).toBe(200);
  expect(await countPassed(3, () => call({ token: '7' }))).toBe(3);
});

test('counts a token as unknown once its session has ended', async () => {
  await call({ token: '7' });
  ended.add('7');
  lookedUp = [];
  await countPassed(20, () => call({ token: '7' }));
  // The first of them was still known.
  expect(lookedUp).toHaveLength(7);
});

test('limits pages separately, and scripts and webhooks not at all', async () => {
  await countPassed(8, () => call());
  expect(await countPassed(12, () => get('/jobs'))).toBe(10);
  expect(await countPassed(30, () => get('/assets/app.js'))).toBe(30);
  const sendWebhook = () =>
    app.inject({ method: 'POST', url: '/webhooks/payments', remoteAddress: '203.0.113.7' });
  expect(await countPassed(30, sendWebhook)).toBe(30);
});

test('gives the same seconds in the message and in Retry-After', async () => {
  await countPassed(5, () => call());
  const refused = await call();
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { status: 429, message: `Too many tries. Please wait ${seconds} seconds and try again`, data: null },
  ]);
});

test('shows a browser a page in its language', async () => {
  await countPassed(10, () => get('/jobs'));
  const refused = await get('/jobs', {
    accept: 'text/html,application/xhtml+xml',
    'accept-language': 'hi-IN',
  });
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(refused.body).toContain('<html lang="hi">');
  expect(refused.body).toContain(`बहुत ज़्यादा कोशिशें हुईं। कृपया ${String(refused.headers['retry-after'])} सेकंड`);
});
