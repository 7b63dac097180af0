import { Client } from 'pg';

/** What PostgreSQL counted for one statement. */
export interface StatementCost {
  text: string;
  /** False for what a function or trigger executes; its time is part of another statement's. */
  isTopLevel: boolean;
  calls: number;
  /** Planning and executing. */
  ms: number;
  /** Planning alone. */
  planMs: number;
  walBytes: number;
}

/** Counts the statements of a database. Its server must have loaded `pg_stat_statements`. */
export async function watchStatements(ownerUrl: string) {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  return {
    reset: async () => void (await client.query('SELECT pg_stat_statements_reset()')),
    /** The most expensive first. */
    async read(): Promise<StatementCost[]> {
      const { rows } = await client.query<StatementCost>(`
        SELECT query AS text, toplevel AS "isTopLevel", sum(calls)::int AS calls,
          sum(total_plan_time + total_exec_time) AS ms, sum(total_plan_time) AS "planMs", sum(wal_bytes)::float8 AS "walBytes"
        FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
        WHERE datname = current_database() AND query NOT LIKE '%pg_stat_statements%'
        GROUP BY query, toplevel ORDER BY ms DESC`);
      return rows;
    },
    close: () => client.end(),
  };
}

/** The settings of a server whose statements are to be counted. They take effect when it starts again. */
export async function enableStatementCounts(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const setting of [
      `shared_preload_libraries = 'pg_stat_statements'`,
      `pg_stat_statements.track = 'all'`,
      `pg_stat_statements.track_planning = on`,
    ])
      await client.query(`ALTER SYSTEM SET ${setting}`);
  } finally {
    await client.end();
  }
}
