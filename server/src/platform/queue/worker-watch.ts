import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** A worker is dead after this many missed heartbeats. The other workers use the same limit. */
const DEAD_AFTER_HEARTBEATS = 3.5;
/** For so many heartbeats after the start of this process, workers that start with it may not have written their first. */
const START_HEARTBEATS = 6;

export async function getAliveWorkers(
  db: Db,
  heartbeatMs: number,
): Promise<{ alive: number; seen_at: Date | null }> {
  const { rows } = await sql<{ alive: number; seen_at: Date | null }>`
    SELECT count(*) FILTER (WHERE seen_at > now() - ${heartbeatMs * DEAD_AFTER_HEARTBEATS} * interval '1 millisecond')::int
      AS alive, max(seen_at) AS seen_at
    FROM worker_heartbeat`.execute(db);
  return rows[0] ?? { alive: 0, seen_at: null };
}

/** Whether tasks are done, for what tells people when to expect a message. */
export interface WorkerWatch {
  /** True where no worker lives. What cannot be known is no reason to worry anybody. */
  areTasksLate(): Promise<boolean>;
}

export function watchWorkers(db: Db, heartbeatMs: number): WorkerWatch {
  const startedAt = performance.now();
  const startMs = heartbeatMs * START_HEARTBEATS;
  const keepMs = heartbeatMs / 2;
  let askedAt = Number.NEGATIVE_INFINITY;
  let late: Promise<boolean> = Promise.resolve(false);
  return {
    areTasksLate() {
      const now = performance.now();
      if (now - startedAt >= startMs && now - askedAt >= keepMs) {
        askedAt = now;
        late = getAliveWorkers(db, heartbeatMs).then(
          ({ alive }) => alive === 0,
          () => false,
        );
      }
      return late;
    },
  };
}
