import type { MilestoneRow, SplitRow } from '../../escrow/index.ts';
import type { SplitFacts, SplitMilestone } from './rules.ts';

export const toSplitFacts = (split: SplitRow): SplitFacts => ({
  state: split.state,
  version: split.version,
  turns: split.turns,
  side: split.side,
  workerPaise: split.worker_paise,
});

export const toSplitMilestone = (
  milestone: Pick<MilestoneRow, 'fund_state' | 'work_state' | 'on_hold' | 'amount_paise'>,
): SplitMilestone => ({
  fund: milestone.fund_state,
  work: milestone.work_state,
  onHold: milestone.on_hold,
  amountPaise: milestone.amount_paise,
});
