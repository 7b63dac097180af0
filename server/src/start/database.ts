import pg from 'pg';
import { DEMO_EMAILS } from '../demo-users.ts';
import { findLoginFaults, type LoginFault, type LoginKind } from '../platform/db/logins.ts';
import { listNeededMigrations } from '../platform/db/migrate.ts';
import { BEFORE_BASELINE, isFromBeforeBaseline } from '../platform/db/migrations/before-baseline.ts';
import { CLUSTER } from '../platform/db/replicas/primary.ts';

/** Checks of the database before a process starts; each returns sentences for people. */

const OLDEST_POSTGRESQL = 15;
const CONNECT_WITHIN_MS = 5000;
const NAMED_AT_MOST = 3;

/** "a, b, c and 4 more" */
function formatList(names: readonly string[]): string {
  const named = names.slice(0, NAMED_AT_MOST).join(', ');
  return names.length > NAMED_AT_MOST ? `${named} and ${names.length - NAMED_AT_MOST} more` : named;
}

/** Connects once. Returns undefined when the server answers and is new enough. */
export async function findServerFault(setting: string, url: string): Promise<string | undefined> {
  const client = createClient(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const version = rows[0]?.server_version ?? '';
    if (Number.parseInt(version, 10) < OLDEST_POSTGRESQL)
      return `${setting} names a PostgreSQL ${version}; ${OLDEST_POSTGRESQL} or newer is required`;
    return await findLettersFault(setting, client);
  } catch (error) {
    return `The server of ${setting} does not answer: ${explainError(error)}`;
  } finally {
    await client.end().catch(() => {});
  }
}

const MISSING_EXTENSION = ['58P01', '0A000'];

/**
 * Whether pg_trgm, which the search uses, knows the letters of Indian scripts. That depends on LC_CTYPE, whatever the
 * provider of the locale is. Before the first migration, the extension is created for the question only.
 */
async function findLettersFault(setting: string, client: pg.Client): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    const { rows } = await client.query<{ trigrams: number; ctype: string }>(
      `SELECT cardinality(show_trgm('प्लंबर')) AS trigrams, datctype AS ctype
       FROM pg_database WHERE datname = current_database()`,
    );
    const [row] = rows;
    if (row?.trigrams !== 0) return undefined;
    return `The database of ${setting} has LC_CTYPE "${row.ctype}", with which pg_trgm ignores Indian scripts: create a database with LC_CTYPE 'C.UTF-8' or another UTF-8 locale, and move the data there`;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (MISSING_EXTENSION.includes(error.code ?? ''))
      return `The server of ${setting} lacks the extension pg_trgm: install PostgreSQL's contrib modules`;
    // A login that may not create it: missing migrations are reported by themselves.
    return undefined;
  } finally {
    await client.query('ROLLBACK');
  }
}

const IDENTIFY = `SELECT ${CLUSTER} AS cluster`;
/** Rejected logins, and a database that does not exist. */
const WRONG_ADDRESS = /^(?:28|3D)/;

/**
 * Only what a running process could not outlast: it leaves out a replica that is down or that is the primary at the moment,
 * and asks it again. Null when it does not answer.
 */
export async function findReplicaFaults(url: string, primaryUrl: string): Promise<string[] | null> {
  const [replica, primary] = [createClient(url), createClient(primaryUrl)];
  const { host } = new URL(url);
  try {
    await Promise.all([replica.connect(), primary.connect()]);
    const [found, expected] = await Promise.all([
      replica.query<{ cluster: string }>(IDENTIFY),
      primary.query<{ cluster: string }>(IDENTIFY),
    ]);
    if (found.rows[0]?.cluster === expected.rows[0]?.cluster) return [];
    return [`REPLICA_URL names ${host}, which is not a replica of the database of DATABASE_URL`];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !WRONG_ADDRESS.test(error.code ?? '')) return null;
    return [`REPLICA_URL names ${host}, which refuses the login: ${error.message}`];
  } finally {
    await Promise.all([replica, primary].map((client) => client.end().catch(() => {})));
  }
}

/** The program's statements need the migrations that it was written for. */
export const findMigrationFaults = (url: string): Promise<string[]> =>
  askDatabase(url, async (client) => {
    const applied = (await hasTable(client, 'kysely_migration'))
      ? (await client.query<{ name: string }>('SELECT name FROM kysely_migration')).rows
      : [];
    const appliedNames = new Set(applied.map(({ name }) => name));
    if (isFromBeforeBaseline(appliedNames)) return [BEFORE_BASELINE];
    const missing = (await listNeededMigrations()).filter((name) => !appliedNames.has(name));
    if (missing.length === 0) return [];
    return [`The database lacks migrations (${formatList(missing)}): run npm run migrate first`];
  });

export const findDemoFaults = (url: string): Promise<string[]> =>
  askDatabase(url, async (client) => {
    if (!(await hasTable(client, 'user_account'))) return [];
    const { rows } = await client.query<{ email: string }>(
      'SELECT email FROM user_account WHERE email = ANY($1) ORDER BY id',
      [Object.values(DEMO_EMAILS)],
    );
    if (rows.length === 0) return [];
    const emails = rows.map(({ email }) => email).join(', ');
    return [`The database has demo users, whose password is public (${emails}): use another database`];
  });

const SETTINGS: Record<LoginKind, string> = { app: 'DATABASE_URL', queue: 'QUEUE_URL' };

/** A login with more rights than its part needs, such as writing the ledger, bypasses the protection of the ledger. */
export async function findStrongLoginFaults(
  url: string,
  kind: LoginKind,
  setting = SETTINGS[kind],
): Promise<string[]> {
  try {
    const faults = await findLoginFaults(url, kind);
    const { username } = new URL(url);
    return faults.map(
      (fault) =>
        `${setting} logs in as ${username}, who ${explain(fault)}: production requires the login that migrations create for it`,
    );
  } catch (error) {
    return [`The rights of ${setting} could not be checked: ${explainError(error)}`];
  }
}

function explain(fault: LoginFault): string {
  switch (fault.reason) {
    case 'attribute':
      return `has ${fault.attribute}`;
    case 'member':
      return `can become ${formatList(fault.roles)}`;
    case 'owns':
      return `owns ${formatList(fault.objects)}`;
    case 'creates':
      return `may create in ${formatList(fault.places)}`;
    case 'writes':
      return `may write ${formatList(fault.tables)}`;
    case 'reads':
      return `may read ${formatList(fault.tables)}`;
    case 'executes':
      return `may execute ${formatList(fault.functions)}`;
  }
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    `public.${name}`,
  ]);
  return rows[0]?.found ?? false;
}

export async function askDatabase(
  url: string,
  question: (client: pg.Client) => Promise<string[]>,
): Promise<string[]> {
  const client = createClient(url);
  try {
    await client.connect();
    return await question(client);
  } catch (error) {
    return [`The database could not be checked: ${explainError(error)}`];
  } finally {
    await client.end().catch(() => {});
  }
}

function createClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'fws-start',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  client.on('error', () => {});
  return client;
}

/** Node reports refused connections to several addresses of `localhost` in one error without a message. */
function explainError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(explainError).join(', ');
  return error instanceof Error ? error.message : String(error);
}
