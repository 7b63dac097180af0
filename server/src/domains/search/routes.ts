import { exploreJobs } from '@fws/contract/jobs/calls';
import { searchSuggestions } from '@fws/contract/search/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { createSharedPages } from '../jobs/index.ts';
import { exploreOrSearch } from './explore.ts';
import { createStatisticsCache } from './statistics.ts';
import { suggest } from './suggestions.ts';

export function routes(deps: Deps): Route[] {
  const caches = { pages: createSharedPages(deps), statistics: createStatisticsCache(deps.ports.clock) };
  return [
    userRoute(exploreJobs, (params, { caller }) => exploreOrSearch(deps, caches, caller.userId, params)),
    userRoute(searchSuggestions, async ({ search }) => done(await suggest(deps, caches.statistics, search))),
  ];
}
