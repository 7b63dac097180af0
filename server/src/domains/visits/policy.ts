import type { Side } from '@fws/contract/contracts/model';

/** The side of the visit that the user is on. To anybody else it does not exist. */
export function findVisitSide(visit: { poster_id: number; worker_id: number }, userId: number): Side | null {
  if (visit.poster_id === userId) return 'poster';
  return visit.worker_id === userId ? 'worker' : null;
}

/** Only the poster's phone has the secret that the door code is made from. Staff who look at an account do not get it. */
export const mayReadSecret = (side: Side, isImpersonated: boolean): boolean =>
  side === 'poster' && !isImpersonated;
