import type { Clock } from '../ports/clock.ts';

export interface BriefCacheSettings<Value> {
  clock: Clock;
  /** Counted from the start of the load: what is returned is never older than this. */
  keepMs: number;
  /** The sum of the weights of all entries. Beyond it, the oldest entries are dropped. */
  maxWeight: number;
  weigh: (value: Value) => number;
}

interface Entry<Value> {
  startedAtMs: number;
  value: Promise<Value>;
  weight: number;
  /** Undefined while it loads. */
  loaded: { value: Value } | undefined;
}

/** The weight of an entry that is still loading, so that these are bounded too. */
const LOADING_WEIGHT = 1000;

/**
 * Keeps values for a moment, so that concurrent requests share one load. A failed load is not kept: whoever waits for it
 * gets its error, and the next request loads again.
 */
export class BriefCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #settings: BriefCacheSettings<Value>;
  #weight = 0;

  constructor(settings: BriefCacheSettings<Value>) {
    this.#settings = settings;
  }

  get weight(): number {
    return this.#weight;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key);
    return entry && this.#isFresh(entry) ? entry.value : this.reload(key, load);
  }

  /** The value that is kept, without waiting for one. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#isFresh(entry) ? entry.loaded?.value : undefined;
  }

  /** Loads the value now, whatever is kept. Later requests get this one. */
  reload(key: string, load: () => Promise<Value>): Promise<Value> {
    const startedAtMs = this.#readClock();
    const value = load();
    const entry: Entry<Value> = { startedAtMs, value, weight: LOADING_WEIGHT, loaded: undefined };
    this.drop(key);
    this.#entries.set(key, entry);
    this.#addWeight(LOADING_WEIGHT);
    const dropEntry = () => {
      if (this.#entries.get(key) === entry) this.drop(key);
    };
    // Frees the memory after this much real time. Whether a value may still be used, the clock decides.
    setTimeout(dropEntry, this.#settings.keepMs).unref();
    void this.#weighOnceLoaded(key, entry).catch(dropEntry);
    return value;
  }

  async #weighOnceLoaded(key: string, entry: Entry<Value>): Promise<void> {
    const value = await entry.value;
    entry.loaded = { value };
    const weight = this.#settings.weigh(value);
    if (this.#entries.get(key) !== entry) return;
    const added = weight - entry.weight;
    entry.weight = weight;
    this.#addWeight(added);
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  /** What is loading now is not kept either: it may have been read before whatever has changed. */
  clear(): void {
    for (const key of this.#entries.keys()) this.drop(key);
  }

  #addWeight(weight: number): void {
    this.#weight += weight;
    for (const key of this.#entries.keys()) {
      if (this.#weight <= this.#settings.maxWeight) return;
      this.drop(key);
    }
  }

  #isFresh({ startedAtMs }: Entry<Value>): boolean {
    const ageMs = this.#readClock() - startedAtMs;
    return ageMs >= 0 && ageMs < this.#settings.keepMs;
  }

  #readClock = (): number => this.#settings.clock.now().getTime();
}
