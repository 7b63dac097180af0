import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, enqueue, type Payloads } from '../../platform/queue/index.ts';
import { indexPeople } from './store.ts';

const BATCH_SIZE = 500;

const payloads = { index_people: z.object({ after: z.number() }) };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = ({ db }: Pick<Deps, 'db'>) =>
  defineTasks(payloads, {
    /** Once, for those who registered before the directory had a table of its own. A trigger writes all others. */
    async index_people({ after }) {
      await inTx(db, async (tx) => {
        const last = await indexPeople(tx, after, BATCH_SIZE);
        if (last !== null) await enqueue(tx, 'index_people', { after: last });
      });
    },
  });
