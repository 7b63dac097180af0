import type { Clock } from '../src/ports/clock.ts';

const HOUR_MS = 3600_000;

/** Real time plus an offset that the test sets. */
export class TestClock implements Clock {
  #aheadMs = 0;
  #stoppedMs: number | null = null;

  now(): Date {
    return new Date((this.#stoppedMs ?? Date.now()) + this.#aheadMs);
  }

  /** The time, or one this far ahead, as replies show it. */
  format(aheadMs = 0): string {
    return new Date(this.now().getTime() + aheadMs).toISOString();
  }

  /** From now on time passes only by `advance`. Begins with a whole second, because some providers send no more. */
  stop(): void {
    this.#stoppedMs = Math.floor(Date.now() / 1000) * 1000;
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  /**
   * Continues at the start of an hour. Attempts are counted in fixed windows of minutes to a day: a test that counts
   * them calls this first, so that no window ends between two of its calls.
   */
  advanceToNextHour(): void {
    this.advance(HOUR_MS - (this.now().getTime() % HOUR_MS));
  }

  reset(): void {
    this.#aheadMs = 0;
    this.#stoppedMs = null;
  }
}
