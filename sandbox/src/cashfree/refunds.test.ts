import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient, buildOrderBody, buildSimulation, type Call } from '../../test/client.ts';

let sandbox: RunningSandbox;
let call: Call;
let path = '';
let orders = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', payoutDelayMs: 10 });
  call = createClient(sandbox.url);
});

afterAll(() => sandbox.close());

beforeEach(async () => {
  orders += 1;
  path = `/pg/orders/order-${orders}`;
  await call('POST', '/pg/orders', buildOrderBody(`order-${orders}`));
});

const pay = () => call('POST', '/pg/simulate', buildSimulation('ORDERS', `order-${orders}`, 'SUCCESS'));
const refund = (changes: Record<string, unknown> = {}) =>
  call('POST', `${path}/refunds`, { refund_id: 'refund-1', refund_amount: 100.1, ...changes });
const getRefund = async () => (await call('GET', `${path}/refunds/refund-1`)).body;

test.each([
  { note: 'SUCCESS', ends: 'SUCCESS' },
  { note: 'FAILED', ends: 'FAILED' },
  { note: 'Milestone cancelled', ends: 'SUCCESS' },
])('a refund with the note $note ends as $ends', async ({ note, ends }) => {
  await pay();
  expect(await refund({ refund_note: note })).toMatchObject({
    status: 200,
    body: { refund_status: 'PENDING', refund_amount: 100.1, entity: 'refund' },
  });
  await expect.poll(getRefund).toMatchObject({ refund_status: ends });
});

test('a refund with the note PENDING stays pending until a control ends it', async () => {
  await pay();
  await refund({ refund_note: 'PENDING' });
  const control = `/control${path.replace('/pg', '')}/refunds/refund-1`;
  expect(await getRefund()).toMatchObject({ refund_status: 'PENDING' });
  await call('POST', control, { outcome: 'FAILED' });
  expect(await getRefund()).toMatchObject({ refund_status: 'FAILED' });
  expect((await call('POST', control, { outcome: 'SUCCESS' })).status).toBe(400);
});

test('a repeated request returns the same refund, or 400 with another body', async () => {
  await pay();
  const first = await refund();
  expect(await refund()).toMatchObject({
    status: 200,
    body: { cf_refund_id: expect.any(String), created_at: expect.any(String) },
  });
  expect((await call('GET', `${path}/refunds`)).body).toHaveLength(1);
  expect(first.status).toBe(200);
  expect((await refund({ refund_amount: 100.2 })).status).toBe(400);
  expect((await refund({ refund_note: 'other' })).status).toBe(400);
});

test('returns 400 when refunds exceed what was paid', async () => {
  expect((await refund()).status).toBe(400);
  await pay();
  expect((await refund({ refund_amount: 12000.51 })).status).toBe(400);
  expect((await refund({ refund_amount: 12000.5 })).status).toBe(200);
  expect((await refund({ refund_id: 'refund-2', refund_amount: 0.01 })).status).toBe(400);
});

test('accepts a new refund after a failed one', async () => {
  await pay();
  await refund({ refund_amount: 12000.5, refund_note: 'FAILED' });
  await expect.poll(getRefund).toMatchObject({ refund_status: 'FAILED' });
  expect((await refund({ refund_id: 'refund-2', refund_amount: 12000.5 })).status).toBe(200);
});
