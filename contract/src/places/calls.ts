import { call } from '../platform/call.ts';
import { placeNearestForm, placeReply, placeSearchForm, placesReply } from './wire.ts';

/** Indian places by name or PIN, best first; at most eight. */
export const placeSearch = call({
  name: 'place_search',
  access: 'public',
  form: placeSearchForm,
  reply: placesReply,
  done: 'common.ok',
});

/** The place nearest to a position; null outside India. */
export const placeNearest = call({
  name: 'place_nearest',
  access: 'public',
  form: placeNearestForm,
  reply: placeReply,
  done: 'common.ok',
});
