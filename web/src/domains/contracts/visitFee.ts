import type { CancelPlan, Milestone } from '@fws/contract/contracts/schemas';

type Funds = Pick<Milestone, 'id' | 'fund'>[];

/** Whether the part is the fee of a visit that goes to the worker without work. */
export const isFeeForNoVisit = (milestones: Funds, milestoneId: number): boolean =>
  milestones.some(({ id, fund }) => id === milestoneId && fund === 'funded');

/** The same cancellation where a person decides about the fee of the visit. */
export function holdVisitFee(plan: CancelPlan, milestones: Funds): CancelPlan {
  const isFee = ({ outcome, milestoneId }: CancelPlan['parts'][number]) =>
    outcome === 'released' && isFeeForNoVisit(milestones, milestoneId);
  const feePaise = plan.parts.filter(isFee).reduce((sum, part) => sum + part.amountPaise, 0);
  return {
    ...plan,
    parts: plan.parts.map((part) => (isFee(part) ? { ...part, outcome: 'held', releasePaise: 0 } : part)),
    releasePaise: plan.releasePaise - feePaise,
    waitingPaise: plan.waitingPaise + feePaise,
  };
}
