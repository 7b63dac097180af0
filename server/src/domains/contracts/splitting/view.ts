import type { Side } from '@fws/contract/contracts/model';
import type { Milestone } from '@fws/contract/contracts/schemas';
import type { MilestoneRow, SplitRow, SplitTurnRow } from '../../escrow/index.ts';
import type { TurnFacts } from '../turns/rules.ts';
import { divide, findAbilities, isWorthless, maySplit } from './rules.ts';
import { toSplitFacts, toSplitMilestone } from './facts.ts';

/** What the splits of a job's milestones are shown with. */
interface SplitContext {
  side: Side;
  /** What a refund of this cancelled job costs. */
  chargeBps: number;
  goesToFws: boolean;
  splits: readonly SplitRow[];
  turns: readonly SplitTurnRow[];
}

export const findOpenSplit = (splits: readonly SplitRow[], { id }: { id: number }): SplitRow | undefined =>
  splits.find((split) => split.milestone_id === id && split.closed_at === null);

/** The open split of a milestone, as this side sees it. */
export function findOpenSplitView(
  milestone: MilestoneRow,
  context: SplitContext & { hasEvidence: boolean },
): Milestone['split'] {
  const split = findOpenSplit(context.splits, milestone);
  if (!split) return null;
  const { side, chargeBps, goesToFws } = context;
  const turns = context.turns
    .filter((turn) => turn.split_id === split.id)
    .map((turn) => ({
      side: turn.side,
      workerPaise: turn.worker_paise,
      comment: turn.comment,
      at: turn.at.toISOString(),
    }));
  const last = turns.at(-1);
  const facts = toSplitFacts(split);
  return {
    id: split.id,
    version: split.version,
    dueAt: split.due_at.toISOString(),
    proposal: last
      ? {
          ...divide(milestone.amount_paise, last.workerPaise, chargeBps),
          side: last.side,
          comment: last.comment,
          at: last.at,
        }
      : null,
    turns,
    goesToFws,
    standsUnanswered: isWorthless(facts) && !context.hasEvidence,
    ...findAbilities(toSplitMilestone(milestone), facts, { side, goesToFws }),
  };
}

/** How an agreed split divided the milestone. */
export function findDivision(
  milestone: MilestoneRow,
  { splits, chargeBps }: Pick<SplitContext, 'splits' | 'chargeBps'>,
): Milestone['division'] {
  const split = splits.find(
    (candidate) => candidate.milestone_id === milestone.id && candidate.state === 'agreed',
  );
  if (!split || split.worker_paise === null || split.closed_at === null) return null;
  return {
    ...divide(milestone.amount_paise, split.worker_paise, chargeBps),
    at: split.closed_at.toISOString(),
  };
}

/** Whose turn an open split is. */
export const toSplitTurn = (
  milestone: Pick<MilestoneRow, 'fund_state' | 'work_state' | 'on_hold'>,
  split: Pick<SplitRow, 'side' | 'due_at'> | undefined,
): NonNullable<TurnFacts['split']> | null =>
  split && maySplit({ fund: milestone.fund_state, work: milestone.work_state, onHold: milestone.on_hold })
    ? { turn: split.side && (split.side === 'poster' ? 'worker' : 'poster'), dueAt: split.due_at }
    : null;
