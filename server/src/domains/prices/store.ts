import { sql } from 'kysely';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import type { AcceptedQuote, PublishedPrices } from './rules.ts';

/** A category in a city. */
export interface PriceGroup {
  city: string;
  categoryId: number;
}

/** As the index `job_awarded_city` has it. */
const AWARDED = `job.state IN ('awarded', 'in_progress', 'completed') AND job.city > ''`;
/** Of a group with more accepted quotes in a year, the newest count. */
const QUOTES_READ_MAX = 1_000;

/** Groups after this one with so many awarded jobs, of which enough may be new. */
export function buildGroupsQuery(after: PriceGroup, { jobsMin, limit }: { jobsMin: number; limit: number }) {
  return {
    text: `SELECT job.city, job.category_id FROM job WHERE ${AWARDED} AND (job.city, job.category_id) > ($1, $2)
      GROUP BY job.city, job.category_id HAVING count(*) >= $3
      ORDER BY job.city, job.category_id LIMIT $4`,
    values: [after.city, after.categoryId, jobsMin, limit],
  };
}

export async function listGroups(
  db: Db,
  after: PriceGroup,
  options: { jobsMin: number; limit: number },
): Promise<PriceGroup[]> {
  const rows = await read<{ city: string; category_id: number }>(db, buildGroupsQuery(after, options));
  return rows.map(({ city, category_id: categoryId }) => ({ city, categoryId }));
}

interface Range {
  first: PriceGroup;
  last: PriceGroup;
  /** Quotes that were accepted from `since` on and whose last money came before `until`. */
  since: Date;
  until: Date;
}

export function buildQuotesQuery({ first, last, since, until }: Range) {
  return {
    text: `SELECT * FROM (
        SELECT job.city, job.category_id, job.id AS job_id, contract.poster_id, contract.worker_id,
          contract.total_paise,
          (SELECT max(milestone.funded_at) FROM milestone
            WHERE milestone.job_id = job.id AND milestone.fund_state <> 'removed'
            HAVING bool_and(milestone.funded_at IS NOT NULL)) AS counted_at,
          row_number() OVER (PARTITION BY job.city, job.category_id
            ORDER BY contract.awarded_at DESC, job.id DESC) AS rank
        FROM job JOIN contract ON contract.job_id = job.id
        JOIN user_account poster ON poster.id = contract.poster_id AND poster.suspended_at IS NULL
        JOIN user_account worker ON worker.id = contract.worker_id AND worker.suspended_at IS NULL
        WHERE ${AWARDED} AND (job.city, job.category_id) >= ($1, $2) AND (job.city, job.category_id) <= ($3, $4)
          -- Says the same to the planner, which cannot estimate a range of pairs.
          AND job.city >= $1 AND job.city <= $3
          AND contract.cancelled_at IS NULL AND contract.awarded_at >= $5
      ) found WHERE rank <= ${QUOTES_READ_MAX} AND counted_at < $6`,
    values: [first.city, first.categoryId, last.city, last.categoryId, since, until],
  };
}

export async function listAcceptedQuotes(db: Db, range: Range): Promise<(AcceptedQuote & PriceGroup)[]> {
  const rows = await read<{
    city: string;
    category_id: number;
    job_id: number;
    poster_id: number;
    worker_id: number;
    total_paise: number;
    counted_at: Date;
  }>(db, buildQuotesQuery(range));
  return rows.map((row) => ({
    city: row.city,
    categoryId: row.category_id,
    jobId: row.job_id,
    posterId: row.poster_id,
    workerId: row.worker_id,
    amountPaise: row.total_paise,
    countedAt: row.counted_at,
  }));
}

/** Until when what is published of the groups of a range was counted. */
export async function listPublications(
  db: Db,
  { first, last }: { first: PriceGroup; last: PriceGroup },
): Promise<(PriceGroup & { countedUntil: Date })[]> {
  const rows = await db
    .selectFrom('price_hint')
    .select(['city', 'category_id', 'counted_until'])
    .where(sql<boolean>`(city, category_id) >= (${first.city}, ${first.categoryId}::bigint)`)
    .where(sql<boolean>`(city, category_id) <= (${last.city}, ${last.categoryId}::bigint)`)
    .execute();
  return rows.map((row) => ({
    city: row.city,
    categoryId: row.category_id,
    countedUntil: row.counted_until,
  }));
}

export async function savePublications(
  tx: Tx,
  publications: readonly (PriceGroup & PublishedPrices)[],
  countedUntil: Date,
): Promise<void> {
  if (publications.length === 0) return;
  await tx
    .insertInto('price_hint')
    .values(
      publications.map((prices) => ({
        city: prices.city,
        category_id: prices.categoryId,
        low_paise: prices.lowPaise,
        middle_paise: prices.middlePaise,
        high_paise: prices.highPaise,
        quotes_from: prices.quotesFrom,
        counted_until: countedUntil,
      })),
    )
    .onConflict((row) =>
      row.columns(['city', 'category_id']).doUpdateSet((set) => ({
        low_paise: set.ref('excluded.low_paise'),
        middle_paise: set.ref('excluded.middle_paise'),
        high_paise: set.ref('excluded.high_paise'),
        quotes_from: set.ref('excluded.quotes_from'),
        counted_until: set.ref('excluded.counted_until'),
      })),
    )
    .execute();
}

/** What was published of a category in a city since then, with the category's names. */
export const findShownHint = (db: Db, { city, categoryId }: PriceGroup, countedSince: Date) =>
  db
    .selectFrom('price_hint')
    .innerJoin('category', 'category.id', 'price_hint.category_id')
    .select([
      'category.id',
      'category.name',
      'category.name_hi',
      'low_paise',
      'middle_paise',
      'high_paise',
      'quotes_from',
      'counted_until',
    ])
    .where('city', '=', city)
    .where('category_id', '=', categoryId)
    .where('counted_until', '>', countedSince)
    .executeTakeFirst();
