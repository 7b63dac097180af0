import { toIstDate } from '@fws/contract/platform/dates';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { defineTasks, enqueue, noPayload, notifyMany, type Payloads } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { expireJobsBefore } from './store.ts';

const BATCH_SIZE = 500;

const payloads = { expire_jobs: noPayload };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = ({ db, ports }: Deps) =>
  defineTasks(payloads, {
    /** Expires open jobs that are past their close date. */
    async expire_jobs() {
      const today = toIstDate(ports.clock.now());
      let expired: number;
      do {
        expired = await inTx(db, async (tx) => {
          const jobs = await expireJobsBefore(tx, today, BATCH_SIZE);
          const users = [...new Set(jobs.map((job) => job.poster_id))];
          if (users.length === 0) return 0;
          await notifyMany(
            tx,
            jobs.map((job) => ({
              userId: job.poster_id,
              type: 'job_expired',
              values: { job: job.title },
              path: `/requestlist/${job.id}`,
              dedupeKey: `job:${job.id}:expired`,
            })),
          );
          // The quotes domain depends on this one, so it is called through the queue.
          await enqueue(tx, 'lapse_job_quotes', { jobIds: jobs.map((job) => String(job.id)) });
          await publish(tx, { users, topic: 'job', id: null });
          return jobs.length;
        });
      } while (expired === BATCH_SIZE);
    },
  });
