import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getAssetPath } from '../../platform/assets.ts';
import type { Place } from '../../ports/place-finder.ts';

const FILE = path.join(getAssetPath('server/data'), 'places.tsv.gz');

export interface PlaceRecord {
  place: Place;
  /** The city that contains it; empty for cities, towns and villages. */
  city: string;
  /** Ten times the decimal logarithm of the number of people it is relevant to. */
  weight: number;
}

export function readPlaces(): PlaceRecord[] {
  const lines = gunzipSync(readFileSync(FILE)).toString().trimEnd().split('\n');
  return lines.map(readLine);
}

function readLine(line: string): PlaceRecord {
  const [name = '', pin = '', city = '', district = '', state = '', latitude, longitude, weight] =
    line.split('\t');
  const place = {
    label: formatLabel(name, city || district, state, pin),
    name,
    district,
    state,
    pin: pin || null,
    latitude: latitude ? Number(latitude) : null,
    longitude: longitude ? Number(longitude) : null,
  };
  return { place, city, weight: Number(weight) };
}

/** "Kothrud, Pune, Maharashtra 411038"; "Delhi" and not "Delhi, Delhi, Delhi". */
function formatLabel(name: string, area: string, state: string, pin: string): string {
  const parts = [...new Set([name, area, state])].filter((part) => part !== '');
  return `${parts.join(', ')} ${pin}`.trimEnd();
}
