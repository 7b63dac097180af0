import type { Clock } from '../src/ports/clock.ts';

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

  reset(): void {
    this.#aheadMs = 0;
    this.#stoppedMs = null;
  }
}
