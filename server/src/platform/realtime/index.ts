import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Tx } from '../db/index.ts';
import { buildWatchedStream, type Line } from '../db/connection-watchdog.ts';
import type { Log } from '../log.ts';
import { writeOutbox, type OutboxRow } from '../outbox/index.ts';
import { CHANNEL, toPayloads, type ChangeEvent } from './payloads.ts';
import { Subscribers, type Known, type Listener } from './subscribers.ts';

export type { ChangeEvent } from './payloads.ts';
export type { Known, Listener } from './subscribers.ts';

/** No row for an event that concerns nobody. Throws for one that the relay could not send. */
const toOutboxRow = (event: ChangeEvent): OutboxRow[] =>
  toPayloads(event).length > 0 ? [{ task: null, payload: event }] : [];

/** Sent after the transaction has committed. */
export async function publish(tx: Tx, event: ChangeEvent): Promise<void> {
  writeOutbox(tx, toOutboxRow(event));
}

export interface Realtime {
  /** The listener hears `onMissed` at once if something may have changed since what it knows. */
  subscribe(userId: number, listener: Listener, known?: Known): void;
  unsubscribe(userId: number, listener: Listener): void;
  /** Events may be lost at present: listeners ask at an interval, and hear `onMissed` when this is over. */
  isLost(): boolean;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Uses one listening connection to the database for the whole process. It reconnects by itself and then tells the
 * listeners to read again.
 */
export async function startRealtime(url: string, log: Log, line?: Line): Promise<Realtime> {
  const subscribers = new Subscribers();
  const closing = new AbortController();

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'fws-realtime',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      ...buildWatchedStream(line),
    });
    client.on('notification', (message) => subscribers.deliver(message.payload ?? '{"users":[]}'));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      subscribers.noteListening();
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
      return subscribers.tellMissed(closing.signal);
    }
  }

  let current = await listen();
  return {
    subscribe: (userId, listener, known) => subscribers.add(userId, listener, known),
    unsubscribe: (userId, listener) => subscribers.delete(userId, listener),
    // Without the database there is nothing to ask either.
    isLost: () => false,
    async close() {
      closing.abort();
      await current.end().catch(() => {});
    },
  };
}
