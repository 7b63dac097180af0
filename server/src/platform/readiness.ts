import { sql } from 'kysely';
import type { Db } from './db/index.ts';
import { listMigrationNames } from './db/migrate.ts';

const ANSWERS_WITHIN_MS = 3_000;

export interface Readiness {
  ready: boolean;
  /** The state of each part: "ok", or what is wrong. */
  parts: Record<string, string>;
}

/** Can this process work? Each part says "ok", or what is missing. */
export async function checkReadiness(
  db: Db,
  isShuttingDown: boolean,
  extraParts: Record<string, string> = {},
): Promise<Readiness> {
  // Answer immediately, without the database: a proxy must learn this before the process stops accepting.
  if (isShuttingDown) return { ready: false, parts: { process: 'is shutting down' } };
  const parts = { process: 'ok', ...(await checkDatabase(db)), ...extraParts };
  return { ready: Object.values(parts).every((part) => part === 'ok'), parts };
}

async function checkDatabase(db: Db): Promise<{ database: string; migrations: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWERS_WITHIN_MS);
  });
  const missing = await Promise.race([listMissingMigrations(db).catch(() => null), late]).finally(() =>
    clearTimeout(timer),
  );
  if (missing === null) return { database: 'unreachable', migrations: 'unknown' };
  return {
    database: 'ok',
    migrations: missing.length === 0 ? 'ok' : `missing: ${missing.join(', ')}`,
  };
}

async function listMissingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ missing: string[] }>`
    SELECT array(SELECT known FROM unnest(${await listMigrationNames()}::text[]) known
      WHERE NOT EXISTS (SELECT FROM kysely_migration WHERE name = known)) AS missing`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database answered nothing');
  return row.missing;
}
