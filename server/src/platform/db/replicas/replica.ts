import pg from 'pg';
import type { Log } from '../../log.ts';
import { createPool, getSqlState, nameStatements } from '../index.ts';
import { READ_ONLY } from '../outage.ts';
import { Sockets } from '../sockets.ts';
import { Asker } from './asker.ts';
import { parsePosition, type LogPosition } from './position.ts';
import { CLUSTER, type PrimaryWatch } from './primary.ts';
import type { Statement } from './read-db.ts';

const STATE = `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS position`;
const QUESTION = `${STATE}, pg_postmaster_start_time()::text AS "startedAt", ${CLUSTER} AS cluster`;

interface State {
  standby: boolean;
  position: string | null;
}
interface Answer extends State {
  startedAt: string;
  cluster: string;
}

export type LeftOut =
  | 'unreachable'
  | 'other_cluster'
  | 'not_a_standby'
  | 'diverged'
  | 'lags'
  | 'primary_unknown';

export interface ReplicaSettings {
  url: string;
  poolSize: number;
  namedStatements: boolean;
  /** A replica that says nothing for so long is cut off. */
  silentAfterMs: number;
  /** The longest time that a statement may take here, before the primary is asked. */
  readWithinMs: number;
  primary: Pick<PrimaryWatch, 'cluster' | 'findFreshPosition' | 'isBehind' | 'calculateLagMs'>;
  log: Log;
}

/** How long a connection relies on its server still being a standby. */
const CHECKED_EVERY_MS = 500;

/** One replica: its connections, and whether reads may go there. */
export class Replica {
  readonly name: string;
  readonly #settings: ReplicaSettings;
  readonly #sockets = new Sockets();
  readonly #pool: pg.Pool;
  readonly #asker: Asker<Answer>;
  /** What the server behind each connection had replayed when it was asked. */
  readonly #replayed = new WeakMap<pg.ClientBase, { position: LogPosition; atMs: number }>();
  #leftOut: LeftOut | null = 'unreachable';
  /** The last answer, and when it arrived. */
  #last: { position: LogPosition; atMs: number; startedAt: string } | undefined;
  /** The start of a server whose log is not the primary's any more. */
  #divergedSince: string | undefined;

  constructor(settings: ReplicaSettings) {
    this.#settings = settings;
    this.name = new URL(settings.url).host || 'local';
    this.#asker = new Asker(settings.url, QUESTION, settings.silentAfterMs);
    this.#pool = createPool(settings.url, {
      max: settings.poolSize,
      applicationName: 'fws-reads',
      line: this.#sockets,
      connectWithinMs: settings.silentAfterMs,
    });
    if (settings.namedStatements) nameStatements(this.#pool);
  }

  get isInUse(): boolean {
    return this.#leftOut === null;
  }

  get leftOut(): LeftOut | null {
    return this.#leftOut;
  }

  /** Null when it is not known. */
  get lagMs(): number | null {
    return this.#last ? this.#settings.primary.calculateLagMs(this.#last.position) : null;
  }

  /** Asks the replica where it is, and decides whether it is used. */
  async watch(): Promise<void> {
    const answer = await this.#asker.ask().catch(() => null);
    // Whoever waits for a silent server gets an error now, and the answer from the primary.
    if (answer === null) this.#sockets.cut();
    const leftOut = answer === null ? 'unreachable' : this.#judge(answer);
    if (leftOut === this.#leftOut) return;
    const { log } = this.#settings;
    if (leftOut === null) log.info('reads use the replica', { replica: this.name });
    else log.warn('reads leave the replica out', { replica: this.name, reason: leftOut });
    this.#leftOut = leftOut;
  }

  #judge({ standby, position: lsn, startedAt, cluster }: Answer): LeftOut | null {
    const { primary } = this.#settings;
    const before = this.#last;
    if (before && before.startedAt === startedAt && primary.isBehind(before.position, before.atMs))
      this.#divergedSince = startedAt;
    const position = lsn === null ? null : parsePosition(lsn);
    this.#last = position === null ? undefined : { position, atMs: performance.now(), startedAt };
    if (primary.cluster === null) return 'primary_unknown';
    if (cluster !== primary.cluster) return 'other_cluster';
    if (!standby || position === null) return 'not_a_standby';
    if (this.#divergedSince === startedAt) return 'diverged';
    const fresh = primary.findFreshPosition();
    if (fresh === null) return 'primary_unknown';
    return position < fresh ? 'lags' : null;
  }

  /** Runs a statement here, on what includes `needed`. Null: the primary must answer. */
  async read(statement: Statement, needed: LogPosition): Promise<pg.QueryResult | null> {
    const client = await this.#pool.connect().catch(() => null);
    if (client === null) return null;
    let isReleased = false;
    const release = (isBroken: boolean) => {
      if (!isReleased) client.release(isBroken);
      isReleased = true;
    };
    // This closes the connection, so the statement fails.
    const timer = setTimeout(() => release(true), this.#settings.readWithinMs);
    let isBroken = true;
    try {
      const reaches = await this.#reaches(client, needed);
      const result = reaches ? await client.query(...(statement as [string, unknown[]])) : null;
      isBroken = false;
      return result;
    } catch (error) {
      if (getSqlState(error) === READ_ONLY) throw error;
      // Whatever is wrong here: an error of the statement itself is the primary's to report.
      return null;
    } finally {
      clearTimeout(timer);
      release(isBroken);
    }
  }

  /**
   * Is the server of this very connection a standby that is fresh and has replayed the position? There may be several
   * behind one address, and what one of them has replayed says nothing about the others.
   */
  async #reaches(client: pg.PoolClient, needed: LogPosition): Promise<boolean> {
    const fresh = this.#settings.primary.findFreshPosition();
    if (fresh === null) return false;
    const least = needed > fresh ? needed : fresh;
    const known = this.#replayed.get(client);
    if (known && known.position >= least && performance.now() - known.atMs < CHECKED_EVERY_MS) return true;
    const { rows } = await client.query<State>(STATE);
    const [state] = rows;
    if (!state?.standby || state.position === null) return false;
    const position = parsePosition(state.position);
    this.#replayed.set(client, { position, atMs: performance.now() });
    return position >= least;
  }

  async close(): Promise<void> {
    this.#asker.close();
    // Ending a silent connection would never end.
    this.#sockets.cut();
    await this.#pool.end();
  }
}
