import type { Db } from '../../../platform/db/index.ts';
import { maySeeQuote } from '../policy.ts';
import { listEvents, type QuoteEvent } from './rules.ts';
import { listQuoteSteps } from './store.ts';

/**
 * What happened with the quotes of a worker on a job, the oldest first, as the reader may know it: the worker knows all
 * of their own, the poster none of a quote that is hidden from them. It has nothing of what people wrote.
 */
export async function listQuoteEvents(
  db: Db,
  { jobId, posterId, workerId }: { jobId: number; posterId: number; workerId: number },
  readerId: number,
): Promise<QuoteEvent[]> {
  const rows = await listQuoteSteps(db, { jobId, workerId });
  return listEvents(
    rows.filter(({ state }) =>
      maySeeQuote({ worker_id: workerId, state }, { poster_id: posterId }, readerId),
    ),
  );
}
