import type { Pool } from 'pg';

const MB = 1024 * 1024;

/** The size of each table with rows, with its indexes, in MB. */
export async function readTableSizes(pool: Pool): Promise<Map<string, { total: number; indexes: number }>> {
  const { rows } = await pool.query<{ name: string; total: number; indexes: number }>(
    `SELECT oid::regclass::text AS name, pg_total_relation_size(oid) / ${MB}::float8 AS total, pg_indexes_size(oid) / ${MB}::float8 AS indexes
     FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
     ORDER BY pg_total_relation_size(oid) DESC`,
  );
  return new Map(rows.map(({ name, total, indexes }) => [name, { total, indexes }]));
}
