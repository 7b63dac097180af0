import type { Side } from '@fws/contract/contracts/model';
import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import { findPaymentProblem } from '@fws/contract/quotes/payable';
import type { ContractParties, MilestoneRow } from '../escrow/index.ts';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { findNextPosition, type FundFacts, type MilestoneFacts } from './rules.ts';
import type { PersonRow } from '../profile/index.ts';
import { getOtherSide } from './turns/rules.ts';

/** What a milestone depends on besides itself. `nextPosition`: whose work comes next; later ones wait for it. */
export interface JobFacts {
  state: JobState;
  nextPosition: number | null;
}

/** `milestones`: all of the job, or at least those that are not settled. */
export const toJobFacts = (
  state: JobState,
  milestones: readonly Pick<MilestoneRow, 'fund_state' | 'work_state' | 'position'>[],
): JobFacts => ({
  state,
  nextPosition: findNextPosition(
    milestones.map(({ fund_state: fund, work_state: work, position }) => ({ fund, work, position })),
  ),
});

export const toMilestoneFacts = (
  milestone: Pick<MilestoneRow, 'fund_state' | 'work_state' | 'on_hold' | 'position'>,
  job?: JobFacts,
): MilestoneFacts => ({
  fund: milestone.fund_state,
  work: milestone.work_state,
  onHold: milestone.on_hold,
  isEnding: job?.state === 'ending',
  isTooEarly: typeof job?.nextPosition === 'number' && milestone.position > job.nextPosition,
});

export const toFundFacts = (
  milestone: Parameters<typeof toMilestoneFacts>[0] & Pick<MilestoneRow, 'amount_paise'>,
  limits: PaymentLimits,
  job?: JobFacts,
): FundFacts => ({
  ...toMilestoneFacts(milestone, job),
  isPayable: findPaymentProblem(milestone.amount_paise, limits) === null,
});

/** The other side, while its account is suspended. */
export function findSuspendedSide(
  row: Pick<ContractParties, 'poster_id' | 'worker_id'>,
  side: Side,
  people: Map<number, PersonRow>,
): Side | null {
  const other = getOtherSide(side);
  const id = other === 'poster' ? row.poster_id : row.worker_id;
  return (people.get(id)?.suspendedAt ?? null) === null ? null : other;
}
