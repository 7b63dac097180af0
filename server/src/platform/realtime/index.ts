import pg from 'pg';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/index.ts';
import type { Log } from '../log.ts';

/** "Something you look at has changed": no content travels, the reader asks again with their own rights. */
export interface ChangeEvent {
  users: number[];
  topic:
    | 'job'
    | 'quotes'
    | 'contract'
    | 'wallet'
    | 'notifications'
    | 'identity'
    | 'order'
    | 'connections'
    | 'disputes';
  /** The job, order, … it is about. */
  id: number | string | null;
}

const CHANNEL = 'fws_changes';

/** Sent when the transaction commits, and not at all when it does not. */
export async function publish(tx: Db | Tx, event: ChangeEvent): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(tx);
}

export interface Realtime {
  subscribe(userId: number, listener: (event: Omit<ChangeEvent, 'users'>) => void): () => void;
  close(): Promise<void>;
}

/** One listening connection for the whole process; it reconnects by itself, and listeners are told to look again. */
export async function startRealtime(url: string, log: Log): Promise<Realtime> {
  const listeners = new Map<number, Set<(event: Omit<ChangeEvent, 'users'>) => void>>();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const deliver = (text: string) => {
    const { users, ...event } = JSON.parse(text) as ChangeEvent;
    for (const user of users) for (const listener of listeners.get(user) ?? []) listener(event);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      options: '-c role=fws_app',
      application_name: 'fws-realtime',
      keepAlive: true,
    });
    next.on('notification', (message) => deliver(message.payload ?? '{"users":[]}'));
    next.on('error', () => {});
    next.on('end', () => {
      if (closed) return;
      log.warn('realtime connection lost');
      retry = setTimeout(() => void connect().catch(() => next.emit('end')), 1_000);
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    client = next;
  };
  await connect();

  return {
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(userId);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
