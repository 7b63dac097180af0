import type { Place, PlaceFinder } from '../../ports/place-finder.ts';
import { CityWords } from './city-words.ts';
import { fold } from './fold.ts';
import { readPlaces } from './place-data.ts';
import { CityIndex } from './city-index.ts';
import { PlaceIndex } from './place-index.ts';
import { calculateDistanceKm } from './position.ts';
import type { Position } from './position.ts';

/** Beyond this distance from every Indian post office lies the sea or another country. */
const MAX_NEAREST_KM = 75;

// Each is built when it is first needed, once in a process, because each takes a good part of a second.
const getRecords = once(readPlaces);
const getCityWords = once(() => new CityWords(getRecords()));
const getIndex = once(() => new PlaceIndex(getRecords(), getCityWords()));
const getCities = once(() => new CityIndex(getRecords(), getCityWords()));
const listWithPin = once(() =>
  getRecords()
    .map(({ place }) => place)
    .filter(({ pin }) => pin !== null),
);

/** Indian places from GeoNames and the PIN directory, in memory, without a network. */
export function createBundledPlaces(): PlaceFinder {
  return {
    search: async (query, limit) => getIndex().search(query, limit),
    listSpellings: (word) => getCityWords().listExact(fold(word)),
    listTypedSpellings: (word) => getCityWords().list(fold(word)),
    findNearest: async (position) => findNearestPlace(listWithPin(), position),
    locate: async (address) => getCities().locate(address),
    findCity: async (slug) => getCities().findCity(slug),
  };
}

function once<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => (created ??= { value: create() }).value;
}

/** A linear scan over every post office of India takes a fraction of a millisecond. */
function findNearestPlace(places: readonly Place[], position: Position): Place | null {
  let best: Place | null = null;
  let bestKm = MAX_NEAREST_KM;
  for (const place of places) {
    const { latitude, longitude } = place;
    if (latitude === null || longitude === null) continue;
    const km = calculateDistanceKm({ latitude, longitude }, position);
    if (km < bestKm) {
      best = place;
      bestKm = km;
    }
  }
  return best;
}
