import { FUND_STEPS, WORK_STEPS, type Side } from '@fws/contract/contracts/model';
import type { Milestone } from '@fws/contract/contracts/schemas';
import type { Ability } from '@fws/contract/platform/lifecycle';
import { decideFund, decideWork, type Decision, type FundFacts } from './rules.ts';

/** Each side sees the other's mobile number once any milestone was funded. */
export const maySeeMobiles = (milestones: readonly { funded_at: Date | null }[]): boolean =>
  milestones.some((milestone) => milestone.funded_at !== null);

export const toAbility = (decision: Decision): Ability =>
  decision.kind === 'refused' ? { allowed: false, reason: decision.code } : { allowed: true };

/** The next step of this side, and whether something blocks it now. */
export function findNextStep(side: Side, milestone: FundFacts): Milestone['next'] {
  const unhindered = { ...milestone, onHold: false, isTooEarly: false, isPayable: true, suspended: null };
  if (side === 'poster') {
    const step = FUND_STEPS.find((candidate) => decideFund(unhindered, candidate).kind === 'take');
    return step ? { step, ability: toAbility(decideFund(milestone, step)) } : null;
  }
  const step = WORK_STEPS.find((candidate) => decideWork(unhindered, candidate).kind === 'take');
  return step ? { step, ability: toAbility(decideWork(milestone, step)) } : null;
}
