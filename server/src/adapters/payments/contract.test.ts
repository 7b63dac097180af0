import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { startWebhookReceiver, type WebhookReceiver } from '@fws/sandbox/webhook-receiver';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewGatewayOrder, PaymentGateway } from '../../ports/payment-gateway.ts';
import { cashfreePayments } from './cashfree.ts';

const SECRET = 'sandbox';
const adapters = [
  {
    name: 'cashfree',
    connect: (sandboxUrl: string) =>
      cashfreePayments({
        baseUrl: `${sandboxUrl}/pg`,
        clientId: 'sandbox',
        clientSecret: SECRET,
        checkout: 'sandbox-page',
        checkoutBaseUrl: sandboxUrl,
      }),
  },
];

describe.each(adapters)('PaymentGateway by $name', ({ connect }) => {
  let sandbox: RunningSandbox;
  let receiver: WebhookReceiver;
  let gateway: PaymentGateway;
  let wanted: NewGatewayOrder;
  let orders = 0;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    sandbox = await startSandbox({ port: 0, fwsUrl: receiver.url, payoutDelayMs: 20, webhookRetryMs: 10 });
    gateway = connect(sandbox.url);
  });

  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });

  beforeEach(() => {
    orders += 1;
    wanted = {
      orderId: `contract-order-${orders}`,
      amountPaise: 1_200_010,
      customerId: 'user-42',
      customerPhone: '+919876543210',
      returnUrl: 'http://localhost:3000/pay/{order_id}/return',
      notifyUrl: receiver.url,
      expiresAt: new Date(Date.now() + 3_600_000),
      note: 'Milestone 1',
    };
  });

  async function control(path: string, body: unknown): Promise<void> {
    const answer = await fetch(sandbox.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-id': 'sandbox',
        'x-client-secret': SECRET,
        'x-api-version': '2025-01-01',
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }

  const attempt = (payment_status: string) =>
    control('/pg/simulate', {
      entity: 'ORDERS',
      entity_id: wanted.orderId,
      entity_simulation: { payment_status },
    });

  test('creates an order and finds it again with the same amount', async () => {
    const order = await gateway.createOrder(wanted);

    expect(order).toMatchObject({
      orderId: wanted.orderId,
      amountPaise: 1_200_010,
      currency: 'INR',
      status: 'active',
    });
    expect(await gateway.getOrder(wanted.orderId)).toEqual(order);
    expect(await gateway.listPayments(wanted.orderId)).toEqual([]);
  });

  test.each([100, 101, 110, 199, 1999, 333_33, 99_999_99, 1_000_000_00])(
    'keeps every paisa of %i',
    async (amountPaise) => {
      expect(await gateway.createOrder({ ...wanted, amountPaise })).toMatchObject({ amountPaise });
    },
  );

  test('answers the existing order to the same request, and refuses another amount under its id', async () => {
    const order = await gateway.createOrder(wanted);

    expect(await gateway.createOrder(wanted)).toEqual(order);
    await expect(gateway.createOrder({ ...wanted, amountPaise: 5 * 100 })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'order_id_used',
    });
  });

  test('does not know an order nobody made', async () => {
    expect(await gateway.getOrder('nobody-made-it')).toBeNull();
    await expect(gateway.listPayments('nobody-made-it')).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test('lists failed, dropped and successful attempts, and the order is paid after the success', async () => {
    await gateway.createOrder(wanted);
    for (const outcome of ['FAILED', 'USER_DROPPED', 'SUCCESS']) await attempt(outcome);

    const payments = await gateway.listPayments(wanted.orderId);

    expect(payments.map((payment) => payment.status).toSorted()).toEqual([
      'failed',
      'success',
      'user_dropped',
    ]);
    const success = payments.find((payment) => payment.status === 'success');
    expect(success).toMatchObject({ amountPaise: 1_200_010, currency: 'INR', failureReason: null });
    expect(success?.completedAt).toBeInstanceOf(Date);
    expect(payments.find((payment) => payment.status === 'failed')?.failureReason).toMatch(/declined/);
    expect(await gateway.getOrder(wanted.orderId)).toMatchObject({ status: 'paid' });
  });

  test('closes an unpaid order', async () => {
    await gateway.createOrder(wanted);
    await gateway.terminateOrder(wanted.orderId);
    expect(await gateway.getOrder(wanted.orderId)).toMatchObject({ status: 'terminated' });
  });

  test('refunds once per refund id', async () => {
    await gateway.createOrder(wanted);
    await attempt('SUCCESS');
    const wish = { orderId: wanted.orderId, refundId: 'refund-1', amountPaise: 1_176_010, note: 'Cancelled' };

    const refund = await gateway.createRefund(wish);

    expect(refund).toMatchObject({ refundId: 'refund-1', amountPaise: 1_176_010 });
    expect((await gateway.createRefund(wish)).amountPaise).toBe(1_176_010);
    await expect(gateway.createRefund({ ...wish, amountPaise: 100 })).rejects.toMatchObject({
      outcome: 'rejected',
    });
    await expect
      .poll(() => gateway.getRefund(wanted.orderId, 'refund-1'))
      .toMatchObject({ status: 'success' });
    expect(await gateway.getRefund(wanted.orderId, 'refund-2')).toBeNull();
  });

  test('reports a failed refund', async () => {
    await gateway.createOrder(wanted);
    await attempt('SUCCESS');
    await gateway.createRefund({
      orderId: wanted.orderId,
      refundId: 'refund-f',
      amountPaise: 100,
      note: 'FAILED',
    });
    await expect
      .poll(() => gateway.getRefund(wanted.orderId, 'refund-f'))
      .toMatchObject({ status: 'failed' });
  });

  test('sends the payer to a page that exists', async () => {
    const checkout = gateway.checkout(await gateway.createOrder(wanted));
    if (checkout.kind !== 'redirect') throw new Error('the sandbox has a page of its own');
    const page = await fetch(checkout.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Pay ₹12,000.10');
  });

  test('shortens a note that is longer than the provider takes', async () => {
    await gateway.createOrder({ ...wanted, note: 'x'.repeat(500) });
    await attempt('SUCCESS');
    const refund = { orderId: wanted.orderId, refundId: 'refund-n', amountPaise: 100, note: 'x'.repeat(500) };
    expect(await gateway.createRefund(refund)).toMatchObject({ refundId: 'refund-n' });
  });

  test('reads genuine webhooks of payments and refunds', async () => {
    await gateway.createOrder(wanted);
    await attempt('SUCCESS');
    await gateway.createRefund({
      orderId: wanted.orderId,
      refundId: 'refund-w',
      amountPaise: 100,
      note: 'Back',
    });
    const mine = () => receiver.received.filter(({ rawBody }) => rawBody.includes(`"${wanted.orderId}"`));
    await vi.waitFor(() => expect(mine()).toHaveLength(2));

    const events = mine().map(({ headers, rawBody }) => gateway.readWebhook(headers, rawBody));

    expect(events).toMatchObject([
      { verdict: 'valid', event: { about: 'order', orderId: wanted.orderId } },
      { verdict: 'valid', event: { about: 'refund', orderId: wanted.orderId, refundId: 'refund-w' } },
    ]);
  });

  describe('webhooks made by hand', () => {
    const timestamp = '1763700000000';
    const read = (body: string, changed: Record<string, string | undefined> = {}) => {
      const at = changed['x-webhook-timestamp'] ?? timestamp;
      const signature = createHmac('sha256', SECRET)
        .update(at + body)
        .digest('base64');
      const headers = { 'x-webhook-timestamp': at, 'x-webhook-signature': signature, ...changed };
      return gateway.readWebhook(headers, Buffer.from(body));
    };
    const genuine = JSON.stringify({
      type: 'PAYMENT_SUCCESS_WEBHOOK',
      data: { order: { order_id: 'a-1' } },
    });

    test('a genuine one is valid, and its key is the same each time it comes', () => {
      expect(read(genuine)).toMatchObject({ verdict: 'valid', event: { about: 'order', orderId: 'a-1' } });
      expect(read(genuine)).toEqual(read(genuine));
      expect(read(genuine, { 'x-idempotency-key': 'k-1' })).toMatchObject({ dedupeKey: 'k-1' });
    });

    test('a type we do not act on is valid without an event', () => {
      const body = JSON.stringify({ type: 'VENDOR_ONBOARDED', data: {} });
      expect(read(body)).toMatchObject({ verdict: 'valid', type: 'VENDOR_ONBOARDED', event: null });
    });

    test.each([undefined, '', 'bm90IHRoZSBzaWduYXR1cmU=', 'x'.repeat(44)])(
      'a signature of %j is forged',
      (signature) => {
        expect(read(genuine, { 'x-webhook-signature': signature })).toMatchObject({ verdict: 'forged' });
      },
    );

    test('another secret is forged', () => {
      const signature = createHmac('sha256', 'guess')
        .update(timestamp + genuine)
        .digest('base64');
      expect(read(genuine, { 'x-webhook-signature': signature })).toMatchObject({ verdict: 'forged' });
    });

    test('a digit moved from the body into the timestamp is refused', () => {
      const signature = createHmac('sha256', SECRET).update(`${timestamp}7{}`).digest('base64');
      const moved = { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature };
      expect(gateway.readWebhook(moved, Buffer.from('7{}'))).toMatchObject({ verdict: 'malformed' });
    });

    test.each(['', '12ab', '-1', '1e3'])('a timestamp of %j is malformed', (at) => {
      expect(read(genuine, { 'x-webhook-timestamp': at })).toMatchObject({ verdict: 'malformed' });
    });

    test.each(['[]', 'null', '{"type":"PAYMENT_SUCCESS_WEBHOOK"}', '{"a":', '{}'])(
      'a signed body of %s is malformed',
      (body) => {
        expect(read(body)).toMatchObject({ verdict: 'malformed' });
      },
    );
  });

  const failNext = (status: number, when: 'before' | 'after') =>
    control('/control/faults', { failNext: { path: '/pg/orders', status, when } });

  describe('when the provider misbehaves', () => {
    test('a 503 is an unknown outcome', async () => {
      await failNext(503, 'before');
      await expect(gateway.createOrder(wanted)).rejects.toMatchObject({ outcome: 'unknown' });
      expect(await gateway.getOrder(wanted.orderId)).toBeNull();
    });

    test('a lost answer to a created order is an unknown outcome, and asking again finds the order', async () => {
      await failNext(502, 'after');
      await expect(gateway.createOrder(wanted)).rejects.toMatchObject({ outcome: 'unknown' });
      expect(await gateway.createOrder(wanted)).toMatchObject({ orderId: wanted.orderId, status: 'active' });
    });

    test('a 429 is limited, with the time to wait', async () => {
      await failNext(429, 'before');
      await expect(gateway.getOrder(wanted.orderId)).rejects.toMatchObject({
        outcome: 'limited',
        retryAfterMs: expect.any(Number),
      });
    });

    test('nobody listening is an unknown outcome', async () => {
      await expect(connect('http://localhost:1').getOrder('a-1')).rejects.toMatchObject({
        outcome: 'unknown',
        code: 'no_answer',
      });
    });

    test('a 404 that is not the vendor’s own word is not "no such order"', async () => {
      await expect(connect(`${sandbox.url}/elsewhere`).getOrder('a-1')).rejects.toMatchObject({
        name: 'ProviderError',
      });
    });
  });
});

test('Cashfree itself is paid through the script it serves', () => {
  const gateway = cashfreePayments({
    baseUrl: 'https://api.cashfree.com/pg',
    clientId: 'id',
    clientSecret: 'secret',
    checkout: 'script',
    checkoutBaseUrl: '',
  });
  expect(gateway.checkout({ sessionId: 'session_<1>' })).toEqual({
    kind: 'script',
    src: 'https://sdk.cashfree.com/js/v3/cashfree.js',
    start:
      'Cashfree({mode:"production"}).checkout({"paymentSessionId":"session_\\u003c1>","redirectTarget":"_self"})',
    hosts: 'https://*.cashfree.com',
  });
});
