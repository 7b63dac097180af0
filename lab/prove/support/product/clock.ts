const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const IST_AHEAD_MS = 5.5 * HOUR_MS;
const MORNING_MS = 9 * HOUR_MS;

/** Runs ahead of the machine's clock, so that now() in the database is always in the past. */
export class ProductClock {
  #now = Date.now();

  constructor() {
    this.nextMorning();
  }

  now(): Date {
    return new Date(this.#now);
  }
  ms(): number {
    return this.#now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
  /** Advances to nine o'clock of the next day in India, so that a replayed world meets midnight at the same commands. */
  nextMorning(): void {
    const day = Math.floor((this.#now + IST_AHEAD_MS) / DAY_MS) + 1;
    this.#now = day * DAY_MS - IST_AHEAD_MS + MORNING_MS;
  }
}
