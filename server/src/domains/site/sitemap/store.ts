import { sql } from 'kysely';
import { read, type Db } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';
import { PUBLIC_IN_CITIES, TITLE_SQL } from '../store.ts';

/** How many files of a sitemap the ids of jobs or workers fill: each has the ids of one range. */
export async function countSitemaps(db: Db, kind: 'jobs' | 'workers', size: number): Promise<number[]> {
  const query = await onNodes(db, {
    one: () => buildSitemapsQuery(kind, size),
    several: () => buildSitemapsQueryForNodes(kind, size),
  });
  return (await query.execute(db)).rows.map((row) => row.file);
}

const buildSitemapsQueryForNodes = (kind: 'jobs' | 'workers', size: number) =>
  sql<{ file: number }>`SELECT DISTINCT (${
    kind === 'jobs'
      ? sql`id / ${size}::bigint)::int AS file FROM job WHERE state = 'open' AND NOT unlisted`
      : sql`user_id / ${size}::bigint)::int AS file FROM profile WHERE is_public`
  } ORDER BY file`;

const buildSitemapsQuery = (kind: 'jobs' | 'workers', size: number) => sql<{ file: number }>`
    SELECT file::int FROM generate_series(0, (SELECT coalesce(max(id), 0) FROM ${
      kind === 'jobs' ? sql`job` : sql`user_account`
    }) / ${size}::bigint) file
    WHERE EXISTS (${
      kind === 'jobs'
        ? sql`SELECT 1 FROM job WHERE state = 'open' AND NOT unlisted
            AND id >= file * ${size}::bigint AND id < (file + 1) * ${size}::bigint`
        : sql`SELECT 1 FROM profile WHERE is_public
            AND user_id >= file * ${size}::bigint AND user_id < (file + 1) * ${size}::bigint`
    })`;

export interface SitemapJob {
  id: number;
  number: number;
  title: string;
  category_id: number;
  poster_last_name: string;
  filter_version: number;
  posted_at: Date;
}

/** Jobs on public lists by id, from after `afterId` up to before `endId`. */
export const listSitemapJobs = (
  db: Db,
  { afterId, endId, today, limit }: { afterId: number; endId: number; today: string; limit: number },
): Promise<SitemapJob[]> =>
  read<SitemapJob>(db, {
    name: 'sitemap_jobs',
    text: `SELECT job.id, job.number, ${TITLE_SQL}, job.category_id, job.posted_at, poster.last_name AS poster_last_name
      FROM job JOIN user_account poster ON poster.id = job.poster_id AND poster.suspended_at IS NULL
      WHERE job.state = 'open' AND NOT job.unlisted AND job.closes_on >= $1::date AND job.id > $2 AND job.id < $3
      ORDER BY job.id LIMIT $4`,
    values: [today, afterId, endId, limit],
  });

export const listSitemapWorkers = (
  db: Db,
  { afterId, endId, limit }: { afterId: number; endId: number; limit: number },
): Promise<{ id: number; first_name: string }[]> =>
  read(db, {
    name: 'sitemap_workers',
    text: `SELECT worker.id, worker.first_name FROM profile JOIN user_account worker ON worker.id = profile.user_id
      WHERE profile.is_public AND worker.suspended_at IS NULL AND worker.id > $1 AND worker.id < $2
      ORDER BY worker.id LIMIT $3`,
    values: [afterId, endId, limit],
  });

/** The pages of lists, each category in a city that has a job: each step goes to the next pair of the index. */
export const buildCityPagesQuery = (limit: number) => ({
  text: `
WITH RECURSIVE found AS (
  (SELECT city, category_id FROM job WHERE state = 'open' AND NOT unlisted AND city > '' ORDER BY city, category_id LIMIT 1)
  UNION ALL
  SELECT next.city, next.category_id FROM found CROSS JOIN LATERAL (
    SELECT city, category_id FROM job
    WHERE state = 'open' AND NOT unlisted AND (job.city, job.category_id) > (found.city, found.category_id)
    ORDER BY city, category_id LIMIT 1) next
)
SELECT city, category_id FROM found LIMIT $1`,
  values: [limit],
});

export async function listCityPages(db: Db, limit: number): Promise<{ city: string; category_id: number }[]> {
  return onNodes(db, {
    one: () => read<{ city: string; category_id: number }>(db, buildCityPagesQuery(limit)),
    several: async () => {
      const { rows } = await sql<{ city: string; category_id: number }>`
    SELECT DISTINCT city, category_id ${PUBLIC_IN_CITIES} ORDER BY city, category_id LIMIT ${limit}`.execute(
        db,
      );
      return rows;
    },
  });
}
