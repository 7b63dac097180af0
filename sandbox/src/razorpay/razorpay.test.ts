import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient, buildSimulation, type Call } from '../../test/client.ts';

const buildBasicAuth = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

let sandbox: RunningSandbox;
let call: Call;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', payoutDelayMs: 20 });
  call = createClient(`${sandbox.url}/razorpay/v1`, buildBasicAuth('sandbox:sandbox'));
});
afterAll(() => sandbox.close());

const createOrder = (receipt: string, amount: unknown = 50_000) =>
  call('POST', '/orders', { amount, currency: 'INR', receipt });

describe('errors', () => {
  const refusal = { code: 'BAD_REQUEST_ERROR', description: expect.any(String), metadata: {} };

  test.each([0, 99, 100.5, '100', -100])('return 400 for the amount %j', async (amount) => {
    expect(await createOrder('r', amount)).toMatchObject({ status: 400, body: { error: refusal } });
  });

  test('return 400 for an unknown id', async () => {
    expect(await call('GET', '/orders/order_1')).toMatchObject({
      status: 400,
      body: { error: { ...refusal, description: 'The id provided does not exist' } },
    });
  });

  test.each([
    {},
    buildBasicAuth('sandbox:wrong'),
    buildBasicAuth('wrong:sandbox'),
    { authorization: 'Bearer sandbox' },
  ])('return 401 for the headers %j', async (headers) => {
    const stranger = createClient(`${sandbox.url}/razorpay/v1`, headers);
    expect(await stranger('GET', '/orders')).toMatchObject({ status: 401, body: { error: refusal } });
  });

  test('return 400 for a payout without an idempotency key', async () => {
    const body = {
      account_number: '1',
      fund_account_id: 'fa_1',
      amount: 100,
      currency: 'INR',
      mode: 'IMPS',
      purpose: 'payout',
    };
    expect(await call('POST', '/payouts', body)).toMatchObject({ status: 400, body: { error: refusal } });
  });
});

test('an attempt simulated by receipt appears in the format of Razorpay', async () => {
  const { body } = await createOrder('receipt-1');
  const { id } = body as { id: string };
  expect(body).toMatchObject({ entity: 'order', amount: 50_000, status: 'created', notes: [] });
  const cashfree = createClient(sandbox.url);
  await cashfree('POST', '/pg/simulate', buildSimulation('ORDERS', 'receipt-1', 'USER_DROPPED'));
  await cashfree('POST', '/pg/simulate', buildSimulation('ORDERS', 'receipt-1', 'SUCCESS'));
  expect(await call('GET', `/orders/${id}/payments`)).toMatchObject({
    body: {
      entity: 'collection',
      count: 2,
      items: [
        { entity: 'payment', status: 'captured', order_id: id, amount: 50_000 },
        { status: 'failed', error_reason: 'payment_cancelled' },
      ],
    },
  });
  expect(await call('GET', `/orders/${id}`)).toMatchObject({ body: { status: 'paid', attempts: 2 } });
});

test('a repeated refund key returns the same refund, or 400 with another body', async () => {
  const { body } = await createOrder('receipt-2');
  const { id } = body as { id: string };
  await createClient(sandbox.url)('POST', '/pg/simulate', buildSimulation('ORDERS', 'receipt-2', 'SUCCESS'));
  const { body: list } = await call('GET', `/orders/${id}/payments`);
  const [payment] = (list as { items: { id: string }[] }).items;
  const keyed = createClient(`${sandbox.url}/razorpay/v1`, {
    ...buildBasicAuth('sandbox:sandbox'),
    'x-refund-idempotency': 'refund-key-1',
  });
  const refund = (amount: number) => keyed('POST', `/payments/${payment?.id}/refund`, { amount });
  const first = await refund(1000);
  expect(first).toMatchObject({ status: 200, body: { entity: 'refund', status: 'pending', receipt: null } });
  expect((await refund(1000)).body).toMatchObject({ id: (first.body as { id: string }).id });
  expect(await refund(2000)).toMatchObject({ status: 400 });
});

test('returns 429 without a rate-limit header above the calls per minute', async () => {
  const limited = await startSandbox({
    port: 0,
    fwsUrl: 'http://localhost:1',
    rateLimits: true,
    now: () => new Date('2026-11-20T10:00:00Z'),
  });
  const ask = () =>
    createClient(`${limited.url}/razorpay/v1`, buildBasicAuth('sandbox:sandbox'))('GET', '/orders');
  for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 10 }, ask));
  const refused = await ask();
  await limited.close();
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'BAD_REQUEST_ERROR' } } });
  expect(refused.headers.get('x-ratelimit-retry')).toBeNull();
});
