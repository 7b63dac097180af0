import { sql } from 'kysely';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { CursorKey } from '../../platform/cursor.ts';
import { read, type Db } from '../../platform/db/index.ts';
import { onNodes } from '../../platform/db/nodes.ts';

// Only what everybody may see leaves this file. A job is public while it is open, for as long as its poster may use FWS.

export interface JobCardRow {
  id: number;
  number: number;
  title: string;
  description: string;
  public_place: string | null;
  city: string | null;
  category_id: number;
  skills: string[];
  budget_kind: 'fixed' | 'range';
  budget_from_paise: number;
  budget_to_paise: number;
  payment_term: PaymentTerm;
  posted_at: Date;
  closes_on: string;
  take_work_on: string;
  quotes_received: number;
  verified_at: Date | null;
  unlisted: boolean;
  poster_id: number;
  poster_last_name: string;
  filter_version: number;
  /** Its first photo. */
  cover_id: string | null;
  cover_width: number | null;
  cover_height: number | null;
}

/** The title without contact data, where the filter found some, and the version of the filter, by which the reader masks again. */
export const TITLE_SQL = `coalesce(job.masked ->> 'title', job.title) AS title, job.filter_version`;
const COLUMNS = `job.id, job.number, ${TITLE_SQL}, coalesce(job.masked ->> 'description', job.description) AS description,
  CASE WHEN job.masked IS NULL THEN job.skills
    ELSE ARRAY(SELECT jsonb_array_elements_text(job.masked -> 'skills')) END AS skills,
  job.public_place, job.city, job.category_id,
  job.budget_kind, job.budget_from_paise, job.budget_to_paise, job.payment_term, job.posted_at, job.closes_on,
  job.take_work_on, job.quotes_received, job.verified_at, job.unlisted, job.poster_id,
  poster.last_name AS poster_last_name,
  cover.id AS cover_id, cover.width AS cover_width, cover.height AS cover_height`;

const JOINS = `JOIN user_account poster ON poster.id = job.poster_id AND poster.suspended_at IS NULL
LEFT JOIN LATERAL (SELECT photo.id, photo.width, photo.height FROM photo
  WHERE photo.subject = 'job' AND photo.subject_id = job.id ORDER BY photo.position LIMIT 1) cover ON true`;

export const buildPublicJobQuery = (number: number, today: string) => ({
  name: 'public_job',
  text: `SELECT ${COLUMNS} FROM job ${JOINS}
    WHERE job.number = $1 AND job.state = 'open' AND job.closes_on >= $2::date`,
  values: [number, today],
});

export async function findPublicJob(db: Db, number: number, today: string): Promise<JobCardRow | null> {
  const [row] = await read<JobCardRow>(db, buildPublicJobQuery(number, today));
  return row ?? null;
}

/** What the address of a public job is made of. */
export async function findPublicJobTitle(db: Db, id: number, today: string) {
  const { rows } = await sql<
    Pick<JobCardRow, 'number' | 'title' | 'poster_last_name' | 'filter_version' | 'category_id'> & {
      category_name: string;
    }
  >`
    SELECT job.number, ${sql.raw(TITLE_SQL)}, poster.last_name AS poster_last_name, job.category_id, category.name AS category_name
    FROM job JOIN user_account poster ON poster.id = job.poster_id AND poster.suspended_at IS NULL
    JOIN category ON category.id = job.category_id
    WHERE job.id = ${id} AND job.state = 'open' AND job.closes_on >= ${today}::date`.execute(db);
  return rows[0] ?? null;
}

/** What a closed job leaves behind for its page. */
export async function findJobSubject(
  db: Db,
  number: number,
): Promise<{ category_id: number; city: string | null } | null> {
  const row = await db
    .selectFrom('job')
    .select(['category_id', 'city'])
    .where('number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

export interface ListFilter {
  today: string;
  city: string | null;
  categoryId: number | null;
  after: CursorKey | null;
  limit: number;
}

/** Open jobs on public lists, the newest first. Each combination of filters reads one index from the cursor on. */
export function buildPublicJobsQuery({ today, city, categoryId, after, limit }: ListFilter) {
  const values: unknown[] = [today];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const where = [`job.state = 'open' AND NOT job.unlisted AND job.closes_on >= $1::date`];
  if (city !== null) where.push(`job.city = ${addValue(city)}`);
  if (categoryId !== null) where.push(`job.category_id = ${addValue(categoryId)}`);
  if (after)
    where.push(
      `(job.posted_at, job.id) < (${addValue(after[0])}::timestamptz, ${addValue(after[1])}::bigint)`,
    );
  return {
    text: `SELECT ${COLUMNS} FROM job ${JOINS} WHERE ${where.join(' AND ')}
      ORDER BY job.posted_at DESC, job.id DESC LIMIT ${limit + 1}`,
    values,
  };
}

export const listPublicJobs = (db: Db, filter: ListFilter): Promise<JobCardRow[]> =>
  read<JobCardRow>(db, buildPublicJobsQuery(filter));

/** Each node goes through its own jobs: an index of one node does not lead to the next city of all. */
export const PUBLIC_IN_CITIES = sql.raw(`FROM job WHERE state = 'open' AND NOT unlisted AND city > ''`);

/** The cities with jobs on public lists: each step of the recursion goes to the next city of the index. */
export async function listCities(db: Db, limit: number): Promise<string[]> {
  const query = await onNodes(db, {
    one: () => buildCitiesQuery(limit),
    several: () => buildCitiesQueryForNodes(limit),
  });
  return (await query.execute(db)).rows.map((row) => row.city);
}

const buildCitiesQueryForNodes = (limit: number) =>
  sql<{ city: string }>`SELECT DISTINCT city ${PUBLIC_IN_CITIES} ORDER BY city LIMIT ${limit}`;

const buildCitiesQuery = (limit: number) => sql<{ city: string }>`
    WITH RECURSIVE found AS (
      (SELECT city FROM job WHERE state = 'open' AND NOT unlisted AND city > '' ORDER BY city LIMIT 1)
      UNION ALL
      SELECT (SELECT job.city FROM job WHERE state = 'open' AND NOT unlisted AND job.city > found.city
        ORDER BY job.city LIMIT 1) FROM found WHERE found.city IS NOT NULL
    )
    SELECT city FROM found WHERE city IS NOT NULL LIMIT ${limit}`;

export interface CategoryRow {
  id: number;
  name: string;
  name_hi: string;
}

export const listCategories = (db: Db): Promise<CategoryRow[]> =>
  db.selectFrom('category').select(['id', 'name', 'name_hi']).orderBy('position').orderBy('id').execute();

/**
 * The categories with jobs on public lists, in a city or anywhere: each step goes to the next one of the index. For a
 * category without jobs, a look for one could read all jobs.
 */
export function buildUsedCategoriesQuery(city: string | null) {
  const where = `state = 'open' AND NOT unlisted${city === null ? '' : ' AND city = $1'}`;
  return {
    text: `
WITH RECURSIVE found AS (
  (SELECT category_id FROM job WHERE ${where} ORDER BY category_id LIMIT 1)
  UNION ALL
  SELECT next.category_id FROM found CROSS JOIN LATERAL (
    SELECT category_id FROM job WHERE ${where} AND job.category_id > found.category_id
    ORDER BY category_id LIMIT 1) next
)
SELECT category.id FROM found JOIN category ON category.id = found.category_id ORDER BY position, category.id`,
    values: city === null ? [] : [city],
  };
}

export async function listUsedCategories(db: Db, city: string | null): Promise<number[]> {
  const rows = await onNodes(db, {
    one: () => read<{ id: number }>(db, buildUsedCategoriesQuery(city)),
    several: () => listUsedCategoriesOnNodes(db, city),
  });
  return rows.map((row) => row.id);
}

async function listUsedCategoriesOnNodes(db: Db, city: string | null): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT category.id FROM (SELECT DISTINCT category_id FROM job
      WHERE state = 'open' AND NOT unlisted${city === null ? sql`` : sql` AND city = ${city}`}) used
    JOIN category ON category.id = used.category_id ORDER BY category.position, category.id`.execute(db);
  return rows;
}

/** The photos of a subject, as public pages show them. */
export const listPictures = (
  db: Db,
  subject: 'job' | 'portfolio',
  subjectId: number,
): Promise<{ id: string; width: number; height: number }[]> =>
  db
    .selectFrom('photo')
    .select(['id', 'width', 'height'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('position')
    .execute();

/** The thumbnail of a photo while what it belongs to is public. */
export async function findPublicThumbnail(db: Db, photoId: string, today: string) {
  const { rows } = await sql<{ storage_key: string; sealed_key: Buffer | null; bytes: number }>`
    WITH found AS MATERIALIZED (
      SELECT photo.subject, photo.subject_id, file.storage_key, file.sealed_key, file.bytes
      FROM photo JOIN file ON file.id = photo.thumbnail_id
      JOIN user_account owner ON owner.id = photo.owner_id AND owner.suspended_at IS NULL
      WHERE photo.id = ${photoId}
    )
    SELECT storage_key, sealed_key, bytes FROM found
    WHERE EXISTS (SELECT 1 FROM job WHERE id = (SELECT subject_id FROM found WHERE subject = 'job')
        AND state = 'open' AND closes_on >= ${today}::date)
      OR EXISTS (SELECT 1 FROM profile WHERE user_id = (SELECT subject_id FROM found WHERE subject = 'portfolio')
        AND is_public)
      -- Of a review that the page of its worker shows.
      OR EXISTS (SELECT 1 FROM rating
        JOIN contract ON contract.job_id = rating.job_id AND contract.worker_id = rating.about_user_id
        JOIN profile ON profile.user_id = rating.about_user_id AND profile.is_public
        JOIN user_account worker ON worker.id = rating.about_user_id AND worker.suspended_at IS NULL
        WHERE rating.attachment_id = (SELECT subject_id FROM found WHERE subject = 'review')
          AND rating.state <> 'sealed' AND rating.uncounted_reason IS NULL)`.execute(db);
  return rows[0] ?? null;
}

/** Whether it is a photo of a kind that is shown to everybody, and is not: the job is closed, or FWS has taken it down. */
export async function wasPublicPhoto(db: Db, photoId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM photo WHERE id = ${photoId} AND (taken_from IN ('job', 'portfolio') OR subject = 'job'
      OR (subject = 'portfolio' AND EXISTS (SELECT FROM profile WHERE user_id = subject_id AND was_public)))`.execute(
    db,
  );
  return rows.length > 0;
}

/** The first photo of a job in its large size. */
export async function findCoverFile(db: Db, jobId: number) {
  const { rows } = await sql<{ storage_key: string; sealed_key: Buffer | null }>`
    SELECT file.storage_key, file.sealed_key FROM photo JOIN file ON file.id = photo.file_id
    WHERE photo.subject = 'job' AND photo.subject_id = ${jobId} ORDER BY photo.position LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
