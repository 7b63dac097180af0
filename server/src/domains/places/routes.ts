import { mapTiles, placeNearest, placeSearch } from '@fws/contract/places/calls';
import type { PlaceOption } from '@fws/contract/places/schemas';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';
import type { Place } from '../../ports/place-finder.ts';

const MAX_RESULTS = 8;

export const routes = ({ ports, config }: Deps): Route[] => [
  publicRoute(placeSearch, async ({ query }) => {
    const places = query === '' ? [] : await ports.places.search(query, MAX_RESULTS);
    return done(places.map(toPlaceOption));
  }),
  publicRoute(placeNearest, async (position) => {
    const place = await ports.places.findNearest(position);
    return done(place && toPlaceOption(place));
  }),
  publicRoute(mapTiles, () => Promise.resolve(done(config.mapTiles))),
];

const toPlaceOption = ({ label, latitude, longitude }: Place): PlaceOption => ({
  label,
  latitude,
  longitude,
});
