import type { OpsCaseDecision } from '@fws/contract/admin/cases/model';
import type { OpsCase } from '../support/product/observe.ts';
import type { FundState } from '@fws/contract/contracts/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import {
  calculateCharge,
  DAY_MS,
  FUND_ORDER,
  calculateDeductions,
  sum,
  type ModelChargeback,
  type ModelDispute,
  type Deductions,
  type LateReturn,
  type Milestone,
  type ModelChange,
  type Order,
  type Rates,
  type Settlement,
  type Side,
  type Withdrawal,
} from './state.ts';
import type { ModelVisit, VisitTerms } from './visit.ts';
import { calculateRestDays, ModelWallet, type ModelRelease } from './wallet.ts';

/** What exists in a world, and where its money is. The classes above it say what people and timers do to it. */
export class ExpectedMoney {
  readonly people: {
    poster: number;
    workers: readonly [number, number];
    outsider: number;
    colleague: number;
  };
  readonly inPerson: boolean;
  job: JobState = 'open';
  worker: number | null = null;
  quotes: { id: number; worker: number; state: QuoteState; parts: number[]; visit: VisitTerms | null }[] = [];
  milestones: Milestone[] = [];
  /** Of the first milestone. */
  visit: ModelVisit | null = null;
  /** The change of the plan that waits for an answer. */
  change: ModelChange | null = null;
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
  endedAt: number | null = null;
  lastReleasedAt: number | null = null;
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

  constructor(people: ExpectedMoney['people'], inPerson: boolean, joinedAt: number) {
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

  protected getSide(caller: number): Side | null {
    if (this.worker === null) return null;
    if (caller === this.people.poster) return 'poster';
    return caller === this.worker ? 'worker' : null;
  }

  findLiveOrder(milestoneId: number): Order | undefined {
    return [...this.orders.values()].find(
      (order) => order.milestone === milestoneId && (order.state === 'created' || order.state === 'active'),
    );
  }

  protected release(milestone: Milestone, paise: number, now: number): void {
    milestone.fund = 'released';
    milestone.releasedPaise = paise;
    this.lastReleasedAt = now;
    const deductions = calculateDeductions(this.rates, now, paise);
    const deductedPaise = sum(Object.values(deductions));
    if (deductedPaise > 0) this.deductions.set(milestone.id, deductions);
    this.credit(milestone.id, paise - deductedPaise, now);
  }

  protected refund(milestone: Milestone, paise: number, bps: number): void {
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

  listChargebacksOn(milestoneId: number): ModelChargeback[] {
    return [...this.chargebacks.values()].filter((chargeback) => chargeback.milestone === milestoneId);
  }

  /** Of the payment that funded the milestone. Those of other payments do not concern it. */
  listHoldingChargebacksOn(milestoneId: number): ModelChargeback[] {
    return this.listChargebacksOn(milestoneId).filter(({ applied }) => applied);
  }

  /** What is left in escrow of a funded milestone. */
  getEscrowLeft(milestone: Milestone): number {
    if (milestone.fund !== 'funded' && milestone.fund !== 'accepted') return 0;
    return milestone.paise - sum(this.listChargebacksOn(milestone.id).map(({ escrowPaise }) => escrowPaise));
  }

  /** A payment, or the end of the job, excludes an open change. */
  overtakeChange(milestoneId: number | null): void {
    const { edits = [], removed = [] } = this.change?.proposal ?? {};
    const touched = [...edits.map(({ id }) => id), ...removed];
    if (milestoneId === null || touched.includes(milestoneId)) this.change = null;
  }

  /** Ends the job when nothing is left to pay. */
  endJob(now: number): void {
    if (this.#decideEnd()) this.endedAt = now;
    if (!this.takesMoney) this.overtakeChange(null);
  }

  /** After a release, which is the last one of the job if nothing is left to pay. */
  protected completeWhenPaid(now: number): void {
    if (this.job === 'ending') return this.endJob(now);
    const finalStates: readonly FundState[] = ['released', 'refund_pending', 'refunded', 'removed'];
    if (!this.milestones.every((milestone) => finalStates.includes(milestone.fund))) return;
    this.job = 'completed';
    this.endedAt = now;
    this.overtakeChange(null);
  }

  /** Whether it has ended now. */
  #decideEnd(): boolean {
    const inEscrow = this.milestones.some(({ fund }) => fund === 'funded' || fund === 'accepted');
    if (this.job === 'ending') {
      if (inEscrow) return false;
      const isPaidInFull = this.milestones.every(
        ({ fund, paise, releasedPaise }) =>
          fund === 'removed' || (fund === 'released' && releasedPaise === paise),
      );
      this.job = isPaidInFull ? 'completed' : 'cancelled';
    } else {
      if (!this.takesMoney || this.milestones.some(({ fund }) => FUND_ORDER.slice(0, 4).includes(fund)))
        return false;
      this.job = this.milestones.some(({ fund }) => fund === 'released') ? 'completed' : 'cancelled';
    }
    return true;
  }
}
