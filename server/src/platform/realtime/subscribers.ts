import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEvent } from './payloads.ts';

export interface Listener {
  onChange(event: Omit<ChangeEvent, 'users'>): void;
  /** Events may have been lost: anything may have changed. */
  onMissed(): void;
}

/** How many listeners are told at once to read again: together they would ask the database for everything at once. */
const CHUNK = 250;
const CHUNK_PAUSE_MS = 50;

/** The listeners of this process, by user. */
export class Subscribers {
  readonly #byUser = new Map<number, Set<Listener>>();

  add(userId: number, listener: Listener): void {
    const listeners = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, listeners.add(listener));
  }

  delete(userId: number, listener: Listener): void {
    const listeners = this.#byUser.get(userId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#byUser.delete(userId);
  }

  deliver(payload: string): void {
    const { users, ...event } = JSON.parse(payload) as ChangeEvent;
    for (const user of users) for (const listener of this.#byUser.get(user) ?? []) listener.onChange(event);
  }

  /** Tells all listeners that events were missed. */
  async tellMissed(signal: AbortSignal): Promise<void> {
    const listeners = [...this.#byUser].flatMap(([user, own]) =>
      [...own].map((listener) => ({ user, listener })),
    );
    for (const [index, { user, listener }] of listeners.entries()) {
      if (index > 0 && index % CHUNK === 0)
        await sleep(CHUNK_PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      // It may have left meanwhile.
      if (this.#byUser.get(user)?.has(listener)) listener.onMissed();
    }
  }
}
