import type { EventEmitter } from 'node:events';
import type { Job, Worker } from 'graphile-worker';

/** A task that is locked in the name of this process. */
export interface LockedTask {
  id: string;
  /** As PostgreSQL writes it, to the microsecond. */
  lockedAt: string;
}

/** What a process knows of its tasks, from the events of its queue. */
export interface HeldTasks {
  /** Its end is accepted by the database. */
  noteEnd: (id: string) => void;
  /**
   * Finds the tasks that were locked for this process and that it never learnt of: its connection broke while the
   * statement that locks one executed. A task is found at the second call that sees the same lock, once no statement is
   * under way any more that may have made it.
   */
  findOrphans(locked: readonly LockedTask[]): LockedTask[];
}

export function trackHeldTasks(events: EventEmitter): HeldTasks {
  /** From its start until the database has accepted its end. */
  const held = new Set<string>();
  /** One for each statement under way that may lock a task. */
  const fetches = new Map<Worker, object>();
  let suspects = new Map<string, { lockedAt: string; fetches: readonly object[] }>();

  events.on('worker:getJob:start', ({ worker }: { worker: Worker }) => fetches.set(worker, {}));
  events.on('job:start', ({ worker, job }: { worker: Worker; job: Job }) => {
    held.add(job.id);
    fetches.delete(worker);
  });
  for (const event of ['worker:getJob:empty', 'worker:getJob:error', 'worker:stop'])
    events.on(event, ({ worker }: { worker: Worker }) => fetches.delete(worker));

  return {
    noteEnd: (id) => void held.delete(id),
    findOrphans(locked) {
      const underWay = new Set(fetches.values());
      const unknown = locked.filter(({ id }) => !held.has(id));
      const orphans = unknown.filter(({ id, lockedAt }) => {
        const suspect = suspects.get(id);
        return suspect?.lockedAt === lockedAt && !suspect.fetches.some((fetch) => underWay.has(fetch));
      });
      suspects = new Map(
        unknown.map(({ id, lockedAt }) => {
          const suspect = suspects.get(id);
          return [id, suspect?.lockedAt === lockedAt ? suspect : { lockedAt, fetches: [...underWay] }];
        }),
      );
      return orphans;
    },
  };
}
