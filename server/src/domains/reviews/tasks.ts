import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, type Payloads } from '../../platform/queue/index.ts';
import { recountLinkedJobs } from './counting.ts';

const payloads = { recount_linked_jobs: z.object({ userId: z.int() }) };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    recount_linked_jobs: ({ userId }) => recountLinkedJobs(deps.db, userId),
  });
