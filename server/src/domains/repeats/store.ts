import { sql, type Selectable } from 'kysely';
import { repeatDateLifecycle, repeatLifecycle } from '@fws/contract/repeats/lifecycle';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import { skipLockedOnOneNode } from '../../platform/db/nodes.ts';
import { createTransition, type Cause } from '../../platform/transition.ts';
import type { RepeatDateTable, RepeatSeriesTable } from './tables.ts';

export type SeriesRow = Selectable<RepeatSeriesTable>;
export type DateRow = Selectable<RepeatDateTable>;

/** Null: the job has a series that waits for an answer or runs. */
export async function insertSeries(
  tx: Tx,
  series: {
    jobId: number;
    posterId: number;
    workerId: number;
    rule: string;
    days: readonly string[];
    now: Date;
  },
): Promise<SeriesRow | null> {
  const row = await tx
    .insertInto('repeat_series')
    .values({
      job_id: series.jobId,
      poster_id: series.posterId,
      worker_id: series.workerId,
      rule: series.rule,
      proposed_at: series.now,
      changed_at: series.now,
    })
    .onConflict((conflict) =>
      conflict.column('job_id').where('state', 'in', ['proposed', 'running']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await tx
    .insertInto('repeat_date')
    .values(series.days.map((day) => ({ series_id: row.id, day, job_id: null, changed_at: series.now })))
    .execute();
  return row;
}

/** The series of a job that waits for an answer or runs. */
export async function findLiveSeries(tx: Tx, jobId: number): Promise<SeriesRow | null> {
  const row = await tx
    .selectFrom('repeat_series')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', 'in', ['proposed', 'running'])
    .executeTakeFirst();
  return row ?? null;
}

/** Lock the series before the jobs of its dates. */
export async function lockSeries(tx: Tx, id: number): Promise<SeriesRow | null> {
  const row = await tx
    .selectFrom('repeat_series')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The dates of these series, in their order. */
export const listDates = (db: Db | Tx, seriesIds: readonly number[]): Promise<DateRow[]> =>
  db
    .selectFrom('repeat_date')
    .selectAll()
    .where(sql<boolean>`series_id = ANY (${[...seriesIds]}::bigint[])`)
    .orderBy('series_id')
    .orderBy('day')
    .execute();

/** The series must be locked before. */
export const transitionSeries = createTransition({
  lifecycle: repeatLifecycle,
  table: 'repeat_series',
  key: ['id'],
  column: 'state',
  timeColumn: 'changed_at',
  toSubject: ({ id, job_id: jobId }: Pick<SeriesRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'repeat',
    subjectId: id,
    jobId,
  }),
});

/** Their series must be locked before. */
export const transitionDates = createTransition({
  lifecycle: repeatDateLifecycle,
  table: 'repeat_date',
  key: ['series_id', 'day'],
  column: 'state',
  timeColumn: 'changed_at',
  toSubject: ({
    series_id: seriesId,
    day,
    job_id: jobId,
  }: Pick<DateRow, 'series_id' | 'day' | 'state' | 'job_id'>) => ({
    subject: 'repeat_date',
    subjectId: `${seriesId}:${day}`,
    jobId,
  }),
});

/** Its contract was made in this transaction. The series must be locked before. */
export async function markSet(
  tx: Tx,
  date: DateRow,
  { jobId, cause }: { jobId: number; cause: Cause },
): Promise<void> {
  await transitionDates(tx, [{ ...date, job_id: jobId }], 'set', { ...cause, change: { job_id: jobId } });
}

interface ListQuery {
  userId: number;
  /** Only series that repeat this job, or that it is a date of. */
  jobId: number | null;
  afterId: number | null;
  limit: number;
}

/** The series of a user, newest first, up to one row more than the limit. Each side reads one index. */
export function buildListQuery({ userId, jobId, afterId, limit }: ListQuery) {
  const values: unknown[] = [userId];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const rest = afterId === null ? '' : ` AND id < ${addValue(afterId)}`;
  const job = jobId === null ? '' : addValue(jobId);
  const own =
    jobId === null
      ? ''
      : ` AND (job_id = ${job} OR id = (SELECT series_id FROM repeat_date WHERE repeat_date.job_id = ${job}))`;
  const select = (side: string) =>
    `(SELECT * FROM repeat_series WHERE ${side} = $1${own}${rest} ORDER BY id DESC LIMIT ${limit + 1})`;
  return {
    text: `SELECT * FROM (${select('poster_id')} UNION ALL ${select('worker_id')}) own
      ORDER BY id DESC LIMIT ${limit + 1}`,
    values,
  };
}

export const listSeries = (db: Db, query: ListQuery): Promise<SeriesRow[]> =>
  read<SeriesRow>(db, buildListQuery(query));

/** Locks proposals that were made before this time. */
export const lockUnanswered = (tx: Tx, before: Date, limit: number): Promise<SeriesRow[]> =>
  skipLockedOnOneNode(
    tx
      .selectFrom('repeat_series')
      .selectAll()
      .where('state', '=', 'proposed')
      .where('proposed_at', '<=', before)
      .orderBy('proposed_at')
      .limit(limit),
    'no key update',
  ).execute();

export interface DueDate {
  series_id: number;
  day: string;
}

export interface DuePage {
  /** The last day that is due. */
  until: string;
  /** The last date of the page before; null: none. */
  after: DueDate | null;
  limit: number;
}

const toValues = ({ until, after, limit }: DuePage) => [
  until,
  after?.day ?? '-infinity',
  after?.series_id ?? 0,
  limit,
];

/** Dates of running series that have no contract yet. */
export const buildComingQuery = (page: DuePage) => ({
  text: `SELECT series_id, day FROM repeat_date
    WHERE state = 'coming' AND day <= $1::date AND (day, series_id) > ($2::date, $3::bigint)
      AND EXISTS (SELECT FROM repeat_series series WHERE series.id = series_id AND series.state = 'running')
    ORDER BY day, series_id LIMIT $4`,
  values: toValues(page),
});

export const listComing = (db: Db, page: DuePage): Promise<DueDate[]> =>
  read<DueDate>(db, buildComingQuery(page));

/** Dates that have come and whose contract is not paid. The two sides may have agreed on a later day for one. */
export const buildUnpaidQuery = (page: DuePage) => ({
  text: `SELECT series_id, day FROM repeat_date JOIN job ON job.id = repeat_date.job_id
    WHERE repeat_date.state = 'set' AND day <= $1::date AND day > $1::date - 30
      AND (day, series_id) > ($2::date, $3::bigint) AND job.state = 'awarded'
      AND coalesce((SELECT finish_by FROM contract WHERE contract.job_id = job.id), day) <= $1::date
    ORDER BY day, series_id LIMIT $4`,
  values: toValues(page),
});

export const listUnpaid = (db: Db, page: DuePage): Promise<DueDate[]> =>
  read<DueDate>(db, buildUnpaidQuery(page));

/** Running series without a date from this day on. */
export const lockFinished = (tx: Tx, today: string, limit: number): Promise<SeriesRow[]> =>
  skipLockedOnOneNode(
    tx
      .selectFrom('repeat_series')
      .selectAll('repeat_series')
      .where('state', '=', 'running')
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM repeat_date later
          WHERE later.series_id = repeat_series.id AND (later.state = 'coming' OR later.state = 'set' AND later.day >= ${today}::date))`,
      )
      .orderBy('id')
      .limit(limit),
    'no key update',
  ).execute();

export async function findDate(tx: Tx, { series_id: seriesId, day }: DueDate): Promise<DateRow | null> {
  const row = await tx
    .selectFrom('repeat_date')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row ?? null;
}

/** The day by which the work of a date is done. The two sides may have agreed on another one for its contract. */
export async function findLastDay(tx: Tx, { day, job_id: jobId }: DateRow): Promise<string> {
  if (jobId === null) return day;
  const contract = await tx
    .selectFrom('contract')
    .select('finish_by')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return contract?.finish_by ?? day;
}
