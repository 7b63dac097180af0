import { call } from '../platform/call.ts';
import { placeNearestForm, placeReply, placeSearchForm, placesReply, tilesReply } from './wire.ts';

/** Indian places by name or PIN, best first; at most eight. */
export const placeSearch = call({
  name: 'place_search',
  access: 'public',
  reads: true,
  form: placeSearchForm,
  reply: placesReply,
  done: 'common.ok',
});

/** The place nearest to a position; null outside India. */
export const placeNearest = call({
  name: 'place_nearest',
  access: 'public',
  reads: true,
  form: placeNearestForm,
  reply: placeReply,
  done: 'common.ok',
});

/** The settings for showing a map. */
export const mapTiles = call({
  name: 'map_tiles',
  access: 'public',
  reads: true,
  reply: tilesReply,
  done: 'common.ok',
});
