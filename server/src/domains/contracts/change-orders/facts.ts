import type { PlanPart } from '@fws/contract/contracts/change-orders/model';
import type { MilestoneRow } from '../../escrow/index.ts';
import { toPlanPart } from '../../escrow/index.ts';
import { sumPaise, type ChangeFacts, type PartFacts } from './rules.ts';
import type { ChangeOrderRow, ContractPlan, PlanVersionRow } from './store.ts';

/** A version of the plan. The first is read from the contract until a change is agreed. */
export type StoredPlan = Pick<
  PlanVersionRow,
  'version' | 'parts' | 'total_paise' | 'finish_by' | 'agreed_at'
>;

/** All versions, oldest first; at least one. */
export function toPlans(
  versions: readonly PlanVersionRow[],
  milestones: readonly MilestoneRow[],
  contract: ContractPlan,
): [StoredPlan, ...StoredPlan[]] {
  const [first, ...more] = versions;
  if (first) return [first, ...more];
  const parts = milestones.map(toPlanPart).toSorted((a, b) => a.position - b.position);
  const { finish_by, awarded_at: agreed_at } = contract;
  const total_paise = sumPaise(parts.map(({ amountPaise }) => amountPaise));
  return [{ version: 1, parts, total_paise, finish_by, agreed_at }];
}

/** The number of the milestone that is added next to the plan of that version. */
export const getNextPosition = (plans: readonly StoredPlan[], version: number): number =>
  1 +
  Math.max(
    0,
    ...plans
      .filter((plan) => plan.version <= version)
      .flatMap(({ parts }) => parts.map(({ position }: PlanPart) => position)),
  );

export const toPartFacts = (milestone: MilestoneRow): PartFacts => ({
  ...toPlanPart(milestone),
  fund: milestone.fund_state,
  work: milestone.work_state,
  onHold: milestone.on_hold,
});

export const toChangeFacts = (change: ChangeOrderRow, now: Date): ChangeFacts => ({
  state: change.state,
  side: change.side,
  turns: change.turns,
  isOver: change.due_at <= now,
});
