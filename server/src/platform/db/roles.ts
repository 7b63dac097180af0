import pg from 'pg';
import { ConfigError } from '../../config/error.ts';
import { createScramVerifier } from './scram.ts';

/** The application's login: reads and writes ordinary tables, calls the ledger's functions, owns nothing. */
export const APP_ROLE = 'fws_app';
/** The queue's login: graphile-worker's schema, the heartbeat and the outbox. */
export const QUEUE_ROLE = 'fws_queue';

/** The connection URLs of these roles; their passwords are taken from here. */
export interface LoginUrls {
  appUrl: string;
  queueUrl: string;
}

const ATTRIBUTES = [
  ['rolcanlogin', 'LOGIN'],
  ['NOT rolinherit', 'NOINHERIT'],
  ['NOT rolsuper', 'NOSUPERUSER'],
  ['NOT rolcreaterole', 'NOCREATEROLE'],
  ['NOT rolcreatedb', 'NOCREATEDB'],
  ['NOT rolreplication', 'NOREPLICATION'],
  ['NOT rolbypassrls', 'NOBYPASSRLS'],
] as const;

export interface SessionSettings {
  statementTimeoutMs: number;
  lockTimeoutMs: number;
}

export const DEFAULT_SESSION: SessionSettings = { statementTimeoutMs: 60_000, lockTimeoutMs: 15_000 };

/** Longer than any transaction that waits for its own process, shorter than users wait for a lock it holds. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** Initial settings of sessions of both roles. Times are in milliseconds. */
export const buildSessionParameters = ({ statementTimeoutMs, lockTimeoutMs }: SessionSettings) => ({
  TimeZone: 'UTC',
  // A search is planned as expensive and takes milliseconds: compiling it would take a hundred.
  jit: 'off',
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
});

const formatTime = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

/**
 * Brings both roles to the required state and leaves alone what is correct already, so that an owner without the right
 * to create roles can migrate once somebody else has created them. Roles belong to the whole server: other databases
 * may do the same at the same time.
 */
export async function prepareRoles(
  ownerUrl: string,
  logins?: LoginUrls,
  session: SessionSettings = DEFAULT_SESSION,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'fws-migrate' });
  await owner.connect();
  try {
    for (const role of [APP_ROLE, QUEUE_ROLE]) {
      await createRole(owner, role);
      await setAttributes(owner, role);
      await setParameters(owner, role, session);
    }
    await joinApp(owner);
    for (const url of logins ? [logins.appUrl, logins.queueUrl] : []) await setPassword(owner, ownerUrl, url);
  } finally {
    await owner.end();
  }
}

async function createRole(owner: pg.Client, role: string): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount !== 0) return;
  await changeRole(owner, `CREATE ROLE ${role} LOGIN NOINHERIT`);
}

/** The owner can become the application, to check what it may do. */
async function joinApp(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query(
    'SELECT FROM pg_auth_members WHERE roleid = $1::regrole AND member = current_user::regrole',
    [APP_ROLE],
  );
  if (rowCount === 0) await changeRole(owner, `GRANT ${APP_ROLE} TO CURRENT_USER`);
}

async function setAttributes(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<Record<string, boolean>>(
    `SELECT ${ATTRIBUTES.map(([test, name]) => `${test} AS "${name}"`).join(', ')} FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const wrong = ATTRIBUTES.map(([, name]) => name).filter((name) => rows[0]?.[name] === false);
  if (wrong.length > 0) await changeRole(owner, `ALTER ROLE ${role} ${wrong.join(' ')}`);
}

/** Set on the role, because a connection pooler drops what a client requests when it connects. */
async function setParameters(owner: pg.Client, role: string, session: SessionSettings): Promise<void> {
  const { rows } = await owner.query<{ settings: string[] | null }>(
    'SELECT rolconfig AS settings FROM pg_roles WHERE rolname = $1',
    [role],
  );
  const present = new Set(rows[0]?.settings);
  for (const [name, parameter] of Object.entries(buildSessionParameters(session))) {
    const value = typeof parameter === 'number' ? formatTime(parameter) : parameter;
    if (!present.has(`${name}=${value}`))
      await changeRole(owner, `ALTER ROLE ${role} SET ${name} = '${value}'`);
  }
}

/**
 * Changes the password only when it does not log in yet: a new verifier at each start would break poolers that hold a
 * copy of it.
 */
async function setPassword(owner: pg.Client, ownerUrl: string, loginUrl: string): Promise<void> {
  const { username, password } = new URL(loginUrl);
  if ((username !== APP_ROLE && username !== QUEUE_ROLE) || password === '') return;
  const direct = new URL(ownerUrl);
  Object.assign(direct, { username, password });
  if (await canLogIn(direct.href)) return;
  const verifier = createScramVerifier(decodeURIComponent(password));
  await changeRole(owner, `ALTER ROLE ${username} PASSWORD '${verifier}'`);
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'fws-migrate' });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (getSqlState(error)?.startsWith('28')) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const MAX_TRIES = 20;

async function changeRole(owner: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.query(statement);
      return;
    } catch (error) {
      if (isAlreadyDone(error)) return;
      if (attempt < MAX_TRIES && isConcurrentUpdate(error)) continue;
      if (getSqlState(error) !== '42501') throw error;
      const redacted = statement.replace(/PASSWORD '.*'/, "PASSWORD '…'");
      throw new ConfigError([
        `The login for migrations cannot change roles (${redacted}): grant it CREATEROLE (ALTER ROLE … CREATEROLE), or run the statement as an administrator`,
      ]);
    }
  }
}

/** PostgreSQL has no specific code for two sessions that change the same role at once. */
const isConcurrentUpdate = (error: unknown): boolean =>
  getSqlState(error) === 'XX000' && error instanceof Error && error.message.includes('concurrently');

const isAlreadyDone = (error: unknown): boolean => ['42710', '23505'].includes(getSqlState(error) ?? '');

const getSqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** Runs after every migration: graphile-worker may have created tables that the queue's login has no rights on yet. */
export async function grantQueue(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'fws-migrate' });
  await owner.connect();
  try {
    await owner.query(GRANT_QUEUE);
  } finally {
    await owner.end();
  }
}

/** Runs in one transaction under an advisory lock: several processes may start at once. */
const GRANT_QUEUE = `
BEGIN;
SELECT pg_advisory_xact_lock(7302);
GRANT USAGE ON SCHEMA graphile_worker, public TO ${QUEUE_ROLE};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${QUEUE_ROLE};
REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM ${QUEUE_ROLE};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${QUEUE_ROLE};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO ${QUEUE_ROLE};
GRANT SELECT, INSERT, UPDATE, DELETE ON public.worker_heartbeat TO ${QUEUE_ROLE};
GRANT SELECT, UPDATE, DELETE ON public.outbox TO ${QUEUE_ROLE};
GRANT SELECT, UPDATE ON public.outbox_lease TO ${QUEUE_ROLE};
DO $$
DECLARE
  protected regclass;
BEGIN
  FOR protected IN
    SELECT oid FROM pg_class
    WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = '${QUEUE_ROLE}')
  LOOP
    EXECUTE format('CREATE POLICY ${QUEUE_ROLE} ON %s TO ${QUEUE_ROLE} USING (true) WITH CHECK (true)', protected);
  END LOOP;
END $$;
COMMIT;`;
