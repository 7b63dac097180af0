import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import type { Side, TurnTask } from '@fws/contract/contracts/model';
import type { ContractStatus } from '@fws/contract/contracts/schemas';
import { findNextStep, type FundFacts } from '../rules.ts';

/** The milestone facts that decide whose turn it is. */
export interface TurnFacts extends FundFacts {
  amountPaise: number;
  /** The poster asked to change the work. */
  changeAsked: boolean;
  /** When the money is released automatically; null while no deadline runs. */
  releasesAt: Date | null;
  /** While both sides have to agree on a split: whose turn it is, null for both sides; and when it ends. */
  split?: { turn: Side | null; dueAt: Date } | null;
}

/** A step of one side that is allowed now. */
export interface Turn<Facts extends TurnFacts> {
  side: Side;
  task: TurnTask;
  milestone: Facts;
}

/** What matters most comes first: money that is asked for, then money that lets work begin, then the work. */
const TASK_ORDER: readonly TurnTask[] = [
  'released',
  'accepted',
  'answer_split',
  'propose_split',
  'funded',
  'payment_requested',
  'change',
  'started',
  'completed',
];

/** One side's allowed steps on the milestones of a job, in the order of TASK_ORDER. */
export function listTurns<Facts extends TurnFacts>(side: Side, milestones: readonly Facts[]): Turn<Facts>[] {
  const turns = milestones.flatMap((milestone): Turn<Facts>[] => {
    const { split } = milestone;
    const splitTurns =
      split && (split.turn === null || split.turn === side)
        ? [{ side, task: split.turn === null ? 'propose_split' : 'answer_split', milestone } as const]
        : [];
    const next = findNextStep(side, milestone);
    if (!next?.ability.allowed) return splitTurns;
    const task = next.step === 'completed' && milestone.changeAsked ? 'change' : next.step;
    return [...splitTurns, { side, task, milestone }];
  });
  const nextToFund = turns.find(({ task }) => task === 'funded');
  // Nobody is expected to pay for the next milestone while one is paid and not released.
  const mayFund = !milestones.some(({ fund }) => isInEscrow(fund));
  return turns
    .filter((turn) => turn.task !== 'funded' || (mayFund && turn === nextToFund))
    .toSorted((a, b) => TASK_ORDER.indexOf(a.task) - TASK_ORDER.indexOf(b.task));
}

export const getOtherSide = (side: Side): Side => (side === 'poster' ? 'worker' : 'poster');

export interface StatusFacts {
  isUnderWay: boolean;
  isDisputed: boolean;
  milestones: readonly TurnFacts[];
}

const sumPaise = (milestones: readonly TurnFacts[]) =>
  milestones.reduce((sum, milestone) => sum + milestone.amountPaise, 0);

/** What an awarded job waits for, as this side sees it. */
export function findStatus(side: Side, facts: StatusFacts): ContractStatus {
  const { milestones } = facts;
  const inEscrow = milestones.filter(({ fund }) => isInEscrow(fund));
  const stopped = inEscrow.filter(({ onHold }) => onHold);
  const withoutTask = { task: null, releasesAt: null };
  if (facts.isDisputed) return { kind: 'disputed', amountPaise: sumPaise(stopped), ...withoutTask };
  if (!facts.isUnderWay) return { kind: 'none', amountPaise: null, ...withoutTask };
  if (stopped.length > 0) return { kind: 'on_hold', amountPaise: sumPaise(stopped), ...withoutTask };
  const [own] = listTurns(side, milestones);
  const turn = own ?? listTurns(getOtherSide(side), milestones)[0];
  if (!turn) return { kind: 'none', amountPaise: null, ...withoutTask };
  return {
    kind: own ? 'your_turn' : 'their_turn',
    task: turn.task,
    amountPaise: turn.milestone.amountPaise,
    releasesAt: turn.milestone.releasesAt?.toISOString() ?? null,
  };
}
