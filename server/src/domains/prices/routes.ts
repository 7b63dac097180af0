import * as calls from '@fws/contract/prices/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { findPriceHint } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.priceHint, (question, { caller, locale, web, readFrom }) =>
    findPriceHint(
      { ...deps, replica: readFrom(deps).db },
      { ...question, userId: caller.userId, placeLocale: web ? locale : 'en' },
    ),
  ),
];
