import { mapTiles, placeNearest, placeSearch } from '@fws/contract/places/calls';
import type { PlaceOption } from '@fws/contract/places/schemas';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { translatePlace } from '../../platform/place-names.ts';
import { publicRoute, type Context, type Route } from '../../platform/http/route.ts';
import type { Place } from '../../ports/place-finder.ts';

const MAX_RESULTS = 8;

export const routes = ({ ports, config }: Deps): Route[] => [
  publicRoute(placeSearch, async ({ query }, context) => {
    const places = query === '' ? [] : await ports.places.search(query, MAX_RESULTS);
    return done(places.map((place) => toPlaceOption(place, context)));
  }),
  publicRoute(placeNearest, async (position, context) => {
    const place = await ports.places.findNearest(position);
    return done(place && toPlaceOption(place, context));
  }),
  publicRoute(mapTiles, () => Promise.resolve(done(config.mapTiles))),
];

/** Our own screens show Hindi names to who reads Hindi, and send them back; other clients get what is stored. */
const toPlaceOption = (
  { label, latitude, longitude }: Place,
  { locale, web }: Pick<Context, 'locale' | 'web'>,
): PlaceOption => ({ label: web ? translatePlace(label, locale) : label, latitude, longitude });
