import type { Socket } from 'node:net';
import pg from 'pg';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { reachFaultPoint } from '../fault-point.ts';
import { buildWatchedStream, type Line } from './connection-watchdog.ts';
import { watchPool } from '../pool-metrics.ts';
import { getCurrentRequest } from '../request-origin.ts';
import { inSpan } from '../tracing/index.ts';
import { traceStatement } from '../tracing/statements.ts';
import { isOutage, READ_ONLY, UnknownOutcome } from './outage.ts';
import { parsePosition } from './replicas/position.ts';
import { noteCommitted, noteUnknownOutcome } from './replicas/written.ts';
import type { Database } from './tables.ts';

export type { Database } from './tables.ts';
/** Reads take `Db | Tx`; writes take a `Tx`, so that nothing is written outside a transaction. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond 2^53 from the database: ${text}`);
  return value;
}

/** Type parsers by oid: bigint becomes a safe integer, date stays a calendar day in text. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, parseSafeInteger],
  [1082, (text) => text],
]);

const types: pg.CustomTypesConfig = {
  // node-postgres declares a separate overload for each format.
  getTypeParser: (oid, format) =>
    parsers.get(oid) ??
    (format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')),
};

const PREPARED = '-- prepared\n';
/** The connections whose databases use named statements. */
const namingClients = new WeakSet<pg.ClientBase>();
/** The connections whose commits say where in the log they are. */
const positionClients = new WeakSet<pg.ClientBase>();
const statementNames = new Map<string, string>();

function findStatementName(text: string): string {
  const name = statementNames.get(text) ?? `prepared_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Begins a statement that runs constantly inside transactions: each connection prepares it once, where named statements
 * are enabled. Its text must not depend on the number of values, and it must name its columns: a prepared `SELECT *`
 * fails as soon as a migration adds a column.
 */
export const prepared = sql.raw(PREPARED);

const COMMIT = 'commit';
/**
 * One message, so it costs no round trip. The insert position, because a commit that is not flushed is behind the others.
 * A standby has none; a transaction that only reads commits there too.
 */
const COMMIT_AND_LOCATE = `${COMMIT};
  SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_insert_lsn()::text END AS position`;
/** Where PostgreSQL waits for the standby, as its messages say in every language. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';
/** How long a commit may wait until its caller is told that the outcome is unknown. The server goes on waiting. */
const COMMIT_WAITS_MS = 30_000;

/** Connections to a server that is no primary any more. */
const readOnlyClients = new WeakSet<pg.ClientBase>();

/** What node-postgres does not declare. */
interface ClientInternals {
  connection: {
    stream: Socket;
    on(event: 'errorMessage', listener: (error: { code?: string }) => void): void;
  };
}

/**
 * A transaction in which a statement failed is rolled back by COMMIT, and only the reply's tag says so. Whoever caught the
 * statement's error must not believe that the rest was committed. Nor must anybody believe in a commit that no standby
 * has confirmed: when its wait is cancelled, PostgreSQL answers with a notice and with success.
 */
class CheckedClient extends pg.Client {
  /** PostgreSQL has stopped waiting for a standby during the commit. */
  #isUnconfirmed = false;
  readonly #commitWaitsMs: number;

  constructor(config: pg.ClientConfig & { commitWaitsMs?: number } = {}) {
    super(config);
    this.#commitWaitsMs = config.commitWaitsMs ?? COMMIT_WAITS_MS;
    this.on('notice', ({ routine }) => (this.#isUnconfirmed ||= routine === WAITS_FOR_STANDBY));
    this.#internals.connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) readOnlyClients.add(this);
    });
  }

  get #internals(): ClientInternals {
    return this as unknown as ClientInternals;
  }

  override query = ((...params: unknown[]) => {
    const [text, values] = params;
    if (text === COMMIT) return this.#commit();
    if (typeof text === 'string' && text.startsWith(PREPARED) && namingClients.has(this))
      params.splice(0, 2, { name: findStatementName(text), text, values });
    const endTrace = traceStatement(params);
    // oxlint-disable-next-line typescript/unbound-method -- bound by apply
    const reply: unknown = Reflect.apply(super.query, this, params);
    endTrace?.(reply);
    return reply;
  }) as pg.Client['query'];

  async #commit(): Promise<pg.QueryResult> {
    const locates = positionClients.has(this);
    let replies: Located | Located[];
    try {
      replies = await this.#sendCommit([locates ? COMMIT_AND_LOCATE : COMMIT]);
    } catch (error) {
      if (locates) noteUnknownOutcome();
      throw error;
    }
    // Several statements have a list of replies.
    const [reply, located] = [replies].flat();
    if (reply?.command !== 'COMMIT') throw new Error(`a commit was answered with ${reply?.command}`);
    const position = located?.rows[0]?.position;
    if (position) noteCommitted(parsePosition(position));
    return reply;
  }

  async #sendCommit(params: string[]): Promise<Located | Located[]> {
    this.#isUnconfirmed = false;
    const late = setTimeout(() => this.#internals.connection.stream.destroy(), this.#commitWaitsMs);
    try {
      // Under the name of what matters, and not of the setting before it.
      const endTrace = traceStatement(['commit']);
      // oxlint-disable-next-line typescript/unbound-method -- bound by apply
      const replies: unknown = Reflect.apply(super.query, this, params);
      endTrace?.(replies);
      const received = (await replies) as Located | Located[];
      if (this.#isUnconfirmed) throw new UnknownOutcome(new Error('no standby has confirmed the commit'));
      return received;
    } finally {
      clearTimeout(late);
    }
  }
}

type Located = pg.QueryResult<{ position?: string | null }>;

/** A pool of the application's login. Session settings belong to that role (`roles.ts`). */
export function createPool(
  url: string,
  options: {
    max?: number;
    applicationName?: string;
    line?: Pick<Line, 'stream'>;
    connectWithinMs?: number;
    commitWaitsMs?: number;
  } = {},
): pg.Pool {
  const config: pg.PoolConfig & { commitWaitsMs?: number } = {
    Client: CheckedClient,
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'fws',
    connectionTimeoutMillis: options.connectWithinMs ?? 10_000,
    ...buildWatchedStream(options.line),
    ...(options.commitWaitsMs === undefined ? {} : { commitWaitsMs: options.commitWaitsMs }),
    types,
  };
  const pool = new pg.Pool(config);
  // A connection that the server closed is replaced on its next use. Without these listeners the error would end the
  // process: idle connections report through the pool's event, connections between two statements of a transaction
  // through their own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  watchPool(pool);
  // A pool does not keep a connection that is ending.
  pool.on('release', (_error, client) => {
    if (readOnlyClients.has(client)) void (client as pg.PoolClient & pg.Client).end().catch(() => {});
  });
  return pool;
}

type Query = (...statement: unknown[]) => Promise<pg.QueryResult>;

const registry = new WeakMap<Db, { query: Query; namedStatements: boolean }>();

/** From now on, statements that begin with `prepared` are prepared once per connection. */
export const nameStatements = (pool: pg.Pool): void =>
  void pool.on('connect', (client) => namingClients.add(client));

export function createDb(pool: pg.Pool, { namedStatements = false, locatesCommits = false } = {}): Db {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  registry.set(db, { query: pool.query.bind(pool) as Query, namedStatements });
  if (namedStatements) nameStatements(pool);
  if (locatesCommits) pool.on('connect', (client) => positionClients.add(client));
  return db;
}

/** Runs a statement as node-postgres takes it. */
export const runStatement = (db: Db, statement: readonly unknown[]): Promise<pg.QueryResult> =>
  getRegistered(db).query(...statement);

function getRegistered(db: Db) {
  const registered = registry.get(db);
  if (!registered) throw new Error('this needs the database itself, not a transaction');
  return registered;
}

/** A database whose single statements `query` runs, wherever it likes. It has no transactions. */
export function createReadDb(query: Query, namedStatements: boolean): Db {
  const client = { query, release() {} } as unknown as pg.PoolClient;
  const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  registry.set(db, { query, namedStatements });
  return db;
}

/**
 * A parameter whose value the planner does not see. Without it, a prepared statement with a list looks cheaper when it
 * is planned for the few values of one execution, so PostgreSQL would plan it anew each time, which takes longer than
 * running it.
 */
export const hideFromPlanner = (parameter: string, type: string): string =>
  `(SELECT ${parameter}::${type})::${type}`;

/**
 * Runs a read in plain SQL. A named statement is prepared once per connection, for the few that run constantly. Behind
 * a pooler, which may give the next statement another connection, names may have to be disabled.
 */
export async function read<Row extends object>(
  db: Db,
  statement: { name?: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const { query, namedStatements } = getRegistered(db);
  const { name, ...unnamed } = statement;
  return (await query(namedStatements && name !== undefined ? { name, ...unnamed } : unnamed)).rows as Row[];
}

const distributed = new WeakMap<Db, Promise<boolean>>();
const distributedTransactions = new WeakSet<Tx>();

/**
 * Whether this is a database on a Citus coordinator (docs/citus.md). For the few statements that are one where all tables
 * are on one node, and have to be several where they are not. Asks the database once.
 */
export async function isDistributed(db: Db | Tx): Promise<boolean> {
  if (db.isTransaction) return distributedTransactions.has(db as Tx);
  const known = distributed.get(db) ?? askIfDistributed(db);
  distributed.set(db, known);
  // What an outage hid is asked again.
  known.catch(() => distributed.delete(db));
  return known;
}

async function askIfDistributed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has_citus: boolean }>`
    SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_citus`.execute(db);
  return rows[0]?.has_citus === true;
}

/** At the end of a statement that locks rows of several nodes, and so runs only where there is one. Tests look for it. */
export const ON_ONE_NODE = sql`/* on one node */`;

const RETRYABLE = new Set(['40001', '40P01']);

const committedRefusals = new WeakSet<object>();

/**
 * Marks a refusal whose transaction commits instead of rolling back, for the few that count or log what was tried. An
 * outcome that is no refusal is returned as it is.
 */
export function commitRefusal<T extends { ok: boolean }>(outcome: T): T {
  if (outcome.ok) return outcome;
  const marked = { ...outcome }; // a refusal may be a constant that others return too
  committedRefusals.add(marked);
  return marked;
}

const rollsBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'refusal' in result && !committedRefusals.has(result);

/** Rolls a transaction back whose result is returned all the same. */
class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('the transaction ended in a refusal');
    this.result = result;
  }
}

const lastWrites = new WeakMap<Tx, Set<() => Promise<void>>>();

/** Calls `write` once when the work of this transaction of `inTx()` is done and before it commits. */
export function beforeCommit(tx: Tx, write: () => Promise<void>): void {
  lastWrites.set(tx, (lastWrites.get(tx) ?? new Set()).add(write));
}

const commitListeners = new WeakMap<Tx, Set<() => void>>();

/** Calls `listener` once when this transaction of `inTx()` has committed. */
export function afterCommit(tx: Tx, listener: () => void): void {
  commitListeners.set(tx, (commitListeners.get(tx) ?? new Set()).add(listener));
}

/**
 * Runs `work` in one transaction. A refusal rolls it back, unless `commitRefusal()` marked it. When the database ended
 * it to break a deadlock, `work` runs again from the start.
 */
export const inTx = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSpan('transaction', 'internal', () => runTransaction(db, work));

async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    let listeners: ReadonlySet<() => void> | undefined;
    try {
      const hasNodes = await isDistributed(db);
      const result = await db.transaction().execute(async (tx) => {
        if (hasNodes) distributedTransactions.add(tx);
        const worked = await work(tx);
        if (rollsBack(worked)) throw new RolledBack(worked);
        for (const write of lastWrites.get(tx) ?? []) await write();
        if (hasNodes) await commitInTwoPhases(tx);
        reachFaultPoint('before_commit');
        listeners = commitListeners.get(tx);
        isCommitting = true;
        return worked;
      });
      for (const listener of listeners ?? []) listener();
      getCurrentRequest()?.onCommit?.();
      reachFaultPoint('after_commit');
      return result;
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      // A server without room says so, and did not commit; one that goes away says nothing for certain.
      if (isCommitting && isOutage(error) && !getSqlState(error)?.startsWith('53'))
        throw new UnknownOutcome(error);
      if (attempt === 3 || !RETRYABLE.has(getSqlState(error) ?? '')) throw error;
    }
  }
}

/**
 * Makes Citus commit on all nodes or on none. By itself it does so only when it has seen changes on two nodes, and it sees
 * none of tables that it does not know: the ledger and the tables of months. Any change of a table that it knows on the
 * coordinator is enough, also of no row; settings of quiet hours have a foreign key to a reference table.
 */
const commitInTwoPhases = (tx: Tx) => sql`${prepared}DELETE FROM quiet_hours WHERE user_id = 0`.execute(tx);

/** Upper limit of any single statement, also in a long transaction. */
const LONG_STATEMENT_MS = 10 * 60_000;

/**
 * A transaction whose statements may take long, e.g. when a background task reads a whole table. Every other statement
 * ends after DATABASE_STATEMENT_TIMEOUT_MS.
 */
export const inLongTx = <T>(db: Db, work: (tx: Tx) => Promise<T>, limitMs = LONG_STATEMENT_MS): Promise<T> =>
  inTx(db, async (tx) => {
    await sql`SELECT set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx);
    return work(tx);
  });

/** The SQLSTATE of a database error. */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Did this insert violate that unique index or constraint? */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (getSqlState(error) !== '23505' || !(error instanceof Error)) return false;
  // Citus names the part of the table, by a number at the end, and of another node in the message alone.
  const named = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  const name = named ?? /unique constraint "([^"]+)"/.exec(error.message)?.[1] ?? '';
  return name === constraint || name.replace(/_\d{6,}$/, '') === constraint;
}
