import { sql, type Selectable } from 'kysely';
import { buildSearchPath } from '@fws/contract/search/address';
import { toIstDate } from '@fws/contract/platform/dates';
import { inTx, read, type Tx } from '../../../platform/db/index.ts';
import type { SavedSearchTable } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notifyMany } from '../../../platform/queue/index.ts';
import { findJob, readMaskedTexts, readSearchableTexts, type JobRow } from '../../jobs/index.ts';
import { buildBlockedIdsSql } from '../../profile/index.ts';
import { buildJobKeys, findsJob, type FindableJob, type SearchedFor } from './keys.ts';
import { getDateAfter } from '../explore/service.ts';
import { toPosition } from '../engine/distance.ts';
import { readSearchWords } from '../saved-searches/service.ts';
import { listJobTerms, listPlaceWords } from './terms.ts';

/** More than the searches of one person, so that a batch always ends one. */
const BATCH_MAX = 500;

type CandidateRow = Pick<
  Selectable<SavedSearchTable>,
  | 'id'
  | 'user_id'
  | 'frequency'
  | 'search'
  | 'location'
  | 'radius_km'
  | 'category_id'
  | 'budget_from_paise'
  | 'budget_to_paise'
  | 'closes_within_days'
  | 'centre_latitude'
  | 'centre_longitude'
>;

/**
 * The saved searches of the next users that have one of a job's keys. The fence (OFFSET 0) keeps the planner from reading
 * all searches in the order of their users until it has enough.
 */
export const buildCandidatesQuery = (keys: readonly string[], posterId: number, afterUserId: number) => ({
  name: 'search_alert_candidates',
  text: `SELECT found.* FROM (
    SELECT id, user_id, frequency, search, location, radius_km, category_id, budget_from_paise, budget_to_paise,
      closes_within_days, centre_latitude, centre_longitude
    FROM saved_search WHERE alert_keys && $1 AND user_id > $2 AND user_id <> $3 OFFSET 0) found
  JOIN user_account ON user_account.id = found.user_id AND suspended_at IS NULL
  WHERE found.user_id NOT IN (${buildBlockedIdsSql('$3')})
  ORDER BY found.user_id, found.id LIMIT ${BATCH_MAX}`,
  values: [keys, afterUserId, posterId],
});

/**
 * Task: finds the saved searches that find a job, for the next users after `afterUserId`, and tells those who want to know
 * at once. Nobody is told twice of a job, whatever searches find it and however often this runs.
 */
export async function matchSavedSearches(
  deps: Deps,
  { jobId, afterUserId }: { jobId: number; afterUserId: number },
): Promise<void> {
  const { db, ports } = deps;
  const now = ports.clock.now();
  const today = toIstDate(now);
  const job = await findJob(db, jobId);
  if (job?.state !== 'open' || job.closes_on < today) return;
  const findable = await toFindableJob(deps, job);
  const candidates = await read<CandidateRow>(
    db,
    buildCandidatesQuery(buildJobKeys(findable), job.poster_id, afterUserId),
  );
  const batch = candidates.length < BATCH_MAX ? candidates : removeLastUser(candidates);
  const found = batch.filter((row) => findsJob(toSearchedFor(deps, row, now), findable));
  await inTx(db, async (tx) => {
    const alerts = await insertAlerts(tx, job.id, found, now);
    await notifyMany(
      tx,
      alerts.map((alert) => ({
        userId: alert.user_id,
        type: 'saved_search_job' as const,
        values: { job: readMaskedTexts(job).title, search: alert.label, searchId: alert.search_id },
        path: `/job/${job.id}`,
        dedupeKey: `job:${job.id}:found`,
      })),
    );
    const last = batch.at(-1);
    if (last && batch.length < candidates.length)
      await enqueue(tx, 'match_saved_searches', { jobId: String(jobId), afterUserId: String(last.user_id) });
  });
}

/** The next batch begins with this user, whose searches may not all be in this one. */
const removeLastUser = (rows: readonly CandidateRow[]): CandidateRow[] =>
  rows.filter(({ user_id: userId }) => userId !== rows.at(-1)?.user_id);

async function toFindableJob(deps: Deps, job: JobRow): Promise<FindableJob> {
  const { name, trade } = await deps.db
    .selectFrom('category')
    .select(['name', 'trade'])
    .where('id', '=', job.category_id)
    .executeTakeFirstOrThrow();
  const { title, skills } = readSearchableTexts(job);
  return {
    terms: listJobTerms({ title, skills, categoryName: name, trade }),
    categoryId: job.category_id,
    placeWords: listPlaceWords(job.location),
    position: toPosition(job.latitude, job.longitude),
    budgetFromPaise: job.budget_from_paise,
    budgetToPaise: job.budget_to_paise,
    closesOn: job.closes_on,
  };
}

function toSearchedFor(deps: Deps, row: CandidateRow, now: Date): SearchedFor {
  const centre = toPosition(row.centre_latitude, row.centre_longitude);
  const days = row.closes_within_days;
  return {
    ...readSearchWords(deps, row.search, centre ? '' : row.location),
    categoryId: row.category_id,
    circle: centre && row.radius_km !== null ? { centre, radiusKm: row.radius_km } : null,
    budgetFromPaise: row.budget_from_paise,
    budgetToPaise: row.budget_to_paise,
    closesBy: days === null ? null : getDateAfter(now, days),
  };
}

interface NewAlert {
  user_id: number;
  search_id: number;
  label: string;
}

/** Of several searches of one person, one that tells at once comes first. Returns the alerts to send at once. */
async function insertAlerts(
  tx: Tx,
  jobId: number,
  found: readonly CandidateRow[],
  now: Date,
): Promise<NewAlert[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<NewAlert>`
    WITH chosen AS (
      SELECT DISTINCT ON (user_id) user_id, id, frequency, label FROM saved_search
      WHERE id = ANY(${found.map(({ id }) => id)}::bigint[]) ORDER BY user_id, frequency, id
    ), inserted AS (
      INSERT INTO search_alert (user_id, job_id, search_id, found_at, told_at)
      SELECT user_id, ${jobId}, id, ${now}::timestamptz, CASE frequency WHEN 'at_once' THEN ${now}::timestamptz END
      FROM chosen
      ON CONFLICT (user_id, job_id) DO NOTHING
      RETURNING user_id, search_id, told_at
    )
    SELECT inserted.user_id, inserted.search_id, chosen.label
    FROM inserted JOIN chosen ON chosen.id = inserted.search_id WHERE inserted.told_at IS NOT NULL`.execute(
    tx,
  );
  return rows;
}

type DailyAlert = Omit<
  Selectable<SavedSearchTable>,
  'frequency' | 'created_at' | 'centre_latitude' | 'centre_longitude' | 'digest' | 'alert_keys'
> & { jobs: number };

const SEARCHES_PER_BATCH = 200;

/** Task, each morning: one message for each saved search with new jobs that are still open. */
export async function sendDailyAlerts({ db, ports }: Deps): Promise<void> {
  const now = ports.clock.now();
  const today = toIstDate(now);
  let sent: number;
  do {
    sent = await inTx(db, async (tx) => {
      const alerts = await markDailyAlerts(tx, now);
      await notifyMany(
        tx,
        alerts
          .filter(({ jobs }) => jobs > 0)
          .map((alert) => ({
            userId: alert.user_id,
            type: 'saved_search_daily' as const,
            values: { count: alert.jobs, search: alert.label, searchId: alert.id },
            path: buildSearchPath({
              search: alert.search,
              location: alert.location,
              position: toPosition(alert.latitude, alert.longitude),
              radiusKm: alert.radius_km,
              categoryId: alert.category_id,
              budgetFromPaise: alert.budget_from_paise,
              budgetToPaise: alert.budget_to_paise,
              closesWithinDays: alert.closes_within_days,
            }),
            dedupeKey: `search:${alert.id}:${today}`,
          })),
      );
      return alerts.length;
    });
  } while (sent === SEARCHES_PER_BATCH);
}

async function markDailyAlerts(tx: Tx, now: Date): Promise<DailyAlert[]> {
  const { rows } = await sql<DailyAlert>`
    WITH waiting AS (
      SELECT DISTINCT search_id FROM search_alert WHERE told_at IS NULL AND search_id IS NOT NULL
      ORDER BY search_id LIMIT ${sql.lit(SEARCHES_PER_BATCH)}
    ), told AS (
      UPDATE search_alert SET told_at = ${now} WHERE told_at IS NULL AND search_id IN (SELECT search_id FROM waiting)
      RETURNING search_id, job_id
    ), counted AS MATERIALIZED (
      SELECT told.search_id, count(job.id) AS jobs
      FROM told LEFT JOIN job ON job.id = told.job_id AND job.state IN ('open') GROUP BY told.search_id
    )
    SELECT saved_search.id, saved_search.user_id, label, search, saved_search.location, saved_search.latitude,
      saved_search.longitude, radius_km, saved_search.category_id, saved_search.budget_from_paise,
      saved_search.budget_to_paise, closes_within_days, counted.jobs
    FROM counted JOIN saved_search ON saved_search.id = counted.search_id
    JOIN user_account ON user_account.id = saved_search.user_id AND suspended_at IS NULL`.execute(tx);
  return rows;
}
