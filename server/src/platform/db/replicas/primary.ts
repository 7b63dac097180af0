import { Asker } from './asker.ts';
import { PositionHistory } from './history.ts';
import { parsePosition, toRecordEnd, type LogLayout, type LogPosition } from './position.ts';

/** The same for a primary and all of its replicas, and for no other server. */
export const CLUSTER = '(SELECT system_identifier FROM pg_control_system())::text';

const QUESTION = `SELECT pg_current_wal_insert_lsn()::text AS position, ${CLUSTER} AS cluster,
  current_setting('wal_block_size')::int AS "pageBytes",
  pg_size_bytes(current_setting('wal_segment_size'))::int AS "segmentBytes"`;

interface Answer extends LogLayout {
  position: string;
  cluster: string;
}

/**
 * While the primary does not answer, visitors read what the replicas had last. Not for longer: a process that is cut off
 * from all servers must not show the same pages for ever.
 */
const OUTAGE_MS = 5 * 60_000;

/** Watches where the primary is, so that the age of replicas is known. */
export class PrimaryWatch {
  readonly #history = new PositionHistory();
  readonly #asker: Asker<Answer>;
  readonly #maxLagMs: number;
  #isFailing = false;
  #layout: LogLayout = { pageBytes: 8192, segmentBytes: 16 * 1024 * 1024 };
  /** The system identifier of the cluster; null when it is not known yet. */
  cluster: string | null = null;

  constructor(url: string, { maxLagMs, withinMs }: { maxLagMs: number; withinMs: number }) {
    this.#asker = new Asker(url, QUESTION, withinMs);
    this.#maxLagMs = maxLagMs;
  }

  async ask(): Promise<void> {
    const askedAtMs = performance.now();
    const answer = await this.#asker.ask().catch(() => null);
    this.#isFailing = answer === null;
    // Whoever uses the primary reports that it is down.
    if (answer === null) return;
    const { position, cluster, ...layout } = answer;
    this.#layout = layout;
    this.cluster = cluster;
    this.#history.note(askedAtMs, this.toRecordEnd(parsePosition(position)));
  }

  toRecordEnd = (position: LogPosition): LogPosition => toRecordEnd(position, this.#layout);

  /** What a replica must have replayed; null when nobody can say, and it must not be used. */
  findFreshPosition(): LogPosition | null {
    const now = performance.now();
    const fresh = this.#history.findFreshPosition(now, this.#maxLagMs);
    if (fresh !== null || !this.#isFailing) return fresh;
    const { latest } = this.#history;
    return latest && now - latest.askedAtMs < OUTAGE_MS ? latest.position : null;
  }

  /** Was the primary asked after that time, and was it behind the position even then? */
  isBehind(position: LogPosition, sinceMs: number): boolean {
    const { latest } = this.#history;
    return latest !== undefined && latest.askedAtMs > sinceMs && latest.position < position;
  }

  calculateLagMs = (position: LogPosition): number | null =>
    this.#history.calculateLagMs(position, performance.now());

  close(): void {
    this.#asker.close();
  }
}
