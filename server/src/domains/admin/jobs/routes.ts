import * as calls from '@fws/contract/admin/jobs/calls';
import type { Deps } from '../../../platform/domain.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decideJob, readJob } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminJob, ({ jobId }, { caller }) => readJob(deps, caller.userId, jobId)),
  adminRoute(calls.adminJobVerify, (verification, { caller }) =>
    decideJob(deps, caller.userId, verification),
  ),
];
