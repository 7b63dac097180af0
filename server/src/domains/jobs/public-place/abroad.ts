import type { Position } from '@fws/contract/jobs/model';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { LOCALES } from '@fws/contract/platform/messages';
import type { PlaceFinder } from '../../../ports/place-finder.ts';

/** Short forms, and the cities abroad where most people from India live and ask for work. */
const NAMES =
  'uae/usa/us/uk/ksa/england/scotland/' +
  'dubai/abu dhabi/sharjah/ajman/doha/riyadh/jeddah/dammam/muscat/manama/kuwait city/' +
  'kathmandu/pokhara/biratnagar/birgunj/dhaka/chittagong/colombo/thimphu/phuntsholing/male/' +
  'karachi/lahore/islamabad/rawalpindi/kabul/yangon/kuala lumpur/bangkok/jakarta/hong kong/tokyo/' +
  'sydney/melbourne/toronto/vancouver/brampton/london/birmingham/manchester/new york/new jersey/' +
  'california/texas/san francisco/chicago/nairobi/lagos/johannesburg/durban/port louis/' +
  'paris/berlin/frankfurt/amsterdam/dublin/moscow/beijing/shanghai';

const OTHER_SCRIPTS = ['bn', 'ta', 'te', 'kn', 'ml', 'gu', 'pa', 'or', 'mr', 'ur'];
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

let abroad: ReadonlySet<string> | undefined;

/** The names of all other countries in our languages, and of the cities above. */
function listNamesAbroad(): ReadonlySet<string> {
  if (abroad) return abroad;
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => code !== 'IN',
  );
  const countries = [...LOCALES, ...OTHER_SCRIPTS].flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => names.of(code) ?? []);
  });
  abroad = new Set([...countries, ...NAMES.split('/')].map(fold));
  return abroad;
}

/**
 * Refuses a place outside India: a position there, or a name of one where no place in India is named like that. What is
 * unknown stays allowed, because people describe where they are.
 */
export async function checkInIndia(
  places: PlaceFinder,
  { location, position }: { location: string; position: Position | null },
): Promise<Outcome<null>> {
  const isInIndia = position
    ? (await places.findNearest(position)) !== null
    : !(await isAbroad(places, location));
  return isInIndia ? done(null) : refuseField('location', 'jobs.location_abroad');
}

/** Addresses go from near to far: a country at the end decides. "Singapore Street, Hyderabad" is in India. */
async function isAbroad(places: PlaceFinder, location: string): Promise<boolean> {
  const parts = location.split(',').map(fold).filter(Boolean);
  const names = parts.filter((part) => listNamesAbroad().has(part));
  if (names.length === 0) return false;
  const areInIndia = await Promise.all(names.map((name) => isNameInIndia(places, name)));
  const onlyAbroad = names.filter((_, index) => !areInIndia[index]);
  const last = parts.at(-1) ?? '';
  return onlyAbroad.includes(last) || (onlyAbroad.length > 0 && (await places.locate(location)) === null);
}

/** There is a village Dubai in Uttar Pradesh. */
async function isNameInIndia(places: PlaceFinder, name: string): Promise<boolean> {
  const found = await places.search(name, 1);
  return found.some((place) => fold(place.name) === name);
}
