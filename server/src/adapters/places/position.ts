export interface Position {
  latitude: number;
  longitude: number;
}

const KM_PER_DEGREE = 111.2;

/** Flat-earth distance, accurate to a few percent over the tens of kilometres it is used for. */
export function calculateDistanceKm(a: Position, b: Position): number {
  const middle = ((a.latitude + b.latitude) / 2) * (Math.PI / 180);
  const north = a.latitude - b.latitude;
  const east = (a.longitude - b.longitude) * Math.cos(middle);
  return Math.hypot(north, east) * KM_PER_DEGREE;
}
