import { sql } from 'kysely';
import type { Db } from './db/index.ts';
import { listNeededMigrations } from './db/migrate.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Log } from './log.ts';
import { waitAtMost } from './wait-at-most.ts';

const ANSWERS_WITHIN_MS = 3_000;
const STORE_ASKED_EVERY_MS = 10_000;

export interface Readiness {
  ready: boolean;
  /** The state of each part: "ok", or what is wrong. */
  parts: Record<string, string>;
}

/** Can this process work? Each part says "ok", or what is missing. */
export async function checkReadiness(
  db: Db,
  isShuttingDown: boolean,
  /** `needed`: the process cannot work without it. `other`: it works, and says what is wrong. */
  extraParts: { needed?: Record<string, string>; other?: Record<string, string> } = {},
): Promise<Readiness> {
  // Answer immediately, without the database: a proxy must learn this before the process stops accepting.
  if (isShuttingDown) return { ready: false, parts: { process: 'is shutting down' } };
  const needed = { process: 'ok', ...(await checkDatabase(db)), ...extraParts.needed };
  const ready = Object.values(needed).every((part) => part === 'ok');
  return { ready, parts: { ...needed, ...extraParts.other } };
}

async function checkDatabase(db: Db): Promise<{ database: string; migrations: string }> {
  const missing = await waitAtMost(
    ANSWERS_WITHIN_MS,
    listMissingMigrations(db).catch(() => null),
  );
  if (missing === null) return { database: 'unreachable', migrations: 'unknown' };
  return {
    database: 'ok',
    migrations: missing.length === 0 ? 'ok' : `missing: ${missing.join(', ')}`,
  };
}

async function listMissingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ missing: string[] }>`
    SELECT array(SELECT known FROM unnest(${await listNeededMigrations()}::text[]) known
      WHERE NOT EXISTS (SELECT FROM kysely_migration WHERE name = known)) AS missing`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database answered nothing');
  return row.missing;
}

/**
 * Returns what is known about the file store, and asks it again in the background: a proxy must not wait for a store
 * that does not answer. Without the store, everything but files works, so no process is taken out of service for it.
 */
export function watchFileStore(files: FileStore, log: Log): () => Record<string, string> {
  let fault: string | null = null;
  let askedAtMs = 0;
  const ask = async (): Promise<void> => {
    askedAtMs = Date.now();
    const found = await files
      .findFault()
      .catch((error: unknown) => `The file store cannot be asked: ${String(error)}`);
    if (found !== null && found !== fault) log.error('the file store cannot be used', found);
    fault = found;
  };
  void ask();
  return () => {
    if (Date.now() - askedAtMs > STORE_ASKED_EVERY_MS) void ask();
    return { files: fault ?? 'ok' };
  };
}
