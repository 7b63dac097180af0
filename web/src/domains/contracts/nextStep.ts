import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { Milestone } from '@fws/contract/contracts/schemas';

/**
 * The step to offer: the server's next one, but once payment was asked for, accepting the work and releasing its money are
 * one decision.
 */
export function getOfferedStep({ next, work }: Pick<Milestone, 'next' | 'work'>): FundStep | WorkStep | null {
  if (next?.step === 'accepted' && work === 'payment_requested') return 'released';
  return next?.step ?? null;
}
