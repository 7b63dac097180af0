import type { Position } from '@fws/contract/jobs/model';

const EARTH_KM = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance, as the statements of a search calculate it. */
export function calculateDistanceKm(one: Position, other: Position): number {
  const north = Math.sin(toRadians(other.latitude - one.latitude) / 2) ** 2;
  const east = Math.sin(toRadians(other.longitude - one.longitude) / 2) ** 2;
  const share = north + Math.cos(toRadians(one.latitude)) * Math.cos(toRadians(other.latitude)) * east;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, share)));
}
