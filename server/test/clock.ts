import type { Clock } from '../src/ports/clock.ts';

/** Real time plus an offset that the test sets. */
export class TestClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  reset(): void {
    this.#aheadMs = 0;
  }
}
