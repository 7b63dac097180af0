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

/** How long it is remembered that something of a user changed. A page that took longer to load reads again. */
const REMEMBERED_MS = 120_000;
/** The request of a stream may have been under way for longer than that of its page. */
const SLACK_MS = 5_000;

/** The listeners of this process, by user. */
export class Subscribers {
  readonly #byUser = new Map<number, Set<Listener>>();
  /** When something of a user changed last, the longest ago first. */
  readonly #changedAt = new Map<number, number>();
  #listensSince = Infinity;

  /** From now on, no event is lost. */
  noteListening(): void {
    this.#listensSince = performance.now();
  }

  /** `ageMs`: how old what the listener knows may be. It is told at once to read again if something has changed since. */
  add(userId: number, listener: Listener, ageMs?: number): void {
    const listeners = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, listeners.add(listener));
    if (ageMs !== undefined && this.#mayHaveChanged(userId, ageMs)) listener.onMissed();
  }

  #mayHaveChanged(userId: number, ageMs: number): boolean {
    const since = performance.now() - ageMs - SLACK_MS;
    if (ageMs > REMEMBERED_MS - SLACK_MS || since < this.#listensSince) return true;
    return (this.#changedAt.get(userId) ?? -Infinity) >= since;
  }

  #noteChange(users: readonly number[]): void {
    const now = performance.now();
    for (const user of users) {
      this.#changedAt.delete(user);
      this.#changedAt.set(user, now);
    }
    for (const [user, at] of this.#changedAt) {
      if (at > now - REMEMBERED_MS) break;
      this.#changedAt.delete(user);
    }
  }

  delete(userId: number, listener: Listener): void {
    const listeners = this.#byUser.get(userId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#byUser.delete(userId);
  }

  deliver(payload: string): void {
    const { users, ...event } = JSON.parse(payload) as ChangeEvent;
    this.#noteChange(users);
    for (const user of users) for (const listener of this.#byUser.get(user) ?? []) listener.onChange(event);
  }

  /** Tells all listeners that events were missed, and that no more are. */
  async tellMissed(signal: AbortSignal): Promise<void> {
    this.noteListening();
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
