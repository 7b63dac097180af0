import { dataReply } from '../platform/call.ts';
import { schemasOf, wireForm } from '../platform/form.ts';
import type { MapTiles, PlaceOption } from './model.ts';

const schema = schemasOf(() => import('./schemas.ts'));
const same = <T>(value: T): T => value;

export const placeSearchForm = wireForm(schema('placeSearch'), { query: 'search' });
export const placeNearestForm = wireForm(schema('placeNearest'), {
  latitude: 'latitude',
  longitude: 'longitude',
});

export const placesReply = dataReply<PlaceOption[], PlaceOption[]>(schema('placesWire'), same, same);
export const placeReply = dataReply<PlaceOption | null, PlaceOption | null>(
  schema('placeOrNoneWire'),
  same,
  same,
);
export const tilesReply = dataReply<MapTiles, MapTiles>(schema('tilesWire'), same, same);
