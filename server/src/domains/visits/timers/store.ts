import type { Db, Tx } from '../../../platform/db/index.ts';

export const buildDueQuery = (db: Db | Tx, now: Date, limit: number) =>
  db.selectFrom('visit').select('job_id').where('due_at', '<=', now).orderBy('due_at').limit(limit);

export const buildClaimedQuery = (db: Db | Tx, after: number, limit: number) =>
  db
    .selectFrom('visit')
    .select('job_id')
    .where('state', '=', 'claimed')
    .where('job_id', '>', after)
    .orderBy('job_id')
    .limit(limit);

export const buildLeftQuery = (db: Db | Tx, limit: number) =>
  db
    .selectFrom('visit')
    .innerJoin('job', 'job.id', 'visit.job_id')
    .select('visit.job_id')
    .where('visit.state', 'in', ['agreed', 'on_the_way', 'arrived'])
    .where('job.state', 'in', ['completed', 'cancelled'])
    .orderBy('visit.job_id')
    .limit(limit);

const toIds = (rows: readonly { job_id: number }[]): number[] => rows.map((row) => row.job_id);

/** Visits whose time is over, oldest first. */
export const listDueVisits = async (tx: Tx, now: Date, limit: number): Promise<number[]> =>
  toIds(await buildDueQuery(tx, now, limit).execute());

/** Visits with a claim that waits for its answer. */
export const listClaimedVisits = async (tx: Tx, after: number, limit: number): Promise<number[]> =>
  toIds(await buildClaimedQuery(tx, after, limit).execute());

/** Visits that wait although their job has ended. */
export const listLeftVisits = async (tx: Tx, limit: number): Promise<number[]> =>
  toIds(await buildLeftQuery(tx, limit).execute());
