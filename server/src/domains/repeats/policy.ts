import type { Side } from '@fws/contract/contracts/model';

/** Which side of a series a user is; null: none, and to them it does not exist. */
export function findSide(series: { poster_id: number; worker_id: number }, userId: number): Side | null {
  if (series.poster_id === userId) return 'poster';
  return series.worker_id === userId ? 'worker' : null;
}
