import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../sandbox/test/webhook-receiver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GatewaySettlement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { gateways } from '../../../test/providers/payment-gateways.ts';

/** Records that a payment gateway keeps after a payment: chargebacks and settlements. */

/** What each provider is expected to report for the same actions. */
const EXPECTED = {
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
  const expected = EXPECTED[name === 'cashfree' ? 'cashfree' : 'razorpay'];
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

  async function postControl(path: string, body: unknown = {}): Promise<void> {
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
    await postControl('/pg/simulate', {
      entity: 'ORDERS',
      entity_id: orderId,
      entity_simulation: { payment_status: 'SUCCESS' },
    });
    const [payment] = await gateway.listPayments(orderId);
    if (!payment) throw new Error('the order has no payment');
    return payment.paymentId;
  }

  /** All genuine webhooks received so far. */
  const listValidWebhooks = () =>
    receiver.received
      .map(({ headers, rawBody }) => gateway.readWebhook(headers, rawBody))
      .flatMap((reading) => (reading.verdict === 'valid' ? [reading] : []));

  async function getOnlyChargeback() {
    const [chargeback, ...more] = await gateway.listChargebacks(orderId);
    if (!chargeback) throw new Error('the order has no chargeback');
    expect(more).toEqual([]);
    return chargeback;
  }

  test('a chargeback debits the money and returns it when it is won', async () => {
    const paymentId = await pay();
    expect(await gateway.listChargebacks(orderId)).toEqual([]);
    await postControl(`/control/payments/${paymentId}/dispute`);
    const opened = await getOnlyChargeback();
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
    await postControl(`/control/disputes/${opened.chargebackId}`, { step: 'MERCHANT_WON' });
    const won = await getOnlyChargeback();
    expect(won).toMatchObject({ status: 'won', isDebited: false });
    expect(Number(won.updatedAt) > Number(opened.updatedAt)).toBe(expected.saysWhen);
    await vi.waitFor(() =>
      expect(listValidWebhooks().filter(({ type }) => type === expected.ended)).toHaveLength(1),
    );
    expect(listValidWebhooks().filter(({ type }) => type === expected.opened)).toMatchObject([
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
    await postControl(`/control/payments/${paymentId}/dispute`, { type, amount: 100.1 });
    const { chargebackId } = await getOnlyChargeback();
    await postControl(`/control/disputes/${chargebackId}`, { step, type });
    expect(await getOnlyChargeback()).toMatchObject({ status, isDebited, amountPaise: 100_10 });
  });

  test('returns null for a chargeback or settlement that does not exist', async () => {
    expect(await gateway.getChargeback('1')).toBeNull();
    expect(await gateway.getSettlement('1')).toBeNull();
  });

  const listSettlements = async () => {
    const period = { from: new Date(Date.now() - HOUR_MS), until: new Date(Date.now() + HOUR_MS) };
    const page = await gateway.listSettlements({ ...period, cursor: null });
    expect(page.next).toBeNull();
    return page.settlements;
  };

  /** Independent of the order in which a provider lists them. */
  async function listNewSettlements(before: GatewaySettlement[]): Promise<GatewaySettlement[]> {
    const knownIds = new Set(before.map(({ settlementId }) => settlementId));
    return (await listSettlements()).filter(({ settlementId }) => !knownIds.has(settlementId));
  }

  test('a settlement reports the net amount, the fee and its GST; a failed one is left for the next', async () => {
    await postControl('/control/settlements', { outcome: 'SUCCESS' });
    await pay();
    const before = await listSettlements();
    await postControl('/control/settlements', { outcome: 'FAILED' });
    await postControl('/control/settlements', { outcome: 'SUCCESS' });
    const newSettlements = await listNewSettlements(before);
    expect(newSettlements).toHaveLength(2);
    const failed = newSettlements.find(({ status }) => status === 'failed');
    const sent = newSettlements.find(({ status }) => status === 'success');
    expect(failed).toMatchObject({ status: 'failed', utr: null });
    expect(sent).toMatchObject({ status: 'success', feePaise: 210_00, gstPaise: 37_80 });
    expect(sent?.settledPaise).toBe(AMOUNT_PAISE - 210_00 - 37_80);
    expect(sent?.settledAt).toBeInstanceOf(Date);
    const id = sent?.settlementId ?? '';
    expect(await gateway.getSettlement(id)).toEqual(sent);
    const listSettlementEvents = () =>
      listValidWebhooks().filter(({ event }) => event?.about === 'settlement' && event.settlementId === id);
    await vi.waitFor(() => expect(listSettlementEvents().map(({ type }) => type)).toEqual(expected.settled));
    await postControl(`/control/settlements/${id}/reverse`);
    expect(await gateway.getSettlement(id)).toMatchObject({ status: expected.reversed });
  });

  test('deducts a chargeback from the next settlement', async () => {
    const paymentId = await pay();
    await postControl('/control/settlements', { outcome: 'SUCCESS' });
    await postControl(`/control/payments/${paymentId}/dispute`);
    const before = await listSettlements();
    await postControl('/control/settlements', { outcome: 'SUCCESS' });
    expect(await listNewSettlements(before)).toMatchObject([
      { settledPaise: -AMOUNT_PAISE, feePaise: 0, gstPaise: 0 },
    ]);
  });
});
