import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type CronLine, type Payloads } from '../../platform/queue/index.ts';
import { recountLinkedJobs } from './counting.ts';
import { maskReviews } from './masking/store.ts';
import { openDueReviews, runReviews } from './timers/service.ts';

const payloads = {
  recount_linked_jobs: z.object({ userId: z.int() }),
  run_reviews: noPayload,
  open_reviews: z.object({ jobId: z.int() }),
  mask_reviews: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    recount_linked_jobs: ({ userId }) => recountLinkedJobs(deps, userId),
    run_reviews: () => runReviews(deps),
    open_reviews: ({ jobId }) => openDueReviews(deps, jobId),
    mask_reviews: () => maskReviews(deps.db),
  });

export const crontab: readonly CronLine[] = ['*/10 * * * * run_reviews', '33 * * * * mask_reviews'];
