import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRazorpayPayments } from '../../../server/src/adapters/payments/razorpay.ts';
import { createRazorpayPayouts } from '../../../server/src/adapters/payouts/razorpay.ts';
import type { PaymentGateway } from '../../../server/src/ports/payment-gateway.ts';
import type { PayoutGateway } from '../../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../../server/src/ports/provider-error.ts';
import { Killed, type Attempt, type Outside, type OutsideOrder } from './outside.ts';

/** The second provider: serves the same `Outside` in Razorpay's wire format to the real adapters. */

export const RAZORPAY_SECRET = 'the secret of its webhooks';

export interface FakeRazorpay {
  payments: PaymentGateway;
  payouts: PayoutGateway;
  close(): Promise<void>;
}

export async function startFakeRazorpay(outside: () => Outside): Promise<FakeRazorpay> {
  const server = createServer((incoming, outgoing) => {
    void serve(outside(), incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const account = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    keyId: 'key',
    keySecret: 'secret',
    webhookSecrets: [RAZORPAY_SECRET],
  };
  const openPayments = () =>
    createRazorpayPayments({ ...account, checkout: 'sandbox-page', checkoutBaseUrl: '', shopName: 'FWS' });
  const openPayouts = () =>
    createRazorpayPayouts({ ...account, accountNumber: '1', checkName: () => Promise.resolve(null) });
  return {
    payments: makeKillable(outside, openPayments),
    payouts: makeKillable(outside, openPayouts),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A port in a process that may be killed between its calls. Each call opens a new port, because the circuit's pause
 * after a silent provider depends on the machine's clock, which must not matter here.
 */
function makeKillable<Port extends object>(outside: () => Outside, open: () => Port): Port {
  const entries = Object.entries(open()).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function' && name !== 'readWebhook' && name !== 'checkout'
      ? async (...args: unknown[]): Promise<unknown> => {
          if (outside().wasKilled) throw new Killed();
          try {
            return await (Reflect.get(open(), name) as (...given: unknown[]) => unknown)(...args);
          } catch (error) {
            throw outside().wasKilled ? new Killed() : error;
          }
        }
      : member,
  ]);
  return Object.fromEntries(entries) as Port;
}

type Fields = Record<string, string | number | object | undefined>;
interface VendorRequest {
  outside: Outside;
  ids: string[];
  query: URLSearchParams;
  body: Fields;
}

class Refused extends Error {}
const refuse = (description: string): never => {
  throw new Refused(description);
};

async function serve(outside: Outside, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://desk');
  const text = Buffer.concat(chunks).toString();
  const send = (status: number, body: object) =>
    void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const toErrorBody = (description: string) => ({ error: { code: 'BAD_REQUEST_ERROR', description } });
  try {
    const body = await outside.call(() => {
      const request = { outside, query: url.searchParams, body: text ? (JSON.parse(text) as Fields) : {} };
      return route(`${incoming.method} ${url.pathname.replace('/v1', '')}`, request);
    });
    send(200, body);
  } catch (error) {
    if (error instanceof Refused) send(400, toErrorBody(error.message));
    else if (error instanceof ProviderError && error.outcome === 'limited')
      send(429, toErrorBody('too many calls'));
    else outgoing.destroy();
  }
}

const ROUTES: [pattern: RegExp, (request: VendorRequest) => object][] = [
  [/^POST \/orders$/, createOrder],
  [
    /^GET \/orders$/,
    ({ outside, query }) => toCollection(listOrdersByReceipt(outside, query.get('receipt') ?? '')),
  ],
  [/^GET \/orders\/([^/]+)$/, ({ outside, ids }) => toOrderEntity(outside, ...getOrder(outside, ids[0]))],
  [/^PATCH \/orders\/([^/]+)$/, closeOrder],
  [/^GET \/orders\/([^/]+)\/payments$/, listOrderPayments],
  [/^GET \/payments\/([^/]+)$/, ({ outside, ids }) => toPaymentEntity(...getPayment(outside, ids[0]))],
  [/^POST \/payments\/([^/]+)\/refund$/, createRefund],
  [/^GET \/payments\/([^/]+)\/refunds$/, listPaymentRefunds],
  [
    /^GET \/disputes$/,
    ({ outside }) => toCollection([...outside.chargebacks.keys()].map((id) => toDisputeEntity(outside, id))),
  ],
  [/^GET \/disputes\/([^/]+)$/, ({ outside, ids }) => toDisputeEntity(outside, ids[0] ?? '')],
  [/^GET \/settlements$/, listSettlements],
  [/^GET \/settlements\/([^/]+)$/, ({ outside, ids }) => toSettlementEntity(outside, ids[0] ?? '')],
  [/^POST \/contacts$/, ({ body }) => ({ id: `cont_${readText(body, 'reference_id')}` })],
  [/^GET \/contacts$/, ({ query }) => toCollection(listContactsByReference(query.get('reference_id') ?? ''))],
  [/^POST \/fund_accounts$/, registerDestination],
  [
    /^GET \/fund_accounts$/,
    ({ outside, query }) => toCollection(listDestinations(outside, query.get('contact_id') ?? '')),
  ],
  [/^POST \/payouts$/, createPayout],
  [
    /^GET \/payouts$/,
    ({ outside, query }) => toCollection(listPayoutsByReference(outside, query.get('reference_id') ?? '')),
  ],
];

function route(line: string, request: Omit<VendorRequest, 'ids'>): object {
  for (const [pattern, handler] of ROUTES) {
    const match = pattern.exec(line);
    if (match) return handler({ ...request, ids: match.slice(1).map(decodeURIComponent) });
  }
  request.outside.addViolation(`the provider has no route ${line}`);
  return refuse('no such address');
}

const toCollection = (items: object[]) => ({ entity: 'collection', count: items.length, items });
const readText = (body: Fields, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};
const toUnixSeconds = (ms: number): number => Math.floor(ms / 1000);

// Orders and payments.

const toVendorId = (orderId: string) => `order_${orderId}`;
const listOrdersByReceipt = (outside: Outside, receipt: string) => {
  const order = outside.orders.get(receipt);
  return order ? [toOrderEntity(outside, receipt, order)] : [];
};

function getOrder(outside: Outside, id = ''): [string, OutsideOrder] {
  const orderId = id.replace(/^order_/, '');
  const order = outside.orders.get(orderId);
  return order ? [orderId, order] : refuse('The id provided does not exist');
}

/** The vendor's orders never expire. */
function toOrderEntity(outside: Outside, orderId: string, order: OutsideOrder) {
  const paid = outside.getOrderStatus(order) === 'paid';
  return {
    id: toVendorId(orderId),
    amount: order.amountPaise,
    currency: 'INR',
    receipt: orderId,
    status: paid ? 'paid' : order.attempts.length > 0 ? 'attempted' : 'created',
    notes: order.closed ? { closed: 'yes' } : [],
    created_at: toUnixSeconds(order.expiresAt),
  };
}

function createOrder({ outside, body }: VendorRequest) {
  const orderId = readText(body, 'receipt');
  const order: OutsideOrder = outside.orders.get(orderId) ?? {
    amountPaise: Number(body['amount']),
    // Our own page lets nobody start a payment after this.
    expiresAt: outside.getExpiry(orderId),
    closed: false,
    attempts: [],
    refunds: new Map(),
  };
  outside.orders.set(orderId, order);
  return toOrderEntity(outside, orderId, order);
}

function closeOrder({ outside, ids, body }: VendorRequest) {
  const [orderId, order] = getOrder(outside, ids[0]);
  order.closed = JSON.stringify(body['notes']).includes('"closed":"yes"');
  return toOrderEntity(outside, orderId, order);
}

function listOrderPayments({ outside, ids }: VendorRequest) {
  const [orderId, order] = getOrder(outside, ids[0]);
  return toCollection(order.attempts.map((attempt) => toPaymentEntity(orderId, order, attempt)));
}

function getPayment(outside: Outside, id = ''): [string, OutsideOrder, Attempt] {
  for (const [orderId, order] of outside.orders) {
    const attempt = order.attempts.find(({ paymentId }) => paymentId === id);
    if (attempt) return [orderId, order, attempt];
  }
  return refuse('The id provided does not exist');
}

const PAYMENT_STATUS: Record<Attempt['status'], string> = {
  success: 'captured',
  pending: 'authorized',
  not_attempted: 'created',
  failed: 'failed',
  user_dropped: 'failed',
  cancelled: 'refunded',
  void: 'refunded',
};

function toPaymentEntity(orderId: string, { refunds }: OutsideOrder, attempt: Attempt) {
  const refundedPaise = [...refunds.values()]
    .filter((refund) => refund.paymentId === attempt.paymentId && refund.status === 'success')
    .reduce((sum, refund) => sum + refund.amountPaise, 0);
  const isRefunded = attempt.status === 'success' && refundedPaise === attempt.amountPaise;
  return {
    id: attempt.paymentId,
    amount: attempt.amountPaise,
    currency: attempt.currency,
    status: isRefunded ? 'refunded' : PAYMENT_STATUS[attempt.status],
    order_id: toVendorId(orderId),
    method: 'upi',
    notes: { order_id: orderId },
    error_reason: attempt.status === 'user_dropped' ? 'payment_cancelled' : null,
    error_description: attempt.status === 'failed' ? 'The bank declined the payment' : null,
    acquirer_data: {},
    created_at: toUnixSeconds(attempt.begunAt),
  };
}

// Refunds. The vendor has no status for a refund that is on hold or cancelled.

const REFUND_STATUS = {
  pending: 'pending',
  on_hold: 'pending',
  success: 'processed',
  failed: 'failed',
  cancelled: 'failed',
};

function createRefund({ outside, ids, body }: VendorRequest) {
  const [orderId, , { paymentId }] = getPayment(outside, ids[0]);
  const receipt = readText(body, 'receipt');
  const refund = outside.requestRefund(orderId, receipt, { paymentId, amountPaise: Number(body['amount']) });
  return { amount: refund.amountPaise, receipt, status: REFUND_STATUS[refund.status] };
}

function listPaymentRefunds({ outside, ids }: VendorRequest) {
  const [, { refunds }, { paymentId }] = getPayment(outside, ids[0]);
  const paymentRefunds = [...refunds].filter(([, refund]) => refund.paymentId === paymentId);
  return toCollection(
    paymentRefunds.map(([receipt, refund]) => ({
      amount: refund.amountPaise,
      receipt,
      status: REFUND_STATUS[refund.status],
    })),
  );
}

// Chargebacks and settlements.

function toDisputeEntity(outside: Outside, id: string) {
  const chargeback = outside.chargebacks.get(id);
  const snapshot = outside.readChargebackSnapshot(id);
  if (!chargeback || !snapshot) return refuse('The id provided does not exist');
  return {
    id,
    payment_id: chargeback.paymentId,
    amount: chargeback.amountPaise,
    amount_deducted: snapshot.isDebited ? chargeback.amountPaise : 0,
    currency: 'INR',
    reason_description: 'not as described',
    respond_by: null,
    status: snapshot.status,
  };
}

const SETTLEMENT_STATUS = {
  success: 'processed',
  pending: 'created',
  failed: 'failed',
  reversed: 'reversed',
};

function toSettlementEntity(outside: Outside, id: string) {
  const settlement = outside.settlements.get(id);
  if (!settlement) return refuse('The id provided does not exist');
  return {
    id,
    amount: settlement.settledPaise,
    status: SETTLEMENT_STATUS[settlement.late?.shift() ?? settlement.status],
    fees: settlement.feePaise + settlement.gstPaise,
    tax: settlement.gstPaise,
    utr: null,
    created_at: toUnixSeconds(settlement.begunAt),
  };
}

function listSettlements({ outside, query }: VendorRequest) {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
  const inPeriod = [...outside.settlements].filter(
    ([, { begunAt }]) => toUnixSeconds(begunAt) >= from && toUnixSeconds(begunAt) <= to,
  );
  return toCollection(inPeriod.map(([id]) => toSettlementEntity(outside, id)));
}

// Payouts.

const listContactsByReference = (reference: string) => [{ id: `cont_${reference}`, reference_id: reference }];
const toAccountId = (contactId: string) => contactId.replace(/^cont_/, 'fa_');
const listDestinations = ({ beneficiaries }: Outside, contactId: string) =>
  beneficiaries.has(contactId.replace(/^cont_/, '')) ? [{ id: toAccountId(contactId), active: true }] : [];

function registerDestination({ outside, body }: VendorRequest) {
  const contactId = readText(body, 'contact_id');
  outside.beneficiaries.add(contactId.replace(/^cont_/, ''));
  return { id: toAccountId(contactId), active: true };
}

const PAYOUT_STATUS = {
  processing: 'processing',
  paid: 'processed',
  failed: 'failed',
  rejected: 'rejected',
  reversed: 'reversed',
};

function listPayoutsByReference(outside: Outside, reference: string) {
  const transfer = outside.transfers.get(reference);
  if (!transfer) return [];
  const { amountPaise, status } = transfer;
  return [
    { id: `pout_${reference}`, amount: amountPaise, status: PAYOUT_STATUS[status], reference_id: reference },
  ];
}

function createPayout({ outside, body }: VendorRequest) {
  const beneficiaryId = readText(body, 'fund_account_id').replace(/^fa_/, '');
  if (!outside.beneficiaries.has(beneficiaryId)) return refuse('no such fund account');
  const transferId = readText(body, 'reference_id');
  outside.requestTransfer(transferId, Number(body['amount']));
  return listPayoutsByReference(outside, transferId)[0] ?? {};
}
