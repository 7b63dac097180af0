import { read, type Db } from '../../platform/db/index.ts';
import { BriefCache } from '../../platform/brief-cache.ts';
import type { Clock } from '../../ports/clock.ts';

/** How many jobs there are, and how frequent their tokens are, as PostgreSQL knows it since its last ANALYZE. */
export interface Statistics {
  jobs: number;
  firstPostedAt: number;
  /** The share of jobs that have a token. */
  getShare(token: string): number;
}

const KEEP_MS = 60_000;
/** A token that is not among the frequent ones. */
const RARE = 0.0005;

interface Row {
  jobs: number;
  tokens: string[] | null;
  shares: number[] | null;
  first_posted_at: Date | null;
}

export type StatisticsCache = BriefCache<Statistics>;
export const createStatisticsCache = (clock: Clock): StatisticsCache =>
  new BriefCache({ clock, keepMs: KEEP_MS, maxWeight: 1_000_000, weigh: () => 1 });

export const loadStatistics = (db: Db, cache: StatisticsCache): Promise<Statistics> =>
  cache.get('', () => readStatistics(db));

async function readStatistics(db: Db): Promise<Statistics> {
  const [row] = await read<Row>(db, {
    text: `SELECT greatest(reltuples, 0)::bigint AS jobs, stats.most_common_elems::text::text[] AS tokens,
        stats.most_common_elem_freqs::float8[] AS shares,
        (SELECT posted_at FROM job WHERE state = 'open' ORDER BY posted_at, id LIMIT 1) AS first_posted_at
      FROM pg_class
      LEFT JOIN pg_stats stats ON stats.tablename = 'job_search' AND stats.attname = 'tokens'
        AND stats.schemaname = pg_class.relnamespace::regnamespace::text
      WHERE pg_class.oid = 'job_search'::regclass`,
    values: [],
  });
  const shares = sumBuckets(row?.tokens ?? [], row?.shares ?? []);
  return {
    jobs: row?.jobs ?? 0,
    firstPostedAt: row?.first_posted_at?.getTime() ?? Infinity,
    getShare: (token) => shares.get(token) ?? RARE,
  };
}

/** The share of a token in all buckets. */
function sumBuckets(keys: readonly string[], shares: readonly number[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const token = key.slice(key.indexOf('~') + 1);
    sums.set(token, (sums.get(token) ?? 0) + (shares[index] ?? 0));
  }
  return sums;
}
