import { exploreJobs } from '@fws/contract/jobs/calls';
import * as calls from '@fws/contract/search/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { createSharedPages } from '../jobs/index.ts';
import { getSearchTurns, exploreOrSearch, findListQuery } from './explore/service.ts';
import { listSavedJobs, saveJob, unsaveJob } from './saved-jobs/service.ts';
import { listSavedSearches, removeSearch, saveSearch } from './saved-searches/service.ts';
import { getSearchIndex } from './engine/search-index.ts';
import { suggest } from './suggestions/service.ts';

export function routes(deps: Deps): Route[] {
  const state = {
    pages: createSharedPages(deps),
    index: getSearchIndex(deps.db),
    turns: getSearchTurns(deps.db),
  };
  return [
    userRoute(
      exploreJobs,
      (params, { caller, readFrom }) =>
        exploreOrSearch({ ...deps, replica: readFrom(deps).db }, state, caller, params),
      (params) => findListQuery(deps, state, params),
    ),
    userRoute(calls.searchSuggestions, async ({ search }, { caller, locale, readFrom }) =>
      state.turns.run(`user ${caller.userId}`, async () =>
        done(await suggest(readFrom(deps), state.index, search, locale)),
      ),
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
