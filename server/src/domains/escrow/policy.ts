import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/process';

interface Parties {
  poster_id: number;
  worker_id: number;
}

/** The user's side of the contract; null for anybody else, to whom the contract does not exist. */
export function findSide(contract: Parties, userId: number): Side | null {
  if (contract.poster_id === userId) return 'poster';
  return contract.worker_id === userId ? 'worker' : null;
}

/** Money moves and work continues only in these states. */
export const isUnderWay = (state: JobState): boolean => state === 'awarded' || state === 'in_progress';
