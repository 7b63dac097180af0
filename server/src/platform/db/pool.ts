import pg from 'pg';
import { watchPool } from '../pool-metrics.ts';
import { CheckedClient, isReadOnly } from './checked-client.ts';
import { buildWatchedStream, type Line } from './connection-watchdog.ts';

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond 2^53 from the database: ${text}`);
  return value;
}

/** Type parsers by oid: bigint becomes a safe integer, date stays a calendar day in text. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, parseSafeInteger],
  [1082, (text) => text],
]);

const types: pg.CustomTypesConfig = {
  // node-postgres declares a separate overload for each format.
  getTypeParser: (oid, format) =>
    parsers.get(oid) ??
    (format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')),
};

/** A pool of the application's login. Session settings belong to that role (`roles.ts`). */
export function createPool(
  url: string,
  options: {
    max?: number;
    applicationName?: string;
    line?: Pick<Line, 'stream'>;
    connectWithinMs?: number;
    commitWaitsMs?: number;
  } = {},
): pg.Pool {
  const config: pg.PoolConfig & { commitWaitsMs?: number } = {
    Client: CheckedClient,
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'fws',
    connectionTimeoutMillis: options.connectWithinMs ?? 10_000,
    ...buildWatchedStream(options.line),
    ...(options.commitWaitsMs === undefined ? {} : { commitWaitsMs: options.commitWaitsMs }),
    types,
  };
  const pool = new pg.Pool(config);
  // A connection that the server closed is replaced on its next use. Without these listeners the error would end the
  // process: idle connections report through the pool's event, connections between two statements of a transaction
  // through their own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  watchPool(pool);
  // A pool does not keep a connection that is ending.
  pool.on('release', (_error, client) => {
    if (isReadOnly(client)) void (client as pg.PoolClient & pg.Client).end().catch(() => {});
  });
  return pool;
}
