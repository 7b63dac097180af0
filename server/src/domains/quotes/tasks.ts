import * as z from 'zod/mini';
import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  defineTasks,
  noPayload,
  notifyMany,
  type Notice,
  type Payloads,
} from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { BY_SYSTEM } from '../../platform/transition.ts';
import { enqueueRecount, loadJobs, lockJob, readMaskedTexts, type JobRow } from '../jobs/index.ts';
import { loadPeople } from '../profile/index.ts';
import { notifyJobChanged } from './notices.ts';
import { calculateDeadlines, calculateLapseTime, getTurnTime } from './rules.ts';
import { dismissQuotes } from './service.ts';
import { listQuotesToMask, listStepsToMask, maskQuote, maskStep } from './masking/store.ts';
import { dropWithheldQuotes } from './withholding/service.ts';
import {
  findQuotesInStates,
  lockQuote,
  transitionQuotes,
  type DecidedQuote,
  type QuoteRow,
} from './store.ts';
import { lockQuotesBefore, lockQuotesOfJobs, markRemindedBefore } from './timers/store.ts';

const BATCH_SIZE = 200;

const payloads = {
  quote_timers: noPayload,
  lapse_job_quotes: z.object({ jobIds: z.array(z.string()) }),
  drop_withheld_quotes: z.object({ jobId: z.string() }),
  /** It is shown again after FWS had asked to change it. */
  tell_of_changed_job: z.object({ jobId: z.string(), shownAt: z.string() }),
  /** FWS has taken the job down. */
  end_job_quotes: z.object({ jobId: z.string() }),
  mask_quotes: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = ({ db, ports }: Pick<Deps, 'db' | 'ports'>) =>
  defineTasks(payloads, {
    /**
     * Lapses quotes on which nobody has acted, and reminds their posters before that. What nobody can act on because it is
     * withheld ends after the same time.
     */
    async quote_timers() {
      const now = ports.clock.now();
      const deadlines = calculateDeadlines(now);
      const runInBatches = async (runBatch: (tx: Tx) => Promise<DecidedQuote[]>) => {
        let count: number;
        do count = (await inTx(db, runBatch)).length;
        while (count === BATCH_SIZE);
      };
      await runInBatches(async (tx) => {
        const unanswered = await lockQuotesBefore(tx, STANDING_STATES, deadlines.lapsed, BATCH_SIZE);
        await lapse(tx, unanswered, now);
        return unanswered;
      });
      await runInBatches(async (tx) => {
        const withheld = await lockQuotesBefore(tx, ['withheld'], deadlines.lapsed, BATCH_SIZE);
        const change = { decided_at: now };
        await transitionQuotes(tx, withheld, 'drop_withheld', { by: BY_SYSTEM, at: now, change });
        await publishChanges(tx, withheld, await loadQuoteJobs(tx, withheld));
        return withheld;
      });
      await runInBatches(async (tx) => {
        const waiting = await markRemindedBefore(tx, deadlines.reminded, BATCH_SIZE, now);
        await sendReminders(tx, waiting);
        return waiting;
      });
    },
    /** Lapses the quotes of expired jobs that nobody has decided about. Commits each batch, so that a repeated run resumes where it stopped. */
    async lapse_job_quotes({ jobIds }) {
      const now = ports.clock.now();
      const lapseBatch = async (tx: Tx) => {
        const submitted = await lockQuotesOfJobs(tx, jobIds.map(Number), BATCH_SIZE);
        await lapse(tx, submitted, now);
        return submitted;
      };
      let count: number;
      do count = (await inTx(db, lapseBatch)).length;
      while (count > 0);
    },
    /** Masks what an older version of the contact filter masked, or a version of FWS without one wrote. */
    async mask_quotes() {
      let quotes;
      do {
        quotes = await listQuotesToMask(db, BATCH_SIZE);
        for (const key of quotes)
          await inTx(db, async (tx) => {
            // Its worker may have changed it meanwhile.
            const quote = await lockQuote(tx, key);
            if (quote) await maskQuote(tx, quote);
          });
      } while (quotes.length > 0);
      let steps;
      do {
        steps = await listStepsToMask(db, BATCH_SIZE);
        for (const step of steps) await maskStep(db, step);
      } while (steps.length > 0);
    },
    drop_withheld_quotes: ({ jobId }) =>
      inTx(db, (tx) => dropWithheldQuotes(tx, Number(jobId), ports.clock.now())),
    tell_of_changed_job: ({ jobId, shownAt }) =>
      inTx(db, async (tx) => {
        const job = await lockJob(tx, Number(jobId));
        const quotes = job ? await findQuotesInStates(tx, { job_id: job.id }, STANDING_STATES) : [];
        if (job) await notifyJobChanged(tx, job, quotes, shownAt);
      }),
    end_job_quotes: ({ jobId }) =>
      inTx(db, async (tx) => {
        const job = await lockJob(tx, Number(jobId));
        if (job?.held_back === 'taken_down') await dismissQuotes(tx, job, ports.clock.now());
      }),
  });

async function lapse(tx: Tx, quotes: readonly DecidedQuote[], now: Date): Promise<void> {
  await transitionQuotes(tx, quotes, 'lapse', { by: BY_SYSTEM, at: now, change: { decided_at: now } });
  const jobs = await loadQuoteJobs(tx, quotes);
  const notices = quotes.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    if (!job) return [];
    return [
      {
        userId: quote.worker_id,
        type: getNoticeType(quoteLifecycle, 'lapse', 'worker'),
        values: { job: readMaskedTexts(job).title },
        path: '/myquotes',
        dedupeKey: `quote:${quote.id}:decided`,
      },
    ];
  });
  await notifyMany(tx, notices);
  for (const posterId of new Set([...jobs.values()].map((job) => job.poster_id)))
    await enqueueRecount(tx, posterId);
  await publishChanges(tx, quotes, jobs);
}

async function sendReminders(tx: Tx, quotes: readonly QuoteRow[]): Promise<void> {
  const jobs = await loadQuoteJobs(tx, quotes);
  const workers = await loadPeople(
    tx,
    quotes.map((quote) => quote.worker_id),
  );
  const notices = quotes.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    // The poster of a withheld job cannot answer.
    if (!job || job.state === 'withheld') return [];
    const worker = workers.get(quote.worker_id)?.name ?? '';
    return [
      {
        userId: job.poster_id,
        type: 'quote_reminder',
        values: {
          worker,
          amount: formatRupees(quote.bid_paise),
          job: job.title,
          time: calculateLapseTime(getTurnTime(quote)).toISOString(),
        },
        path: `/requestlist/${job.id}`,
        dedupeKey: `quote:${quote.id}:reminder${quote.turn > 1 ? `:${quote.turn}` : ''}`,
      },
    ];
  });
  await notifyMany(tx, notices);
}

const loadQuoteJobs = (tx: Tx, quotes: readonly DecidedQuote[]) =>
  loadJobs(
    tx,
    quotes.map((quote) => quote.job_id),
  );

/** Refreshes the screens that show one of these quotes. */
async function publishChanges(
  tx: Tx,
  quotes: readonly DecidedQuote[],
  jobs: Map<number, JobRow>,
): Promise<void> {
  const users = new Set(
    quotes.flatMap((quote) => [quote.worker_id, jobs.get(quote.job_id)?.poster_id ?? quote.worker_id]),
  );
  if (users.size > 0) await publish(tx, { users: [...users], topic: 'quotes', id: null });
}
