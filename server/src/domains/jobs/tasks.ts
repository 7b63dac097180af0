import * as z from 'zod/mini';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { toIstDate } from '@fws/contract/platform/dates';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, enqueue, noPayload, notifyMany, type Payloads } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { BY_SYSTEM } from '../../platform/transition.ts';
import { listUncountedPosters, recountPoster } from './poster-record/service.ts';
import { listJobsToMask, maskJob } from './masking/store.ts';
import { locateJobs } from './public-place/service.ts';
import { lockOverdueJobs, transitionJobs } from './store.ts';

const BATCH_SIZE = 500;

const payloads = {
  expire_jobs: noPayload,
  count_poster_record: z.object({ posterId: z.number() }),
  complete_public_jobs: noPayload,
  mask_jobs: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = ({ db, ports }: Deps) =>
  defineTasks(payloads, {
    /** Expires open jobs that are past their close date. */
    async expire_jobs() {
      const now = ports.clock.now();
      let expired: number;
      do {
        expired = await inTx(db, async (tx) => {
          const jobs = await lockOverdueJobs(tx, toIstDate(now), BATCH_SIZE);
          const users = [...new Set(jobs.map((job) => job.poster_id))];
          if (users.length === 0) return 0;
          await transitionJobs(tx, jobs, 'expire', { by: BY_SYSTEM, at: now });
          await notifyMany(
            tx,
            jobs.map((job) => ({
              userId: job.poster_id,
              type: getNoticeType(jobLifecycle, 'expire', 'poster'),
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
    /** Counts everything that a poster has done anew. */
    async count_poster_record({ posterId }) {
      await recountPoster(db, posterId, ports.clock.now());
    },
    /** Masks what an older version of the contact filter masked, or a version of FWS without one wrote. */
    async mask_jobs() {
      let ids;
      do {
        ids = await listJobsToMask(db, BATCH_SIZE);
        for (const id of ids) await inTx(db, (tx) => maskJob(tx, id));
      } while (ids.length > 0);
    },
    /** For what a former version wrote: counts the records and finds the places that are missing. */
    async complete_public_jobs() {
      for (const posterId of await listUncountedPosters(db, BATCH_SIZE))
        await recountPoster(db, posterId, ports.clock.now());
      while ((await locateJobs(db, ports.places, BATCH_SIZE)) === BATCH_SIZE);
    },
  });
