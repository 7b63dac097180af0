import * as z from 'zod/mini';
import type { Deps } from '../../../platform/deps.ts';
import { defineTasks, noPayload, type CronLine, type Payloads } from '../../../platform/queue/index.ts';
import { runBooks, startRun } from './service.ts';

const payloads = {
  run_books: z.object({ runId: z.int() }),
  measure_books: noPayload,
  compare_books: noPayload,
};
declare module '../../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    run_books: ({ runId }) => runBooks(deps, runId),
    measure_books: () => startRun(deps, 'measures'),
    compare_books: () => startRun(deps, 'reconciliation'),
  });

/** In UTC. Hourly: figures that are too slow to compute on a page. Nightly: the comparison with the provider's records. */
export const crontab: readonly CronLine[] = ['23 * * * * measure_books', '30 20 * * * compare_books'];
