import {
  SPLIT_DAYS,
  SPLIT_REMINDER_DAYS,
  type FundStep,
  type Side,
  type SplitAnswer,
  type WorkStep,
} from '@fws/contract/contracts/model';
import { isInEscrow, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';
import { calculateReleaseTime } from '../../../server/src/domains/contracts/auto-release/deadlines.ts';
import {
  decideOutcome,
  endsAnything,
  getRefundChargeBps,
  goesToFws,
  planCancellation,
  type CancelFacts,
} from '../../../server/src/domains/contracts/cancelling/rules.ts';
import {
  decideChange,
  decideFund,
  decideWork,
  findNextPosition,
  getEndedJobState,
  getNextJobState,
} from '../../../server/src/domains/contracts/rules.ts';
import {
  decideAnswer,
  decideEnd,
  decideProposal,
  maySplit,
  type SplitFacts,
} from '../../../server/src/domains/contracts/splitting/rules.ts';
import {
  NEW_WAIT,
  pauseWait,
  resumeWait,
  returnWork,
  startWait,
  type Wait,
} from '../../../server/src/domains/escrow/releases/wait.ts';

/*
 * One awarded job as the product's own rules decide it, without a database: what both sides do, what the timers do, and what
 * an admin decides. The product's services are compared with another model by prove:model.
 */

export const HOUR_MS = 3600_000;
export const DAY_MS = 24 * HOUR_MS;
const CHARGE_BPS = 200;
/** How long the product's periodic task leaves a lifted hold alone, rounded up to the hour that this clock ticks in. */
const PERIOD_MS = 14 * DAY_MS;

/** Who or what divided the money of a milestone. */
export type End = 'released' | 'refunded' | 'agreed' | 'stood' | 'admin';

export interface HistoryMilestone {
  id: number;
  position: number;
  amountPaise: number;
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  wait: Wait;
  split: (SplitFacts & { dueAt: number }) | null;
  version: number;
  /** The worker completed it at least once. */
  wasCompleted: boolean;
  /** Its work when its money left escrow, and how that was decided. */
  end: { how: End; work: WorkState; workerPaise: number; at: number } | null;
  /** Since when its money has waited in a cancelled job that nobody has worked for. */
  untouchedSince: number | null;
}

export interface HistoryDispute {
  milestoneId: number;
  openedAt: number;
  origin: 'party' | 'refused_split' | 'late_split';
  raisedBy: Side;
  isOpen: boolean;
  /** Both sides named sums before, which an admin reads. */
  turns: number;
}

export type Verdict = 'done' | 'refused';

export class History {
  now = 0;
  job: 'in_progress' | 'ending' | 'completed' | 'cancelled' = 'in_progress';
  endedBy: Side | null = null;
  readonly milestones: HistoryMilestone[];
  readonly disputes: HistoryDispute[] = [];
  /** Whether the worker's reminders arrive. */
  isReachable = true;

  constructor(amounts: readonly number[]) {
    this.milestones = amounts.map((amountPaise, index) => ({
      id: index + 1,
      position: index + 1,
      amountPaise,
      fund: 'unfunded',
      work: 'not_started',
      onHold: false,
      wait: NEW_WAIT,
      split: null,
      version: 0,
      wasCompleted: false,
      end: null,
      untouchedSince: null,
    }));
  }

  get #isUnderWay(): boolean {
    return this.job === 'in_progress' || this.job === 'ending';
  }

  #toFacts(milestone: HistoryMilestone) {
    const nextPosition = findNextPosition(this.milestones);
    return {
      ...milestone,
      isPayable: true,
      isEnding: this.job === 'ending',
      isTooEarly: nextPosition !== null && milestone.position > nextPosition,
    };
  }

  get cancelFacts(): CancelFacts[] {
    return this.milestones;
  }

  moveFund(milestone: HistoryMilestone, step: FundStep, acceptsWork = false): Verdict {
    if (!this.#isUnderWay || decideFund(this.#toFacts(milestone), step, acceptsWork).kind !== 'take')
      return 'refused';
    if (step === 'funded') milestone.fund = 'funded';
    else if (step === 'accepted' && this.job !== 'ending') milestone.fund = 'accepted';
    else this.#settle(milestone, 'released', milestone.amountPaise);
    return 'done';
  }

  moveWork(milestone: HistoryMilestone, step: WorkStep): Verdict {
    if (!this.#isUnderWay || decideWork(this.#toFacts(milestone), step).kind !== 'take') return 'refused';
    milestone.work = step;
    if (step === 'completed') Object.assign(milestone, { wasCompleted: true, split: null });
    if (step === 'payment_requested')
      milestone.wait = startWait(milestone.wait, PERIOD_MS, new Date(this.now));
    return 'done';
  }

  requestChange(milestone: HistoryMilestone): Verdict {
    if (
      !this.#isUnderWay ||
      decideChange({ ...this.#toFacts(milestone), ...milestone.wait })?.kind !== 'take'
    )
      return 'refused';
    milestone.work = 'started';
    milestone.wait = returnWork(milestone.wait, new Date(this.now));
    this.#continueEnding();
    return 'done';
  }

  cancel(side: Side): Verdict {
    if (this.job !== 'in_progress') return 'refused';
    if (!endsAnything(planCancellation(this.cancelFacts, { side, chargeBps: CHARGE_BPS }))) return 'refused';
    this.endedBy = side;
    this.job = 'ending';
    this.#continueEnding();
    return 'done';
  }

  #continueEnding(): void {
    if (this.job !== 'ending' || !this.endedBy) return;
    for (const milestone of this.milestones) {
      const outcome = decideOutcome(milestone);
      if (outcome === 'refunded') this.#settle(milestone, 'refunded', 0);
      if (outcome === 'released') this.#settle(milestone, 'released', milestone.amountPaise);
      if (outcome === 'split') milestone.split ??= this.#openSplit(milestone);
    }
    this.#endJob();
  }

  #openSplit({ version }: HistoryMilestone): NonNullable<HistoryMilestone['split']> {
    const dueAt = this.now + SPLIT_DAYS * DAY_MS;
    return { state: 'awaited', version, turns: 0, side: null, workerPaise: null, dueAt };
  }

  propose(milestone: HistoryMilestone, side: Side, workerPaise: number): Verdict {
    const { split } = milestone;
    if (this.job !== 'ending' || !split) return 'refused';
    const decision = decideProposal(milestone, split, { side, workerPaise, version: split.version });
    if (decision.kind === 'refused') return 'refused';
    split.dueAt = this.now + SPLIT_DAYS * DAY_MS;
    this.#name(milestone, side, workerPaise);
    if (decision.kind === 'agree') this.#settle(milestone, 'agreed', workerPaise);
    return 'done';
  }

  answer(milestone: HistoryMilestone, side: Side, answer: SplitAnswer, workerPaise: number | null): Verdict {
    const { split } = milestone;
    if (!split) return 'refused';
    const given = {
      side,
      answer,
      workerPaise,
      version: split.version,
      goesToFws: goesToFws(this.cancelFacts),
    };
    const decision = decideAnswer(milestone, split, given);
    if (decision.kind === 'refused') return 'refused';
    if (answer === 'counter' && workerPaise !== null && workerPaise !== split.workerPaise)
      this.#name(milestone, side, workerPaise);
    if (decision.kind === 'agree') this.#settle(milestone, 'agreed', split.workerPaise ?? 0);
    if (decision.kind === 'dispute') this.#dispute(milestone, side, 'refused_split');
    return 'done';
  }

  #name(milestone: HistoryMilestone, side: Side, workerPaise: number): void {
    milestone.version += 1;
    Object.assign(milestone.split ?? {}, {
      state: 'proposed',
      side,
      workerPaise,
      version: milestone.version,
      turns: (milestone.split?.turns ?? 0) + 1,
    });
  }

  raise(milestone: HistoryMilestone, side: Side): Verdict {
    if (!isInEscrow(milestone.fund) || milestone.onHold) return 'refused';
    this.#dispute(milestone, side, 'party');
    return 'done';
  }

  #dispute(milestone: HistoryMilestone, raisedBy: Side, origin: HistoryDispute['origin']): void {
    const turns = milestone.split?.turns ?? 0;
    this.disputes.push({
      milestoneId: milestone.id,
      openedAt: this.now,
      origin,
      raisedBy,
      isOpen: true,
      turns,
    });
    milestone.wait = pauseWait(milestone.wait, new Date(this.now));
    Object.assign(milestone, { onHold: true, split: null });
  }

  #getMilestone(dispute: HistoryDispute): HistoryMilestone {
    const milestone = this.milestones.find(({ id }) => id === dispute.milestoneId);
    if (!milestone) throw new Error('a dispute is about no milestone');
    return milestone;
  }

  withdraw(dispute: HistoryDispute, side: Side): Verdict {
    if (!dispute.isOpen || dispute.origin !== 'party' || dispute.raisedBy !== side) return 'refused';
    const milestone = this.#getMilestone(dispute);
    dispute.isOpen = false;
    milestone.onHold = false;
    milestone.wait = resumeWait(milestone.wait, new Date(this.now));
    return 'done';
  }

  settleAsAdmin(dispute: HistoryDispute, workerPaise: number): Verdict {
    if (!dispute.isOpen) return 'refused';
    dispute.isOpen = false;
    const milestone = this.#getMilestone(dispute);
    milestone.onHold = false;
    this.#settle(milestone, 'admin', workerPaise);
    return 'done';
  }

  #settle(milestone: HistoryMilestone, how: End, workerPaise: number): void {
    const { work, amountPaise } = milestone;
    milestone.end = { how, work, workerPaise, at: this.now };
    milestone.fund = workerPaise > 0 ? 'released' : 'refunded';
    Object.assign(milestone, { split: null, untouchedSince: null });
    if (workerPaise > amountPaise) throw new Error('more than there was');
    this.#endJob();
  }

  #endJob(): void {
    const funds = this.milestones.map(({ fund }) => fund);
    const hasRefund = this.milestones.some(
      ({ end, amountPaise }) => end !== null && end.workerPaise < amountPaise,
    );
    if (this.job === 'ending') this.job = getEndedJobState(funds, hasRefund) ?? 'ending';
    else if (this.job === 'in_progress') this.job = getNextJobState(funds) ?? 'in_progress';
  }

  /** What a refund of this job's started work costs its poster. */
  get chargeBps(): number {
    return getRefundChargeBps(this.endedBy ?? 'poster', CHARGE_BPS);
  }

  /** Lets the timers run hour by hour. */
  pass(hours: number): void {
    for (let hour = 0; hour < hours; hour++) {
      this.now += HOUR_MS;
      this.#runTimers();
    }
  }

  #runTimers(): void {
    this.#continueEnding();
    for (const milestone of this.milestones) {
      const { split } = milestone;
      const releasesAt = this.#isUnderWay
        ? calculateReleaseTime({ ...milestone, ...milestone.wait }, PERIOD_MS)
        : null;
      if (releasesAt && releasesAt.getTime() <= this.now)
        this.#settle(milestone, 'released', milestone.amountPaise);
      if (split && split.dueAt <= this.now && maySplit(milestone)) {
        const end = decideEnd(split, {
          hasEvidence:
            milestone.wasCompleted || this.disputes.some(({ milestoneId }) => milestoneId === milestone.id),
          deliveredReminders: this.isReachable ? SPLIT_REMINDER_DAYS.length : 0,
        });
        if (end === 'stand') this.#settle(milestone, 'stood', 0);
        else this.#dispute(milestone, split.side ?? this.endedBy ?? 'poster', 'late_split');
      }
      const isUntouched =
        this.job === 'ending' &&
        milestone.fund === 'funded' &&
        milestone.work === 'not_started' &&
        !milestone.onHold;
      milestone.untouchedSince = isUntouched ? (milestone.untouchedSince ?? this.now) : null;
    }
  }
}
