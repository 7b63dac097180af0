import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getSqlState } from '../db/index.ts';
import { READ_ONLY } from '../db/outage.ts';
import type { Log } from '../log.ts';
import { deleteSuperseded } from './superseded.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

type ConnectCallback = (
  err: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * The queue's connections. graphile-worker does not await the statement that ends a task (`completeJob` and `failJob`
 * in its worker.js, in 0.17.3 as in 0.18.0): when the database is unreachable, the rejection ends the process. Here
 * such a statement does not fail. It is retried until the database has accepted it, which is harmless, so that a
 * completed task does not run again. All other statements fail as usual and are repeated at the next poll.
 */
export class QueuePool extends pg.Pool {
  readonly #log: Log;
  readonly #onEnd: (taskId: string) => void;
  readonly #waiting = new Set<Promise<pg.QueryResult>>();
  readonly #givenUp = new AbortController();

  /** `onEnd` is called with the id of each task whose end the database has accepted. */
  constructor(config: pg.PoolConfig, log: Log, onEnd: (taskId: string) => void) {
    super(config);
    this.#log = log;
    this.#onEnd = onEnd;
  }

  /** graphile-worker takes a connection by promise for each statement, and by callback for the one it listens on. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    return callback ? super.connect(callback) : Promise.resolve(this.#lend());
  }

  /** A client that takes a real connection with its first statement, unless that statement must not fail. */
  #lend(): pg.PoolClient {
    let real: Promise<pg.PoolClient> | undefined;
    const ask = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      if (typeof statement === 'object' && mustNotFail(statement)) return this.#trackRetry(statement);
      real ??= super.connect();
      return (await real).query(statement, values);
    };
    let isReadOnly = false;
    const lent = {
      query: (statement: string | pg.QueryConfig, values?: unknown[]) =>
        ask(statement, values).catch((error: unknown) => {
          isReadOnly ||= getSqlState(error) === READ_ONLY;
          rethrowWithoutCode(error);
        }),
      // A connection to a former primary is not kept.
      release: () =>
        real?.then(
          (client) => client.release(isReadOnly),
          () => {},
        ),
    };
    return lent as unknown as pg.PoolClient;
  }

  #trackRetry(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const result = this.#retryUntilTaken(statement).finally(() => this.#waiting.delete(result));
    this.#waiting.add(result);
    return result;
  }

  async #retryUntilTaken(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const taskIds = listEndedTasks(statement);
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        if (isFailure(statement)) await deleteSuperseded(this, { ids: taskIds });
        const reply = await this.query(statement);
        for (const id of taskIds) this.#onEnd(id);
        return reply;
      } catch (error) {
        this.#log.warn('the queue waits for the database', { reason: String(error) });
        const goesOn = await sleep(waitMs, true, { signal: this.#givenUp.signal }).catch(() => false);
        if (!goesOn) return { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
      }
    }
  }

  /**
   * Waits up to `withinMs` for statements that are not accepted yet; a task whose end was not recorded will run again
   * elsewhere.
   */
  async finish(withinMs: number): Promise<void> {
    const giveUp = setTimeout(() => this.#givenUp.abort(), withinMs);
    await Promise.all(this.#waiting);
    clearTimeout(giveUp);
    this.#givenUp.abort();
    await this.end();
  }
}

const isFailure = ({ name = '' }: Pick<pg.QueryConfig, 'name'>): boolean => name.startsWith('fail_job');

/** The ids of the tasks that such a statement ends, from its values. */
function listEndedTasks({ name = '', values = [] }: pg.QueryConfig): string[] {
  if (name.startsWith('complete_job')) return [values[0]].flat().map(String);
  if (!isFailure({ name })) return [];
  return (JSON.parse(String(values[1])) as { jobId: string }[]).map(({ jobId }) => jobId);
}

/**
 * Statements that end a task, by the names under which graphile-worker prepares them; and its initial query of the
 * tasks, whose failure it would cache forever (taskIdentifiers.js).
 */
const mustNotFail = ({ name, text }: pg.QueryConfig): boolean =>
  /^(?:complete|fail)_job(?:_q)?\//.test(name ?? '') || text.includes('._private_tasks');

/**
 * For these codes graphile-worker's own retry delay grows to two minutes; for an error without a code it retries after
 * a second.
 */
const SLOW_RETRY_CODES = new Set(['57P03', 'EHOSTUNREACH', 'ETIMEDOUT']);

function rethrowWithoutCode(error: unknown): never {
  if (SLOW_RETRY_CODES.has(getSqlState(error) ?? '')) throw new Error(String(error), { cause: error });
  throw error;
}
