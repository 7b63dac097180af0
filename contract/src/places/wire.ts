import { dataReply } from '../platform/call.ts';
import { createSchemaLoader, wireForm } from '../platform/form.ts';
import type { MapTiles, PlaceOption } from './model.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));
const passThrough = <T>(value: T): T => value;

export const placeSearchForm = wireForm(schema('placeSearch'), { query: 'search' });
export const placeNearestForm = wireForm(schema('placeNearest'), {
  latitude: 'latitude',
  longitude: 'longitude',
});

export const placesReply = dataReply<PlaceOption[], PlaceOption[]>(
  schema('placesWire'),
  passThrough,
  passThrough,
);
export const placeReply = dataReply<PlaceOption | null, PlaceOption | null>(
  schema('placeOrNoneWire'),
  passThrough,
  passThrough,
);
export const tilesReply = dataReply<MapTiles, MapTiles>(schema('tilesWire'), passThrough, passThrough);
