import type { GatewayPayment, GatewaySettlement } from '../../server/src/ports/payment-gateway.ts';
import type { Transfer } from '../../server/src/ports/payout-gateway.ts';
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

export interface OutsideRefund {
  paymentId: string;
  amountPaise: number;
  status: RefundStatus;
}

export interface OutsideOrder {
  amountPaise: number;
  expiresAt: number;
  closed: boolean;
  /** The newest first, as the provider lists them. */
  attempts: Attempt[];
  refunds: Map<string, OutsideRefund>;
}

export interface OutsideTransfer {
  amountPaise: number;
  status: Transfer['status'];
  /** When it came to that. */
  endedAt: number | null;
  /** The provider took its word back: once, and not again. */
  turned?: boolean;
  /** Answers to the next questions, from before it became what it is. */
  late?: Transfer['status'][];
}

/** One thing a bank or provider said of a payment that is asked back; `at` by the provider's own clock. */
export interface ClaimWord {
  status: 'open' | 'won' | 'lost';
  isDebited: boolean;
  at: number;
}

export interface OutsideClaim {
  orderId: string;
  paymentId: string;
  amountPaise: number;
  /** The newest last. */
  words: ClaimWord[];
  /** So many words behind are the answers to the next questions. */
  late?: number[];
}

export interface OutsideSettlement {
  status: GatewaySettlement['status'];
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
  begunAt: number;
  /** It was in our bank account, if only for a while. */
  wasReceived: boolean;
  late?: GatewaySettlement['status'][];
}

/**
 * How the next calls to a provider go. `down`: nothing happens and nobody answers. `lost`: it happens, and the answer
 * does not come. `limited`: refused by the rate limit. `stale`: answered with what was so before. `killed-…`: our own
 * process dies before or after the call.
 */
export type Fault = 'down' | 'lost' | 'limited' | 'stale' | 'killed-before' | 'killed-after';

const DAY_MS = 24 * 3600_000;

/** Our process was killed there: nothing of it may catch this and go on. */
export class Killed extends Error {}

export class Outside {
  readonly orders = new Map<string, OutsideOrder>();
  readonly transfers = new Map<string, OutsideTransfer>();
  readonly claims = new Map<string, OutsideClaim>();
  readonly settlements = new Map<string, OutsideSettlement>();
  /** Destinations that were registered. */
  readonly beneficiaries = new Set<string>();
  /** What nobody may ever ask of a provider, in words. */
  readonly wrongs: string[] = [];
  /** Which word of each claim was given since the last job began. */
  readonly heard = new Map<string, number>();
  readonly now: () => number;
  /** False: an order stays open at the provider for ever. */
  readonly ordersEnd: boolean;
  /** Each transfer that is asked for is looked at once before it happens. */
  onTransfer: (transferId: string) => void = () => {};
  /** When an order of ours ends, for providers whose orders do not. */
  endOf: (orderId: string) => number;
  /** From here on whatever is asked for succeeds at once. */
  obliging = false;
  /** Refunds that are asked for fail at once. */
  refusesRefunds = false;
  #faults: Fault[] = [];
  #killed = false;
  #stale = false;

  constructor(now: () => number, ordersEnd = true) {
    this.now = now;
    this.ordersEnd = ordersEnd;
    this.endOf = () => now() + DAY_MS;
  }

  /** The faults that the calls of the next job meet, in this order. */
  arm(faults: readonly Fault[]): void {
    this.#stale = faults.includes('stale');
    this.#faults = faults.filter((fault) => fault !== 'stale');
    this.#killed = false;
    this.heard.clear();
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

  statusOf(order: OutsideOrder): 'active' | 'paid' | 'expired' | 'terminated' {
    if (order.attempts.some((one) => one.status === 'success')) return 'paid';
    if (order.closed) return 'terminated';
    return this.ordersEnd && order.expiresAt <= this.now() ? 'expired' : 'active';
  }

  /** Somebody may still begin to pay it. */
  isPayable(order: OutsideOrder): boolean {
    return this.statusOf(order) === 'active' && order.expiresAt > this.now();
  }

  captured(orderId: string): Attempt[] {
    return this.orders.get(orderId)?.attempts.filter((one) => one.status === 'success') ?? [];
  }

  /** What the provider says of a claim when it is asked: mostly its last word. */
  claimWord(id: string): ClaimWord | undefined {
    const claim = this.claims.get(id);
    const behind = claim?.late?.shift() ?? (this.#stale ? 1 : 0);
    const index = Math.max(0, (claim?.words.length ?? 0) - 1 - behind);
    if (claim) this.heard.set(id, index);
    return claim?.words[index];
  }

  /** The same refund is never sent twice under one id, and never more than was taken. */
  refund(
    orderId: string,
    refundId: string,
    asked: { paymentId: string; amountPaise: number },
  ): OutsideRefund {
    const refunds = this.orders.get(orderId)?.refunds ?? new Map<string, OutsideRefund>();
    const known = refunds.get(refundId);
    if (known && known.amountPaise !== asked.amountPaise)
      this.wrong(`refund ${refundId} was asked for with another amount`);
    const status = this.obliging ? 'success' : this.refusesRefunds ? 'failed' : 'pending';
    const refund = known ?? { ...asked, status };
    refunds.set(refundId, refund);
    const alive = [...refunds.values()].filter(({ status }) => status !== 'failed' && status !== 'cancelled');
    const total = (parts: readonly { paymentId: string; amountPaise: number }[], paymentId?: string) =>
      parts
        .filter((one) => paymentId === undefined || one.paymentId === paymentId)
        .reduce((sum, one) => sum + one.amountPaise, 0);
    const taken = this.captured(orderId);
    if (total(alive) > total(taken) || total(alive, asked.paymentId) > total(taken, asked.paymentId))
      this.wrong(`refunds of order ${orderId} are ${total(alive)} of ${total(taken)} paise taken`);
    return refund;
  }

  /** Each time a refund was tried, the oldest first: "ref_m7", "ref_m7-1". */
  triesOf(orderId: string, refundId: string): OutsideRefund[] {
    const tries = [...(this.orders.get(orderId)?.refunds ?? [])].filter(
      ([id]) => id === refundId || id.startsWith(`${refundId}-`),
    );
    return tries.map(([, one]) => one);
  }

  /** The same transfer is never begun twice. */
  transfer(transferId: string, amountPaise: number): OutsideTransfer {
    const known = this.transfers.get(transferId);
    if (known && known.amountPaise !== amountPaise)
      this.wrong(`transfer ${transferId} was asked for with another amount`);
    if (!known) this.onTransfer(transferId);
    const transfer: OutsideTransfer = known ?? {
      amountPaise,
      status: this.obliging ? 'paid' : 'processing',
      endedAt: null,
    };
    this.transfers.set(transferId, transfer);
    return transfer;
  }

  /** What was asked for again under the same id must be the same. */
  wrong(what: string): void {
    this.wrongs.push(what);
  }
}
