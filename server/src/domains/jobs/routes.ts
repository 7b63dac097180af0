import * as calls from '@fws/contract/jobs/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { publicRoute, userRoute, type Route } from '../../platform/http/route.ts';
import { exploreJobs, jobFor, ownJobs, postJob, updateJob } from './service.ts';
import { categories } from './store.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.postJob, (command, { caller, files }) =>
    postJob(deps, caller.userId, command, files['attachment']),
  ),
  userRoute(calls.updateJob, (command, { caller, files }) =>
    updateJob(deps, caller.userId, command, files['attachment']),
  ),
  userRoute(calls.exploreJobs, (asked, { caller }) =>
    exploreJobs(deps, caller.userId, {
      ...asked,
      categoryId: asked.categoryId === '' ? null : asked.categoryId,
    }),
  ),
  userRoute(calls.jobDetail, ({ jobId }, { caller }) => jobFor(deps, caller.userId, jobId)),
  userRoute(calls.myContracts, (asked, { caller }) => ownJobs(deps, caller.userId, asked)),
  publicRoute(calls.categoryList, async (_, { caller }) =>
    done(await categories(deps.db, caller?.userId ?? null)),
  ),
];
