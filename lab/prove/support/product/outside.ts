import type { GatewayPayment, GatewaySettlement } from '../../../../server/src/ports/payment-gateway.ts';
import type { Transfer } from '../../../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../../../server/src/ports/provider-error.ts';

/** The providers' records: the truth, which the product learns late, twice or never. */

export interface Attempt {
  paymentId: string;
  amountPaise: number;
  currency: string;
  status: GatewayPayment['status'];
  begunAt: number;
}

type RefundStatus = 'pending' | 'success' | 'failed' | 'cancelled' | 'on_hold';

export interface OutsideRefund {
  paymentId: string;
  amountPaise: number;
  status: RefundStatus;
}

export interface OutsideOrder {
  amountPaise: number;
  expiresAt: number;
  closed: boolean;
  /** Newest first, as the provider lists them. */
  attempts: Attempt[];
  refunds: Map<string, OutsideRefund>;
}

export interface OutsideTransfer {
  amountPaise: number;
  status: Transfer['status'];
  /** When it reached this status. */
  endedAt: number | null;
  /** The provider has changed a final status, which it does at most once. */
  turned?: boolean;
  /** Stale statuses that answer the next queries. */
  late?: Transfer['status'][];
}

/** State of a chargeback at one moment; `at` is the provider's own clock. */
export interface ChargebackSnapshot {
  status: 'open' | 'won' | 'lost';
  isDebited: boolean;
  at: number;
}

export interface OutsideClaim {
  orderId: string;
  paymentId: string;
  amountPaise: number;
  /** Newest last. */
  snapshots: ChargebackSnapshot[];
  /** How many snapshots behind the answers to the next queries are. */
  late?: number[];
}

export interface OutsideSettlement {
  status: GatewaySettlement['status'];
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
  begunAt: number;
  /** It was credited to our bank account, if only for a while. */
  wasReceived: boolean;
  late?: GatewaySettlement['status'][];
}

/**
 * How the next calls to a provider fail. `down`: no effect and no answer. `lost`: the call takes effect, but its answer
 * is lost. `limited`: refused by the rate limit. `stale`: answered with an earlier state. `killed-…`: our own process
 * dies before or after the call.
 */
export type Fault = 'down' | 'lost' | 'limited' | 'stale' | 'killed-before' | 'killed-after';

const DAY_MS = 24 * 3600_000;

/** Our process was killed here: none of its code may catch this and continue. */
export class Killed extends Error {}

export class Outside {
  readonly orders = new Map<string, OutsideOrder>();
  readonly transfers = new Map<string, OutsideTransfer>();
  readonly chargebacks = new Map<string, OutsideClaim>();
  readonly settlements = new Map<string, OutsideSettlement>();
  /** Registered payout destinations. */
  readonly beneficiaries = new Set<string>();
  /** Requests that the product must never make, as messages. */
  readonly violations: string[] = [];
  /** Index of the snapshot of each chargeback that was returned since the last task began. */
  readonly givenSnapshots = new Map<string, number>();
  readonly now: () => number;
  /** False: orders never expire at the provider. */
  readonly ordersEnd: boolean;
  /** Called once before each new transfer. */
  onTransfer: (transferId: string) => void = () => {};
  /** Our own expiry of an order, for providers whose orders never expire. */
  getExpiry: (orderId: string) => number;
  /** True: every new request succeeds at once. */
  obliging = false;
  /** True: every new refund fails at once. */
  refusesRefunds = false;
  #faults: Fault[] = [];
  #killed = false;
  #stale = false;

  constructor(now: () => number, ordersEnd = true) {
    this.now = now;
    this.ordersEnd = ordersEnd;
    this.getExpiry = () => now() + DAY_MS;
  }

  /** Sets the faults of the next task's calls, in this order. */
  arm(faults: readonly Fault[]): void {
    this.#stale = faults.includes('stale');
    this.#faults = faults.filter((fault) => fault !== 'stale');
    this.#killed = false;
    this.givenSnapshots.clear();
  }

  get wasKilled(): boolean {
    return this.#killed;
  }

  call<T>(effect: () => T): Promise<T> {
    if (this.#killed) return Promise.reject(new Killed());
    const fault = this.#faults.shift();
    switch (fault) {
      case undefined:
      case 'stale':
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

  getOrderStatus(order: OutsideOrder): 'active' | 'paid' | 'expired' | 'terminated' {
    if (order.attempts.some((attempt) => attempt.status === 'success')) return 'paid';
    if (order.closed) return 'terminated';
    return this.ordersEnd && order.expiresAt <= this.now() ? 'expired' : 'active';
  }

  /** Whether a payer can still start a payment. */
  isPayable(order: OutsideOrder): boolean {
    return this.getOrderStatus(order) === 'active' && order.expiresAt > this.now();
  }

  listCaptured(orderId: string): Attempt[] {
    return this.orders.get(orderId)?.attempts.filter((attempt) => attempt.status === 'success') ?? [];
  }

  /** The provider's answer to a query about a chargeback: usually the latest snapshot. */
  readChargebackSnapshot(id: string): ChargebackSnapshot | undefined {
    const chargeback = this.chargebacks.get(id);
    const behind = chargeback?.late?.shift() ?? (this.#stale ? 1 : 0);
    const index = Math.max(0, (chargeback?.snapshots.length ?? 0) - 1 - behind);
    if (chargeback) this.givenSnapshots.set(id, index);
    return chargeback?.snapshots[index];
  }

  /** A repeated id returns the same refund, and refunds must never exceed what was paid. */
  requestRefund(
    orderId: string,
    refundId: string,
    request: { paymentId: string; amountPaise: number },
  ): OutsideRefund {
    const refunds = this.orders.get(orderId)?.refunds ?? new Map<string, OutsideRefund>();
    const existing = refunds.get(refundId);
    if (existing && existing.amountPaise !== request.amountPaise)
      this.addViolation(`refund ${refundId} was asked for with another amount`);
    const status = this.obliging ? 'success' : this.refusesRefunds ? 'failed' : 'pending';
    const refund = existing ?? { ...request, status };
    refunds.set(refundId, refund);
    const activeRefunds = [...refunds.values()].filter(
      ({ status }) => status !== 'failed' && status !== 'cancelled',
    );
    const sumPaise = (parts: readonly { paymentId: string; amountPaise: number }[], paymentId?: string) =>
      parts
        .filter((part) => paymentId === undefined || part.paymentId === paymentId)
        .reduce((sum, part) => sum + part.amountPaise, 0);
    const capturedAttempts = this.listCaptured(orderId);
    if (
      sumPaise(activeRefunds) > sumPaise(capturedAttempts) ||
      sumPaise(activeRefunds, request.paymentId) > sumPaise(capturedAttempts, request.paymentId)
    )
      this.addViolation(
        `refunds of order ${orderId} are ${sumPaise(activeRefunds)} of ${sumPaise(capturedAttempts)} paise taken`,
      );
    return refund;
  }

  /** All tries of a refund, oldest first: "ref_m7", "ref_m7-1". */
  listRefundTries(orderId: string, refundId: string): OutsideRefund[] {
    const tries = [...(this.orders.get(orderId)?.refunds ?? [])].filter(
      ([id]) => id === refundId || id.startsWith(`${refundId}-`),
    );
    return tries.map(([, refund]) => refund);
  }

  /** A repeated id returns the same transfer. */
  requestTransfer(transferId: string, amountPaise: number): OutsideTransfer {
    const existing = this.transfers.get(transferId);
    if (existing && existing.amountPaise !== amountPaise)
      this.addViolation(`transfer ${transferId} was asked for with another amount`);
    if (!existing) this.onTransfer(transferId);
    const transfer: OutsideTransfer = existing ?? {
      amountPaise,
      status: this.obliging ? 'paid' : 'processing',
      endedAt: null,
    };
    this.transfers.set(transferId, transfer);
    return transfer;
  }

  /** Records a request that the product must never make. */
  addViolation(message: string): void {
    this.violations.push(message);
  }
}
