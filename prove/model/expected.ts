import type { MatterDecision } from '@fws/contract/admin/matters/model';
import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { FundState } from '@fws/contract/contracts/process';
import type { JobState } from '@fws/contract/jobs/process';
import type { QuoteState } from '@fws/contract/quotes/process';
import type { Matter } from './matters.ts';
import {
  CHARGE_BPS,
  chargeOf,
  DAY_MS,
  FUND_ROAD,
  keptAt,
  sum,
  WORK_ROAD,
  type Claim,
  type Deductions,
  type LateReturn,
  type Milestone,
  type Order,
  type Rates,
  type Settlement,
  type Side,
  type Verdict,
  type Withdrawal,
} from './state.ts';

/**
 * A second, simple implementation of what must happen to the money: lists in memory, no locks, no SQL, none of the
 * product's own rules. The product is wrong wherever it differs.
 */

export class Expected {
  readonly people: { poster: number; workers: readonly [number, number]; outsider: number };
  readonly inPerson: boolean;
  job: JobState = 'open';
  worker: number | null = null;
  quotes: { id: number; worker: number; state: QuoteState; parts: number[] }[] = [];
  milestones: Milestone[] = [];
  readonly orders = new Map<string, Order>();
  /** The new order that the next comparison must find. */
  newOrder: Omit<Order, 'state'> | null = null;
  readonly payments = new Map<string, { order: string; paise: number; applied: boolean }>();
  readonly refunds = new Map<
    string,
    { order: string; milestone: number | null; paise: number; state: string }
  >();
  readonly withdrawals = new Map<number, Withdrawal>();
  newWithdrawal: { user: number; paise: number } | null = null;
  dispute: { id: number | null; raisedBy: number; state: 'open' | 'closed'; ending: string | null } | null =
    null;
  asked = false;
  readonly wallets = new Map<number, number>();
  readonly claims = new Map<string, Claim>();
  readonly settlements = new Map<string, Settlement>();
  /** Chargebacks won after their milestone was settled without them: the money is nobody's until an admin decides. */
  readonly lateReturns = new Map<string, LateReturn>();
  /** Decisions of one admin that wait for a second, by approval id. */
  readonly halfDecided = new Map<number, { matter: Matter; decision: MatterDecision }>();
  readonly rates: Rates[] = [];
  readonly kept = new Map<number, Deductions>();
  chargesPaise = 0;

  constructor(people: Expected['people'], inPerson: boolean) {
    this.people = people;
    this.inPerson = inPerson;
  }

  get underWay(): boolean {
    return this.job === 'awarded' || this.job === 'in_progress';
  }

  walletOf(user: number): number {
    return this.wallets.get(user) ?? 0;
  }

  // Quotes.

  submitQuote(worker: number, parts: number[]): Verdict {
    const live = this.quotes.some(
      (one) => one.worker === worker && (one.state === 'submitted' || one.state === 'accepted'),
    );
    if (this.job !== 'open' || live) return 'refused';
    this.quotes.push({ id: 0, worker, state: 'submitted', parts });
    return 'done';
  }

  updateQuote(index: number, parts: number[]): Verdict {
    const quote = this.quotes[index];
    if (!quote || quote.state !== 'submitted' || this.job !== 'open') return 'refused';
    quote.parts = parts;
    return 'done';
  }

  cancelQuote(index: number): Verdict {
    const quote = this.quotes[index];
    if (quote?.state === 'cancelled') return 'done';
    if (quote?.state !== 'submitted') return 'refused';
    quote.state = 'cancelled';
    return 'done';
  }

  acceptQuote(index: number, caller: number): Verdict {
    const quote = this.quotes[index];
    if (!quote || caller !== this.people.poster) return 'refused';
    if (quote.state === 'accepted') return 'done';
    if (this.job !== 'open' || quote.state !== 'submitted') return 'refused';
    for (const other of this.quotes) if (other.state === 'submitted') other.state = 'not_selected';
    quote.state = 'accepted';
    this.job = 'awarded';
    this.worker = quote.worker;
    this.milestones = quote.parts.map((paise) => ({
      id: 0,
      paise,
      fund: 'unfunded',
      work: 'not_started',
      held: false,
      requestedAt: null,
      releasedPaise: null,
    }));
    return 'done';
  }

  // Milestones.

  #side(caller: number): Side | null {
    if (this.worker === null) return null;
    if (caller === this.people.poster) return 'poster';
    return caller === this.worker ? 'worker' : null;
  }

  moveFund(index: number, step: FundStep, caller: number, now: number): Verdict {
    const one = this.milestones[index];
    if (!one || this.#side(caller) !== 'poster') return 'refused';
    if (one.fund === step) return 'done';
    const before: Record<FundStep, readonly FundState[]> = {
      funded: ['unfunded', 'funding_pending'],
      accepted: ['funded'],
      released: ['accepted'],
    };
    if (!before[step].includes(one.fund) || one.held || !this.underWay) return 'refused';
    if (step === 'funded') this.#openOrder(one, now);
    if (step === 'accepted') {
      if (one.work !== 'completed' && one.work !== 'payment_requested') return 'refused';
      one.fund = 'accepted';
    }
    if (step === 'released') {
      this.#release(one, one.paise, now);
      this.#completeWhenPaid();
    }
    return 'done';
  }

  liveOrder(milestone: number): Order | undefined {
    return [...this.orders.values()].find(
      (order) => order.milestone === milestone && (order.state === 'created' || order.state === 'active'),
    );
  }

  #openOrder(one: Milestone, now: number): void {
    const live = this.liveOrder(one.id);
    if (live && live.expiresAt > now + 120_000) return;
    if (live) live.state = 'expired';
    this.newOrder = { milestone: one.id, paise: one.paise, expiresAt: now + DAY_MS };
    one.fund = 'funding_pending';
  }

  #release(one: Milestone, paise: number, now: number): void {
    one.fund = 'released';
    one.releasedPaise = paise;
    const kept = keptAt(this.rates, now, paise);
    const keptPaise = sum(Object.values(kept));
    if (keptPaise > 0) this.kept.set(one.id, kept);
    if (this.worker !== null) this.wallets.set(this.worker, this.walletOf(this.worker) + paise - keptPaise);
  }

  #completeWhenPaid(): void {
    const over: readonly FundState[] = ['released', 'refund_pending', 'refunded'];
    if (this.milestones.every((one) => over.includes(one.fund))) this.job = 'completed';
  }

  moveWork(index: number, step: WorkStep, caller: number, now: number): Verdict {
    const one = this.milestones[index];
    if (!one || this.#side(caller) !== 'worker') return 'refused';
    if (one.work === step) return 'done';
    if (WORK_ROAD.indexOf(step) !== WORK_ROAD.indexOf(one.work) + 1) return 'refused';
    if ((one.fund !== 'funded' && one.fund !== 'accepted') || one.held || !this.underWay) return 'refused';
    one.work = step;
    if (step === 'payment_requested') one.requestedAt = now;
    return 'done';
  }

  requestChange(index: number, caller: number): Verdict {
    const one = this.milestones[index];
    if (!one || this.#side(caller) !== 'poster' || !this.underWay) return 'refused';
    const isDone = one.work === 'completed' || one.work === 'payment_requested';
    if (!isDone || one.fund !== 'funded' || one.held) return 'refused';
    one.work = 'started';
    one.requestedAt = null;
    return 'done';
  }

  autoRelease(milestone: number, now: number): void {
    const one = this.milestones.find(({ id }) => id === milestone);
    if (!one || !this.underWay || one.held || one.work !== 'payment_requested' || one.requestedAt === null)
      return;
    if (one.fund !== 'funded' && one.fund !== 'accepted') return;
    if (one.requestedAt + (this.inPerson ? 3 : 14) * DAY_MS > now) return;
    this.#release(one, one.paise, now);
    this.#completeWhenPaid();
  }

  // Cancelling.

  cancelJob(caller: number, now: number): Verdict {
    if (caller !== this.people.poster) return 'refused';
    if (this.job === 'cancelled') return 'done';
    if (this.job === 'open') {
      for (const quote of this.quotes) if (quote.state === 'submitted') quote.state = 'not_selected';
      this.job = 'cancelled';
      return 'done';
    }
    const way = this.#cancelWay();
    if (way === 'refused') return 'refused';
    if (way === 'direct') this.#carryOut(now);
    else this.asked = true;
    return 'done';
  }

  #cancelWay(): 'direct' | 'consent' | 'refused' {
    if (!this.underWay || this.milestones.some((one) => one.held)) return 'refused';
    const accepted = sum(
      this.milestones
        .filter((one) => one.fund === 'accepted' || one.fund === 'released')
        .map((one) => one.paise),
    );
    const percent = (accepted * 100) / sum(this.milestones.map((one) => one.paise));
    if (percent <= 20) return 'direct';
    return percent < 60 ? 'consent' : 'refused';
  }

  answerCancellation(agree: boolean, caller: number, now: number): Verdict {
    if (this.#side(caller) !== 'worker') return 'refused';
    if (agree && this.job === 'cancelled') return 'done';
    if (!this.asked || !this.underWay) return 'refused';
    if (!agree) {
      this.asked = false;
      return 'done';
    }
    if (this.#cancelWay() === 'refused') return 'refused';
    this.asked = false;
    this.#carryOut(now);
    return 'done';
  }

  #carryOut(now: number): void {
    for (const one of this.milestones) {
      if (one.fund === 'funding_pending') {
        const live = this.liveOrder(one.id);
        if (live) live.state = 'terminated';
        one.fund = 'unfunded';
      } else if (one.fund === 'accepted') this.#release(one, one.paise, now);
      else if (one.fund === 'funded') this.#refund(one, one.paise, CHARGE_BPS);
    }
    this.job = 'cancelled';
  }

  #refund(one: Milestone, paise: number, bps: number): void {
    const sent = paise - chargeOf(paise, bps);
    this.chargesPaise += paise - sent;
    one.fund = sent > 0 ? 'refund_pending' : 'refunded';
    if (sent === 0) return;
    const applied = [...this.payments.values()].find(
      (payment) => payment.applied && this.orders.get(payment.order)?.milestone === one.id,
    );
    this.refunds.set(`ref_m${one.id}`, {
      order: applied?.order ?? '',
      milestone: one.id,
      paise: sent,
      state: 'pending',
    });
  }

  // Disputes.

  raise(caller: number): Verdict {
    if (!this.#side(caller) || this.job === 'cancelled' || this.dispute?.state === 'open') return 'refused';
    this.dispute = { id: null, raisedBy: caller, state: 'open', ending: null };
    for (const one of this.milestones) if (FUND_ROAD.slice(0, 4).includes(one.fund)) one.held = true;
    return 'done';
  }

  withdrawDispute(caller: number, now: number): Verdict {
    if (!this.dispute || !this.#side(caller)) return 'refused';
    const { raisedBy, state, ending } = this.dispute;
    if (ending === 'withdrawn' && raisedBy === caller) return 'done';
    if (state !== 'open' || raisedBy !== caller) return 'refused';
    this.dispute = { ...this.dispute, state: 'closed', ending: 'withdrawn' };
    this.#liftHolds(now);
    return 'done';
  }

  /** Except on milestones with a chargeback that is open or lost. */
  #liftHolds(now: number): void {
    for (const one of this.milestones)
      if (this.claimsOn(one.id).every(({ state }) => state === 'won')) liftHold(one, now);
  }

  claimsOn(milestone: number): Claim[] {
    return [...this.claims.values()].filter((claim) => claim.milestone === milestone);
  }

  /** What is left in escrow of a funded milestone. */
  leftOf(one: Milestone): number {
    if (one.fund !== 'funded' && one.fund !== 'accepted') return 0;
    return one.paise - sum(this.claimsOn(one.id).map(({ escrowPaise }) => escrowPaise));
  }

  /** The held funds that an admin has to divide, without milestones whose chargeback is open. */
  get heldFunds(): { id: number; paise: number }[] {
    return this.milestones
      .filter((one) => one.held && (one.fund === 'funded' || one.fund === 'accepted'))
      .filter((one) => this.claimsOn(one.id).every(({ state }) => state !== 'open'))
      .map((one) => ({ id: one.id, paise: this.leftOf(one) }));
  }

  settle(
    parts: readonly { milestoneId: number; toWorkerPaise: number; toPosterPaise: number }[],
    bps: number,
    now: number,
  ): Verdict {
    if (this.dispute?.state !== 'open') return 'refused';
    const held = this.heldFunds;
    const fits =
      parts.length === held.length &&
      held.every((one) =>
        parts.some(
          (part) =>
            part.milestoneId === one.id &&
            part.toWorkerPaise >= 0 &&
            part.toPosterPaise >= 0 &&
            part.toWorkerPaise + part.toPosterPaise === one.paise,
        ),
      );
    if (!fits) return 'refused';
    for (const { milestoneId, toWorkerPaise, toPosterPaise } of parts) {
      const one = this.milestones.find(({ id }) => id === milestoneId);
      if (!one) continue;
      if (toPosterPaise > 0) this.#refund(one, toPosterPaise, bps);
      if (toWorkerPaise > 0) this.#release(one, toWorkerPaise, now);
      liftHold(one, now);
    }
    this.dispute = { ...this.dispute, state: 'closed', ending: 'settled' };
    this.#liftHolds(now);
    if (parts.length > 0) this.endJob();
    return 'done';
  }

  /** Ends the job when nothing is left to pay. */
  endJob(): void {
    if (!this.underWay || this.milestones.some((one) => FUND_ROAD.slice(0, 4).includes(one.fund))) return;
    this.job = this.milestones.some((one) => one.fund === 'released') ? 'completed' : 'cancelled';
  }

  // Money out.

  withdraw(user: number, paise: number, verified: boolean): Verdict {
    if (!verified || paise > this.walletOf(user)) return 'refused';
    this.wallets.set(user, this.walletOf(user) - paise);
    this.newWithdrawal = { user, paise };
    return 'done';
  }
}

/** The end of a hold restarts the poster's time to answer a payment request. */
export function liftHold(one: Milestone, now: number): void {
  if (one.held && one.requestedAt !== null) one.requestedAt = now;
  one.held = false;
}
