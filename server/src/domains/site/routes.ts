import * as calls from '@fws/contract/site/calls';
import type { Deps } from '../../platform/domain.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';
import { listJobsForAll, readPublicJob, readPublicWorker } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.publicJob, (named, { locale }) => readPublicJob(deps, named, locale)),
  publicRoute(calls.publicJobs, (params, { locale }) => listJobsForAll(deps, params, locale)),
  publicRoute(calls.publicWorker, ({ workerId }, { locale }) => readPublicWorker(deps, workerId, locale)),
];
