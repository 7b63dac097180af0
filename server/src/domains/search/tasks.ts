import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  defineTasks,
  enqueue,
  noPayload,
  type Payloads,
  type TaskPriorities,
} from '../../platform/queue/index.ts';
import { mergeChanges } from './engine/merge.ts';
import { deleteOldTerms, indexJobs, listCategoryJobs, listOpenJobs } from './store.ts';

const BATCH_SIZE = 500;

const payloads = {
  index_jobs: z.object({ jobIds: z.array(z.string()) }),
  index_category: z.object({ categoryId: z.string(), after: z.number() }),
  rebuild_search: z.object({ after: z.number() }),
  merge_search: noPayload,
  check_search: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** Many of these are due at once, and must not keep messages waiting. */
export const taskPriorities: TaskPriorities = {
  match_saved_searches: 'later',
  send_daily_alerts: 'later',
  index_category: 'later',
  rebuild_search: 'later',
};

export const tasks = ({ db, ports }: Deps) => {
  const listSpellings = (word: string) => ports.places.listSpellings(word);
  return defineTasks(payloads, {
    /** Jobs that were posted, changed or closed. */
    async index_jobs({ jobIds }) {
      await inTx(db, (tx) => indexJobs(tx, jobIds.map(Number), listSpellings));
    },
    /** The open jobs after this id in a category that has been renamed: they are found by its name. */
    async index_category({ categoryId, after }) {
      const ids = await listCategoryJobs(db, Number(categoryId), after, BATCH_SIZE);
      const last = ids.at(-1);
      if (last === undefined) return;
      await inTx(db, async (tx) => {
        await indexJobs(tx, ids, listSpellings);
        await enqueue(tx, 'index_category', { categoryId, after: last });
      });
    },
    /**
     * Indexes the open jobs after this id that are not indexed, or were indexed by another version. After the last, deletes
     * words that only earlier versions had.
     */
    async rebuild_search({ after }) {
      const { ids, unindexed } = await listOpenJobs(db, after, BATCH_SIZE);
      const last = ids.at(-1);
      if (last === undefined) {
        while ((await deleteOldTerms(db, BATCH_SIZE)) === BATCH_SIZE);
        return;
      }
      await inTx(db, async (tx) => {
        if (unindexed.length > 0) await indexJobs(tx, unindexed, listSpellings);
        await enqueue(tx, 'rebuild_search', { after: last });
      });
    },
    /** When there are many changes since the last merge. */
    async merge_search() {
      await mergeChanges(db);
    },
    /** Every night, and so after each release that indexes jobs differently. */
    async check_search() {
      await inTx(db, (tx) => enqueue(tx, 'rebuild_search', { after: 0 }));
    },
  });
};
