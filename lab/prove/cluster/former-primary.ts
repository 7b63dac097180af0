import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import pg from 'pg';

const EVERY_MS = 500;
const GIVES_UP_MS = 4_000;

/** Writes that were tried directly on a node, on its own machine. */
export interface DirectWrites {
  tried: number;
  acknowledged: { id: number; at: number }[];
  stop(): Promise<void>;
}

/** Creates the table that they go to. */
export async function prepareDirectWrites(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.getPrimaryUrl() });
  await client.connect();
  await client.query('CREATE TABLE direct_write (id int PRIMARY KEY)');
  await client.end();
}

let lastId = 0;

/** Keeps trying to write on a node as somebody who does not know that it is primary no more. */
export function writeDirectly(node: Node): DirectWrites {
  const stopping = new AbortController();
  const writes: DirectWrites = {
    tried: 0,
    acknowledged: [],
    async stop() {
      stopping.abort();
      await work;
    },
  };
  const tryOnce = async () => {
    const id = ++lastId;
    writes.tried += 1;
    const client = node.connectLocally('postgres');
    let isSafe = true;
    // PostgreSQL says so when it stops waiting for the standby.
    client.on('notice', () => (isSafe = false));
    const write = async () => {
      await client.connect();
      await client.query('INSERT INTO direct_write VALUES ($1)', [id]);
      return true;
    };
    const late = sleep(GIVES_UP_MS, false, { signal: stopping.signal }).catch(() => false);
    const isDone = await Promise.race([write().catch(() => false), late]);
    if (isDone && isSafe) writes.acknowledged.push({ id, at: performance.now() });
    // Without a word to the server: a request to cancel would end its wait for the standby.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  const tryOn = async () => {
    while (!stopping.signal.aborted) {
      await tryOnce();
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const work = tryOn();
  return writes;
}

/** The acknowledged ones that the primary of now does not have. */
export async function findLostWrites(cluster: Cluster, { acknowledged }: DirectWrites): Promise<number[]> {
  const client = new pg.Client({ connectionString: cluster.getPrimaryUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>('SELECT id FROM direct_write');
    const present = new Set(rows.map(({ id }) => id));
    return acknowledged.flatMap(({ id }) => (present.has(id) ? [] : [id]));
  } finally {
    await client.end();
  }
}
