import { sql } from 'kysely';
import { RECORD_MIN, type ReleasedBand } from '@fws/contract/jobs/model';
import type { PosterRecord } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { inTx, runPrepared, type Db, type Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { formatShortName } from '../../../platform/short-name.ts';
import { calculateAverageRating } from '../../profile/index.ts';

// What a poster has done here, for those who may quote. A job's page reads one row, however many jobs the poster has.
// Jobs are counted by the transactions that post and award them, because posters see their own record at once. The
// money and the medians are counted by a task, because a median cannot be kept by adding.

const SECONDS_PER_MINUTE = 60;

export async function findPosterRecord(db: Db | Tx, posterId: number): Promise<PosterRecord> {
  const [row] = await runPrepared(
    db,
    db
      .selectFrom('user_account as poster')
      .leftJoin('poster_record as record', 'record.poster_id', 'poster.id')
      .select([
        'poster.first_name',
        'poster.last_name',
        'poster.identity_state',
        'poster.created_at',
        'poster.rating_sum',
        'poster.rating_count',
        'record.jobs_posted',
        'record.jobs_awarded',
        'record.released_paise',
        'record.quotes_answered',
        'record.answer_seconds',
        'record.releases',
        'record.release_seconds',
      ])
      .where('poster.id', '=', posterId),
  );
  if (!row) throw new Error(`user ${posterId} is gone`);
  return {
    name: formatShortName(row.first_name, row.last_name),
    verified: row.identity_state === 'verified',
    memberSince: toIstDate(row.created_at).slice(0, 'yyyy-mm'.length),
    rating: calculateAverageRating(row.rating_sum, row.rating_count),
    ratings: row.rating_count,
    jobsPosted: row.jobs_posted ?? 0,
    jobsAwarded: row.jobs_awarded ?? 0,
    moneyReleased: toReleasedBand(row.released_paise ?? 0),
    answerMinutes: toMinutes(row.answer_seconds, row.quotes_answered ?? 0),
    releaseMinutes: toMinutes(row.release_seconds, row.releases ?? 0),
  };
}

/** A median of one or two says more about a person than about how they work. */
const toMinutes = (seconds: number | null, count: number): number | null =>
  seconds === null || count < RECORD_MIN ? null : Math.round(seconds / SECONDS_PER_MINUTE);

/** From how many paise on. */
const BANDS: readonly [fromPaise: number, band: ReleasedBand][] = [
  [50_00_000_00, 'from_5000000'],
  [10_00_000_00, 'from_1000000'],
  [5_00_000_00, 'from_500000'],
  [2_00_000_00, 'from_200000'],
  [50_000_00, 'from_50000'],
  [10_000_00, 'from_10000'],
  [1, 'under_10000'],
];

export const toReleasedBand = (paise: number): ReleasedBand =>
  BANDS.find(([fromPaise]) => paise >= fromPaise)?.[1] ?? 'none';

/** Call this in the transaction that posts the job. */
export const countPostedJob = (tx: Tx, posterId: number): Promise<void> =>
  addToCount(tx, posterId, 'jobs_posted');

/** Call this in the transaction that awards the job. */
export async function countAwardedJob(tx: Tx, posterId: number): Promise<void> {
  await addToCount(tx, posterId, 'jobs_awarded');
  await enqueueRecount(tx, posterId);
}

/** A new row is not counted yet: a former version may have written jobs without it. */
async function addToCount(tx: Tx, posterId: number, column: 'jobs_posted' | 'jobs_awarded'): Promise<void> {
  await tx
    .insertInto('poster_record')
    .values({ poster_id: posterId, [column]: 1 })
    .onConflict((conflict) =>
      conflict.column('poster_id').doUpdateSet({
        [column]: sql`poster_record.${sql.ref(column)} + 1`,
      }),
    )
    .execute();
}

/** After an event that changes the money or a median. Events that follow one another share one count. */
export const enqueueRecount = (tx: Tx, posterId: number): Promise<void> =>
  enqueue(tx, 'count_poster_record', { posterId }, { key: `poster_record:${posterId}` });

/** The answers of a poster, of which asking for another is one. What a worker took back needed none; what lapsed counts with the time that it waited. */
const ANSWERED = sql`('accepted', 'declined', 'not_selected', 'lapsed')`;

/** Counts everything anew. */
export async function recountPoster(db: Db, posterId: number, now: Date): Promise<void> {
  await inTx(db, async (tx) => {
    await sql`INSERT INTO poster_record (poster_id) VALUES (${posterId}) ON CONFLICT DO NOTHING`.execute(tx);
    // The lock comes first, so that the counts see every job that was added to the row, and those that follow wait.
    await sql`SELECT 1 FROM poster_record WHERE poster_id = ${posterId} FOR NO KEY UPDATE`.execute(tx);
    await sql`
      WITH answered AS (
        SELECT count(*) AS count,
          percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM coalesce(quote.answered_at, quote.decided_at) - quote.created_at)) AS median
        FROM job JOIN quote ON quote.job_id = job.id
        WHERE job.poster_id = ${posterId} AND quote.state IN ${ANSWERED} AND quote.decided_at IS NOT NULL
      ), released AS (
        SELECT coalesce(sum(coalesce(part.to_worker_paise, split.worker_paise, milestone.amount_paise)), 0) AS paise,
          count(milestone.payment_requested_at) AS count,
          percentile_disc(0.5) WITHIN GROUP (
            ORDER BY extract(epoch FROM milestone.released_at - milestone.payment_requested_at)) AS median
        FROM contract JOIN milestone ON milestone.job_id = contract.job_id
        LEFT JOIN dispute_part part ON part.milestone_id = milestone.id
        LEFT JOIN split ON split.job_id = milestone.job_id AND split.milestone_id = milestone.id
          AND split.state = 'agreed'
        WHERE contract.poster_id = ${posterId} AND milestone.fund_state = 'released'
      )
      UPDATE poster_record SET
        jobs_posted = (SELECT count(*) FROM job WHERE poster_id = ${posterId}),
        jobs_awarded = (SELECT count(*) FROM contract WHERE poster_id = ${posterId}),
        released_paise = released.paise, releases = released.count, release_seconds = released.median::bigint,
        quotes_answered = answered.count, answer_seconds = answered.median::bigint,
        counted_at = ${now}
      FROM answered, released WHERE poster_record.poster_id = ${posterId}`.execute(tx);
  });
}

export async function listUncountedPosters(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('poster_record')
    .select('poster_id')
    .where('counted_at', 'is', null)
    .orderBy('poster_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.poster_id);
}
