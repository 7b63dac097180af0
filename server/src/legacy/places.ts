import * as calls from '@fws/contract/places/calls';
import { translateCall } from './translation.ts';

export const placeTranslations = [translateCall(calls.placeSearch, { fields: { query: 'search' } })];
