import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { startWebhookReceiver, type WebhookReceiver } from '@fws/sandbox/webhook-receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GatewaySettlement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { gateways } from './testing.ts';

/** Records that a payment gateway keeps after a payment: chargebacks and settlements. */

/** What each provider is expected to report for the same actions. */
const SAYS = {
  cashfree: {
    saysWhen: true,
    reversed: 'reversed',
    opened: 'DISPUTE_CREATED',
    ended: 'DISPUTE_CLOSED',
    settled: ['SETTLEMENT_INITIATED', 'SETTLEMENT_SUCCESS'],
  },
  razorpay: {
    saysWhen: false,
    reversed: 'failed',
    opened: 'payment.dispute.created',
    ended: 'payment.dispute.won',
    settled: ['settlement.processed'],
  },
};

const AMOUNT_PAISE = 1_200_010;
const HOUR_MS = 3_600_000;

describe.each(gateways)('records of a PaymentGateway by $name', ({ name, connect }) => {
  const says = SAYS[name === 'cashfree' ? 'cashfree' : 'razorpay'];
  let sandbox: RunningSandbox;
  let receiver: WebhookReceiver;
  let gateway: PaymentGateway;
  let orderId = '';
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
    orderId = `record-order-${orders}`;
  });

  async function control(path: string, body: unknown = {}): Promise<void> {
    const answer = await fetch(sandbox.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-id': 'sandbox',
        'x-client-secret': 'sandbox',
        'x-api-version': '2025-01-01',
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }

  async function pay(): Promise<string> {
    await gateway.createOrder({
      orderId,
      amountPaise: AMOUNT_PAISE,
      customerId: 'user-42',
      customerPhone: '+919876543210',
      returnUrl: 'http://localhost:3000/pay/{order_id}/return',
      notifyUrl: receiver.url,
      expiresAt: new Date(Date.now() + HOUR_MS),
      note: 'Milestone 1',
    });
    await control('/pg/simulate', {
      entity: 'ORDERS',
      entity_id: orderId,
      entity_simulation: { payment_status: 'SUCCESS' },
    });
    const [payment] = await gateway.listPayments(orderId);
    if (!payment) throw new Error('the order has no payment');
    return payment.paymentId;
  }

  /** All genuine webhooks received so far. */
  const told = () =>
    receiver.received
      .map(({ headers, rawBody }) => gateway.readWebhook(headers, rawBody))
      .flatMap((reading) => (reading.verdict === 'valid' ? [reading] : []));

  async function onlyChargeback() {
    const [found, ...more] = await gateway.listChargebacks(orderId);
    if (!found) throw new Error('the order has no chargeback');
    expect(more).toEqual([]);
    return found;
  }

  test('a chargeback debits the money and returns it when it is won', async () => {
    const paymentId = await pay();
    expect(await gateway.listChargebacks(orderId)).toEqual([]);
    await control(`/control/payments/${paymentId}/dispute`);
    const opened = await onlyChargeback();
    expect(opened).toMatchObject({
      orderId,
      paymentId,
      amountPaise: AMOUNT_PAISE,
      currency: 'INR',
      status: 'open',
      isDebited: true,
    });
    expect(opened.respondBy).toBeInstanceOf(Date);
    expect(await gateway.getChargeback(opened.chargebackId)).toEqual(opened);
    await control(`/control/disputes/${opened.chargebackId}`, { step: 'MERCHANT_WON' });
    const won = await onlyChargeback();
    expect(won).toMatchObject({ status: 'won', isDebited: false });
    expect(Number(won.updatedAt) > Number(opened.updatedAt)).toBe(says.saysWhen);
    await vi.waitFor(() => expect(told().filter(({ type }) => type === says.ended)).toHaveLength(1));
    expect(told().filter(({ type }) => type === says.opened)).toMatchObject([
      { verdict: 'valid', event: { about: 'chargeback', chargebackId: opened.chargebackId } },
    ]);
  });

  test.each([
    { step: 'UNDER_REVIEW', type: 'RETRIEVAL', status: 'open', isDebited: false },
    { step: 'CREATED', type: 'DISPUTE', status: 'open', isDebited: false },
    { step: 'CREATED', type: 'PRE_ARBITRATION', status: 'open', isDebited: true },
    { step: 'MERCHANT_LOST', type: 'DISPUTE', status: 'lost', isDebited: true },
    { step: 'MERCHANT_ACCEPTED', type: 'CHARGEBACK', status: 'lost', isDebited: true },
    { step: 'INSUFFICIENT_EVIDENCE', type: 'ARBITRATION', status: 'lost', isDebited: true },
  ])('$type at $step is $status', async ({ step, type, status, isDebited }) => {
    const paymentId = await pay();
    await control(`/control/payments/${paymentId}/dispute`, { type, amount: 100.1 });
    const { chargebackId } = await onlyChargeback();
    await control(`/control/disputes/${chargebackId}`, { step, type });
    expect(await onlyChargeback()).toMatchObject({ status, isDebited, amountPaise: 100_10 });
  });

  test('returns null for a chargeback or settlement that does not exist', async () => {
    expect(await gateway.getChargeback('1')).toBeNull();
    expect(await gateway.getSettlement('1')).toBeNull();
  });

  const listed = async () => {
    const asked = { from: new Date(Date.now() - HOUR_MS), until: new Date(Date.now() + HOUR_MS) };
    const page = await gateway.listSettlements({ ...asked, cursor: null });
    expect(page.next).toBeNull();
    return page.settlements;
  };

  /** Independent of the order in which a provider lists them. */
  async function listedSince(before: GatewaySettlement[]): Promise<GatewaySettlement[]> {
    const known = new Set(before.map(({ settlementId }) => settlementId));
    return (await listed()).filter(({ settlementId }) => !known.has(settlementId));
  }

  test('a settlement reports the net amount, the fee and its GST; a failed one is left for the next', async () => {
    await control('/control/settlements', { outcome: 'SUCCESS' });
    await pay();
    const before = await listed();
    await control('/control/settlements', { outcome: 'FAILED' });
    await control('/control/settlements', { outcome: 'SUCCESS' });
    const fresh = await listedSince(before);
    expect(fresh).toHaveLength(2);
    const failed = fresh.find(({ status }) => status === 'failed');
    const sent = fresh.find(({ status }) => status === 'success');
    expect(failed).toMatchObject({ status: 'failed', utr: null });
    expect(sent).toMatchObject({ status: 'success', feePaise: 210_00, gstPaise: 37_80 });
    expect(sent?.settledPaise).toBe(AMOUNT_PAISE - 210_00 - 37_80);
    expect(sent?.settledAt).toBeInstanceOf(Date);
    const id = sent?.settlementId ?? '';
    expect(await gateway.getSettlement(id)).toEqual(sent);
    const news = () =>
      told().filter(({ event }) => event?.about === 'settlement' && event.settlementId === id);
    await vi.waitFor(() => expect(news().map(({ type }) => type)).toEqual(says.settled));
    await control(`/control/settlements/${id}/reverse`);
    expect(await gateway.getSettlement(id)).toMatchObject({ status: says.reversed });
  });

  test('deducts a chargeback from the next settlement', async () => {
    const paymentId = await pay();
    await control('/control/settlements', { outcome: 'SUCCESS' });
    await control(`/control/payments/${paymentId}/dispute`);
    const before = await listed();
    await control('/control/settlements', { outcome: 'SUCCESS' });
    expect(await listedSince(before)).toMatchObject([
      { settledPaise: -AMOUNT_PAISE, feePaise: 0, gstPaise: 0 },
    ]);
  });
});
