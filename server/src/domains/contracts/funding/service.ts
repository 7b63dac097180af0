import { formatRupees } from '@fws/contract/platform/display';
import { refuse } from '@fws/contract/platform/refusal';
import type { FundingObstacle } from '../../rests/index.ts';

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
