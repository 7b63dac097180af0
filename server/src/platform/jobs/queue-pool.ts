import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from '../db/index.ts';
import type { Log } from '../log.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

type Taken = (
  err: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * The queue's connections. graphile-worker starts the statement that ends a job and does not look at its promise
 * (`completeJob` and `failJob` in its worker.js, in 0.17.3 as in 0.18.0): rejected by a database that is away, it ends
 * the process. Here such a statement does not fail. It is repeated until the database has taken it, which is harmless,
 * and a job that is done is not done again. All others fail as they do, and are asked again at the next poll.
 */
export class QueuePool extends pg.Pool {
  readonly #log: Log;
  readonly #waiting = new Set<Promise<pg.QueryResult>>();
  readonly #givenUp = new AbortController();

  constructor(config: pg.PoolConfig, log: Log) {
    super(config);
    this.#log = log;
  }

  /** For each statement graphile-worker takes a connection by promise; by callback the one that it listens on. */
  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | void {
    return taken ? super.connect(taken) : Promise.resolve(this.#lend());
  }

  /** Takes a real connection with its first statement, unless that is one which must not fail. */
  #lend(): pg.PoolClient {
    let real: Promise<pg.PoolClient> | undefined;
    const ask = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      if (typeof statement === 'object' && mustNotFail(statement)) return this.#insist(statement);
      real ??= super.connect();
      return (await real).query(statement, values);
    };
    const lent = {
      query: (statement: string | pg.QueryConfig, values?: unknown[]) =>
        ask(statement, values).catch(impatiently),
      release: () =>
        real?.then(
          (client) => client.release(),
          () => {},
        ),
    };
    return lent as unknown as pg.PoolClient;
  }

  #insist(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const taken = this.#untilTaken(statement).finally(() => this.#waiting.delete(taken));
    this.#waiting.add(taken);
    return taken;
  }

  async #untilTaken(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return await this.query(statement);
      } catch (error) {
        this.#log.warn('the queue waits for the database', { reason: String(error) });
        const goesOn = await sleep(waitMs, true, { signal: this.#givenUp.signal }).catch(() => false);
        if (!goesOn) return { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
      }
    }
  }

  /** Waits so long for what is not taken yet; a job whose end was not will run again elsewhere. */
  async finish(withinMs: number): Promise<void> {
    const giveUp = setTimeout(() => this.#givenUp.abort(), withinMs);
    await Promise.all(this.#waiting);
    clearTimeout(giveUp);
    this.#givenUp.abort();
    await this.end();
  }
}

/**
 * What ends a job, by the names that graphile-worker prepares it under; and what it asks once at its start about the
 * tasks, whose failure it would remember for good (taskIdentifiers.js).
 */
const mustNotFail = ({ name, text }: pg.QueryConfig): boolean =>
  /^(?:complete|fail)_job(?:_q)?\//.test(name ?? '') || text.includes('._private_tasks');

/** graphile-worker meets these with a patience of its own that grows to two minutes; without a code it asks in a second. */
const MET_WITH_PATIENCE = new Set(['57P03', 'EHOSTUNREACH', 'ETIMEDOUT']);

function impatiently(error: unknown): never {
  if (MET_WITH_PATIENCE.has(sqlState(error) ?? '')) throw new Error(String(error), { cause: error });
  throw error;
}
