import { calculateDistanceKm } from '../../server/src/adapters/places/position.ts';
import type { Position } from '../../server/src/adapters/places/position.ts';
import { groupBy } from './group-by.ts';
import type { RawOffice } from './sources.ts';

export interface Office {
  name: string;
  pin: string;
  district: string;
  state: string;
  position: Position | null;
}

const MAX_KM_FROM_PIN = 60;
const MAX_KM_FROM_REGION = 150;
const ARMY_PINS = /^9/;

const DISTRICT_NAMES: Readonly<Record<string, string>> = {
  AHMADABAD: 'Ahmedabad',
  '24 PARAGANAS NORTH': 'North 24 Parganas',
  '24 PARAGANAS SOUTH': 'South 24 Parganas',
  'BANAS KANTHA': 'Banaskantha',
};
const STATE_NAMES: Readonly<Record<string, string>> = {
  'THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU': 'Dadra and Nagar Haveli and Daman and Diu',
};

/**
 * One row per locality: every head and sub office, and for the few PINs served only by branch offices the first of
 * those. The directory's positions are missing (7%), swapped or far off (8%).
 */
export function cleanOffices(raw: RawOffice[]): Office[] {
  const offices = raw.filter(({ p, s }) => s !== 'NA' && !ARMY_PINS.test(p));
  const centreOfPin = calculateCentres(offices, ({ p }) => p);
  const centreOfRegion = calculateCentres(offices, ({ p }) => p.slice(0, 3));
  const mainOffices = [...groupBy(offices, ({ p }) => p).values()].flatMap((ofPin) => {
    const larger = ofPin.filter(({ t }) => t !== 'BO');
    return larger.length > 0 ? larger : ofPin.slice(0, 1);
  });
  const rows = mainOffices.map((office) => ({
    name: cleanOfficeName(office.o),
    pin: office.p,
    district: DISTRICT_NAMES[office.i] ?? toTitleCase(office.i),
    state: STATE_NAMES[office.s] ?? toTitleCase(office.s),
    position: choosePosition(office, centreOfPin.get(office.p), centreOfRegion.get(office.p.slice(0, 3))),
  }));
  return [...new Map(rows.map((row) => [`${row.name} ${row.pin}`, row])).values()];
}

function choosePosition(office: RawOffice, pin?: Position, region?: Position): Position | null {
  const ownPosition = readPosition(office);
  const centre = pin !== undefined && isNear(pin, region, MAX_KM_FROM_REGION) ? pin : null;
  if (ownPosition === null || !isNear(ownPosition, region, MAX_KM_FROM_REGION)) return centre;
  return centre !== null && !isNear(ownPosition, centre, MAX_KM_FROM_PIN) ? centre : ownPosition;
}

function isNear(a: Position, b: Position | undefined, km: number): boolean {
  return b !== undefined && calculateDistanceKm(a, b) <= km;
}

/** The median of the known positions, so that a few outliers have no effect. */
function calculateCentres(
  offices: RawOffice[],
  getKey: (office: RawOffice) => string,
): Map<string, Position> {
  const result = new Map<string, Position>();
  for (const [key, group] of groupBy(offices, getKey)) {
    const positions = group.map(readPosition).filter((position) => position !== null);
    const latitude = findMedian(positions.map((position) => position.latitude));
    const longitude = findMedian(positions.map((position) => position.longitude));
    if (latitude !== undefined && longitude !== undefined) result.set(key, { latitude, longitude });
  }
  return result;
}

function findMedian(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** India's latitudes (6 to 38) and longitudes (68 to 98) do not overlap, so swapped ones are recognized. */
function readPosition({ a, n }: RawOffice): Position | null {
  if (isInIndia(a, n)) return { latitude: a, longitude: n };
  if (isInIndia(n, a)) return { latitude: n, longitude: a };
  return null;
}

function isInIndia(latitude: number, longitude: number): boolean {
  return latitude > 6 && latitude < 38 && longitude > 68 && longitude < 98;
}

/** "Kothrud S.O", "New Colony SO Gurgaon", "Konnur S.O (Bagalkot)": the part before the office's type. */
function cleanOfficeName(text: string): string {
  const name = text
    .replace(/\(.*$/, '')
    .replace(/ (?:[BSHG]\.?\s?P?\.?O\.?|Bazar SO)(?:\s.*)?$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return name === name.toUpperCase() ? toTitleCase(name) : name;
}

function toTitleCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[\s(.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/ And /g, ' and ');
}
