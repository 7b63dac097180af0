import type { OpsCaseDecision } from '@fws/contract/admin/cases/model';
import type { OpsCase } from '../support/product/observe.ts';
import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { FundState } from '@fws/contract/contracts/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import {
  CHARGE_BPS,
  calculateCharge,
  DAY_MS,
  FUND_ORDER,
  calculateDeductions,
  sum,
  WORK_ORDER,
  type ModelChargeback,
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
import {
  CHANGES_MAX,
  createWait,
  createWaiting,
  getPeriodMs,
  getReleaseTime,
  hold,
  liftHold,
  requestPayment,
  returnWork,
} from './waits.ts';

/** The provider takes no payment below one rupee. The amounts of this proof stay below its maximum. */
const arePayable = (parts: readonly number[]): boolean => parts.every((paise) => paise >= 100);

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
  cancellationRequested = false;
  readonly wallets = new Map<number, number>();
  readonly chargebacks = new Map<string, ModelChargeback>();
  readonly settlements = new Map<string, Settlement>();
  /** Chargebacks won after their milestone was settled without them: the money is nobody's until an admin decides. */
  readonly lateReturns = new Map<string, LateReturn>();
  /** Decisions of one admin that wait for a second, by approval id. */
  readonly pendingApprovals = new Map<number, { opsCase: OpsCase; decision: OpsCaseDecision }>();
  readonly rates: Rates[] = [];
  readonly deductions = new Map<number, Deductions>();
  chargesPaise = 0;

  constructor(people: Expected['people'], inPerson: boolean) {
    this.people = people;
    this.inPerson = inPerson;
  }

  get underWay(): boolean {
    return this.job === 'awarded' || this.job === 'in_progress';
  }

  getWalletPaise(user: number): number {
    return this.wallets.get(user) ?? 0;
  }

  // Quotes.

  submitQuote(worker: number, parts: number[]): Verdict {
    const hasLiveQuote = this.quotes.some(
      (quote) => quote.worker === worker && (quote.state === 'submitted' || quote.state === 'accepted'),
    );
    if (this.job !== 'open' || hasLiveQuote || !arePayable(parts)) return 'refused';
    this.quotes.push({ id: 0, worker, state: 'submitted', parts });
    return 'done';
  }

  updateQuote(index: number, parts: number[]): Verdict {
    const quote = this.quotes[index];
    if (!quote || quote.state !== 'submitted' || this.job !== 'open' || !arePayable(parts)) return 'refused';
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
      wait: createWait(),
      waiting: createWaiting(),
      releasedPaise: null,
    }));
    return 'done';
  }

  // Milestones.

  #getSide(caller: number): Side | null {
    if (this.worker === null) return null;
    if (caller === this.people.poster) return 'poster';
    return caller === this.worker ? 'worker' : null;
  }

  moveFund(
    index: number,
    { step, acceptsWork }: { step: FundStep; acceptsWork: boolean },
    caller: number,
    now: number,
  ): Verdict {
    const milestone = this.milestones[index];
    if (!milestone || this.#getSide(caller) !== 'poster') return 'refused';
    if (milestone.fund === step) return 'done';
    const before: Record<FundStep, readonly FundState[]> = {
      funded: ['unfunded', 'funding_pending'],
      accepted: ['funded'],
      released: ['accepted'],
    };
    const acceptsToo = step === 'released' && acceptsWork && milestone.fund === 'funded';
    if (!acceptsToo && !before[step].includes(milestone.fund)) return 'refused';
    if (milestone.held || !this.underWay) return 'refused';
    const isDone = milestone.work === 'completed' || milestone.work === 'payment_requested';
    if ((step === 'accepted' || acceptsToo) && !isDone) return 'refused';
    if (step === 'funded') this.#openOrder(milestone, now);
    if (step === 'accepted') milestone.fund = 'accepted';
    if (step === 'released') {
      this.#release(milestone, milestone.paise, now);
      this.#completeWhenPaid();
    }
    return 'done';
  }

  findLiveOrder(milestoneId: number): Order | undefined {
    return [...this.orders.values()].find(
      (order) => order.milestone === milestoneId && (order.state === 'created' || order.state === 'active'),
    );
  }

  #openOrder(milestone: Milestone, now: number): void {
    const live = this.findLiveOrder(milestone.id);
    if (live && live.expiresAt > now + 120_000) return;
    if (live) live.state = 'expired';
    this.newOrder = { milestone: milestone.id, paise: milestone.paise, expiresAt: now + DAY_MS };
    milestone.fund = 'funding_pending';
  }

  #release(milestone: Milestone, paise: number, now: number): void {
    milestone.fund = 'released';
    milestone.releasedPaise = paise;
    const deductions = calculateDeductions(this.rates, now, paise);
    const deductedPaise = sum(Object.values(deductions));
    if (deductedPaise > 0) this.deductions.set(milestone.id, deductions);
    if (this.worker !== null)
      this.wallets.set(this.worker, this.getWalletPaise(this.worker) + paise - deductedPaise);
  }

  #completeWhenPaid(): void {
    const finalStates: readonly FundState[] = ['released', 'refund_pending', 'refunded'];
    if (this.milestones.every((milestone) => finalStates.includes(milestone.fund))) this.job = 'completed';
  }

  moveWork(index: number, step: WorkStep, caller: number, now: number): Verdict {
    const milestone = this.milestones[index];
    if (!milestone || this.#getSide(caller) !== 'worker') return 'refused';
    if (milestone.work === step) return 'done';
    if (WORK_ORDER.indexOf(step) !== WORK_ORDER.indexOf(milestone.work) + 1) return 'refused';
    if ((milestone.fund !== 'funded' && milestone.fund !== 'accepted') || milestone.held || !this.underWay)
      return 'refused';
    milestone.work = step;
    if (step === 'payment_requested') requestPayment(milestone, getPeriodMs(this.inPerson), now);
    return 'done';
  }

  requestChange(index: number, caller: number, now: number): Verdict {
    const milestone = this.milestones[index];
    if (!milestone || this.#getSide(caller) !== 'poster' || !this.underWay) return 'refused';
    const isDone = milestone.work === 'completed' || milestone.work === 'payment_requested';
    if (!isDone || milestone.fund !== 'funded' || milestone.held) return 'refused';
    if (milestone.wait.changes >= CHANGES_MAX) return 'refused';
    milestone.work = 'started';
    returnWork(milestone, now);
    return 'done';
  }

  autoRelease(milestoneId: number, now: number): void {
    const milestone = this.milestones.find(({ id }) => id === milestoneId);
    const releasesAt = milestone && this.underWay ? getReleaseTime(milestone) : null;
    if (!milestone || releasesAt === null || releasesAt > now) return;
    this.#release(milestone, milestone.paise, now);
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
    const rule = this.#getCancelRule();
    if (rule === 'refused') return 'refused';
    if (rule === 'direct') this.#executeCancellation(now);
    else this.cancellationRequested = true;
    return 'done';
  }

  #getCancelRule(): 'direct' | 'consent' | 'refused' {
    if (!this.underWay || this.milestones.some((milestone) => milestone.held)) return 'refused';
    const accepted = sum(
      this.milestones
        .filter((milestone) => milestone.fund === 'accepted' || milestone.fund === 'released')
        .map((milestone) => milestone.paise),
    );
    const percent = (accepted * 100) / sum(this.milestones.map((milestone) => milestone.paise));
    if (percent <= 20) return 'direct';
    return percent < 60 ? 'consent' : 'refused';
  }

  answerCancellation(agree: boolean, caller: number, now: number): Verdict {
    if (this.#getSide(caller) !== 'worker') return 'refused';
    if (agree && this.job === 'cancelled') return 'done';
    if (!this.cancellationRequested || !this.underWay) return 'refused';
    if (!agree) {
      this.cancellationRequested = false;
      return 'done';
    }
    if (this.#getCancelRule() === 'refused') return 'refused';
    this.cancellationRequested = false;
    this.#executeCancellation(now);
    return 'done';
  }

  #executeCancellation(now: number): void {
    for (const milestone of this.milestones) {
      if (milestone.fund === 'funding_pending') {
        const live = this.findLiveOrder(milestone.id);
        if (live) live.state = 'terminated';
        milestone.fund = 'unfunded';
      } else if (milestone.fund === 'accepted') this.#release(milestone, milestone.paise, now);
      else if (milestone.fund === 'funded') this.#refund(milestone, milestone.paise, CHARGE_BPS);
    }
    this.job = 'cancelled';
  }

  #refund(milestone: Milestone, paise: number, bps: number): void {
    const sent = paise - calculateCharge(paise, bps);
    this.chargesPaise += paise - sent;
    milestone.fund = sent > 0 ? 'refund_pending' : 'refunded';
    if (sent === 0) return;
    const applied = [...this.payments.values()].find(
      (payment) => payment.applied && this.orders.get(payment.order)?.milestone === milestone.id,
    );
    this.refunds.set(`ref_m${milestone.id}`, {
      order: applied?.order ?? '',
      milestone: milestone.id,
      paise: sent,
      state: 'pending',
    });
  }

  // Disputes.

  raise(caller: number, now: number): Verdict {
    if (!this.#getSide(caller) || this.job === 'cancelled' || this.dispute?.state === 'open')
      return 'refused';
    this.dispute = { id: null, raisedBy: caller, state: 'open', ending: null };
    for (const milestone of this.milestones)
      if (FUND_ORDER.slice(0, 4).includes(milestone.fund)) hold(milestone, now);
    return 'done';
  }

  withdrawDispute(caller: number, now: number): Verdict {
    if (!this.dispute || !this.#getSide(caller)) return 'refused';
    const { raisedBy, state, ending } = this.dispute;
    if (ending === 'withdrawn' && raisedBy === caller) return 'done';
    if (state !== 'open' || raisedBy !== caller) return 'refused';
    this.dispute = { ...this.dispute, state: 'closed', ending: 'withdrawn' };
    this.#liftHolds(now);
    return 'done';
  }

  /** Except on milestones with a chargeback that is open or lost. */
  #liftHolds(now: number): void {
    for (const milestone of this.milestones)
      if (this.listChargebacksOn(milestone.id).every(({ state }) => state === 'won'))
        liftHold(milestone, now);
  }

  listChargebacksOn(milestoneId: number): ModelChargeback[] {
    return [...this.chargebacks.values()].filter((chargeback) => chargeback.milestone === milestoneId);
  }

  /** What is left in escrow of a funded milestone. */
  getEscrowLeft(milestone: Milestone): number {
    if (milestone.fund !== 'funded' && milestone.fund !== 'accepted') return 0;
    return milestone.paise - sum(this.listChargebacksOn(milestone.id).map(({ escrowPaise }) => escrowPaise));
  }

  /** The held funds that an admin has to divide, without milestones whose chargeback is open. */
  get heldFunds(): { id: number; paise: number }[] {
    return this.milestones
      .filter((milestone) => milestone.held && (milestone.fund === 'funded' || milestone.fund === 'accepted'))
      .filter((milestone) => this.listChargebacksOn(milestone.id).every(({ state }) => state !== 'open'))
      .map((milestone) => ({ id: milestone.id, paise: this.getEscrowLeft(milestone) }));
  }

  settle(
    parts: readonly { milestoneId: number; toWorkerPaise: number; toPosterPaise: number }[],
    bps: number,
    now: number,
  ): Verdict {
    if (this.dispute?.state !== 'open') return 'refused';
    const funds = this.heldFunds;
    const isBalanced =
      parts.length === funds.length &&
      funds.every((fund) =>
        parts.some(
          (part) =>
            part.milestoneId === fund.id &&
            part.toWorkerPaise >= 0 &&
            part.toPosterPaise >= 0 &&
            part.toWorkerPaise + part.toPosterPaise === fund.paise,
        ),
      );
    if (!isBalanced) return 'refused';
    for (const { milestoneId, toWorkerPaise, toPosterPaise } of parts) {
      const milestone = this.milestones.find(({ id }) => id === milestoneId);
      if (!milestone) continue;
      if (toPosterPaise > 0) this.#refund(milestone, toPosterPaise, bps);
      if (toWorkerPaise > 0) this.#release(milestone, toWorkerPaise, now);
      liftHold(milestone, now);
    }
    this.dispute = { ...this.dispute, state: 'closed', ending: 'settled' };
    this.#liftHolds(now);
    if (parts.length > 0) this.endJob();
    return 'done';
  }

  /** Ends the job when nothing is left to pay. */
  endJob(): void {
    if (
      !this.underWay ||
      this.milestones.some((milestone) => FUND_ORDER.slice(0, 4).includes(milestone.fund))
    )
      return;
    this.job = this.milestones.some((milestone) => milestone.fund === 'released') ? 'completed' : 'cancelled';
  }

  // Money out.

  withdraw(user: number, paise: number, verified: boolean): Verdict {
    if (!verified || paise > this.getWalletPaise(user)) return 'refused';
    this.wallets.set(user, this.getWalletPaise(user) - paise);
    this.newWithdrawal = { user, paise };
    return 'done';
  }
}
