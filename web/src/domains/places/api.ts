import { mapTiles, placeNearest, placeSearch } from '@fws/contract/places/calls';
import type { PlaceOption } from '@fws/contract/places/schemas';
import { callApi } from '../../platform/client/index.ts';
import { callQuery } from '../../platform/queries/index.ts';

const TIMEOUT_MS = 15_000;
const MAXIMUM_AGE_MS = 5 * 60_000;

export async function findPlaces(query: string, signal: AbortSignal) {
  const places = await callApi(placeSearch, { query }, { signal });
  return places.map((place) => ({ ...place, key: place.label }));
}

/** Where map tiles come from. It is a setting, so it is fetched once. */
export const tilesQuery = () => ({ ...callQuery('settings', mapTiles, {}), staleTime: Infinity });

/** Why the device's place is not available. The user can fix the first, not the others. */
export type PlaceFailure = 'denied' | 'abroad' | 'unavailable';

export interface Position {
  latitude: number;
  longitude: number;
}

/** The position of the device. The browser asks the user first. */
export const getDevicePosition = (): Promise<Position | Exclude<PlaceFailure, 'abroad'>> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('unavailable');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    );
  });

/** The place nearest to the device. */
export async function findNearestPlace(): Promise<PlaceOption | PlaceFailure> {
  const position = await getDevicePosition();
  if (typeof position === 'string') return position;
  const { latitude, longitude } = position;
  return (
    (await callApi(placeNearest, { latitude: String(latitude), longitude: String(longitude) })) ?? 'abroad'
  );
}

/** Where the device is, with the name of the place nearest to it. */
export async function findDevicePlace(): Promise<(Position & { label: string }) | PlaceFailure> {
  const position = await getDevicePosition();
  if (typeof position === 'string') return position;
  const [latitude, longitude] = [String(position.latitude), String(position.longitude)];
  const place = await callApi(placeNearest, { latitude, longitude });
  return place ? { ...position, label: place.label } : 'abroad';
}
