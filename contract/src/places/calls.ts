import * as z from 'zod/mini';
import { call, dataReply } from '../platform/call.ts';
import type { PlaceOption } from './model.ts';
import { placeNearestForm, placeSearchForm, placeWire } from './wire.ts';

const same = <T>(value: T): T => value;

/** Indian places by name or PIN, best first; at most eight. */
export const placeSearch = call({
  name: 'place_search',
  access: 'public',
  form: placeSearchForm,
  reply: dataReply<PlaceOption[], PlaceOption[]>(z.array(placeWire), same, same),
  done: 'common.ok',
});

/** The place nearest to a position; null outside India. */
export const placeNearest = call({
  name: 'place_nearest',
  access: 'public',
  form: placeNearestForm,
  reply: dataReply<PlaceOption | null, PlaceOption | null>(z.nullable(placeWire), same, same),
  done: 'common.ok',
});
