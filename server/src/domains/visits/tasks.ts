import * as z from 'zod/mini';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import type { VisitDeps } from './events.ts';
import { continueVisit, watchVisits } from './timers/service.ts';

const payloads = { watch_visits: noPayload, visit_timers: z.object({ jobId: z.number() }) };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: VisitDeps) =>
  defineTasks(payloads, {
    watch_visits: () => watchVisits(deps),
    visit_timers: ({ jobId }) => continueVisit(deps, jobId),
  });
