import { formatRupees } from '@fws/contract/platform/display';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { tellAll, type Notice, type Tasks } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { jobsByIds, type JobRow } from '../jobs/index.ts';
import { peopleByIds } from '../profile/index.ts';
import { quoteDeadlines } from './rules.ts';
import { lapseOnJobs, lapseSentBefore, remindSentBefore, type DecidedQuote, type QuoteRow } from './store.ts';

const BATCH = 200;

export const tasks = ({ db, ports }: Pick<Deps, 'db' | 'ports'>): Tasks => ({
  /** Lapses quotes that nobody answered, and reminds their posters before that. */
  async quote_timers() {
    const now = ports.clock.now();
    const due = quoteDeadlines(now);
    const inBatches = async (work: (tx: Tx) => Promise<DecidedQuote[]>) => {
      let found: number;
      do found = (await inTx(db, work)).length;
      while (found === BATCH);
    };
    await inBatches(async (tx) => {
      const lapsed = await lapseSentBefore(tx, due.lapsed, BATCH, now);
      await tellOfLapse(tx, lapsed);
      return lapsed;
    });
    await inBatches(async (tx) => {
      const waiting = await remindSentBefore(tx, due.reminded, BATCH, now);
      await remind(tx, waiting);
      return waiting;
    });
  },
  /** Lapses the submitted quotes of expired jobs. Commits each batch, so that a repeated run resumes where it stopped. */
  async lapse_quotes_of({ jobIds }) {
    if (!Array.isArray(jobIds)) return;
    const now = ports.clock.now();
    const lapseBatch = async (tx: Tx) => {
      const lapsed = await lapseOnJobs(tx, jobIds.map(Number), BATCH, now);
      await tellOfLapse(tx, lapsed);
      return lapsed;
    };
    let found: number;
    do found = (await inTx(db, lapseBatch)).length;
    while (found > 0);
  },
});

async function tellOfLapse(tx: Tx, quotes: readonly DecidedQuote[]): Promise<void> {
  const jobs = await findJobs(tx, quotes);
  const notices = quotes.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    if (!job) return [];
    return [
      {
        userId: quote.worker_id,
        type: 'quote_lapsed',
        values: { job: job.title },
        path: '/myquotes',
        dedupeKey: `quote:${quote.id}:decided`,
      },
    ];
  });
  await tellAll(tx, notices);
  await show(tx, quotes, jobs);
}

async function remind(tx: Tx, quotes: readonly QuoteRow[]): Promise<void> {
  const jobs = await findJobs(tx, quotes);
  const workers = await peopleByIds(
    tx,
    quotes.map((quote) => quote.worker_id),
  );
  const notices = quotes.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    if (!job) return [];
    const worker = workers.get(quote.worker_id)?.name ?? '';
    return [
      {
        userId: job.poster_id,
        type: 'quote_reminder',
        values: { worker, amount: formatRupees(quote.bid_paise), job: job.title },
        path: `/requestlist/${job.id}`,
        dedupeKey: `quote:${quote.id}:reminder`,
      },
    ];
  });
  await tellAll(tx, notices);
}

const findJobs = (tx: Tx, quotes: readonly DecidedQuote[]) =>
  jobsByIds(
    tx,
    quotes.map((quote) => quote.job_id),
  );

/** Refreshes the screens that show one of these quotes. */
async function show(tx: Tx, quotes: readonly DecidedQuote[], jobs: Map<number, JobRow>): Promise<void> {
  const users = new Set(
    quotes.flatMap((quote) => [quote.worker_id, jobs.get(quote.job_id)?.poster_id ?? quote.worker_id]),
  );
  if (users.size > 0) await publish(tx, { users: [...users], topic: 'quotes', id: null });
}
