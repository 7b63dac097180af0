interface TurnLimits {
  /** How many run at once, and how many wait at most. */
  atOnce: number;
  waiting: number;
  /** The same of one owner. */
  ofOwner: { atOnce: number; waiting: number };
}

/** Too much work waits already, of this owner or of all. */
export class NoTurnError extends Error {}

/** For whom work is done: a user with all sessions, or the address of a guest. */
export type TurnOwner = `user ${number}` | `address ${string}`;

/**
 * Limits how much costly work one process does at once, and how much of it is for one owner. Owners that wait are served
 * in rotation, so that the work of one owner delays others by one turn at most.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<TurnOwner, number>();
  /** In the order in which the owners are served. */
  readonly #waiting = new Map<TurnOwner, (() => void)[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Throws NoTurnError without running the work when there is no turn and no place to wait. */
  async run<T>(owner: TurnOwner, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(owner)) this.#start(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #isFree(owner: TurnOwner): boolean {
    const { atOnce, ofOwner } = this.#limits;
    return this.#runningCount < atOnce && (this.#running.get(owner) ?? 0) < ofOwner.atOnce;
  }

  #start(owner: TurnOwner): void {
    this.#runningCount += 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  #end(owner: TurnOwner): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(owner) ?? 0) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#startNext();
  }

  #wait(owner: TurnOwner): Promise<void> {
    const own = this.#waiting.get(owner) ?? [];
    if (this.#waitingCount >= this.#limits.waiting || own.length >= this.#limits.ofOwner.waiting)
      throw new NoTurnError();
    this.#waitingCount += 1;
    this.#waiting.set(owner, own);
    return new Promise((resolve) => own.push(resolve));
  }

  #startNext(): void {
    for (const [owner, own] of this.#waiting) {
      if (!this.#isFree(owner)) continue;
      const begin = own.shift();
      // The owner goes to the end of the rotation, or leaves it.
      this.#waiting.delete(owner);
      if (own.length > 0) this.#waiting.set(owner, own);
      this.#waitingCount -= 1;
      this.#start(owner);
      begin?.();
      return;
    }
  }
}
