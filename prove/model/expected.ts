import type { OpsCaseDecision } from '@fws/contract/admin/cases/model';
import type { OpsCase } from '../support/product/observe.ts';
import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { FundState } from '@fws/contract/contracts/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { calculateRestDays, ModelWallet, type ModelRelease } from './wallet.ts';
import {
  CHARGE_BPS,
  calculateCharge,
  DAY_MS,
  FUND_ORDER,
  calculateDeductions,
  sum,
  SPLIT_MS,
  WORK_ORDER,
  type ModelChargeback,
  type ModelDispute,
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
  readonly people: {
    poster: number;
    workers: readonly [number, number];
    outsider: number;
    colleague: number;
  };
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
  disputes: ModelDispute[] = [];
  /** Who cancelled the awarded job. */
  endedBy: { side: Side; user: number } | null = null;
  cancelledAt: number | null = null;
  readonly wallets = new Map<number, ModelWallet>();
  /** Chargebacks since whose loss the poster may fund nothing. */
  readonly stops = new Set<string>();
  /** When the people of this world joined. */
  readonly joinedAt: number;
  readonly chargebacks = new Map<string, ModelChargeback>();
  readonly settlements = new Map<string, Settlement>();
  /** Chargebacks won after their milestone was settled without them: the money is nobody's until an admin decides. */
  readonly lateReturns = new Map<string, LateReturn>();
  /** Decisions of one admin that wait for a second, by approval id. */
  readonly pendingApprovals = new Map<number, { opsCase: OpsCase; decision: OpsCaseDecision }>();
  readonly rates: Rates[] = [];
  readonly deductions = new Map<number, Deductions>();
  chargesPaise = 0;

  constructor(people: Expected['people'], inPerson: boolean, joinedAt: number) {
    this.people = people;
    this.joinedAt = joinedAt;
    this.inPerson = inPerson;
  }

  get underWay(): boolean {
    return this.takesMoney || this.job === 'ending';
  }

  /** A cancelled job takes no new money and starts no work. */
  get takesMoney(): boolean {
    return this.job === 'awarded' || this.job === 'in_progress';
  }

  getWalletPaise(user: number): number {
    return this.getWallet(user).balance;
  }

  getWallet(user: number): ModelWallet {
    const wallet = this.wallets.get(user) ?? new ModelWallet();
    this.wallets.set(user, wallet);
    return wallet;
  }

  /** Money reaches the worker's wallet, and rests. */
  credit(milestone: number, paise: number, now: number): void {
    if (this.worker === null || paise === 0) return;
    const { releases } = this.getWallet(this.worker);
    const first = releases.find((release) => release.paise >= 50_000);
    const days = calculateRestDays({
      joinedDays: Math.floor((now - this.joinedAt) / DAY_MS),
      firstAt: first?.at ?? null,
      isChargedBack:
        this.stops.size > 0 || [...this.chargebacks.values()].some(({ state }) => state === 'open'),
      now,
    });
    const until = now + days * DAY_MS;
    releases.push({ milestone, paise, left: paise, at: now, until, heldBy: new Set() });
  }

  listReleasesOf(milestone: number): ModelRelease[] {
    return [...this.wallets.values()].flatMap(({ releases }) =>
      releases.filter((release) => release.milestone === milestone),
    );
  }

  /** What is left of the releases that a chargeback holds. */
  getHeldPaise(chargeback: string): number {
    return sum(
      [...this.wallets.values()].flatMap(({ releases }) =>
        releases.filter(({ heldBy }) => heldBy.has(chargeback)).map(({ left }) => left),
      ),
    );
  }

  liftHoldsBy(chargeback: string): void {
    for (const { releases } of this.wallets.values())
      for (const { heldBy } of releases) heldBy.delete(chargeback);
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
      split: null,
      splitVersion: 0,
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
    if (step === 'funded' && !this.takesMoney) return 'refused';
    if (step === 'funded' && this.stops.size > 0) return 'refused';
    if (step === 'funded') this.#openOrder(milestone, now);
    // What is accepted in a cancelled job is paid at once.
    const isReleased = step === 'released' || (step === 'accepted' && this.job === 'ending');
    if (step === 'accepted') milestone.fund = 'accepted';
    if (isReleased) {
      this.#release(milestone, milestone.paise, now);
      this.#completeWhenPaid(now);
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
    this.credit(milestone.id, paise - deductedPaise, now);
  }

  #completeWhenPaid(now: number): void {
    if (this.job === 'ending') return this.endJob(now);
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
    if (step === 'started' && (!this.takesMoney || !this.#comesNext(index))) return 'refused';
    milestone.work = step;
    if (step === 'completed') milestone.split = null;
    if (step === 'payment_requested') requestPayment(milestone, getPeriodMs(this.inPerson), now);
    return 'done';
  }

  /** All milestones before it are completed, or their money is no longer awaited or held. */
  #comesNext(index: number): boolean {
    return this.milestones
      .slice(0, index)
      .every(
        ({ fund, work }) =>
          work === 'completed' || work === 'payment_requested' || !FUND_ORDER.slice(0, 4).includes(fund),
      );
  }

  requestChange(index: number, caller: number, now: number): Verdict {
    const milestone = this.milestones[index];
    if (!milestone || this.#getSide(caller) !== 'poster' || !this.underWay) return 'refused';
    const isDone = milestone.work === 'completed' || milestone.work === 'payment_requested';
    if (!isDone || milestone.fund !== 'funded' || milestone.held) return 'refused';
    if (milestone.wait.changes >= CHANGES_MAX) return 'refused';
    milestone.work = 'started';
    returnWork(milestone, now);
    this.continueEnding(now);
    return 'done';
  }

  autoRelease(milestoneId: number, now: number): void {
    const milestone = this.milestones.find(({ id }) => id === milestoneId);
    const releasesAt = milestone && this.underWay ? getReleaseTime(milestone) : null;
    if (!milestone || releasesAt === null || releasesAt > now) return;
    this.#release(milestone, milestone.paise, now);
    this.#completeWhenPaid(now);
  }

  // Cancelling.

  cancelJob(caller: number, now: number): Verdict {
    const side = this.#getSide(caller);
    if (this.job === 'open' || this.worker === null) {
      if (caller !== this.people.poster) return 'refused';
      for (const quote of this.quotes) if (quote.state === 'submitted') quote.state = 'not_selected';
      this.job = 'cancelled';
      return 'done';
    }
    if (!side) return 'refused';
    if (this.job === 'cancelled' || this.job === 'ending') return 'done';
    const inEscrow = (milestone: Milestone) => milestone.fund === 'funded' || milestone.fund === 'accepted';
    const endsSomething = this.milestones.some((milestone) =>
      inEscrow(milestone)
        ? !milestone.held &&
          (milestone.fund === 'accepted' || milestone.work === 'not_started' || milestone.work === 'started')
        : milestone.fund === 'unfunded' || milestone.fund === 'funding_pending',
    );
    if (!this.underWay || !endsSomething) return 'refused';
    this.endedBy = { side, user: caller };
    this.job = 'ending';
    this.continueEnding(now);
    return 'done';
  }

  /** Does to each milestone of a cancelled job what nobody has to decide. */
  continueEnding(now: number): void {
    if (this.job !== 'ending' || !this.endedBy) return;
    for (const milestone of this.milestones) {
      if (milestone.fund === 'funding_pending') {
        const live = this.findLiveOrder(milestone.id);
        if (live) live.state = 'terminated';
        milestone.fund = 'unfunded';
      } else if (milestone.held) continue;
      else if (milestone.fund === 'accepted') this.#release(milestone, milestone.paise, now);
      else if (milestone.fund !== 'funded') continue;
      else if (milestone.work === 'not_started')
        this.#refund(milestone, milestone.paise, this.#getCancelBps());
      else if (milestone.work === 'started') this.#openSplit(milestone, now);
    }
    this.endJob(now);
  }

  /** A worker who gives up costs the poster no charge. */
  #getCancelBps(): number {
    return this.endedBy?.side === 'worker' ? 0 : CHARGE_BPS;
  }

  // Splits.

  #openSplit(milestone: Milestone, now: number): void {
    milestone.split ??= { id: null, turns: 0, side: null, workerPaise: null, dueAt: now + SPLIT_MS };
  }

  proposeSplit(
    index: number,
    { workerPaise, version }: { workerPaise: number; version: number },
    caller: number,
    now: number,
  ): Verdict {
    const milestone = this.milestones[index];
    const side = this.#getSide(caller);
    if (!milestone || !side || this.job !== 'ending' || !this.#isSplittable(milestone)) return 'refused';
    if (milestone.split?.turns || version !== milestone.splitVersion) return 'refused';
    if (workerPaise < 0 || workerPaise > milestone.paise) return 'refused';
    milestone.split = null;
    this.#openSplit(milestone, now);
    this.#nameSum(milestone, { side, workerPaise, now });
    if (milestone.split !== null) (milestone.split as { dueAt: number }).dueAt = now + SPLIT_MS;
    return 'done';
  }

  #isSplittable({ fund, work, held }: Milestone): boolean {
    return fund === 'funded' && work === 'started' && !held;
  }

  /** Whoever names the most that the other side can get needs no answer. */
  #nameSum(milestone: Milestone, named: { side: Side; workerPaise: number; now: number }): void {
    const { split } = milestone;
    if (!split) return;
    const { side, workerPaise, now } = named;
    milestone.splitVersion += 1;
    Object.assign(split, { turns: split.turns + 1, side, workerPaise });
    if (workerPaise === (side === 'worker' ? 0 : milestone.paise)) this.#divide(milestone, now);
  }

  #divide(milestone: Milestone, now: number): void {
    const workerPaise = milestone.split?.workerPaise ?? 0;
    milestone.split = null;
    if (workerPaise < milestone.paise)
      this.#refund(milestone, milestone.paise - workerPaise, this.#getCancelBps());
    if (workerPaise > 0) this.#release(milestone, workerPaise, now);
    this.endJob(now);
  }

  answerSplit(
    index: number,
    answer: { answer: 'agree' | 'counter' | 'refuse'; workerPaise: number | null; version: number },
    caller: number,
    now: number,
  ): Verdict {
    const milestone = this.milestones[index];
    const side = this.#getSide(caller);
    const split = milestone?.split;
    if (!milestone || !side || !split || !this.#isSplittable(milestone)) return 'refused';
    if (answer.version !== milestone.splitVersion || split.side === null || split.side === side)
      return 'refused';
    if (answer.answer === 'refuse') {
      this.#disputeSplit(milestone, 'refused_split', { raisedBy: caller, now });
      return 'done';
    }
    const { workerPaise } = answer;
    if (answer.answer === 'agree') {
      this.#divide(milestone, now);
      return 'done';
    }
    if (split.turns >= 6 || workerPaise === null || workerPaise < 0 || workerPaise > milestone.paise)
      return 'refused';
    if (workerPaise === split.workerPaise) {
      this.#divide(milestone, now);
      return 'done';
    }
    this.#nameSum(milestone, { side, workerPaise, now });
    if (milestone.split && this.#isMostlyDone())
      this.#disputeSplit(milestone, 'refused_split', { raisedBy: caller, now });
    return 'done';
  }

  #isMostlyDone(): boolean {
    const done = this.milestones.filter(
      ({ fund, work }) =>
        fund === 'accepted' || fund === 'released' || work === 'completed' || work === 'payment_requested',
    );
    return sum(done.map(({ paise }) => paise)) * 100 >= sum(this.milestones.map(({ paise }) => paise)) * 60;
  }

  #disputeSplit(
    milestone: Milestone,
    origin: 'refused_split' | 'late_split',
    { raisedBy, now }: { raisedBy: number; now: number },
  ): void {
    this.#openDispute(raisedBy, origin, { milestones: [milestone], now });
  }

  /** Nobody agreed in time. No message reaches anybody in this proof, so that no proposal stands unanswered. */
  endSplit(splitId: number, now: number): void {
    const milestone = this.milestones.find(({ split }) => split?.id === splitId);
    if (!milestone?.split || !this.endedBy || milestone.split.dueAt > now) return;
    const side = milestone.split.side ?? this.endedBy.side;
    const raisedBy = side === 'poster' ? this.people.poster : (this.worker ?? 0);
    this.#disputeSplit(milestone, 'late_split', { raisedBy, now });
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

  isDisputed(milestoneId: number): boolean {
    return this.disputes.some(({ state, held }) => state === 'open' && held.includes(milestoneId));
  }

  #openDispute(
    raisedBy: number,
    origin: ModelDispute['origin'],
    { milestones, now }: { milestones: readonly Milestone[]; now: number },
  ): void {
    const ids = milestones.map(({ id }) => id);
    const withdrawn = origin === 'party' ? this.#listWithdrawn(raisedBy) : [];
    const held = ids.filter((id) => !withdrawn.includes(id));
    this.disputes.push({ id: null, raisedBy, state: 'open', ending: null, origin, milestones: ids, held });
    for (const milestone of milestones) if (held.includes(milestone.id)) hold(milestone, now);
  }

  /** The milestones about which this side withdrew a dispute that it had raised itself. */
  #listWithdrawn(raisedBy: number): number[] {
    return this.disputes
      .filter((dispute) => dispute.raisedBy === raisedBy && dispute.ending === 'withdrawn')
      .flatMap(({ milestones }) => milestones);
  }

  /** `milestoneIds`: null for all in escrow that are in no dispute. */
  raise(caller: number, milestoneIds: readonly number[] | null, now: number): Verdict {
    if (!this.#getSide(caller)) return 'refused';
    if (this.job === 'cancelled' && (this.cancelledAt ?? 0) + 7 * DAY_MS < now) return 'refused';
    const free = this.milestones.filter(
      ({ id, fund }) => (fund === 'funded' || fund === 'accepted') && !this.isDisputed(id),
    );
    const chosen = milestoneIds ? free.filter(({ id }) => milestoneIds.includes(id)) : free;
    if (milestoneIds && chosen.length !== milestoneIds.length) return 'refused';
    if (chosen.length === 0 && this.disputes.some(({ state }) => state === 'open')) return 'refused';
    const withdrawn = this.#listWithdrawn(caller);
    const isWaiting = this.disputes.some(
      ({ raisedBy, state, milestones, held }) =>
        raisedBy === caller && state === 'open' && held.length < milestones.length,
    );
    if (isWaiting && chosen.some(({ id }) => withdrawn.includes(id))) return 'refused';
    this.#openDispute(caller, 'party', { milestones: chosen, now });
    return 'done';
  }

  withdrawDispute(dispute: ModelDispute, caller: number, now: number): Verdict {
    if (!this.#getSide(caller)) return 'refused';
    const { raisedBy, state, ending, origin } = dispute;
    if (ending === 'withdrawn' && raisedBy === caller) return 'done';
    if (state !== 'open' || raisedBy !== caller || origin !== 'party') return 'refused';
    Object.assign(dispute, { state: 'closed', ending: 'withdrawn' });
    this.#liftHolds(dispute, now);
    return 'done';
  }

  /** Except on milestones with a chargeback that is open or lost. */
  #liftHolds(dispute: ModelDispute, now: number): void {
    for (const milestone of this.milestones)
      if (
        dispute.held.includes(milestone.id) &&
        this.listChargebacksOn(milestone.id).every(({ state }) => state === 'won')
      )
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

  /** What an admin has to divide in a dispute, without milestones whose chargeback is open. */
  listHeldFunds(dispute: ModelDispute): { id: number; paise: number }[] {
    return this.milestones
      .filter(({ id }) => dispute.held.includes(id))
      .filter((milestone) => milestone.held && (milestone.fund === 'funded' || milestone.fund === 'accepted'))
      .filter((milestone) => this.listChargebacksOn(milestone.id).every(({ state }) => state !== 'open'))
      .map((milestone) => ({ id: milestone.id, paise: this.getEscrowLeft(milestone) }));
  }

  settle(
    dispute: ModelDispute,
    parts: readonly { milestoneId: number; toWorkerPaise: number; toPosterPaise: number }[],
    bps: number,
    now: number,
  ): Verdict {
    if (dispute.state !== 'open') return 'refused';
    const funds = this.listHeldFunds(dispute);
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
    Object.assign(dispute, { state: 'closed', ending: 'settled' });
    this.#liftHolds(dispute, now);
    if (parts.length > 0) this.endJob(now);
    return 'done';
  }

  /** Ends the job when nothing is left to pay. */
  endJob(now: number): void {
    if (this.#decideEnd()) this.cancelledAt = now;
  }

  /** Whether it is cancelled now. */
  #decideEnd(): boolean {
    const inEscrow = this.milestones.some(({ fund }) => fund === 'funded' || fund === 'accepted');
    if (this.job === 'ending') {
      if (inEscrow) return false;
      const isPaidInFull = this.milestones.every(
        ({ fund, paise, releasedPaise }) => fund === 'released' && releasedPaise === paise,
      );
      this.job = isPaidInFull ? 'completed' : 'cancelled';
    } else {
      if (!this.takesMoney || this.milestones.some(({ fund }) => FUND_ORDER.slice(0, 4).includes(fund)))
        return false;
      this.job = this.milestones.some(({ fund }) => fund === 'released') ? 'completed' : 'cancelled';
    }
    return this.job === 'cancelled';
  }

  // Money out.

  withdraw(user: number, paise: number, { verified, now }: { verified: boolean; now: number }): Verdict {
    const wallet = this.getWallet(user);
    if (!verified || paise > wallet.getFree(now)) return 'refused';
    wallet.take(paise, now, { isLate: false });
    this.newWithdrawal = { user, paise };
    return 'done';
  }
}
