import type { Excuse, NoShowAnswer } from '@fws/contract/visits/model';
import { ExpectedPlans } from './expected-plans.ts';
import type { Milestone, Verdict } from './state.ts';
import {
  addTwoHoursOfDay,
  answer,
  arrive,
  claim,
  isClaimed,
  isOpen,
  leave,
  mayStartAt,
  passTime,
  start,
  tryCode,
  type ModelCode,
  type ModelStep,
  type ModelVisit,
} from './visit.ts';

/** The visit that the work begins with, and what it does to the money. */
export class ExpectedVisits extends ExpectedPlans {
  /** Lets time pass and the action follow. A refused action changes nothing, not even by the time before it. */
  #advance(now: number, act: (visit: ModelVisit) => boolean): Verdict {
    const before = this.visit;
    if (!before) return 'refused';
    const visit = structuredClone(before);
    passTime(visit, now);
    if (!act(visit)) return 'refused';
    this.visit = visit;
    if (visit.state !== before.state) this.#carryOut(visit, now);
    return 'done';
  }

  #carryOut(visit: ModelVisit, now: number): void {
    if (visit.state === 'contested') this.disputeVisit(visit.claim?.by ?? 'worker', now);
    if (visit.state !== 'missed') return;
    if (visit.absent === 'worker') return this.endForAbsence(now);
    const fee = this.findFee();
    if (fee?.fund !== 'funded' || fee.held) return;
    this.release(fee, fee.paise, now);
    this.completeWhenPaid(now);
  }

  noteFunded(milestone: Milestone, now: number): void {
    if (this.visit && milestone === this.milestones[0]) this.visit.fundedAt = now;
  }

  leaveForVisit(caller: number, now: number): Verdict {
    return this.getSide(caller) === 'worker' ? this.#advance(now, leave) : 'refused';
  }

  arriveAtVisit(caller: number, step: ModelStep): Verdict {
    if (this.getSide(caller) !== 'worker') return 'refused';
    return this.#advance(step.receivedAt, (visit) => arrive(visit, step));
  }

  /** The poster starts it by a tap, the worker with the code. */
  startVisit(caller: number, code: ModelCode, now: number): Verdict {
    const { visit } = this;
    const side = this.getSide(caller);
    const milestone = this.milestones[0];
    if (!visit || !side || !milestone) return 'refused';
    if (visit.state === 'started' || visit.state === 'ended') return 'done';
    return this.#start(milestone, side === 'poster' ? null : code, now);
  }

  /** `code`: null for a tap of the poster. */
  #start(milestone: Milestone, code: ModelCode | null, now: number): Verdict {
    const { visit } = this;
    const by = code ? 'worker' : 'poster';
    if (!visit || !mayStartAt(visit, by, now)) return 'refused';
    if (code && !tryCode(visit, code)) return 'refused';
    if (milestone.fund !== 'funded' || milestone.held || !this.takesMoney) return 'refused';
    const verdict = this.#advance(now, (advanced) => start(advanced, by));
    if (verdict === 'done') milestone.work = 'started';
    return verdict;
  }

  /** Whether the worker may start a milestone in the old way, where the code is needed too. */
  protected passDoor(milestone: Milestone, code: ModelCode | null, now: number): Verdict {
    const { visit } = this;
    if (!visit || milestone !== this.milestones[0] || !(isOpen(visit) || isClaimed(visit))) return 'done';
    return code ? this.#start(milestone, code, now) : 'refused';
  }

  endVisit(caller: number, now: number): Verdict {
    if (this.getSide(caller) !== 'worker') return 'refused';
    if (this.visit?.state === 'ended') return 'done';
    return this.#advance(now, (visit) => {
      if (visit.state !== 'started') return false;
      visit.state = 'ended';
      return true;
    });
  }

  claimNoShow(caller: number, now: number): Verdict {
    const side = this.getSide(caller);
    if (!side || !this.visit) return 'refused';
    if (isClaimed(this.visit) && this.visit.claim?.by === side) return 'done';
    return this.takesMoney ? this.#advance(now, (visit) => claim(visit, side, now)) : 'refused';
  }

  answerNoShow(caller: number, given: NoShowAnswer | Excuse, now: number): Verdict {
    const side = this.getSide(caller);
    return side ? this.#advance(now, (visit) => answer(visit, side, given)) : 'refused';
  }

  /** The product looks at the visit: the job may have ended, a message may have arrived, and time has passed. */
  continueVisit(now: number): void {
    const { visit } = this;
    if (!visit) return;
    if ((this.job === 'completed' || this.job === 'cancelled') && isOpen(visit)) {
      visit.state = 'cancelled';
      return;
    }
    const hear = ({ state, claim: open }: ModelVisit) => {
      if (state !== 'claimed' || !open?.isTold || open.answerBy !== null) return false;
      open.answerBy = addTwoHoursOfDay(now);
      return true;
    };
    if (this.#advance(now, hear) === 'refused') this.#advance(now, () => true);
  }
}
