import * as calls from '@fws/contract/jobs/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { publicRoute, userRoute, type Route } from '../../platform/http/route.ts';
import { findVisibleJob, listOwnJobs, postJob, updateJob } from './service.ts';
import { listCategories } from './categories/store.ts';

export function routes(deps: Deps): Route[] {
  return [
    userRoute(calls.postJob, (command, { caller, files }) =>
      postJob(deps, caller.userId, command, files['attachment']),
    ),
    userRoute(calls.updateJob, (command, { caller, files }) =>
      updateJob(deps, caller.userId, command, files['attachment']),
    ),
    userRoute(calls.jobDetail, ({ jobId }, { caller }) => findVisibleJob(deps, caller.userId, jobId)),
    userRoute(calls.myContracts, (params, { caller, readFrom }) =>
      listOwnJobs(readFrom(deps), caller.userId, params),
    ),
    publicRoute(calls.categoryList, async (_, { caller, readFrom }) =>
      done(await listCategories(readFrom(deps).db, caller?.userId ?? null)),
    ),
  ];
}
