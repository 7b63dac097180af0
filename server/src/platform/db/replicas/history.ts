import type { LogPosition } from './position.ts';

interface Sample {
  /** When the primary was asked: the position includes everything that had been committed by then. */
  askedAtMs: number;
  position: LogPosition;
}

const KEPT_MS = 10 * 60_000;

/**
 * Where the primary was, and when. How old a replica is follows from it: the time of its last transaction says nothing,
 * because it grows while nobody writes.
 */
export class PositionHistory {
  /** Ascending by time. */
  readonly #samples: Sample[] = [];

  note(askedAtMs: number, position: LogPosition): void {
    this.#samples.push({ askedAtMs, position });
    while ((this.#samples[0]?.askedAtMs ?? askedAtMs) < askedAtMs - KEPT_MS) this.#samples.shift();
  }

  get latest(): Sample | undefined {
    return this.#samples.at(-1);
  }

  /**
   * Whoever has replayed this position has everything that was committed `maxLagMs` ago. Null while the primary was not
   * asked since then.
   */
  findFreshPosition(nowMs: number, maxLagMs: number): LogPosition | null {
    // From the end, because the answer is one of the last few.
    let fresh: LogPosition | null = null;
    for (let index = this.#samples.length - 1; index >= 0; index--) {
      const sample = this.#samples[index];
      if (!sample || sample.askedAtMs < nowMs - maxLagMs) break;
      fresh = sample.position;
    }
    return fresh;
  }

  /** How old the data of a replica may be that has replayed this position; null when the primary was never asked. */
  calculateLagMs(position: LogPosition, nowMs: number): number | null {
    const missing = this.#samples.findIndex((sample) => sample.position > position);
    if (this.#samples.length === 0) return null;
    if (missing < 0) return 0;
    // It has everything up to the sample before the first position that it lacks.
    const known = this.#samples[Math.max(0, missing - 1)];
    return nowMs - (known?.askedAtMs ?? nowMs);
  }
}
