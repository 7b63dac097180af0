interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

const BATCH_MAX = 100;
/** The longest time that a batch waits for the one before it: a connection that hangs delays only its own batch. */
const WAIT_MAX_MS = 5;

/**
 * Answers concurrent requests by one statement. Every key is looked up after it was requested, and nothing is kept.
 * While one batch loads, the next one gathers: under load, a request costs a share of a statement.
 */
export class Batcher<Key, Value> {
  readonly #loadBatch: (keys: readonly Key[]) => Promise<(key: Key) => Value>;
  #waiting: Waiting<Key, Value>[] = [];
  #isLoading = false;
  #cancelNext: (() => void) | undefined;

  /** `loadBatch` returns a function that gets the value of each key. */
  constructor(loadBatch: (keys: readonly Key[]) => Promise<(key: Key) => Value>) {
    this.#loadBatch = loadBatch;
  }

  load(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#waiting.length === BATCH_MAX) void this.#run();
      else if (this.#cancelNext === undefined) this.#schedule();
    });
  }

  #schedule(): void {
    const run = () => void this.#run();
    if (this.#isLoading) {
      const timer = setTimeout(run, WAIT_MAX_MS);
      this.#cancelNext = () => clearTimeout(timer);
    } else {
      // After all requests that have arrived by now.
      const immediate = setImmediate(run);
      this.#cancelNext = () => clearImmediate(immediate);
    }
  }

  #unschedule(): void {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
  }

  async #run(): Promise<void> {
    this.#unschedule();
    const batch = this.#waiting;
    this.#waiting = [];
    this.#isLoading = true;
    try {
      const getValue = await this.#loadBatch(batch.map(({ key }) => key));
      for (const { key, resolve } of batch) resolve(getValue(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#isLoading = false;
    this.#unschedule();
    if (this.#waiting.length > 0) this.#schedule();
  }
}
