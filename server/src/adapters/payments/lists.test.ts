import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayMovement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { gateways } from '../../../test/providers/payment-gateways.ts';

/** Lists by date that a payment gateway gives for the whole account. */

const HOUR_MS = 3_600_000;
/** More than one page of either provider. */
const PAYMENTS = 103;

/** A server that answers every request with the body that the test sets. */
async function startScripted(): Promise<{ url: string; setAnswer: (body: unknown) => void; server: Server }> {
  let answerBody: unknown = {};
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerBody));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, setAnswer: (body) => (answerBody = body), server };
}

/** An entry in each provider's format. */
const ENTRIES = {
  cashfree: {
    wrap: (row: object) => ({ cursor: null, limit: 100, data: [row] }),
    payment: {
      event_details: {
        event_id: '9001',
        event_type: 'PAYMENT',
        event_status: 'SUCCESS',
        event_amount: 12000.1,
        event_time: '2026-11-20T10:00:00+05:30',
      },
      order_details: { order_id: 'order-1' },
      payment_details: { cf_payment_id: '9001' },
    },
    broken: [
      { event_details: { event_type: 'PAYMENT', event_status: 'SUCCESS', event_amount: 1 } },
      {
        event_details: {
          event_id: '1',
          event_type: 'PAYMENT',
          event_status: 'SUCCESS',
          event_amount: 1.001,
          event_time: '2026-11-20T10:00:00+05:30',
        },
      },
    ],
  },
  razorpay: {
    wrap: (row: object) => ({ entity: 'collection', count: 1, items: [row] }),
    payment: {
      id: '9001',
      amount: 1_200_010,
      status: 'captured',
      captured: true,
      order_id: 'order_1',
      notes: { order_id: 'order-1' },
      created_at: 1_795_149_000,
    },
    broken: [
      { id: '9001', amount: 12000.1, status: 'captured', captured: true, created_at: 1_795_149_000 },
      { id: '9001', amount: 1, status: 'captured', captured: true, created_at: 'yesterday' },
    ],
  },
};

describe.each(gateways)('lists of a PaymentGateway by $name', ({ name, connect }) => {
  const entries = ENTRIES[name === 'cashfree' ? 'cashfree' : 'razorpay'];
  let sandbox: RunningSandbox;
  let scripted: Awaited<ReturnType<typeof startScripted>>;
  let gateway: PaymentGateway;
  const now = () => Date.now();

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', payoutDelayMs: 20 });
    scripted = await startScripted();
    gateway = connect(sandbox.url);
  });
  afterAll(async () => {
    await sandbox.close();
    scripted.server.close();
  });

  async function placeOrder(orderId: string, outcome: string): Promise<void> {
    await gateway.createOrder({
      orderId,
      amountPaise: 1_200_010,
      customerId: 'user-42',
      customerPhone: '+919876543210',
      returnUrl: 'http://localhost:3000/pay',
      notifyUrl: 'http://localhost:1',
      expiresAt: new Date(now() + HOUR_MS),
      note: 'Milestone 1',
    });
    await fetch(`${sandbox.url}/pg/simulate`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-id': 'sandbox',
        'x-client-secret': 'sandbox',
        'x-api-version': '2025-01-01',
      },
      body: JSON.stringify({
        entity: 'ORDERS',
        entity_id: orderId,
        entity_simulation: { payment_status: outcome },
      }),
    });
  }

  async function listAll(
    from: number,
    until: number,
  ): Promise<{ pages: number; movements: GatewayMovement[] }> {
    const movements: GatewayMovement[] = [];
    let cursor: string | null = null;
    for (let pages = 1; ; pages++) {
      const query = { from: new Date(from), until: new Date(until), cursor };
      const page: Awaited<ReturnType<PaymentGateway['listMovements']>> = await gateway.listMovements(query);
      movements.push(...page.movements);
      if (page.next === null) return { pages, movements };
      cursor = page.next;
    }
  }

  test('lists every payment once across pages, with its order and amount', async () => {
    const orderIds = Array.from({ length: PAYMENTS }, (_, index) => `listed-${index}`);
    for (const orderId of orderIds) await placeOrder(orderId, 'SUCCESS');
    const { pages, movements } = await listAll(now() - HOUR_MS, now() + HOUR_MS);
    expect(pages).toBeGreaterThan(1);
    const payments = movements.filter(({ kind }) => kind === 'payment');
    expect(payments).toHaveLength(PAYMENTS);
    expect(new Set(payments.map(({ orderId }) => orderId))).toEqual(new Set(orderIds));
    expect(new Set(payments.map(({ id }) => id)).size).toBe(PAYMENTS);
    expect(
      payments.filter((payment) => payment.status !== 'success' || payment.amountPaise !== 1_200_010),
    ).toEqual([]);
    const [payment] = await gateway.listPayments('listed-7');
    expect(payments.find(({ orderId }) => orderId === 'listed-7')?.id).toBe(payment?.paymentId);
  });

  test('lists nothing outside the period', async () => {
    await placeOrder('outside', 'SUCCESS');
    expect((await listAll(now() + HOUR_MS, now() + 2 * HOUR_MS)).movements).toEqual([]);
    expect((await listAll(now() - 2 * HOUR_MS, now() - HOUR_MS)).movements).toEqual([]);
  });

  test('distinguishes pending and failed attempts from payments', async () => {
    for (const outcome of ['PENDING', 'FAILED']) await placeOrder(`attempt-${outcome}`, outcome);
    const { movements } = await listAll(now() - HOUR_MS, now() + HOUR_MS);
    const findStatus = (orderId: string) =>
      movements.find((movement) => movement.orderId === orderId)?.status;
    expect(findStatus('attempt-PENDING')).toBe('pending');
    expect(findStatus('attempt-FAILED')).toBe('failed');
  });

  test('lists a refund by our id and keeps the fully refunded payment as successful', async () => {
    await placeOrder('refunded', 'SUCCESS');
    const [payment] = await gateway.listPayments('refunded');
    await gateway.createRefund({
      orderId: 'refunded',
      paymentId: payment?.paymentId ?? '',
      refundId: 'refund-listed',
      amountPaise: 1_200_010,
      note: 'Cancelled',
    });
    const listRefundedMovements = async () =>
      (await listAll(now() - HOUR_MS, now() + HOUR_MS)).movements.filter(
        (movement) => movement.orderId === 'refunded',
      );
    await expect
      .poll(async () => (await listRefundedMovements()).map(({ status }) => status))
      .toEqual(['success', 'success']);
    expect(await listRefundedMovements()).toMatchObject([
      { kind: 'payment', id: payment?.paymentId },
      { kind: 'refund', id: 'refund-listed', amountPaise: 1_200_010 },
    ]);
  });

  test('reads an entry in the documented format', async () => {
    scripted.setAnswer(entries.wrap(entries.payment));
    const query = { from: new Date(0), until: new Date(), cursor: null };
    const { movements } = await connect(scripted.url).listMovements(query);
    expect(movements).toMatchObject([
      {
        kind: 'payment',
        id: '9001',
        orderId: 'order-1',
        amountPaise: 1_200_010,
        status: 'success',
        at: new Date('2026-11-20T04:30:00Z'),
      },
    ]);
  });

  test.each([0, 1])('refuses an unreadable entry and names the field: %i', async (index) => {
    scripted.setAnswer(entries.wrap(entries.broken[index] ?? {}));
    const query = { from: new Date(0), until: new Date(), cursor: null };
    await expect(connect(scripted.url).listMovements(query)).rejects.toMatchObject({
      outcome: 'unknown',
      code: 'unexpected_answer',
      message: expect.stringMatching(/event_id|event_time|event_amount|amount|created_at/),
    });
  });

  test('refuses an answer without a list', async () => {
    scripted.setAnswer({ message: 'maintenance' });
    const query = { from: new Date(0), until: new Date(), cursor: null };
    await expect(connect(scripted.url).listMovements(query)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});
