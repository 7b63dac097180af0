import type { Excuse } from '@fws/contract/visits/model';
import { ExpectedDisputes } from './expected-disputes.ts';
import { CHARGE_BPS, sum, SPLIT_MS, type Milestone, type Side, type Verdict } from './state.ts';
import { cancel, isClaimed } from './visit.ts';

/** Cancelling a job milestone by milestone, and dividing what was started. */
export class ExpectedEndings extends ExpectedDisputes {
  cancelJob(caller: number, excuse: Excuse | null, now: number): Verdict {
    const side = this.getSide(caller);
    if (this.job === 'open' || this.worker === null) {
      if (caller !== this.people.poster) return 'refused';
      for (const quote of this.quotes) if (quote.state === 'submitted') quote.state = 'not_selected';
      this.job = 'cancelled';
      return 'done';
    }
    if (!side) return 'refused';
    if (this.job === 'cancelled' || this.job === 'ending') return 'done';
    if (!this.underWay || (this.visit && isClaimed(this.visit))) return 'refused';
    const visit = this.visit && structuredClone(this.visit);
    if (visit) cancel(visit, side, excuse, now);
    const isContested = visit !== null && visit.state === 'contested' && this.visit?.state !== 'contested';
    // A person decides about the fee.
    if (!this.#endsSomething(isContested ? this.findFee() : undefined)) return 'refused';
    this.visit = visit;
    if (isContested) this.disputeVisit('worker', now);
    this.#end(side, caller, now);
    return 'done';
  }

  #end(side: Side, user: number, now: number): void {
    this.endedBy = { side, user };
    this.job = 'ending';
    this.overtakeChange(null);
    this.continueEnding(now);
  }

  /** The worker was not at the visit: as if the worker had given up the job. */
  protected endForAbsence(now: number): void {
    if (this.takesMoney && this.#endsSomething()) this.#end('worker', this.worker ?? 0, now);
  }

  #endsSomething(left?: Milestone): boolean {
    return this.milestones.some((milestone) => {
      if (milestone.fund === 'unfunded' || milestone.fund === 'funding_pending') return true;
      if (milestone.held || milestone === left) return false;
      if (milestone.fund === 'accepted') return true;
      return (
        milestone.fund === 'funded' && (milestone.work === 'not_started' || milestone.work === 'started')
      );
    });
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
      else if (milestone.fund === 'accepted') this.release(milestone, milestone.paise, now);
      else if (milestone.fund !== 'funded') continue;
      else if (this.visit?.owesFee && milestone === this.findFee() && milestone.work === 'not_started')
        this.release(milestone, milestone.paise, now);
      else if (milestone.work === 'not_started')
        this.refund(milestone, milestone.paise, this.#getCancelBps());
      else if (milestone.work === 'started') this.#openSplit(milestone, now);
    }
    this.endJob(now);
  }

  /** After cancelling, nobody has to decide about it. A started milestone waits for a split. */
  goesOnByItself({ fund, work, held }: Milestone): boolean {
    if (this.job !== 'ending') return false;
    if (fund === 'funding_pending') return true;
    return !held && (fund === 'accepted' || (fund === 'funded' && work === 'not_started'));
  }

  /** A worker who gives up costs the poster no charge. */
  #getCancelBps(): number {
    return this.endedBy?.side === 'worker' ? 0 : CHARGE_BPS;
  }

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
    const side = this.getSide(caller);
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
      this.refund(milestone, milestone.paise - workerPaise, this.#getCancelBps());
    if (workerPaise > 0) this.release(milestone, workerPaise, now);
    this.endJob(now);
  }

  answerSplit(
    index: number,
    answer: { answer: 'agree' | 'counter' | 'refuse'; workerPaise: number | null; version: number },
    caller: number,
    now: number,
  ): Verdict {
    const milestone = this.milestones[index];
    const side = this.getSide(caller);
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
    const milestones = this.milestones.filter(({ fund }) => fund !== 'removed');
    const done = milestones.filter(
      ({ fund, work }) =>
        fund === 'accepted' || fund === 'released' || work === 'completed' || work === 'payment_requested',
    );
    return sum(done.map(({ paise }) => paise)) * 100 >= sum(milestones.map(({ paise }) => paise)) * 60;
  }

  #disputeSplit(
    milestone: Milestone,
    origin: 'refused_split' | 'late_split',
    { raisedBy, now }: { raisedBy: number; now: number },
  ): void {
    this.openDispute(raisedBy, origin, { milestones: [milestone], now });
  }

  /** Nobody agreed in time. No message reaches anybody in this proof, so that no proposal stands unanswered. */
  endSplit(splitId: number, now: number): void {
    const milestone = this.milestones.find(({ split }) => split?.id === splitId);
    if (!milestone?.split || !this.endedBy || milestone.split.dueAt > now) return;
    const side = milestone.split.side ?? this.endedBy.side;
    const raisedBy = side === 'poster' ? this.people.poster : (this.worker ?? 0);
    this.#disputeSplit(milestone, 'late_split', { raisedBy, now });
  }
}
