import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEvent } from './payloads.ts';

export interface Listener {
  onChange(event: Omit<ChangeEvent, 'users'>): void;
  /** Events may have been lost: anything may have changed. */
  onMissed(): void;
}

/** What a page shows when it opens its stream. */
export interface Known {
  /** How old it may be. */
  ageMs: number;
  /** The last event that an earlier stream of the page received. Every event before it was received, too. */
  eventId?: string | undefined;
}

interface Changed {
  at: number;
  eventId: string | undefined;
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
  /** The last change of each user, the longest ago first. */
  readonly #lastChanges = new Map<number, Changed>();
  #listensSince = Infinity;

  /** From now on, no event is lost. */
  noteListening(): void {
    this.#listensSince = performance.now();
  }

  /** The listener is told at once to read again if something may have changed since what it knows. */
  add(userId: number, listener: Listener, known?: Known): void {
    const listeners = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, listeners.add(listener));
    if (known !== undefined && this.#mayHaveChanged(userId, known)) listener.onMissed();
  }

  #mayHaveChanged(userId: number, { ageMs, eventId }: Known): boolean {
    const last = this.#lastChanges.get(userId);
    // All processes hear the events of a user in one order.
    if (last && eventId !== undefined && last.at >= this.#listensSince) return last.eventId !== eventId;
    const since = performance.now() - ageMs - SLACK_MS;
    if (ageMs > REMEMBERED_MS - SLACK_MS || since < this.#listensSince) return true;
    return last !== undefined && last.at >= since;
  }

  #noteChange(users: readonly number[], eventId: string | undefined): void {
    const now = performance.now();
    for (const user of users) {
      this.#lastChanges.delete(user);
      this.#lastChanges.set(user, { at: now, eventId });
    }
    for (const [user, { at }] of this.#lastChanges) {
      if (at > now - REMEMBERED_MS) break;
      this.#lastChanges.delete(user);
    }
  }

  delete(userId: number, listener: Listener): void {
    const listeners = this.#byUser.get(userId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#byUser.delete(userId);
  }

  deliver(payload: string): void {
    const { users, ...event } = JSON.parse(payload) as ChangeEvent;
    this.#noteChange(users, event.eventId);
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
