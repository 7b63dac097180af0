import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../sandbox/test/webhook-receiver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewGatewayOrder, PaymentGateway } from '../../ports/payment-gateway.ts';
import { gateways } from '../../../test/providers/payment-gateways.ts';

const SECRET = 'sandbox';
const RETURN_URL = 'http://localhost:3000/pay/1/return';

describe.each(gateways)('PaymentGateway by $name', (gatewayUnderTest) => {
  const { connect } = gatewayUnderTest;
  let sandbox: RunningSandbox;
  let receiver: WebhookReceiver;
  let gateway: PaymentGateway;
  let newOrder: NewGatewayOrder;
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
    newOrder = {
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

  async function postControl(path: string, body: unknown): Promise<void> {
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
    postControl('/pg/simulate', {
      entity: 'ORDERS',
      entity_id: newOrder.orderId,
      entity_simulation: { payment_status },
    });

  test('creates an order and finds it again with the same amount', async () => {
    const order = await gateway.createOrder(newOrder);

    expect(order).toMatchObject({
      orderId: newOrder.orderId,
      amountPaise: 1_200_010,
      currency: 'INR',
      status: 'active',
    });
    expect(await gateway.getOrder(newOrder.orderId)).toEqual(order);
    expect(await gateway.listPayments(newOrder.orderId)).toEqual([]);
  });

  test.each([100, 101, 110, 199, 1999, 333_33, 99_999_99, 1_000_000_00])(
    'keeps every paisa of %i',
    async (amountPaise) => {
      expect(await gateway.createOrder({ ...newOrder, amountPaise })).toMatchObject({ amountPaise });
    },
  );

  test('returns the existing order for the same request and refuses another amount under its id', async () => {
    const order = await gateway.createOrder(newOrder);

    expect(await gateway.createOrder(newOrder)).toEqual(order);
    await expect(gateway.createOrder({ ...newOrder, amountPaise: 5 * 100 })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'order_id_used',
    });
  });

  test('returns null for an order that was never created', async () => {
    expect(await gateway.getOrder('nobody-made-it')).toBeNull();
    await expect(gateway.listPayments('nobody-made-it')).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test('lists failed, dropped and successful attempts, and the order is paid after the success', async () => {
    await gateway.createOrder(newOrder);
    for (const outcome of ['FAILED', 'USER_DROPPED', 'SUCCESS']) await attempt(outcome);

    const payments = await gateway.listPayments(newOrder.orderId);

    expect(payments.map((payment) => payment.status).toSorted()).toEqual([
      'failed',
      'success',
      'user_dropped',
    ]);
    const success = payments.find((payment) => payment.status === 'success');
    expect(success).toMatchObject({ amountPaise: 1_200_010, currency: 'INR', failureReason: null });
    expect(success?.completedAt).toBeInstanceOf(Date);
    expect(payments.find((payment) => payment.status === 'failed')?.failureReason).toMatch(/declined/);
    expect(await gateway.getOrder(newOrder.orderId)).toMatchObject({ status: 'paid' });
  });

  test('closes an unpaid order', async () => {
    await gateway.createOrder(newOrder);
    await gateway.terminateOrder(newOrder.orderId);
    expect(await gateway.getOrder(newOrder.orderId)).toMatchObject({ status: 'terminated' });
  });

  /** Creates a paid order and returns the payment that a refund needs. */
  async function createPaidOrder(
    changes: Partial<NewGatewayOrder> = {},
  ): Promise<{ orderId: string; paymentId: string }> {
    await gateway.createOrder({ ...newOrder, ...changes });
    await attempt('SUCCESS');
    const success = (await gateway.listPayments(newOrder.orderId)).find(
      (payment) => payment.status === 'success',
    );
    if (!success) throw new Error('the order has no payment');
    return { orderId: newOrder.orderId, paymentId: success.paymentId };
  }

  const fetchRefund = (paidOrder: { orderId: string; paymentId: string }, refundId: string) =>
    gateway.getRefund(paidOrder.orderId, paidOrder.paymentId, refundId);

  test('refunds once per refund id', async () => {
    const paidOrder = await createPaidOrder();
    const refundRequest = { ...paidOrder, refundId: 'r-1', amountPaise: 1_176_010, note: 'Cancelled' };

    const refund = await gateway.createRefund(refundRequest);

    expect(refund).toMatchObject({ refundId: 'r-1', orderId: newOrder.orderId, amountPaise: 1_176_010 });
    expect((await gateway.createRefund(refundRequest)).amountPaise).toBe(1_176_010);
    await expect(gateway.createRefund({ ...refundRequest, amountPaise: 100 })).rejects.toMatchObject({
      outcome: 'rejected',
    });
    await expect.poll(() => fetchRefund(paidOrder, 'r-1')).toMatchObject({ status: 'success' });
    expect(await gateway.getRefund(paidOrder.orderId, paidOrder.paymentId, 'r-2')).toBeNull();
  });

  test('refuses a refund of more than was paid', async () => {
    const paidOrder = await createPaidOrder();
    const half = { ...paidOrder, amountPaise: 700_000, note: 'Half' };
    await gateway.createRefund({ ...half, refundId: 'half-1' });
    await expect(gateway.createRefund({ ...half, refundId: 'half-2' })).rejects.toMatchObject({
      outcome: 'rejected',
    });
  });

  test('keeps a partly refunded payment as successful', async () => {
    const paidOrder = await createPaidOrder();
    await gateway.createRefund({ ...paidOrder, refundId: 'part', amountPaise: 100, note: 'A little' });
    await expect.poll(() => fetchRefund(paidOrder, 'part')).toMatchObject({ status: 'success' });
    expect(await gateway.listPayments(paidOrder.orderId)).toMatchObject([{ status: 'success' }]);
  });

  test('reports a failed refund', async () => {
    const paidOrder = await createPaidOrder();
    await gateway.createRefund({ ...paidOrder, refundId: 'refund-f', amountPaise: 100, note: 'FAILED' });
    await expect.poll(() => fetchRefund(paidOrder, 'refund-f')).toMatchObject({ status: 'failed' });
  });

  test('sends the payer to an existing page and back to the return address', async () => {
    const order = await gateway.createOrder({ ...newOrder, returnUrl: RETURN_URL });
    const checkout = gateway.checkout({ ...order, returnUrl: RETURN_URL });
    if (checkout.kind !== 'redirect') throw new Error('the sandbox has a page of its own');
    const page = await fetch(checkout.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Pay ₹12,000.10');
    const body = new URLSearchParams({ outcome: 'SUCCESS' });
    const pressed = await fetch(checkout.url.split('?')[0] ?? '', {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    expect(pressed.headers.get('location')).toBe(RETURN_URL);
  });

  test('truncates a note that exceeds the provider’s limit', async () => {
    const paidOrder = await createPaidOrder({ note: 'x'.repeat(500) });
    const refund = { ...paidOrder, refundId: 'refund-n', amountPaise: 100, note: 'x'.repeat(500) };
    expect(await gateway.createRefund(refund)).toMatchObject({ refundId: 'refund-n' });
  });

  test('reads genuine webhooks of payments and refunds', async () => {
    const paidOrder = await createPaidOrder();
    await gateway.createRefund({ ...paidOrder, refundId: 'refund-w', amountPaise: 100, note: 'Back' });
    const readEvents = () =>
      receiver.received
        .filter(({ rawBody }) => rawBody.includes(`"${newOrder.orderId}"`))
        .map(({ headers, rawBody }) => gateway.readWebhook(headers, rawBody));
    const { orderId } = newOrder;

    await vi.waitFor(() =>
      expect(readEvents()).toContainEqual(
        expect.objectContaining({
          verdict: 'valid',
          event: { about: 'refund', orderId, refundId: 'refund-w' },
        }),
      ),
    );
    expect(readEvents()[0]).toMatchObject({ verdict: 'valid', event: { about: 'order', orderId } });
    expect(readEvents().filter(({ verdict }) => verdict !== 'valid')).toEqual([]);
  });

  test('names the order in the webhook of every attempt', async () => {
    await gateway.createOrder(newOrder);
    for (const outcome of ['FAILED', 'USER_DROPPED', 'PENDING']) await attempt(outcome);
    const listOwnWebhooks = () =>
      receiver.received.filter(({ rawBody }) => rawBody.includes(`"${newOrder.orderId}"`));
    await vi.waitFor(() => expect(listOwnWebhooks()).toHaveLength(3));
    expect(
      listOwnWebhooks().map(({ headers, rawBody }) => gateway.readWebhook(headers, rawBody)),
    ).toMatchObject(
      Array.from({ length: 3 }, () => ({ event: { about: 'order', orderId: newOrder.orderId } })),
    );
  });

  describe('hand-made webhooks', () => {
    const read = (body: object | string, changed: Record<string, string | undefined> = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return gateway.readWebhook({ ...gatewayUnderTest.sign(text, SECRET), ...changed }, Buffer.from(text));
    };
    const genuine = gatewayUnderTest.webhooks.order;

    test('accepts a genuine webhook and gives it the same dedupe key each time', () => {
      expect(read(genuine)).toMatchObject({ verdict: 'valid', event: { about: 'order', orderId: 'a-1' } });
      expect(read(genuine)).toEqual(read(genuine));
      // The vendor's own delivery id is not signed: an attacker who captured a delivery could replay it under another
      // id.
      expect(read(genuine, { [gatewayUnderTest.dedupeHeader]: 'k-1' })).toEqual(read(genuine));
      expect(read({ ...genuine, note: 'another' })).not.toEqual(read(genuine));
    });

    test('returns the time of the signature', () => {
      expect(read(genuine)).toMatchObject({ signedAt: new Date('2025-11-21T04:40:00Z') });
    });

    test('accepts an unhandled type without an event', () => {
      expect(read(gatewayUnderTest.webhooks.unknown)).toMatchObject({ verdict: 'valid', event: null });
    });

    test.each([undefined, '', 'bm90IHRoZSBzaWduYXR1cmU=', 'x'.repeat(44), 'f'.repeat(64), 'F'.repeat(64)])(
      'reports a signature of %j as forged',
      (signature) => {
        expect(read(genuine, { [gatewayUnderTest.signatureHeader]: signature })).toMatchObject({
          verdict: 'forged',
        });
      },
    );

    test('reports another secret as forged', () => {
      const changed = gatewayUnderTest.sign(JSON.stringify(genuine), 'guess');
      expect(read(genuine, changed)).toMatchObject({ verdict: 'forged' });
    });

    test('reports a modified body as forged', () => {
      const text = JSON.stringify(genuine);
      const headers = gatewayUnderTest.sign(text, SECRET);
      expect(gateway.readWebhook(headers, Buffer.from(text.replace('a-1', 'a-2')))).toMatchObject({
        verdict: 'forged',
      });
    });

    test.each(['[]', 'null', JSON.stringify(gatewayUnderTest.webhooks.empty), '{"a":', '{}'])(
      'reports a signed body of %s as malformed',
      (body) => {
        expect(read(body)).toMatchObject({ verdict: 'malformed' });
      },
    );
  });

  const failNext = (status: number, when: 'before' | 'after', method: 'GET' | 'POST' = 'POST') =>
    postControl('/control/faults', { failNext: { path: gatewayUnderTest.ordersPath, method, status, when } });

  describe('provider failures', () => {
    test('returns an unknown outcome on a 503', async () => {
      await failNext(503, 'before');
      await expect(gateway.createOrder(newOrder)).rejects.toMatchObject({ outcome: 'unknown' });
      expect(await gateway.getOrder(newOrder.orderId)).toBeNull();
    });

    test('returns an unknown outcome when the answer is lost, and finds the created order on retry', async () => {
      await failNext(502, 'after');
      await expect(gateway.createOrder(newOrder)).rejects.toMatchObject({ outcome: 'unknown' });
      expect(await gateway.createOrder(newOrder)).toMatchObject({
        orderId: newOrder.orderId,
        status: 'active',
      });
    });

    test('returns limited with the time to wait on a 429', async () => {
      await failNext(429, 'before', 'GET');
      await expect(gateway.getOrder(newOrder.orderId)).rejects.toMatchObject({
        outcome: 'limited',
        retryAfterMs: expect.any(Number),
      });
    });

    test('returns an unknown outcome when nothing listens', async () => {
      await expect(connect('http://localhost:1').getOrder('a-1')).rejects.toMatchObject({
        outcome: 'unknown',
        code: 'no_answer',
      });
    });

    test('does not treat a foreign 404 as "no such order"', async () => {
      await expect(connect(`${sandbox.url}/elsewhere`).getOrder('a-1')).rejects.toMatchObject({
        name: 'ProviderError',
      });
    });
  });
});
