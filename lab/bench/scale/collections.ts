import { createHistogram } from 'node:perf_hooks';

/** First in, first out. Removing the first takes constant time, which `shift` of an array does not. */
export class Fifo<Item> {
  #items: Item[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    const item = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#head += 1;
    if (this.#head > 10_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

/** A binary heap: the earliest item first. */
export class Timeline<Item> {
  readonly #entries: { at: number; item: Item }[] = [];

  get length(): number {
    return this.#entries.length;
  }

  get nextAt(): number {
    return this.#entries[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, item: Item): void {
    const entries = this.#entries;
    let index = entries.length;
    entries.push({ at, item });
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent];
      if (!above || above.at <= at) break;
      entries[index] = above;
      index = parent;
    }
    entries[index] = { at, item };
  }

  take(): Item | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (!first || !last || entries.length === 0) return first?.item;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const [left, right] = [entries[child], entries[child + 1]];
      if (!left) break;
      let smaller = left;
      if (right && right.at < left.at) {
        smaller = right;
        child += 1;
      }
      if (smaller.at >= last.at) break;
      entries[index] = smaller;
      index = child;
    }
    entries[index] = last;
    return first.item;
  }
}

/** Longer than any simulation. */
const WAIT_MAX_MS = 7 * 24 * 60 * 60 * 1000;

/** Waiting times in whole milliseconds. A histogram, so that millions of them take little memory. */
export class Waits {
  readonly #histogram = createHistogram({ lowest: 1, highest: WAIT_MAX_MS, figures: 3 });
  #max = 0;

  get count(): number {
    return this.#histogram.count;
  }

  get max(): number {
    return this.#max;
  }

  add(ms: number): void {
    // It takes integers from 1 on.
    this.#histogram.record(Math.max(1, Math.round(ms)));
    this.#max = Math.max(this.#max, ms);
  }

  /** The time below which the given part of all lies. */
  percentile(part: number): number {
    return Math.min(this.#max, this.#histogram.percentile(100 * part));
  }
}
