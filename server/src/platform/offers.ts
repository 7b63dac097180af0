import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { read, type Db, type Tx } from './db/index.ts';
import { NO_POSITION, parsePosition, type LogPosition } from './db/replicas/position.ts';
import type { Log } from './log.ts';

// What a suspended account offers disappears within a second, in every web process, whether or not live events arrive:
// each process asks the database for the version of the offers, and forgets what it keeps when that has grown.

const ASK_EVERY_MS = 250;

/** Call this in the transaction that suspends or restores somebody. */
export async function bumpOfferVersion(tx: Tx): Promise<void> {
  await tx
    .updateTable('offer_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute();
}

/**
 * Refuses a suspended person who offers a job or a quote. It holds until the transaction ends: a suspension at the same
 * moment waits for it, or is seen by it.
 */
export async function lockMayOffer(tx: Tx, userId: number): Promise<Outcome<null>> {
  const { rows } = await sql`
    SELECT 1 FROM user_account WHERE id = ${userId} AND suspended_at IS NULL FOR SHARE`.execute(tx);
  return rows.length > 0 ? done(null) : refuse('forbidden', 'identity.suspended');
}

/** Tells what keeps pages that somebody was suspended or restored. */
export class OfferWatch {
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  readonly #db: Db;
  readonly #log: Log;
  #running: Promise<void> | undefined;
  #version: number | undefined;
  #position = NO_POSITION;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Offers that are read from a replica must include this position of the log. */
  get position(): LogPosition {
    return this.#position;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.#ask();
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.#log.error('the version of the offers cannot be read', error);
        // Nobody can be suspended while the database is away, but perhaps only this process does not reach it.
        if (!isFailing) this.#tell();
        isFailing = true;
      }
      await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #ask(): Promise<void> {
    const [row] = await read<{ version: number; position: string }>(this.#db, {
      name: 'offer_version',
      text: 'SELECT version, pg_current_wal_insert_lsn()::text AS position FROM offer_version',
      values: [],
    });
    if (!row || row.version === this.#version) return;
    this.#version = row.version;
    this.#position = parsePosition(row.position);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
