import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient, buildOrderBody, buildSimulation, type Call } from '../../test/client.ts';

const HOUR_MS = 3_600_000;

let sandbox: RunningSandbox;
let call: Call;
let now = new Date('2026-11-20T10:00:00Z');
let orderId = '';
let orders = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', now: () => now });
  call = createClient(sandbox.url);
});

afterAll(() => sandbox.close());

beforeEach(() => {
  orders += 1;
  orderId = `order-${orders}`;
});

const create = (changes: Record<string, unknown> = {}) =>
  call('POST', '/pg/orders', buildOrderBody(orderId, changes));
const attempt = (outcome: string) =>
  call('POST', '/pg/simulate', buildSimulation('ORDERS', orderId, outcome));
const getOrder = () => call('GET', `/pg/orders/${orderId}`);
const terminate = () => call('PATCH', `/pg/orders/${orderId}`, { order_status: 'TERMINATED' });
const listPayments = () => call('GET', `/pg/orders/${orderId}/payments`);

async function findPendingPaymentId(): Promise<string> {
  const html = await (await fetch(sandbox.url)).text();
  const id = /control\/payments\/(\d+)/.exec(html)?.[1];
  if (!id) throw new Error('no pending payment on the front page');
  return id;
}

describe('orders', () => {
  test('return everything a client needs', async () => {
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cf_order_id: expect.any(String),
      order_id: orderId,
      entity: 'order',
      order_amount: 12000.5,
      order_status: 'ACTIVE',
      payment_session_id: expect.stringMatching(/^session_/),
    });
    expect(body).not.toHaveProperty('payment_link');
  });

  test('return 409 for an existing id', async () => {
    await create();
    expect(await create()).toMatchObject({
      status: 409,
      body: { code: 'order_already_exists', type: 'invalid_request_error' },
    });
  });

  test.each([
    { order_amount: 0 },
    { order_amount: -5 },
    { order_amount: 0.99 },
    { order_amount: 10.005 },
    { order_amount: 1_000_000.01 },
    { order_amount: '100' },
    { order_currency: 'USD' },
    { order_id: 'no' },
    { order_id: 'spaces are wrong' },
    { customer_details: { customer_id: 'user-42' } },
    { order_meta: { return_url: 'javascript:alert(1)' } },
    { order_meta: { return_url: `https://fws.example/${'x'.repeat(250)}` } },
    { order_expiry_time: '2020-01-01T00:00:00Z' },
    { order_tags: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`tag${index}`, 'x'])) },
  ])('return 400 with %j', async (changes) => {
    expect(await create(changes)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code: expect.any(String), message: expect.any(String) },
    });
    expect((await getOrder()).status).toBe(404);
  });

  test('accept the largest amount', async () => {
    expect(await create({ order_amount: 1_000_000 })).toMatchObject({ status: 200 });
  });

  test('expire, and a later success is cancelled', async () => {
    await create({ order_expiry_time: new Date(now.getTime() + HOUR_MS).toISOString() });
    now = new Date(now.getTime() + HOUR_MS);
    expect(await getOrder()).toMatchObject({ body: { order_status: 'EXPIRED' } });
    expect((await attempt('FAILED')).status).toBe(400);
    await attempt('SUCCESS');
    expect(await listPayments()).toMatchObject({
      body: [{ payment_status: 'CANCELLED', is_captured: false }],
    });
    expect(await getOrder()).toMatchObject({ body: { order_status: 'EXPIRED' } });
  });

  test('still become paid when the attempt began before they expired', async () => {
    await create({ order_expiry_time: new Date(now.getTime() + HOUR_MS).toISOString() });
    await attempt('PENDING');
    now = new Date(now.getTime() + 2 * HOUR_MS);
    await call('POST', '/pg/simulate', buildSimulation('PAYMENTS', await findPendingPaymentId(), 'SUCCESS'));
    expect(await getOrder()).toMatchObject({ body: { order_status: 'PAID' } });
  });
});

describe('termination', () => {
  test('closes an unpaid order', async () => {
    await create();
    expect(await terminate()).toMatchObject({ status: 200, body: { order_status: 'TERMINATED' } });
    expect((await attempt('FAILED')).status).toBe(400);
  });

  test.each([
    { outcome: 'FAILED', becomes: 'TERMINATED' },
    { outcome: 'SUCCESS', becomes: 'PAID' },
  ])('waits for a pending payment, and $outcome makes it $becomes', async ({ outcome, becomes }) => {
    await create();
    await attempt('PENDING');
    expect(await terminate()).toMatchObject({ body: { order_status: 'TERMINATION_REQUESTED' } });
    await call('POST', '/pg/simulate', buildSimulation('PAYMENTS', await findPendingPaymentId(), outcome));
    expect(await getOrder()).toMatchObject({ body: { order_status: becomes } });
  });

  test('returns 400 for a paid order', async () => {
    await create();
    await attempt('SUCCESS');
    expect(await terminate()).toMatchObject({ status: 400, body: { code: 'order_already_paid' } });
  });
});

describe('attempts', () => {
  test('are listed newest first, and failures leave the order open', async () => {
    await create();
    await attempt('FAILED');
    await attempt('USER_DROPPED');
    expect(await getOrder()).toMatchObject({ body: { order_status: 'ACTIVE' } });
    await attempt('SUCCESS');
    expect(await listPayments()).toMatchObject({
      body: [
        { payment_status: 'SUCCESS', is_captured: true, payment_amount: 12000.5, error_details: null },
        { payment_status: 'USER_DROPPED' },
        { payment_status: 'FAILED', error_details: { error_description: expect.any(String) } },
      ],
    });
  });

  test('pay once, and only once more when a second payment is allowed', async () => {
    await create();
    await attempt('SUCCESS');
    expect(await attempt('SUCCESS')).toMatchObject({ status: 400, body: { code: 'order_already_paid' } });

    await call('POST', `/control/orders/${orderId}/second-payment`);
    expect((await attempt('SUCCESS')).status).toBe(200);
    expect((await attempt('SUCCESS')).status).toBe(400);
    expect((await listPayments()).body).toHaveLength(2);
  });

  test('return 400 when they have already ended', async () => {
    await create();
    await attempt('PENDING');
    const id = await findPendingPaymentId();
    await call('POST', '/pg/simulate', buildSimulation('PAYMENTS', id, 'FAILED'));
    expect(await call('POST', '/pg/simulate', buildSimulation('PAYMENTS', id, 'SUCCESS'))).toMatchObject({
      status: 400,
    });
  });
});

describe('authentication and rate limits', () => {
  const version = { 'x-api-version': '2025-01-01' };

  test.each([
    version,
    { ...version, 'x-client-id': 'sandbox' },
    { ...version, 'x-client-id': 'sandbox', 'x-client-secret': 'wrong' },
    { ...version, 'x-client-id': 'wrong', 'x-client-secret': 'sandbox' },
  ])('returns 401 for the headers %j', async (headers) => {
    expect(await createClient(sandbox.url, headers)('GET', '/pg/orders/order-1')).toMatchObject({
      status: 401,
      body: { type: 'authentication_error' },
    });
  });

  test('returns 400 without a version', async () => {
    const headers = { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox' };
    expect(await createClient(sandbox.url, headers)('GET', '/pg/orders/order-1')).toMatchObject({
      status: 400,
    });
  });

  test('returns 429 above the calls per minute when rate limits are on', async () => {
    let at = new Date('2026-11-20T10:00:00Z');
    const limited = await startSandbox({
      port: 0,
      fwsUrl: 'http://localhost:1',
      rateLimits: true,
      now: () => at,
    });
    const ask = () => createClient(limited.url)('GET', '/pg/orders/nobody/payments');
    const statuses: number[] = [];
    for (let calls = 0; calls < 31; calls += 1) statuses.push((await ask()).status);
    const refused = await ask();
    at = new Date('2026-11-20T10:01:00Z');
    const nextMinute = await ask();
    await limited.close();

    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(refused).toMatchObject({ status: 429, body: { type: 'rate_limit_error' } });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('30');
    expect(refused.headers.get('x-ratelimit-retry')).toBe('60');
    expect(nextMinute.status).toBe(404);
  });
});
