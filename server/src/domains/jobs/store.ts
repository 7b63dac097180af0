import { sql, type Selectable } from 'kysely';
import type { Budget, PostJob } from '@fws/contract/jobs/schemas';
import { jobLifecycle, type JobEvent, type JobState } from '@fws/contract/jobs/lifecycle';
import { anyId, runPrepared, type Db, type Tx } from '../../platform/db/index.ts';
import { lockOnOneNode, onNodes, skipLockedOnOneNode } from '../../platform/db/nodes.ts';
import type { HoldReason, JobTable } from '../../platform/db/tables.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { createTransition } from '../../platform/transition.ts';
import { toMaskedJobColumns } from './masking/rules.ts';
import type { PublicPlace } from './public-place/service.ts';

type StoredJob = Omit<
  Selectable<JobTable>,
  'location_search' | 'reviewed_at' | 'reviewed_by' | 'public_place' | 'city'
>;
export type JobRow = Omit<StoredJob, 'number'> & { number: string };

export const JOB_COLUMNS = [
  'id',
  'number',
  'poster_id',
  'category_id',
  'title',
  'description',
  'location',
  'latitude',
  'longitude',
  'skills',
  'take_work_on',
  'closes_on',
  'payment_term',
  'budget_kind',
  'budget_from_paise',
  'budget_to_paise',
  'state',
  'verified_at',
  'quotes_received',
  'attachment_id',
  'posted_at',
  'unlisted',
  'held_back',
  'masked',
  'filter_version',
] as const satisfies readonly (keyof StoredJob)[];

const toJobRow = (stored: StoredJob): JobRow => ({ ...stored, number: String(stored.number) });

/** Locks the job against concurrent decisions. FOR NO KEY UPDATE still allows quotes to reference it. */
export async function lockJob(tx: Tx, id: number): Promise<JobRow | null> {
  const stored = await tx
    .selectFrom('job')
    .select(JOB_COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return stored ? toJobRow(stored) : null;
}

export async function findJob(db: Db | Tx, id: number): Promise<JobRow | null> {
  return (await loadJobs(db, [id])).get(id) ?? null;
}

export async function loadJobs(db: Db | Tx, ids: readonly number[]): Promise<Map<number, JobRow>> {
  if (ids.length === 0) return new Map();
  const stored = await runPrepared(db, db.selectFrom('job').select(JOB_COLUMNS).where('id', '=', anyId(ids)));
  return new Map(stored.map((job) => [job.id, toJobRow(job)]));
}

/** A job as it was posted, in a category that exists. */
type JobFields = Omit<PostJob, 'categoryId'> & { categoryId: number; place: PublicPlace | null };

export async function insertJob(
  tx: Tx,
  job: JobFields & { posterId: number; attachmentId: string | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('job')
    .values({
      ...toColumns(job),
      poster_id: job.posterId,
      verified_at: null,
      attachment_id: job.attachmentId,
      posted_at: job.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function toColumns(job: JobFields) {
  const { budget, position } = job;
  return {
    category_id: job.categoryId,
    title: job.title,
    description: job.description,
    location: job.location,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    skills: job.skills,
    take_work_on: job.takeWorkOn,
    closes_on: job.closesOn,
    payment_term: job.paymentTerm,
    budget_kind: budget.kind,
    budget_from_paise: budget.kind === 'fixed' ? budget.amountPaise : budget.fromPaise,
    budget_to_paise: budget.kind === 'fixed' ? budget.amountPaise : budget.toPaise,
    public_place: job.place?.publicPlace ?? null,
    city: job.place?.city ?? null,
    ...toMaskedJobColumns(job),
    ...(job.unlisted !== null && { unlisted: job.unlisted }),
  };
}

/** The caller must hold the lock of the job. Editing clears the verified mark. */
export async function updateJobRow(
  tx: Tx,
  id: number,
  job: JobFields & { attachmentId: string | null },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({ ...toColumns(job), attachment_id: job.attachmentId, verified_at: null })
    .where('id', '=', id)
    .execute();
}

/** The budget as stored in the columns. */
export const readBudget = (
  job: Pick<JobRow, 'budget_kind' | 'budget_from_paise' | 'budget_to_paise'>,
): Budget =>
  job.budget_kind === 'fixed'
    ? { kind: 'fixed', amountPaise: job.budget_from_paise }
    : { kind: 'range', fromPaise: job.budget_from_paise, toPaise: job.budget_to_paise };

const changeState = createTransition({
  lifecycle: jobLifecycle,
  table: 'job',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: JobInState) => ({ subject: 'job', subjectId: id, jobId: id }),
});
type JobInState = Pick<JobRow, 'id' | 'state'>;

/** The caller must hold the locks of the jobs. */
export async function transitionJobs<Job extends JobInState>(
  tx: Tx,
  jobs: readonly Job[],
  event: JobEvent,
  cause: Parameters<typeof changeState>[3],
): Promise<Job[]> {
  const changed = jobs.filter(({ state }) => state === 'open' || state === 'withheld');
  if (changed.length > 0) await enqueue(tx, 'index_jobs', { jobIds: changed.map(({ id }) => String(id)) });
  return changeState(tx, jobs, event, cause);
}

/**
 * Locks the jobs of a person in this state that FWS does not hold back, lower id first. On several nodes an update that
 * changes nothing locks them.
 */
export async function lockPosterJobs(
  tx: Tx,
  posterId: number,
  state: JobState,
): Promise<Pick<JobRow, 'id' | 'state' | 'poster_id'>[]> {
  return onNodes(tx, {
    one: () =>
      lockOnOneNode(
        tx
          .selectFrom('job')
          .select(['id', 'state', 'poster_id'])
          .where('poster_id', '=', posterId)
          .where('state', '=', state)
          .where('held_back', 'is', null)
          .orderBy('id'),
        'no key update',
      ).execute(),
    several: () =>
      tx
        .updateTable('job')
        .set((job) => ({ verified_at: job.ref('verified_at') }))
        .where('poster_id', '=', posterId)
        .where('state', '=', state)
        .where('held_back', 'is', null)
        .returning(['id', 'state', 'poster_id'])
        .execute(),
  });
}

/** The caller must hold the lock of the job. */
export async function setHeldBack(tx: Tx, id: number, heldBack: HoldReason | null): Promise<void> {
  await tx.updateTable('job').set({ held_back: heldBack }).where('id', '=', id).execute();
}

/** Locks these jobs, lower id first. */
export async function lockJobs(
  tx: Tx,
  ids: readonly number[],
): Promise<Pick<JobRow, 'id' | 'state' | 'poster_id' | 'title'>[]> {
  if (ids.length === 0) return [];
  const matching = sql<boolean>`id = ANY(${[...ids]}::bigint[])`;
  return onNodes(tx, {
    one: () =>
      lockOnOneNode(
        tx.selectFrom('job').select(['id', 'state', 'poster_id', 'title']).where(matching).orderBy('id'),
        'no key update',
      ).execute(),
    several: () =>
      tx
        .updateTable('job')
        .set((job) => ({ verified_at: job.ref('verified_at') }))
        .where(matching)
        .returning(['id', 'state', 'poster_id', 'title'])
        .execute(),
  });
}

/** Adds to the count of received quotes of these jobs, which must be locked. A person has one live quote on each. */
export async function addToQuoteCounts(tx: Tx, jobIds: readonly number[], by: 1 | -1): Promise<void> {
  if (jobIds.length === 0) return;
  await tx
    .updateTable('job')
    .set({ quotes_received: sql<number>`greatest(quotes_received + ${by}, 0)` })
    .where(sql<boolean>`id = ANY(${[...jobIds]}::bigint[])`)
    .execute();
}

export async function incrementQuoteCount(tx: Tx, jobId: number): Promise<void> {
  await tx
    .updateTable('job')
    .set((job) => ({ quotes_received: job('quotes_received', '+', 1) }))
    .where('id', '=', jobId)
    .execute();
}

/** Call this when a quote is cancelled: it no longer counts as received. */
export async function decrementQuoteCount(tx: Tx, jobId: number): Promise<void> {
  await tx
    .updateTable('job')
    .set((job) => ({ quotes_received: job('quotes_received', '-', 1) }))
    .where('id', '=', jobId)
    .where('quotes_received', '>', 0)
    .execute();
}

/**
 * Locks up to `limit` open jobs past their close date, and skips locked ones, which the next run expires. On several nodes
 * an update that changes nothing locks them, and waits.
 */
export async function lockOverdueJobs(
  tx: Tx,
  date: string,
  limit: number,
): Promise<Pick<JobRow, 'id' | 'state' | 'poster_id' | 'title'>[]> {
  const query = tx
    .selectFrom('job')
    .select(['id', 'state', 'poster_id', 'title'])
    .where('state', '=', 'open')
    .where('closes_on', '<', date)
    .orderBy('closes_on')
    .orderBy('id')
    .limit(limit);
  return onNodes(tx, {
    one: () => skipLockedOnOneNode(query, 'update').execute(),
    several: async () => {
      const ids = (await query.execute()).map(({ id }) => id);
      return tx
        .updateTable('job')
        .set((job) => ({ verified_at: job.ref('verified_at') }))
        .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
        .where('state', '=', 'open')
        .where('closes_on', '<', date)
        .returning(['id', 'state', 'poster_id', 'title'])
        .execute();
    },
  });
}

/** True when this user has ever quoted on the job. Reads the quote table directly. */
export async function hasQuoted(db: Db | Tx, jobId: number, userId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM quote WHERE job_id = ${jobId} AND worker_id = ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
