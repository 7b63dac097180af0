import { formatRupees } from '@fws/contract/platform/display';
import type { Tx } from '../../platform/db/index.ts';
import { notify } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import type { JobRow } from '../jobs/index.ts';
import { loadPeople } from '../profile/index.ts';
import type { QuoteRow } from './store.ts';

/** Tells the poster. Once for each quote. */
export async function notifyQuoteReceived(tx: Tx, job: JobRow, quote: QuoteRow): Promise<void> {
  const worker = (await loadPeople(tx, [quote.worker_id])).get(quote.worker_id);
  await notify(tx, {
    userId: job.poster_id,
    type: 'quote_received',
    values: { worker: worker?.name ?? '', amount: formatRupees(quote.bid_paise), job: job.title },
    path: `/requestlist/${job.id}`,
    dedupeKey: `quote:${quote.id}:received`,
  });
  await publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'quotes', id: job.id });
}
