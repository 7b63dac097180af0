import type { GatewayPayment, PaymentGateway } from '../../server/src/ports/payment-gateway.ts';
import type { PayoutGateway, Transfer } from '../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../server/src/ports/provider-error.ts';

/** What happens at the providers, as plain facts: the truth that the product hears of late, twice or never. */

export interface Attempt {
  paymentId: string;
  amountPaise: number;
  currency: string;
  status: GatewayPayment['status'];
  begunAt: number;
}

type RefundStatus = 'pending' | 'success' | 'failed' | 'cancelled' | 'on_hold';

export interface OutsideOrder {
  amountPaise: number;
  expiresAt: number;
  closed: boolean;
  /** The newest first, as the provider lists them. */
  attempts: Attempt[];
  refunds: Map<string, { amountPaise: number; status: RefundStatus }>;
}

export interface OutsideTransfer {
  amountPaise: number;
  status: Transfer['status'];
  paidAt: number | null;
}

/**
 * How the next calls to a provider go. `down`: nothing happens and nobody answers. `lost`: it happens, and the answer
 * does not come. `limited`: refused by the rate limit. `killed-…`: our own process dies before or after the call.
 */
export type Fault = 'down' | 'lost' | 'limited' | 'killed-before' | 'killed-after';

/** Our process was killed there: nothing of it may catch this and go on. */
class Killed extends Error {}

export class Outside {
  readonly orders = new Map<string, OutsideOrder>();
  readonly transfers = new Map<string, OutsideTransfer>();
  /** What nobody may ever ask of a provider, in words. */
  readonly wrongs: string[] = [];
  readonly now: () => number;
  /** Each transfer that is asked for is looked at once before it happens. */
  onTransfer: (transferId: string) => void = () => {};
  /** From here on whatever is asked for succeeds at once. */
  obliging = false;
  #faults: Fault[] = [];
  #killed = false;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The faults that the calls of the next job meet, in this order. */
  arm(faults: readonly Fault[]): void {
    this.#faults = [...faults];
    this.#killed = false;
  }

  get wasKilled(): boolean {
    return this.#killed;
  }

  call<T>(effect: () => T): Promise<T> {
    if (this.#killed) return Promise.reject(new Killed());
    const fault = this.#faults.shift();
    switch (fault) {
      case undefined:
        return new Promise((resolve) => resolve(effect()));
      case 'down':
        return Promise.reject(new ProviderError('unknown', 'no_answer', 'the provider did not answer'));
      case 'limited':
        return Promise.reject(new ProviderError('limited', 'rate_limited', 'too many calls', 1_000));
      case 'lost':
        effect();
        return Promise.reject(new ProviderError('unknown', 'timed_out', 'the answer was lost'));
      case 'killed-before':
        this.#killed = true;
        return Promise.reject(new Killed());
      case 'killed-after':
        effect();
        this.#killed = true;
        return Promise.reject(new Killed());
    }
  }

  statusOf(order: OutsideOrder): 'active' | 'paid' | 'expired' | 'terminated' {
    if (order.attempts.some((one) => one.status === 'success')) return 'paid';
    if (order.closed) return 'terminated';
    return order.expiresAt <= this.now() ? 'expired' : 'active';
  }

  captured(orderId: string): Attempt[] {
    return this.orders.get(orderId)?.attempts.filter((one) => one.status === 'success') ?? [];
  }

  /** What was asked for again under the same id must be the same. */
  wrong(what: string): void {
    this.wrongs.push(what);
  }
}

export function outsidePayments(
  outside: () => Outside,
  readWebhook: PaymentGateway['readWebhook'],
): PaymentGateway {
  const found = (orderId: string): OutsideOrder => {
    const order = outside().orders.get(orderId);
    if (!order) throw new ProviderError('rejected', 'order_not_found', 'no such order');
    return order;
  };
  const shown = (orderId: string, order: OutsideOrder) => ({
    orderId,
    providerOrderId: `cf_${orderId}`,
    amountPaise: order.amountPaise,
    currency: 'INR',
    status: outside().statusOf(order),
    sessionId: `session_${orderId}`,
  });
  return {
    provider: 'cashfree',
    createOrder: (wanted) =>
      outside().call(() => {
        const { orders } = outside();
        const known = orders.get(wanted.orderId);
        if (known && known.amountPaise !== wanted.amountPaise)
          outside().wrong(`order ${wanted.orderId} was asked for with another amount`);
        const order: OutsideOrder = known ?? {
          amountPaise: wanted.amountPaise,
          expiresAt: wanted.expiresAt.getTime(),
          closed: false,
          attempts: [],
          refunds: new Map(),
        };
        orders.set(wanted.orderId, order);
        return shown(wanted.orderId, order);
      }),
    getOrder: (orderId) =>
      outside().call(() => {
        const order = outside().orders.get(orderId);
        return order ? shown(orderId, order) : null;
      }),
    listPayments: (orderId) =>
      outside().call(() =>
        found(orderId).attempts.map((attempt): GatewayPayment => ({
          paymentId: attempt.paymentId,
          orderId,
          amountPaise: attempt.amountPaise,
          currency: attempt.currency,
          status: attempt.status,
          method: 'upi',
          bankReference: null,
          completedAt: null,
          failureReason: null,
        })),
      ),
    terminateOrder: (orderId) =>
      outside().call(() => {
        const order = found(orderId);
        if (outside().statusOf(order) === 'paid')
          throw new ProviderError('rejected', 'order_already_paid', 'a paid order cannot be closed');
        order.closed = true;
      }),
    createRefund: ({ orderId, refundId, amountPaise }) =>
      outside().call(() => {
        const { refunds } = found(orderId);
        const known = refunds.get(refundId);
        if (known && known.amountPaise !== amountPaise)
          outside().wrong(`refund ${refundId} was asked for with another amount`);
        const refund = known ?? { amountPaise, status: outside().obliging ? 'success' : 'pending' };
        refunds.set(refundId, refund);
        const alive = [...refunds.values()].filter(
          ({ status }) => status !== 'failed' && status !== 'cancelled',
        );
        const asked = alive.reduce((sum, one) => sum + one.amountPaise, 0);
        const taken = outside()
          .captured(orderId)
          .reduce((sum, one) => sum + one.amountPaise, 0);
        if (asked > taken)
          outside().wrong(`refunds of order ${orderId} are ${asked} of ${taken} paise taken`);
        return { refundId, orderId, amountPaise, status: refund.status };
      }),
    getRefund: (orderId, refundId) =>
      outside().call(() => {
        const refund = outside().orders.get(orderId)?.refunds.get(refundId);
        return refund ? { refundId, orderId, ...refund } : null;
      }),
    // Of these the model knows nothing.
    getChargeback: () => Promise.resolve(null),
    listChargebacks: () => Promise.resolve([]),
    getSettlement: () => Promise.resolve(null),
    listSettlements: () => Promise.resolve({ settlements: [], next: null }),
    checkout: ({ sessionId }) => ({ kind: 'redirect', url: `https://pay.example/${sessionId}` }),
    readWebhook,
  };
}

export function outsidePayouts(
  outside: () => Outside,
  readWebhook: PayoutGateway['readWebhook'],
): PayoutGateway {
  const shown = (transferId: string, transfer: OutsideTransfer): Transfer => ({
    transferId,
    providerTransferId: `cf_${transferId}`,
    amountPaise: transfer.amountPaise,
    status: transfer.status,
    utr: null,
    reason: null,
  });
  return {
    provider: 'cashfree',
    addBeneficiary: ({ beneficiaryId }) =>
      outside().call(() => ({ beneficiaryId, status: 'verified' as const })),
    checkName: () => Promise.resolve(null),
    createTransfer: ({ transferId, amountPaise }) =>
      outside().call(() => {
        const { transfers } = outside();
        const known = transfers.get(transferId);
        if (known && known.amountPaise !== amountPaise)
          outside().wrong(`transfer ${transferId} was asked for with another amount`);
        if (!known) outside().onTransfer(transferId);
        const transfer: OutsideTransfer = known ?? {
          amountPaise,
          status: outside().obliging ? 'paid' : 'processing',
          paidAt: null,
        };
        transfers.set(transferId, transfer);
        return shown(transferId, transfer);
      }),
    getTransfer: (transferId) =>
      outside().call(() => {
        const transfer = outside().transfers.get(transferId);
        return transfer ? shown(transferId, transfer) : null;
      }),
    readWebhook,
  };
}
