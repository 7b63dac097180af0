import * as calls from '@fws/contract/site/calls';
import type { Deps } from '../../platform/deps.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';
import { listJobsForAll, readJobAddress, readPublicJob, readPublicWorker } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.publicJob, ({ number }, { locale, readFrom }) =>
    readPublicJob(readFrom(deps), number, locale),
  ),
  publicRoute(calls.publicJobAddress, ({ jobId }, { readFrom }) => readJobAddress(readFrom(deps), jobId)),
  publicRoute(calls.publicJobs, (params, { locale, readFrom }) =>
    listJobsForAll(readFrom(deps), params, locale),
  ),
  publicRoute(calls.publicWorker, ({ workerId }, { locale, readFrom }) =>
    readPublicWorker(readFrom(deps), workerId, locale),
  ),
];
