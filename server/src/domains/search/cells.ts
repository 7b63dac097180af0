import type { Position } from '@fws/contract/jobs/model';

// Squares of the map at several sizes, each four times as wide as the one before. A circle is covered by a few of them.

/** The width of a cell in degrees, by level. */
const CELL_DEGREES = [0.01, 0.04, 0.16, 0.64, 2.56, 10.24];
const KM_PER_DEGREE = 111.2;
const EARTH_RADIUS_KM = 6371;
/** A circle touches at most this many cells in each direction: each further one costs time, and larger ones are rows. */
const ACROSS_MAX = 2;

const buildCell = (level: number, row: number, column: number) => `g${level}:${row}:${column}`;

export const listCells = ({ latitude, longitude }: Position): string[] =>
  CELL_DEGREES.map((degrees, level) =>
    buildCell(level, Math.floor(latitude / degrees), Math.floor(longitude / degrees)),
  );

/** The cells that a circle touches; null for one that is larger than the country. */
export function coverCircle({ latitude, longitude }: Position, radiusKm: number): string[] | null {
  const north = radiusKm / KM_PER_DEGREE;
  const east = north / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const level = CELL_DEGREES.findIndex((degrees) => (2 * east) / degrees <= ACROSS_MAX - 1);
  const degrees = CELL_DEGREES[level];
  if (degrees === undefined) return null;
  const toIndex = (value: number) => Math.floor(value / degrees);
  const cells: string[] = [];
  for (let row = toIndex(latitude - north); row <= toIndex(latitude + north); row++)
    for (let column = toIndex(longitude - east); column <= toIndex(longitude + east); column++)
      cells.push(buildCell(level, row, column));
  return cells;
}

/** The great-circle distance of a row to a position in SQL; null for a row without a position. */
export const buildDistanceSql = (latitude: string, longitude: string): string =>
  `CASE WHEN latitude IS NOT NULL THEN
    2 * ${EARTH_RADIUS_KM} * asin(least(1, sqrt(power(sind((latitude - ${latitude}::float8) / 2), 2)
    + cosd(latitude) * cosd(${latitude}::float8) * power(sind((longitude - ${longitude}::float8) / 2), 2)))) END`;
