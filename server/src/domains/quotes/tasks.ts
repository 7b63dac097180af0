import * as z from 'zod/mini';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../platform/transition.ts';
import { lockJob } from '../jobs/index.ts';
import { notifyJobChanged } from './notices.ts';
import { calculateCutoffs } from './rules.ts';
import { dismissQuotes } from './service.ts';
import { listQuotesToMask, listStepsToMask, maskQuote, maskStep } from './masking/store.ts';
import { findQuotesInStates, lockQuote, type DecidedQuote } from './store.ts';
import { lapseQuotes, remindOfQuotes } from './timers/service.ts';
import { lockQuotesBefore, lockQuotesOfJobs, markRemindedBefore } from './timers/store.ts';
import { dropQuotes, dropWithheldQuotes } from './withholding/service.ts';

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
     * Lapses quotes on which nobody has acted, and reminds whoever has the turn before that. What nobody can act on because it
     * is withheld ends after the same time.
     */
    async quote_timers() {
      const now = ports.clock.now();
      const cutoffs = calculateCutoffs(now);
      const runInBatches = async (runBatch: (tx: Tx) => Promise<DecidedQuote[]>) => {
        let count: number;
        do count = (await inTx(db, runBatch)).length;
        while (count === BATCH_SIZE);
      };
      await runInBatches(async (tx) => {
        const unanswered = await lockQuotesBefore(tx, STANDING_STATES, cutoffs.lapsed, BATCH_SIZE);
        await lapseQuotes(tx, unanswered, now);
        return unanswered;
      });
      await runInBatches(async (tx) => {
        const withheld = await lockQuotesBefore(tx, ['withheld'], cutoffs.lapsed, BATCH_SIZE);
        await dropQuotes(tx, withheld, { by: BY_SYSTEM, at: now });
        return withheld;
      });
      await runInBatches(async (tx) => {
        const waiting = await markRemindedBefore(tx, cutoffs.reminded, BATCH_SIZE, now);
        await remindOfQuotes(tx, waiting);
        return waiting;
      });
    },
    /** Lapses the quotes of expired jobs that nobody has decided about. Commits each batch, so that a repeated run resumes where it stopped. */
    async lapse_job_quotes({ jobIds }) {
      const now = ports.clock.now();
      const lapseBatch = async (tx: Tx) => {
        const submitted = await lockQuotesOfJobs(tx, jobIds.map(Number), BATCH_SIZE);
        await lapseQuotes(tx, submitted, now);
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
