import type { Position } from '@fws/contract/jobs/model';

/** Null when a coordinate is not known. */
export const toPosition = (latitude: number | null, longitude: number | null): Position | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

const EARTH_KM = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

/** The great-circle distance. */
export function calculateDistanceKm(one: Position, other: Position): number {
  const north = Math.sin(toRadians(other.latitude - one.latitude) / 2) ** 2;
  const east = Math.sin(toRadians(other.longitude - one.longitude) / 2) ** 2;
  const share = north + Math.cos(toRadians(one.latitude)) * Math.cos(toRadians(other.latitude)) * east;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, share)));
}

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** All known positions. */
export const EVERYWHERE: Box = { south: -90, north: 90, west: -180, east: 180 };

/** Degrees by which rounding may move an edge. */
const MARGIN = 1e-9;

/** Every position within the circle lies in the box. Near a pole, and across the date line, the box is wider. */
export function buildBox({ latitude, longitude }: Position, radiusKm: number): Box {
  const angle = radiusKm / EARTH_KM;
  const up = toDegrees(angle) + MARGIN;
  const [south, north] = [latitude - up, latitude + up];
  const share = Math.sin(angle) / Math.cos(toRadians(latitude));
  const isWide = south <= -90 || north >= 90 || !(share < 1);
  const across = isWide ? 360 : toDegrees(Math.asin(share)) + MARGIN;
  const [west, east] = [longitude - across, longitude + across];
  return west < -180 || east > 180 ? { south, north, west: -180, east: 180 } : { south, north, west, east };
}
