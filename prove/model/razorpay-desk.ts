import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { razorpayPayments } from '../../server/src/adapters/payments/razorpay.ts';
import { razorpayPayouts } from '../../server/src/adapters/payouts/razorpay.ts';
import type { PaymentGateway } from '../../server/src/ports/payment-gateway.ts';
import type { PayoutGateway } from '../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../server/src/ports/provider-error.ts';
import { Killed, type Attempt, type Outside, type OutsideOrder } from './outside.ts';

/** The second provider: serves the same `Outside` in Razorpay's wire format to the real adapters. */

export const RAZORPAY_SECRET = 'the secret of its webhooks';

export interface RazorpayDesk {
  payments: PaymentGateway;
  payouts: PayoutGateway;
  close(): Promise<void>;
}

export async function openRazorpayDesk(outside: () => Outside): Promise<RazorpayDesk> {
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
  const payments = () =>
    razorpayPayments({ ...account, checkout: 'sandbox-page', checkoutBaseUrl: '', shopName: 'FWS' });
  const payouts = () =>
    razorpayPayouts({ ...account, accountNumber: '1', checkName: () => Promise.resolve(null) });
  return {
    payments: mortal(outside, payments),
    payouts: mortal(outside, payouts),
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
function mortal<Port extends object>(outside: () => Outside, open: () => Port): Port {
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
interface Asked {
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
  const answer = (status: number, body: object) =>
    void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refusal = (description: string) => ({ error: { code: 'BAD_REQUEST_ERROR', description } });
  try {
    const body = await outside.call(() => {
      const asked = { outside, query: url.searchParams, body: text ? (JSON.parse(text) as Fields) : {} };
      return route(`${incoming.method} ${url.pathname.replace('/v1', '')}`, asked);
    });
    answer(200, body);
  } catch (error) {
    if (error instanceof Refused) answer(400, refusal(error.message));
    else if (error instanceof ProviderError && error.outcome === 'limited')
      answer(429, refusal('too many calls'));
    else outgoing.destroy();
  }
}

const ROUTES: [pattern: RegExp, (asked: Asked) => object][] = [
  [/^POST \/orders$/, createOrder],
  [/^GET \/orders$/, ({ outside, query }) => list(ordersUnder(outside, query.get('receipt') ?? ''))],
  [/^GET \/orders\/([^/]+)$/, ({ outside, ids }) => orderEntity(outside, ...orderOf(outside, ids[0]))],
  [/^PATCH \/orders\/([^/]+)$/, closeOrder],
  [/^GET \/orders\/([^/]+)\/payments$/, paymentsOfOrder],
  [/^GET \/payments\/([^/]+)$/, ({ outside, ids }) => paymentEntity(...paymentOf(outside, ids[0]))],
  [/^POST \/payments\/([^/]+)\/refund$/, createRefund],
  [/^GET \/payments\/([^/]+)\/refunds$/, refundsOfPayment],
  [
    /^GET \/disputes$/,
    ({ outside }) => list([...outside.claims.keys()].map((id) => claimEntity(outside, id))),
  ],
  [/^GET \/disputes\/([^/]+)$/, ({ outside, ids }) => claimEntity(outside, ids[0] ?? '')],
  [/^GET \/settlements$/, settlementsBetween],
  [/^GET \/settlements\/([^/]+)$/, ({ outside, ids }) => settlementEntity(outside, ids[0] ?? '')],
  [/^POST \/contacts$/, ({ body }) => ({ id: `cont_${textOf(body, 'reference_id')}` })],
  [/^GET \/contacts$/, ({ query }) => list(contactsUnder(query.get('reference_id') ?? ''))],
  [/^POST \/fund_accounts$/, registerDestination],
  [
    /^GET \/fund_accounts$/,
    ({ outside, query }) => list(destinationsOf(outside, query.get('contact_id') ?? '')),
  ],
  [/^POST \/payouts$/, createPayout],
  [/^GET \/payouts$/, ({ outside, query }) => list(payoutsUnder(outside, query.get('reference_id') ?? ''))],
];

function route(line: string, asked: Omit<Asked, 'ids'>): object {
  for (const [pattern, work] of ROUTES) {
    const found = pattern.exec(line);
    if (found) return work({ ...asked, ids: found.slice(1).map(decodeURIComponent) });
  }
  asked.outside.wrong(`the provider has no route ${line}`);
  return refuse('no such address');
}

const list = (items: object[]) => ({ entity: 'collection', count: items.length, items });
const textOf = (body: Fields, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};
const unix = (ms: number): number => Math.floor(ms / 1000);

// Orders and payments.

const vendorId = (orderId: string) => `order_${orderId}`;
const ordersUnder = (outside: Outside, receipt: string) => {
  const order = outside.orders.get(receipt);
  return order ? [orderEntity(outside, receipt, order)] : [];
};

function orderOf(outside: Outside, id = ''): [string, OutsideOrder] {
  const orderId = id.replace(/^order_/, '');
  const order = outside.orders.get(orderId);
  return order ? [orderId, order] : refuse('The id provided does not exist');
}

/** The vendor's orders never expire. */
function orderEntity(outside: Outside, orderId: string, order: OutsideOrder) {
  const paid = outside.statusOf(order) === 'paid';
  return {
    id: vendorId(orderId),
    amount: order.amountPaise,
    currency: 'INR',
    receipt: orderId,
    status: paid ? 'paid' : order.attempts.length > 0 ? 'attempted' : 'created',
    notes: order.closed ? { closed: 'yes' } : [],
    created_at: unix(order.expiresAt),
  };
}

function createOrder({ outside, body }: Asked) {
  const orderId = textOf(body, 'receipt');
  const order: OutsideOrder = outside.orders.get(orderId) ?? {
    amountPaise: Number(body['amount']),
    // Our own page lets nobody start a payment after this.
    expiresAt: outside.endOf(orderId),
    closed: false,
    attempts: [],
    refunds: new Map(),
  };
  outside.orders.set(orderId, order);
  return orderEntity(outside, orderId, order);
}

function closeOrder({ outside, ids, body }: Asked) {
  const [orderId, order] = orderOf(outside, ids[0]);
  order.closed = JSON.stringify(body['notes']).includes('"closed":"yes"');
  return orderEntity(outside, orderId, order);
}

function paymentsOfOrder({ outside, ids }: Asked) {
  const [orderId, order] = orderOf(outside, ids[0]);
  return list(order.attempts.map((attempt) => paymentEntity(orderId, order, attempt)));
}

function paymentOf(outside: Outside, id = ''): [string, OutsideOrder, Attempt] {
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

function paymentEntity(orderId: string, { refunds }: OutsideOrder, attempt: Attempt) {
  const back = [...refunds.values()]
    .filter((one) => one.paymentId === attempt.paymentId && one.status === 'success')
    .reduce((sum, one) => sum + one.amountPaise, 0);
  const isRefunded = attempt.status === 'success' && back === attempt.amountPaise;
  return {
    id: attempt.paymentId,
    amount: attempt.amountPaise,
    currency: attempt.currency,
    status: isRefunded ? 'refunded' : PAYMENT_STATUS[attempt.status],
    order_id: vendorId(orderId),
    method: 'upi',
    notes: { order_id: orderId },
    error_reason: attempt.status === 'user_dropped' ? 'payment_cancelled' : null,
    error_description: attempt.status === 'failed' ? 'The bank declined the payment' : null,
    acquirer_data: {},
    created_at: unix(attempt.begunAt),
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

function createRefund({ outside, ids, body }: Asked) {
  const [orderId, , { paymentId }] = paymentOf(outside, ids[0]);
  const receipt = textOf(body, 'receipt');
  const refund = outside.refund(orderId, receipt, { paymentId, amountPaise: Number(body['amount']) });
  return { amount: refund.amountPaise, receipt, status: REFUND_STATUS[refund.status] };
}

function refundsOfPayment({ outside, ids }: Asked) {
  const [, { refunds }, { paymentId }] = paymentOf(outside, ids[0]);
  const mine = [...refunds].filter(([, one]) => one.paymentId === paymentId);
  return list(
    mine.map(([receipt, one]) => ({ amount: one.amountPaise, receipt, status: REFUND_STATUS[one.status] })),
  );
}

// Chargebacks and settlements.

function claimEntity(outside: Outside, id: string) {
  const claim = outside.claims.get(id);
  const word = outside.claimWord(id);
  if (!claim || !word) return refuse('The id provided does not exist');
  return {
    id,
    payment_id: claim.paymentId,
    amount: claim.amountPaise,
    amount_deducted: word.isDebited ? claim.amountPaise : 0,
    currency: 'INR',
    reason_description: 'not as described',
    respond_by: null,
    status: word.status,
  };
}

const SETTLEMENT_STATUS = {
  success: 'processed',
  pending: 'created',
  failed: 'failed',
  reversed: 'reversed',
};

function settlementEntity(outside: Outside, id: string) {
  const one = outside.settlements.get(id);
  if (!one) return refuse('The id provided does not exist');
  return {
    id,
    amount: one.settledPaise,
    status: SETTLEMENT_STATUS[one.late?.shift() ?? one.status],
    fees: one.feePaise + one.gstPaise,
    tax: one.gstPaise,
    utr: null,
    created_at: unix(one.begunAt),
  };
}

function settlementsBetween({ outside, query }: Asked) {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
  const begun = [...outside.settlements].filter(
    ([, { begunAt }]) => unix(begunAt) >= from && unix(begunAt) <= to,
  );
  return list(begun.map(([id]) => settlementEntity(outside, id)));
}

// Payouts.

const contactsUnder = (reference: string) => [{ id: `cont_${reference}`, reference_id: reference }];
const accountIdOf = (contactId: string) => contactId.replace(/^cont_/, 'fa_');
const destinationsOf = ({ beneficiaries }: Outside, contactId: string) =>
  beneficiaries.has(contactId.replace(/^cont_/, '')) ? [{ id: accountIdOf(contactId), active: true }] : [];

function registerDestination({ outside, body }: Asked) {
  const contactId = textOf(body, 'contact_id');
  outside.beneficiaries.add(contactId.replace(/^cont_/, ''));
  return { id: accountIdOf(contactId), active: true };
}

const PAYOUT_STATUS = {
  processing: 'processing',
  paid: 'processed',
  failed: 'failed',
  rejected: 'rejected',
  reversed: 'reversed',
};

function payoutsUnder(outside: Outside, reference: string) {
  const transfer = outside.transfers.get(reference);
  if (!transfer) return [];
  const { amountPaise, status } = transfer;
  return [
    { id: `pout_${reference}`, amount: amountPaise, status: PAYOUT_STATUS[status], reference_id: reference },
  ];
}

function createPayout({ outside, body }: Asked) {
  const beneficiaryId = textOf(body, 'fund_account_id').replace(/^fa_/, '');
  if (!outside.beneficiaries.has(beneficiaryId)) return refuse('no such fund account');
  const transferId = textOf(body, 'reference_id');
  outside.transfer(transferId, Number(body['amount']));
  return payoutsUnder(outside, transferId)[0] ?? {};
}
