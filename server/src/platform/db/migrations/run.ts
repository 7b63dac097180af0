import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../../../config/error.ts';
import { parseConcurrent } from './concurrent.ts';
import { isConcurrent, isContract, listNeeded, readMigrations, type MigrationFile } from './files.ts';

export interface RunOptions {
  folder: string;
  log: (line: string) => void;
  /** How long a statement waits for a lock, while all others queue behind it. */
  lockTimeoutMs: number;
  /** Leaves out the contract migrations, because processes of the former version still run. */
  beforeDeployment?: boolean;
  pause?: (ms: number) => Promise<unknown>;
}

/** Names of migrations. */
export interface MigrationResult {
  applied: string[];
  /** Left out until after the deployment. */
  waiting: string[];
}

/** Any number that nothing else in the database uses. */
const LOCK_ID = '3853314791062309107';
const LOCK_POLL_MS = 250;
const LOCK_WAIT_MAX_MS = 3600_000;

const TRIES_MAX = 5;
/** Before the second try; doubled before each further one. */
const FIRST_PAUSE_MS = 1_000;

/** Applies the missing migrations. Several processes may call it at once. */
export async function runMigrations(ownerUrl: string, options: RunOptions): Promise<MigrationResult> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'fws-migrate',
    // An index build may take hours, in which nothing is sent.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  // A closed connection makes its statement fail; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    // Override the owner role's defaults: only waiting for a lock has a limit, and only inside a transaction.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await acquireLock(client, options);
    return await applyMissing(client, options);
  } finally {
    // Closing the connection releases the advisory lock.
    await client.end();
  }
}

/**
 * Lets one process migrate at a time. Polls for the lock: a statement that waits for it would hold a snapshot, a
 * concurrent index build waits for all older snapshots, and the two would deadlock.
 */
async function acquireLock(client: pg.Client, { log, pause = sleep }: RunOptions): Promise<void> {
  for (let waitedMs = 0; waitedMs < LOCK_WAIT_MAX_MS; waitedMs += LOCK_POLL_MS) {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(${LOCK_ID}) AS locked`,
    );
    if (rows[0]?.locked) return;
    if (waitedMs === 0) log('another process is migrating: waiting for it');
    await pause(LOCK_POLL_MS);
  }
  throw new ConfigError(
    'Another process has been migrating this database for an hour: check what it waits for',
  );
}

async function applyMissing(client: pg.Client, options: RunOptions): Promise<MigrationResult> {
  const files = await readMigrations(options.folder);
  const applied = await listAppliedNames(client);
  const knownNames = new Set(files.map(({ name }) => name));
  const unknownNames = [...applied].filter((name) => !knownNames.has(name));
  if (unknownNames.length > 0)
    throw new ConfigError(
      `The database has migrations that this version does not know (${unknownNames.join(', ')}): it belongs to a newer version`,
    );
  // Numbers are assigned before the work is done, so a lower one may land after a higher.
  const missing = files.filter(({ name }) => !applied.has(name));
  const waiting = options.beforeDeployment ? missing.filter(isContract) : [];
  const needed = listNeeded(files);
  const overdue = waiting.filter((file) => needed.includes(file));
  if (overdue.length > 0) throw new ConfigError(explainOverdue(overdue));
  const due = missing.filter((file) => !waiting.includes(file));
  for (const file of due) {
    await applyWithRetries(client, file, options);
    options.log(`migrated ${file.name}`);
  }
  return { applied: listNames(due), waiting: listNames(waiting) };
}

const listNames = (files: readonly MigrationFile[]): string[] => files.map(({ name }) => name);

const explainOverdue = (files: readonly MigrationFile[]): string =>
  `An earlier update is not complete: the database lacks ${listNames(files).join(', ')}, which belong after it. ` +
  'No migration was applied. Run npm run migrate of the release that runs now, when no process of an older one is left; then run this again';

/** Exists before the first migration, which makes it readable for the application. Its name is that of a former tool. */
async function listAppliedNames(client: pg.Client): Promise<Set<string>> {
  await client.query(`CREATE TABLE IF NOT EXISTS kysely_migration (
    name varchar(255) PRIMARY KEY,
    timestamp varchar(255) NOT NULL
  )`);
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration');
  return new Set(rows.map(({ name }) => name));
}

async function applyWithRetries(client: pg.Client, file: MigrationFile, options: RunOptions): Promise<void> {
  const { log, pause = sleep } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await (isConcurrent(file)
        ? applyConcurrently(client, file)
        : applyInTransaction(client, file, options.lockTimeoutMs));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isLockFailure(error))
        throw new Error(`Migration ${file.name} failed: ${reason}`, { cause: error });
      if (attempt === TRIES_MAX) throw new ConfigError(explainLock(file, options.lockTimeoutMs, reason));
      log(`${file.name} did not get its locks (${reason}): trying again`);
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

/** lock_not_available, and the side of a deadlock that PostgreSQL rolled back. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

const explainLock = ({ name }: MigrationFile, lockTimeoutMs: number, reason: string): string =>
  `Migration ${name} did not get its locks in ${TRIES_MAX} tries of ${lockTimeoutMs} ms (${reason}). ` +
  'It was not applied. Find the transaction that has been open for long (pg_stat_activity, by xact_start), ' +
  'and run npm run migrate again';

async function applyInTransaction(
  client: pg.Client,
  { name, text }: MigrationFile,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query(text);
    await recordMigration(client, name);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Safe to run again after any failure: an unfinished index exists, but is invalid and unusable. */
async function applyConcurrently(client: pg.Client, { name, text }: MigrationFile): Promise<void> {
  const { kind, index } = parseConcurrent(text);
  // Waits for older transactions without a limit, and blocks nobody who reads or writes.
  if (kind === 'create' && (await isInvalid(client, index)))
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await client.query(text);
  await recordMigration(client, name);
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  return rowCount !== 0;
}

const recordMigration = (client: pg.Client, name: string) =>
  client.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', [
    name,
    new Date().toISOString(),
  ]);
