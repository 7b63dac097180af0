import type { Position } from './api.ts';

const EARTH_KM = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance. */
export function calculateDistanceKm(a: Position, b: Position): number {
  const north = Math.sin(toRadians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  const share = north + Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * east;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, share)));
}

/** Rounded to what a straight line is worth: tenths below 10 km, whole kilometres above. */
export const roundKilometres = (km: number): number => (km < 10 ? Math.round(km * 10) / 10 : Math.round(km));

/** A link to whatever map app the device has: by position, or by name when no position is known. */
export function buildMapsLink(place: { label: string; at: Position | null }): string {
  const query = place.at === null ? place.label : `${place.at.latitude},${place.at.longitude}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
