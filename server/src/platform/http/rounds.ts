const MAX_LATE_TICKS = 10;

/**
 * Visits every item once in a period, a few at each tick. One timer serves all items, and thousands of them are not
 * visited at one moment.
 */
export class Rounds<Item> {
  readonly #items = new Set<Item>();
  readonly #times: { readonly periodMs: number; tickMs: number };
  readonly #visit: (item: Item) => void;
  #round = this.#items.values();
  #tickedAt = 0;
  /** Visits that are due; less than one is carried over to the next tick. */
  #due = 0;
  #timer: NodeJS.Timeout | undefined;

  /** The period may change: it is read at each tick. */
  constructor(times: { readonly periodMs: number; tickMs: number }, visit: (item: Item) => void) {
    this.#times = times;
    this.#visit = visit;
  }

  add(item: Item): void {
    this.#items.add(item);
    if (this.#timer) return;
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), this.#times.tickMs).unref();
  }

  delete(item: Item): void {
    this.#items.delete(item);
    if (this.#items.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#due = 0;
  }

  #tick(): void {
    const { periodMs, tickMs } = this.#times;
    const now = performance.now();
    // Ticks of a busy process are late. One that was suspended does not visit all at once.
    const elapsedMs = Math.min(now - this.#tickedAt, MAX_LATE_TICKS * tickMs);
    this.#tickedAt = now;
    this.#due += (this.#items.size * elapsedMs) / periodMs;
    for (; this.#due >= 1; this.#due -= 1) {
      const item = this.#takeNext();
      if (item !== undefined) this.#visit(item);
    }
  }

  #takeNext(): Item | undefined {
    const next = this.#round.next();
    if (!next.done) return next.value;
    this.#round = this.#items.values();
    return this.#round.next().value;
  }
}
