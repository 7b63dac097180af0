import { runPrepared, type Db } from '../../../platform/db/index.ts';
import type { QuoteStep } from './rules.ts';

/** Turns and versions limit a quote, and nobody sends so many of them on one job. */
const STEPS_MAX = 500;

export const buildStepsQuery = (db: Db, { jobId, workerId }: { jobId: number; workerId: number }) =>
  db
    .selectFrom('quote')
    .leftJoin('quote_history as step', (join) =>
      join.onRef('step.job_id', '=', 'quote.job_id').onRef('step.quote_id', '=', 'quote.id'),
    )
    .select([
      'quote.id',
      'quote.state',
      'quote.bid_paise',
      'quote.created_at',
      'quote.decided_at',
      'step.step',
      'step.bid_paise as step_paise',
      'step.at',
    ])
    .where('quote.job_id', '=', jobId)
    .where('quote.worker_id', '=', workerId)
    .orderBy('quote.created_at')
    .orderBy('quote.id')
    .orderBy('step.number')
    .limit(STEPS_MAX);

/** What happened with the quotes of a worker on a job, by quote, and by step within it. */
export async function listQuoteSteps(
  db: Db,
  names: { jobId: number; workerId: number },
): Promise<QuoteStep[]> {
  const rows = await runPrepared(db, buildStepsQuery(db, names));
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    bidPaise: row.bid_paise,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    step: row.step && row.at ? { kind: row.step, amountPaise: row.step_paise, at: row.at } : null,
  }));
}
