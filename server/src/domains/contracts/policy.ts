import type { Side } from '@fws/contract/contracts/model';
import { formatRupees } from '@fws/contract/platform/display';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { isPoster } from '../jobs/index.ts';
import type { FundingObstacle } from '../rests/index.ts';

/** Each side sees the other's mobile number once any milestone was funded. */
export const maySeeMobiles = (milestones: readonly { funded_at: Date | null }[]): boolean =>
  milestones.some((milestone) => milestone.funded_at !== null);

/** Only its poster cancels a job that is not awarded. Who has quoted cancels the quote; to others the job does not exist. */
export function mayCancelOpenJob(
  job: { poster_id: number },
  { callerId, hasQuoted }: { callerId: number; hasQuoted: boolean },
): Outcome<null> {
  if (isPoster(job, callerId)) return done(null);
  return hasQuoted
    ? refuse('forbidden', 'contracts.cancel_quote_instead')
    : refuse('not_found', 'jobs.not_found');
}

/** What is in the way of a payment, and what to do. */
export function refuseFunding(obstacle: FundingObstacle) {
  if (obstacle.kind === 'stopped') return refuse('forbidden', 'contracts.payer_stopped');
  if (obstacle.kind === 'identity')
    return refuse('forbidden', 'contracts.payer_identity', {
      values: { max: formatRupees(obstacle.maxPaise) },
    });
  const { maxPaise, leftPaise, hours, moreFrom } = obstacle.limit;
  const values = {
    max: formatRupees(maxPaise),
    left: formatRupees(leftPaise),
    days: Math.round(hours / 24),
  };
  return moreFrom
    ? refuse('conflict', 'contracts.fund_limit_until', {
        values: { ...values, time: moreFrom.toISOString() },
      })
    : refuse('conflict', 'contracts.fund_limit', { values });
}

/** Without a verified identity, no more than this may be left to pay after a change of the plan. */
export const refuseUnidentifiedPlan = (
  side: Side,
  { maxPaise, payerName: name }: { maxPaise: number; payerName: string },
) => {
  const max = formatRupees(maxPaise);
  return side === 'poster'
    ? refuse('forbidden', 'contracts.change_own_identity', { values: { max } })
    : refuse('forbidden', 'contracts.change_payer_identity', { values: { max, name } });
};
