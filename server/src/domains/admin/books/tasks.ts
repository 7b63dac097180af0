import type { Deps } from '../../../platform/domain.ts';
import { getPayloadNumber, type Tasks } from '../../../platform/queue/index.ts';
import { runBooks, startRun } from './service.ts';

export const tasks = (deps: Deps): Tasks => ({
  run_books: (payload) => runBooks(deps, getPayloadNumber(payload, 'runId')),
  measure_books: () => startRun(deps, 'measures'),
  compare_books: () => startRun(deps, 'reconciliation'),
});

/** In UTC. Hourly: figures that are too slow to compute on a page. Nightly: the comparison with the provider's records. */
export const crontab = ['23 * * * * measure_books', '30 20 * * * compare_books'];
