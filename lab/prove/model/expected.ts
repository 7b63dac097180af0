import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { FundState } from '@fws/contract/contracts/lifecycle';
import { createMilestone } from './expected-plans.ts';
import { ExpectedReviews } from './expected-reviews.ts';
import { DAY_MS, FUND_ORDER, WORK_ORDER, type Milestone, type Verdict } from './state.ts';
import { createVisit, type ModelCode, type VisitTerms } from './visit.ts';
import { CHANGES_MAX, getPeriodMs, getReleaseTime, requestPayment, returnWork } from './waits.ts';

interface Offer {
  parts: number[];
  visit: VisitTerms | null;
}

const FEE_MAX_PAISE = 500_00;

/** The provider takes no payment below one rupee. The amounts of this proof stay below its maximum. */
const arePayable = (parts: readonly number[]): boolean => parts.every((paise) => paise >= 100);

const canTakePlace = (visit: VisitTerms | null, now: number): boolean =>
  !visit ||
  (visit.endsAt > now &&
    visit.feePaise <= FEE_MAX_PAISE &&
    (visit.feePaise === 0 || arePayable([visit.feePaise])));

/**
 * A second, simple implementation of what must happen to the money: lists in memory, no locks, no SQL, none of the
 * product's own rules. The product is wrong wherever it differs.
 */
export class Expected extends ExpectedReviews {
  submitQuote(worker: number, { parts, visit }: Offer, now: number): Verdict {
    const hasLiveQuote = this.quotes.some(
      (quote) => quote.worker === worker && (quote.state === 'submitted' || quote.state === 'accepted'),
    );
    if (this.job !== 'open' || hasLiveQuote || !arePayable(parts) || !canTakePlace(visit, now))
      return 'refused';
    this.quotes.push({ id: 0, worker, state: 'submitted', parts, visit });
    return 'done';
  }

  updateQuote(index: number, { parts, visit }: Offer, now: number): Verdict {
    const quote = this.quotes[index];
    if (!quote || quote.state !== 'submitted' || this.job !== 'open') return 'refused';
    if (!arePayable(parts) || !canTakePlace(visit, now)) return 'refused';
    Object.assign(quote, { parts, visit });
    return 'done';
  }

  cancelQuote(index: number): Verdict {
    const quote = this.quotes[index];
    if (quote?.state === 'cancelled') return 'done';
    if (quote?.state !== 'submitted') return 'refused';
    quote.state = 'cancelled';
    return 'done';
  }

  acceptQuote(index: number, caller: number, now: number): Verdict {
    const quote = this.quotes[index];
    if (!quote || caller !== this.people.poster) return 'refused';
    if (quote.state === 'accepted') return 'done';
    if (this.job !== 'open' || quote.state !== 'submitted') return 'refused';
    const { visit } = quote;
    if (visit && visit.endsAt <= now) return 'refused';
    for (const other of this.quotes) if (other.state === 'submitted') other.state = 'not_selected';
    quote.state = 'accepted';
    this.job = 'awarded';
    this.worker = quote.worker;
    this.milestones = quote.parts.map((paise) => createMilestone(paise));
    if (!visit) return 'done';
    this.visit = createVisit(visit, now);
    if (visit.feePaise > 0) this.milestones.unshift(createMilestone(visit.feePaise, 'visit'));
    return 'done';
  }

  moveFund(
    index: number,
    { step, acceptsWork }: { step: FundStep; acceptsWork: boolean },
    caller: number,
    now: number,
  ): Verdict {
    const milestone = this.milestones[index];
    if (!milestone || this.getSide(caller) !== 'poster') return 'refused';
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
    const isReleased = step === 'released' || (step === 'accepted' && this.job === 'ending');
    if (step === 'accepted') milestone.fund = 'accepted';
    if (isReleased) {
      this.release(milestone, milestone.paise, now);
      this.completeWhenPaid(now);
    }
    return 'done';
  }

  #openOrder(milestone: Milestone, now: number): void {
    const live = this.findLiveOrder(milestone.id);
    if (live && live.expiresAt > now + 120_000) return;
    if (live) live.state = 'expired';
    this.newOrder = { milestone: milestone.id, paise: milestone.paise, expiresAt: now + DAY_MS };
    milestone.fund = 'funding_pending';
  }

  moveWork(
    index: number,
    { step, code }: { step: WorkStep; code: ModelCode | null },
    caller: number,
    now: number,
  ): Verdict {
    const milestone = this.milestones[index];
    if (!milestone || this.getSide(caller) !== 'worker') return 'refused';
    if (milestone.work === step) return 'done';
    if (WORK_ORDER.indexOf(step) !== WORK_ORDER.indexOf(milestone.work) + 1) return 'refused';
    if ((milestone.fund !== 'funded' && milestone.fund !== 'accepted') || milestone.held || !this.underWay)
      return 'refused';
    if (step === 'started' && (!this.takesMoney || !this.#comesNext(index))) return 'refused';
    if (step === 'started' && this.passDoor(milestone, code, now) === 'refused') return 'refused';
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
    if (!milestone || this.getSide(caller) !== 'poster' || !this.underWay) return 'refused';
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
    this.release(milestone, milestone.paise, now);
    this.completeWhenPaid(now);
  }

  withdraw(user: number, paise: number, { verified, now }: { verified: boolean; now: number }): Verdict {
    const wallet = this.getWallet(user);
    if (!verified || paise > wallet.getFree(now)) return 'refused';
    wallet.take(paise, now, { isLate: false });
    this.newWithdrawal = { user, paise };
    return 'done';
  }
}
