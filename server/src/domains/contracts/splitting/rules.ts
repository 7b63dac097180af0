import {
  SPLIT_REMINDER_DAYS,
  SPLIT_TURNS_MAX,
  type Side,
  type SplitAnswer,
} from '@fws/contract/contracts/model';
import type { SplitState } from '@fws/contract/contracts/splitting/lifecycle';
import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import type { Ability } from '@fws/contract/platform/lifecycle';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { calculateShare } from '@fws/contract/platform/money';

/** The facts of a milestone that its splits depend on. */
export interface SplitMilestone {
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  amountPaise: number;
}

/** An open split. */
export interface SplitFacts {
  state: SplitState;
  version: number;
  turns: number;
  /** Who made the last proposal, and how much of it is the worker's; null while there is none. */
  side: Side | null;
  workerPaise: number | null;
}

type Refusal = { kind: 'refused'; code: SharedMessageId };
const buildRefusal = (code: SharedMessageId): Refusal => ({ kind: 'refused', code });

/** Only started work, neither completed nor on hold, is ended by a split. */
export const maySplit = ({ fund, work, onHold }: Omit<SplitMilestone, 'amountPaise'>): boolean =>
  fund === 'funded' && work === 'started' && !onHold;

/** Whoever names the most that the other side can get needs no answer. */
export const isConceded = (side: Side, workerPaise: number, amountPaise: number): boolean =>
  side === 'worker' ? workerPaise === 0 : workerPaise === amountPaise;

export type SplitDecision =
  | Refusal
  /** The sum is recorded, and the other side answers. */
  | { kind: 'propose' }
  /** The money is divided. */
  | { kind: 'agree' }
  /** A dispute opens. */
  | { kind: 'dispute' };

/** One side names the first sum. */
export function decideProposal(
  milestone: SplitMilestone,
  split: SplitFacts,
  proposal: { side: Side; workerPaise: number; version: number },
): SplitDecision {
  const blocked = findBlock(milestone);
  if (blocked) return buildRefusal(blocked);
  if (proposal.version !== split.version) return buildRefusal('contracts.split_changed');
  if (split.state !== 'awaited') return buildRefusal('contracts.split_open');
  if (!isPart(proposal.workerPaise, milestone)) return buildRefusal('contracts.split_amount');
  return isConceded(proposal.side, proposal.workerPaise, milestone.amountPaise)
    ? { kind: 'agree' }
    : { kind: 'propose' };
}

/** The other side answers. `goesToFws`: a sum on which both do not agree goes to an admin at once. */
export function decideAnswer(
  milestone: SplitMilestone,
  split: SplitFacts,
  answer: {
    side: Side;
    answer: SplitAnswer;
    workerPaise: number | null;
    version: number;
    goesToFws: boolean;
  },
): SplitDecision {
  const blocked = findBlock(milestone);
  if (blocked) return buildRefusal(blocked);
  if (answer.version !== split.version) return buildRefusal('contracts.split_changed');
  if (split.state !== 'proposed') return buildRefusal('contracts.split_none');
  if (split.side === answer.side) return buildRefusal('contracts.split_yours');
  if (answer.answer === 'agree') return { kind: 'agree' };
  if (answer.answer === 'refuse') return { kind: 'dispute' };
  const { workerPaise } = answer;
  if (split.turns >= SPLIT_TURNS_MAX) return buildRefusal('contracts.split_turns_over');
  if (workerPaise === null || !isPart(workerPaise, milestone)) return buildRefusal('contracts.split_amount');
  if (workerPaise === split.workerPaise || isConceded(answer.side, workerPaise, milestone.amountPaise))
    return { kind: 'agree' };
  return answer.goesToFws ? { kind: 'dispute' } : { kind: 'propose' };
}

const findBlock = (milestone: SplitMilestone): SharedMessageId | null => {
  if (milestone.onHold) return 'contracts.on_hold';
  return maySplit(milestone) ? null : 'contracts.split_not_started';
};

const isPart = (paise: number, { amountPaise }: SplitMilestone): boolean =>
  Number.isSafeInteger(paise) && paise >= 0 && paise <= amountPaise;

/** What shows that there was work, and whether the worker was told. */
export interface SilenceFacts {
  /** A completion, photo, message or visit since the start. */
  hasEvidence: boolean;
  deliveredReminders: number;
}

/** A proposal of 0 stands without an answer where the worker knew of it and nothing shows work. */
export const isWorthless = ({ turns, side, workerPaise }: SplitFacts): boolean =>
  turns === 1 && side === 'poster' && workerPaise === 0;

/** What becomes of a split whose time is over. */
export const decideEnd = (split: SplitFacts, silence: SilenceFacts): 'stand' | 'dispute' =>
  split.state === 'proposed' &&
  isWorthless(split) &&
  !silence.hasEvidence &&
  silence.deliveredReminders >= SPLIT_REMINDER_DAYS.length
    ? 'stand'
    : 'dispute';

/** How many of the reminders are due by now. */
export const countDueReminders = (dueAt: Date, now: Date): number =>
  SPLIT_REMINDER_DAYS.filter((days) => dueAt.getTime() - days * 24 * 3600_000 <= now.getTime()).length;

/** Both sides' sums of a milestone that is divided. */
export function divide(amountPaise: number, workerPaise: number, chargeBps: number) {
  const posterPaise = amountPaise - workerPaise;
  const chargePaise = calculateShare(posterPaise, chargeBps);
  return { workerPaise, posterPaise, chargePaise, refundPaise: posterPaise - chargePaise };
}

export interface SplitAbilities {
  propose: Ability;
  agree: Ability;
  counter: Ability;
  refuse: Ability;
}

/** What this side may do with an open split now. */
export function findAbilities(
  milestone: SplitMilestone,
  split: SplitFacts,
  { side, goesToFws }: { side: Side; goesToFws: boolean },
): SplitAbilities {
  const { version } = split;
  const toAbility = (decision: SplitDecision): Ability =>
    decision.kind === 'refused' ? { allowed: false, reason: decision.code } : { allowed: true };
  const answerWith = (answer: SplitAnswer) =>
    toAbility(decideAnswer(milestone, split, { side, answer, workerPaise: 0, version, goesToFws }));
  return {
    propose: toAbility(decideProposal(milestone, split, { side, workerPaise: 0, version })),
    agree: answerWith('agree'),
    counter: answerWith('counter'),
    refuse: answerWith('refuse'),
  };
}
