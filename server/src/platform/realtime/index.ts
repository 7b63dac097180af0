import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Tx } from '../db/index.ts';
import { buildWatchedStream, type Line } from '../db/connection-watchdog.ts';
import type { Log } from '../log.ts';
import { writeOutbox, type OutboxRow } from '../outbox/index.ts';
import { CHANNEL, toPayloads, type ChangeEvent } from './payloads.ts';

export type { ChangeEvent } from './payloads.ts';

/** No row for an event that concerns nobody. Throws for one that the relay could not send. */
const toOutboxRow = (event: ChangeEvent): OutboxRow[] =>
  toPayloads(event).length > 0 ? [{ task: null, payload: event }] : [];

/** Sent after the transaction has committed. */
export async function publish(tx: Tx, event: ChangeEvent): Promise<void> {
  writeOutbox(tx, toOutboxRow(event));
}

export interface Listener {
  onChange(event: Omit<ChangeEvent, 'users'>): void;
  /** The connection was lost for a while: anything may have changed. */
  onMissed(): void;
}

export interface Realtime {
  subscribe(userId: number, listener: Listener): void;
  unsubscribe(userId: number, listener: Listener): void;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Uses one listening connection for the whole process. It reconnects by itself and then tells the listeners to read
 * again.
 */
export async function startRealtime(url: string, log: Log, line?: Line): Promise<Realtime> {
  const listeners = new Map<number, Set<Listener>>();
  const closing = new AbortController();

  const deliver = (text: string) => {
    const { users, ...event } = JSON.parse(text) as ChangeEvent;
    for (const user of users) for (const listener of listeners.get(user) ?? []) listener.onChange(event);
  };

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'fws-realtime',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      ...buildWatchedStream(line),
    });
    client.on('notification', (message) => deliver(message.payload ?? '{"users":[]}'));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    // Only after success: a connection that was never established cannot be lost.
    client.once('end', () => void reconnect());
    return client;
  }

  async function reconnect(): Promise<void> {
    if (closing.signal.aborted) return;
    log.warn('realtime connection lost');
    while (!closing.signal.aborted) {
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
      const next = await listen().catch(() => null);
      if (!next) continue;
      current = next;
      if (closing.signal.aborted) return next.end();
      log.info('realtime connection is back');
      for (const userListeners of listeners.values())
        for (const listener of userListeners) listener.onMissed();
      return;
    }
  }

  let current = await listen();
  return {
    subscribe(userId, listener) {
      const userListeners = listeners.get(userId) ?? new Set();
      listeners.set(userId, userListeners.add(listener));
    },
    unsubscribe(userId, listener) {
      const userListeners = listeners.get(userId);
      userListeners?.delete(listener);
      if (userListeners?.size === 0) listeners.delete(userId);
    },
    async close() {
      closing.abort();
      await current.end().catch(() => {});
    },
  };
}
