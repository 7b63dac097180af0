import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Indian places by name or PIN, best first; at most eight. */
export const placeSearch = call({
  name: 'place_search',
  access: 'public',
  reads: true,
  kept: false,
  form: schema('placeSearch'),
  reply: schema('places'),
  done: 'common.ok',
});

/** The place nearest to a position; null outside India. */
export const placeNearest = call({
  name: 'place_nearest',
  access: 'public',
  reads: true,
  kept: false,
  form: schema('placeNearest'),
  reply: schema('placeOrNone'),
  done: 'common.ok',
});

/** The settings for showing a map. */
export const mapTiles = call({
  name: 'map_tiles',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  reply: schema('mapTiles'),
  done: 'common.ok',
});
