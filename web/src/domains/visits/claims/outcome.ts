import type { Contract } from '@fws/contract/contracts/schemas';
import type { Visit } from '@fws/contract/visits/schemas';

/** What the screens of a claim need. */
export interface ClaimProps {
  visit: Visit;
  contract: Pick<Contract, 'jobId' | 'side' | 'poster' | 'worker' | 'milestones'>;
}

/** Whether it did not take place because of somebody, or a person decides that. */
export const hasOutcome = ({ state, cause }: Visit): boolean =>
  state === 'contested' || ((state === 'missed' || state === 'cancelled') && cause !== null);

/** Where nothing was at stake no dispute was opened, and one that is decided holds nothing any more. */
export const isInDispute = (
  { state }: Pick<Visit, 'state'>,
  milestones: readonly { onHold: boolean }[],
): boolean => state === 'contested' && milestones.some(({ onHold }) => onHold);
