import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { createRazorpayPayments } from './razorpay.ts';

// Behaviour of this vendor alone: receipts that repeat, orders that never end, payments without our ids.

let sandbox: RunningSandbox;
let gateway: PaymentGateway;

const account = { keyId: 'sandbox', keySecret: 'sandbox', webhookSecrets: ['sandbox'], shopName: 'FWS' };

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  gateway = createRazorpayPayments({
    ...account,
    baseUrl: `${sandbox.url}/razorpay/v1`,
    checkout: 'sandbox-page',
    checkoutBaseUrl: sandbox.url,
  });
});
afterAll(() => sandbox.close());

const buildOrder = (orderId: string) => ({
  orderId,
  amountPaise: 50_000,
  customerId: 'user_1',
  customerPhone: '+919876543210',
  returnUrl: 'http://localhost:3000/back',
  notifyUrl: 'http://localhost:3000/webhooks',
  expiresAt: new Date(Date.now() + 3_600_000),
  note: 'Milestone 1',
});

const press = (sessionId: string, outcome: string) =>
  fetch(`${sandbox.url}/checkout/${sessionId}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });

test('treats two orders under one receipt as ours and lists the payments of both', async () => {
  const first = await gateway.createOrder(buildOrder('twice'));
  const direct = await fetch(`${sandbox.url}/razorpay/v1/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`,
    },
    body: JSON.stringify({ amount: 50_000, currency: 'INR', receipt: 'twice' }),
  });
  const { id } = (await direct.json()) as { id: string };
  expect(id).not.toBe(first.sessionId);

  await press(id, 'SUCCESS');
  expect(await gateway.getOrder('twice')).toMatchObject({ orderId: 'twice', status: 'paid' });
  expect(await gateway.listPayments('twice')).toMatchObject([{ orderId: 'twice', status: 'success' }]);
  await press(first.sessionId, 'SUCCESS');
  expect(await gateway.listPayments('twice')).toMatchObject([{ status: 'success' }, { status: 'success' }]);
});

test('ignores a receipt that only starts with ours', async () => {
  await gateway.createOrder(buildOrder('fws_10'));
  expect(await gateway.getOrder('fws_1')).toBeNull();
});

test('reports a fully refunded payment as void', async () => {
  const { sessionId } = await gateway.createOrder(buildOrder('whole'));
  await press(sessionId, 'SUCCESS');
  const [payment] = await gateway.listPayments('whole');
  const paymentId = payment?.paymentId ?? '';
  await gateway.createRefund({ orderId: 'whole', paymentId, refundId: 'all', amountPaise: 50_000, note: '' });
  expect(await gateway.listPayments('whole')).toMatchObject([{ status: 'void' }]);
});

test('refuses to close a paid order', async () => {
  const { sessionId } = await gateway.createOrder(buildOrder('paid'));
  await press(sessionId, 'SUCCESS');
  await expect(gateway.terminateOrder('paid')).rejects.toMatchObject({
    outcome: 'rejected',
    code: 'order_already_paid',
  });
});

test('accepts a webhook of an action at the vendor’s own pages without an event', () => {
  const read = (event: string, payload: object) => {
    const body = JSON.stringify({ event, payload });
    const signature = createHmac('sha256', 'sandbox').update(body).digest('hex');
    return gateway.readWebhook({ 'x-razorpay-signature': signature }, Buffer.from(body));
  };
  const byHand = { verdict: 'valid', event: null };
  expect(read('refund.processed', { refund: { entity: { receipt: null, notes: [] } } })).toMatchObject(
    byHand,
  );
  expect(read('payment.captured', { payment: { entity: { notes: [] } } })).toMatchObject(byHand);
});

test('starts checkout through the script that Razorpay serves and returns to us however it ends', () => {
  const liveGateway = createRazorpayPayments({
    ...account,
    keyId: 'rzp_live_1',
    baseUrl: 'https://api.razorpay.com/v1',
    checkout: 'script',
    checkoutBaseUrl: '',
  });
  const returnUrl = 'https://fws.example/pay/a-1/return';
  const checkout = liveGateway.checkout({ orderId: 'a-1</script>', sessionId: 'order_1', returnUrl });
  if (checkout.kind !== 'script') throw new Error('its own page is a script');
  expect(checkout).toMatchObject({
    src: 'https://checkout.razorpay.com/v1/checkout.js',
    hosts: 'https://*.razorpay.com',
  });
  expect(checkout.start).not.toContain('</script>');
  const opened: object[] = [];
  const visitedUrls: string[] = [];
  class Razorpay {
    readonly #options: { modal: { ondismiss: () => void } };
    constructor(options: { modal: { ondismiss: () => void } }) {
      this.#options = options;
    }
    open(): void {
      opened.push(this.#options);
      this.#options.modal.ondismiss();
    }
  }
  runInNewContext(checkout.start, { Razorpay, location: { replace: (to: string) => visitedUrls.push(to) } });
  expect(opened).toMatchObject([
    { key: 'rzp_live_1', order_id: 'order_1', notes: { order_id: 'a-1</script>' }, redirect: true },
  ]);
  expect(visitedUrls).toEqual([returnUrl]);
});
