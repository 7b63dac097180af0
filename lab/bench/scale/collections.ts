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

/** A binary heap: the earliest item first. Times and items are apart, so that an event needs no object of its own. */
export class Timeline<Item> {
  readonly #times: number[] = [];
  readonly #items: Item[] = [];

  get length(): number {
    return this.#times.length;
  }

  get nextAt(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, item: Item): void {
    const [times, items] = [this.#times, this.#items];
    let index = times.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const [above, parentItem] = [times[parent], items[parent]];
      if (above === undefined || parentItem === undefined || above <= at) break;
      times[index] = above;
      items[index] = parentItem;
      index = parent;
    }
    times[index] = at;
    items[index] = item;
  }

  take(): Item | undefined {
    const [times, items] = [this.#times, this.#items];
    const first = items[0];
    const [lastAt, last] = [times.pop(), items.pop()];
    if (lastAt === undefined || last === undefined || times.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      let childAt = times[child];
      const right = times[child + 1];
      if (childAt === undefined) break;
      if (right !== undefined && right < childAt) {
        childAt = right;
        child += 1;
      }
      const childItem = items[child];
      if (childItem === undefined || childAt >= lastAt) break;
      times[index] = childAt;
      items[index] = childItem;
      index = child;
    }
    times[index] = lastAt;
    items[index] = last;
    return first;
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
