import type { Socket } from 'node:net';
import pg from 'pg';
import { traceStatement } from '../tracing/statements.ts';
import { READ_ONLY, UnknownOutcome } from './outage.ts';
import { findStatementName, PREPARED } from './prepared.ts';
import { parsePosition } from './replicas/position.ts';
import { noteCommitted, noteUnknownOutcome } from './replicas/written.ts';

/** The connections whose databases use named statements. */
const namingClients = new WeakSet<pg.ClientBase>();
/** The connections whose commits say where in the log they are. */
const positionClients = new WeakSet<pg.ClientBase>();
/** Connections to a server that is no primary any more. */
const readOnlyClients = new WeakSet<pg.ClientBase>();

/** From now on, statements that begin with `prepared` are prepared once per connection. */
export const nameStatements = (pool: pg.Pool): void =>
  void pool.on('connect', (client) => namingClients.add(client));

export const locateCommits = (pool: pg.Pool): void =>
  void pool.on('connect', (client) => positionClients.add(client));

export const isReadOnly = (client: pg.ClientBase): boolean => readOnlyClients.has(client);

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
export class CheckedClient extends pg.Client {
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
