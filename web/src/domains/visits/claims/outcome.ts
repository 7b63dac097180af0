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
