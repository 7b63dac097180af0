import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRazorpayPayments } from '../../../../server/src/adapters/payments/razorpay.ts';
import { createRazorpayPayouts } from '../../../../server/src/adapters/payouts/razorpay.ts';
import type { PaymentGateway } from '../../../../server/src/ports/payment-gateway.ts';
import type { PayoutGateway } from '../../../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../../../server/src/ports/provider-error.ts';
import { Killed, type Outside } from './outside.ts';
import {
  closeOrder,
  createOrder,
  createRefund,
  getOrder,
  getPayment,
  listOrderPayments,
  listOrdersByReceipt,
  listPaymentRefunds,
  listSettlements,
  toDisputeEntity,
  toOrderEntity,
  toPaymentEntity,
  toSettlementEntity,
} from './razorpay-payments.ts';
import {
  createPayout,
  listContactsByReference,
  listDestinations,
  listPayoutsByReference,
  registerDestination,
} from './razorpay-payouts.ts';
import {
  Refused,
  readText,
  refuse,
  toCollection,
  type Fields,
  type VendorRequest,
} from './razorpay-requests.ts';

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
