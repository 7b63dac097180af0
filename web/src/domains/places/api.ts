import { placeNearest, placeSearch } from '@fws/contract/places/calls';
import type { PlaceOption } from '@fws/contract/places/model';
import { callApi } from '../../platform/client/index.ts';

const TIMEOUT_MS = 15_000;
const MAXIMUM_AGE_MS = 5 * 60_000;

export async function findPlaces(query: string, signal: AbortSignal) {
  const places = await callApi(placeSearch, { query }, { signal });
  return places.map((place) => ({ ...place, key: place.label }));
}

/** Why the device's place could not be had: the reader can mend the first, not the others. */
export type NoPlace = 'denied' | 'abroad' | 'unavailable';

/** The place nearest to where the device is. */
export async function placeHere(): Promise<PlaceOption | NoPlace> {
  const position = await new Promise<GeolocationPosition | NoPlace>((resolve) => {
    if (!('geolocation' in navigator)) return resolve('unavailable');
    navigator.geolocation.getCurrentPosition(
      resolve,
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    );
  });
  if (typeof position === 'string') return position;
  const { latitude, longitude } = position.coords;
  return (
    (await callApi(placeNearest, { latitude: String(latitude), longitude: String(longitude) })) ?? 'abroad'
  );
}
