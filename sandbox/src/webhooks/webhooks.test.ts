import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient, buildOrderBody, buildSimulation, type Call } from '../../test/client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';

let sandbox: RunningSandbox;
let receiver: WebhookReceiver;
let call: Call;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', webhookRetryMs: 5 });
  call = createClient(sandbox.url);
  await createOrder('order-1');
});

afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const createOrder = (orderId: string) =>
  call('POST', '/pg/orders', buildOrderBody(orderId, { order_meta: { notify_url: receiver.url } }));
const attempt = (orderId: string, outcome: string) =>
  call('POST', '/pg/simulate', buildSimulation('ORDERS', orderId, outcome));
const listTypes = () => receiver.received.map(({ type }) => type);

test('webhooks are signed over the timestamp and the raw body', async () => {
  await attempt('order-1', 'SUCCESS');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  const [webhook] = receiver.received;
  if (!webhook) throw new Error('waited for above');

  const { headers, rawBody } = webhook;
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  const expected = createHmac('sha256', 'sandbox')
    .update(timestamp + rawBody.toString('utf8'))
    .digest('base64');
  expect(timestamp).toMatch(/^\d{13}$/);
  expect(headers).toMatchObject({
    'x-webhook-signature': expected,
    'x-webhook-version': '2025-01-01',
    'x-webhook-attempt': '1',
    'x-idempotency-key': expect.stringMatching(/\S/),
  });
  expect(JSON.parse(rawBody.toString('utf8'))).toMatchObject({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    event_time: expect.any(String),
    data: {
      order: { order_id: 'order-1', order_amount: 12000.5 },
      payment: { payment_status: 'SUCCESS' },
      customer_details: { customer_id: 'user-42' },
    },
  });
});

test('webhooks carry the outcome, and a pending payment has the type of a success', async () => {
  for (const outcome of ['FAILED', 'USER_DROPPED', 'PENDING']) await attempt('order-1', outcome);
  await vi.waitFor(() =>
    expect(listTypes()).toEqual([
      'PAYMENT_FAILED_WEBHOOK',
      'PAYMENT_USER_DROPPED_WEBHOOK',
      'PAYMENT_SUCCESS_WEBHOOK',
    ]),
  );
  expect(receiver.received[2]?.rawBody.toString()).toContain('"payment_status":"PENDING"');
});

test('webhooks are repeated with the same key until a 2xx answer, and stay in order', async () => {
  receiver.answers.push(500, 404, 302);
  await attempt('order-1', 'FAILED');
  await attempt('order-1', 'SUCCESS');
  await vi.waitFor(() => expect(listTypes()).toContain('PAYMENT_SUCCESS_WEBHOOK'));

  expect(listTypes()).toEqual([
    ...Array.from({ length: 4 }, () => 'PAYMENT_FAILED_WEBHOOK'),
    'PAYMENT_SUCCESS_WEBHOOK',
  ]);
  const failed = receiver.received.slice(0, 4);
  expect(failed.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3', '4']);
  expect(new Set(failed.map(({ headers }) => headers['x-idempotency-key'])).size).toBe(1);
});

test('webhooks about one order do not wait for those about another', async () => {
  await call(
    'POST',
    '/pg/orders',
    buildOrderBody('order-2', { order_meta: { notify_url: 'http://localhost:1/' } }),
  );
  await attempt('order-2', 'SUCCESS');
  await attempt('order-1', 'SUCCESS');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
});

test('webhooks stay unsent while switched off and can be resent by hand any number of times', async () => {
  await call('POST', '/control/faults', { webhooks: 'off' });
  await attempt('order-1', 'FAILED');
  await call('POST', '/control/faults', { webhooks: 'on' });
  await attempt('order-1', 'SUCCESS');
  await vi.waitFor(() => expect(listTypes()).toEqual(['PAYMENT_SUCCESS_WEBHOOK']));

  const page = await (await fetch(sandbox.url)).text();
  const path = /PAYMENT_FAILED_WEBHOOK[^]*?(\/control\/deliveries\/[\w-]+\/resend)/.exec(page)?.[1] ?? '';
  await call('POST', path);
  await vi.waitFor(() => expect(listTypes()).toHaveLength(2));
  await call('POST', path);
  await vi.waitFor(() =>
    expect(listTypes().slice(1)).toEqual(['PAYMENT_FAILED_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK']),
  );
});
