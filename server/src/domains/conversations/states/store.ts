import { sql } from 'kysely';
import type { ConversationState } from '@fws/contract/conversations/model';
import { hidden, prepared, type Db, type Tx } from '../../../platform/db/index.ts';
import { toName, type Key } from '../store.ts';

/** What each pair has to do with each other at present, by the worker's quote, or else by what the worker has asked. */
export async function loadStates(db: Db | Tx, keys: readonly Key[]): Promise<Map<string, ConversationState>> {
  if (keys.length === 0) return new Map();
  const jobIds = keys.map(({ jobId }) => jobId);
  const workerIds = keys.map(({ workerId }) => workerId);
  const { rows } = await sql<{
    job_id: number;
    worker_id: number;
    quote: string | null;
    asks: boolean;
  }>`${prepared}
    SELECT pair.job_id, pair.worker_id, quote.state AS quote,
      EXISTS (SELECT FROM job_question JOIN job ON job.id = job_question.job_id AND job.state = 'open'
        WHERE job_question.job_id = pair.job_id AND job_question.worker_id = pair.worker_id) AS asks
    FROM unnest(${hidden(jobIds, 'bigint[]')}, ${hidden(workerIds, 'bigint[]')}) AS pair (job_id, worker_id)
    LEFT JOIN quote ON quote.job_id = pair.job_id AND quote.worker_id = pair.worker_id
      AND quote.state IN ('submitted', 'asked', 'accepted')`.execute(db);
  return new Map(
    rows.map(({ job_id: jobId, worker_id: workerId, quote, asks }) => [
      toName({ jobId, workerId }),
      toState(quote, asks),
    ]),
  );
}

function toState(quote: string | null, asks: boolean): ConversationState {
  if (quote !== null) return quote === 'accepted' ? 'awarded' : 'quoted';
  return asks ? 'asking' : 'ended';
}
