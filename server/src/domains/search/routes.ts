import { exploreJobs } from '@fws/contract/jobs/calls';
import * as calls from '@fws/contract/search/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { createSharedPages } from '../jobs/index.ts';
import { exploreOrSearch, findListQuery } from './explore/service.ts';
import { listSavedJobs, saveJob, unsaveJob } from './saved-jobs/service.ts';
import { listSavedSearches, removeSearch, saveSearch } from './saved-searches/service.ts';
import { getSearchIndex } from './engine/search-index.ts';
import { suggest } from './suggestions/service.ts';

export function routes(deps: Deps): Route[] {
  const caches = { pages: createSharedPages(deps), index: getSearchIndex(deps.db) };
  return [
    userRoute(
      exploreJobs,
      (params, { caller, readFrom }) =>
        exploreOrSearch({ ...deps, replica: readFrom(deps).db }, caches, caller, params),
      (params) => findListQuery(deps, caches, params),
    ),
    userRoute(calls.searchSuggestions, async ({ search }, { locale, readFrom }) =>
      done(await suggest(readFrom(deps), caches.index, search, locale)),
    ),
    userRoute(calls.saveJob, ({ jobId }, { caller }) => saveJob(deps, caller.userId, jobId)),
    userRoute(calls.unsaveJob, ({ jobId }, { caller }) => unsaveJob(deps, caller.userId, jobId)),
    userRoute(calls.savedJobs, (params, { caller, readFrom }) =>
      listSavedJobs(readFrom(deps), caller.userId, params),
    ),
    userRoute(calls.saveSearch, (command, { caller, locale }) =>
      saveSearch(deps, caller.userId, command, locale),
    ),
    userRoute(calls.savedSearches, (params, { caller, readFrom }) =>
      listSavedSearches(readFrom(deps), caller.userId, params),
    ),
    userRoute(calls.removeSearch, ({ searchId }, { caller }) => removeSearch(deps, caller.userId, searchId)),
  ];
}
