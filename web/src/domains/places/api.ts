import { placeNearest, placeSearch } from '@fws/contract/places/calls';
import type { PlaceOption } from '@fws/contract/places/model';
import { callApi } from '../../platform/client/index.ts';
import type { ComboOption } from '../../ui/index.ts';

export type PlaceChoice = ComboOption & PlaceOption;

export async function findPlaces(query: string, signal: AbortSignal): Promise<PlaceChoice[]> {
  const places = await callApi(placeSearch, { query }, { signal });
  return places.map((place) => ({ ...place, key: place.label }));
}

/** Why the device's position could not be had: the reader can mend the first, not the second. */
export type NoPosition = 'denied' | 'unavailable';

/** The place nearest to where the device is. */
export async function placeHere(): Promise<PlaceOption | NoPosition> {
  const position = await new Promise<GeolocationPosition | NoPosition>((resolve) => {
    if (!('geolocation' in navigator)) return resolve('unavailable');
    navigator.geolocation.getCurrentPosition(
      resolve,
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      {
        timeout: 10_000,
        maximumAge: 5 * 60_000,
      },
    );
  });
  if (typeof position === 'string') return position;
  const { latitude, longitude } = position.coords;
  return (
    (await callApi(placeNearest, { latitude: String(latitude), longitude: String(longitude) })) ??
    'unavailable'
  );
}
