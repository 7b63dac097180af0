import * as calls from '@fws/contract/admin/jobs/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decideJob, readJob } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminJob, ({ jobId }, { caller }) => readJob(deps, caller.userId, jobId)),
  adminRoute(calls.adminJobVerify, async (verification, { caller }) => {
    const decided = await decideJob(deps, caller.userId, verification);
    const code = verification.decision === 'verify' ? 'admin.job_verified' : 'admin.job_left';
    return decided.ok ? { ...decided, message: { code } } : decided;
  }),
];
