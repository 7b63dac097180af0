import type { Tx } from '../../../platform/db/index.ts';
import type { ChangedBy } from '../../../platform/transition.ts';
import { insertQuote, transitionQuotes, type QuoteRow } from '../store.ts';

/** Repeats an accepted quote for another job of the same two, who have agreed on that. Tells nobody. */
export async function repeatQuote(
  tx: Tx,
  quote: QuoteRow,
  { jobId, by, now }: { jobId: number; by: ChangedBy; now: Date },
): Promise<QuoteRow> {
  const repeated = await insertQuote(tx, {
    jobId,
    workerId: quote.worker_id,
    bidPaise: quote.bid_paise,
    term: quote.term,
    parts: quote.parts,
    workScope: quote.work_scope,
    startsOn: null,
    finishBy: null,
    visit: null,
    proposalId: null,
    now,
  });
  // Without a time of the decision: nobody waited for one, and posters are known by how fast they decide.
  const [accepted] = await transitionQuotes(tx, [repeated], 'accept', { by, at: now });
  if (!accepted) throw new Error(`quote ${repeated.id} was not accepted`);
  return { ...repeated, ...accepted };
}
