import type pg from 'pg';
import type { ConnectionNeed } from '../platform/db/connections.ts';
import { buildSessionParameters, type SessionSettings } from '../platform/db/roles.ts';
import { askDatabase } from './database.ts';

/** Checks of a process's connections before it opens them; each returns sentences for people. */

/** Does this connection go through a pooler? A pooler reports a process id of its own to the client. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return 'processID' in client && client.processID !== rows[0]?.pid;
}

/** LISTEN receives nothing behind a pooler, and no error says so. */
export const findQueuePoolerFaults = (queueUrl: string): Promise<string[]> =>
  askDatabase(queueUrl, async (client) =>
    (await isPooled(client))
      ? [
          'QUEUE_URL goes through a pooler, which does not support LISTEN: set the address of the server itself',
        ]
      : [],
  );

const PROBE = 'fws_start_probe';

/**
 * A pooler that forwards statement names may run a named statement in a session that never prepared it, or prepare it
 * twice.
 */
export const findNamedStatementFaults = (databaseUrl: string): Promise<string[]> =>
  askDatabase(databaseUrl, async (client) => {
    if (!(await isPooled(client))) return [];
    // In one transaction, so that everything happens on the same server connection.
    await client.query('BEGIN');
    await client.query({ name: PROBE, text: 'SELECT 1' });
    const { rowCount } = await client.query(`SELECT FROM pg_prepared_statements WHERE name = '${PROBE}'`);
    if (rowCount !== 0) await client.query(`DEALLOCATE ${PROBE}`);
    await client.query('COMMIT');
    if (rowCount === 0) return [];
    return [
      'DATABASE_URL goes through a pooler that does not keep named statements apart: set DATABASE_NAMED_STATEMENTS=0 (or use PgBouncer 1.21 or newer with max_prepared_statements)',
    ];
  });

/** Without these settings a statement may wait or run forever; a pooler keeps the values that a session began with. */
export const findSessionFaults = (
  setting: string,
  url: string,
  session: SessionSettings,
): Promise<string[]> =>
  askDatabase(url, async (client) => {
    const expectedSettings = buildSessionParameters(session);
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name',
      [Object.keys(expectedSettings)],
    );
    const wrong = Object.entries(expectedSettings).flatMap(([name, value]) => {
      const actual = rows.find((row) => row.name === name)?.setting;
      return actual === String(value) ? [] : [`${name} ${actual} instead of ${value}`];
    });
    if (wrong.length === 0) return [];
    const pooler = (await isPooled(client)) ? ', then let the pooler reconnect (RECONNECT)' : '';
    return [
      `Sessions of ${setting} begin with ${wrong.join(', ')}: run npm run migrate with the settings of this process${pooler}`,
    ];
  });

interface Room {
  /** For ordinary logins; null: the connections belong to a pooler, which does not tell. */
  server: number | null;
  /** Null: no limit. */
  database: number | null;
  role: number | null;
}

const ROOM = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
    nullif(datconnlimit, -1) AS database, nullif(rolconnlimit, -1) AS role
  FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = session_user`;

async function findRoom(client: pg.Client): Promise<Room> {
  if (await isPooled(client)) return { server: null, database: null, role: null };
  const { rows } = await client.query<Room>(ROOM);
  return rows[0] ?? { server: null, database: null, role: null };
}

/** Otherwise a process without a free connection under load answers 503, long after its start. */
export const findRoomFaults = (
  { databaseUrl, queueUrl }: { databaseUrl: string; queueUrl: string },
  need: ConnectionNeed,
): Promise<string[]> =>
  askDatabase(databaseUrl, (app) =>
    askDatabase(queueUrl, async (queue) => {
      const appRoom = await findRoom(app);
      const queueRoom = await findRoom(queue);
      const direct = appRoom.server === null ? need.queue : addCounts(need.app, need.queue);
      return [
        ...compare(
          direct,
          queueRoom.server,
          'the server allows',
          'max_connections minus reserved connections',
        ),
        ...compare(direct, queueRoom.database, 'the database allows', 'its CONNECTION LIMIT'),
        ...compare(need.app, appRoom.role, 'the login of DATABASE_URL may open', 'its CONNECTION LIMIT'),
        ...compare(need.queue, queueRoom.role, 'the login of QUEUE_URL may open', 'its CONNECTION LIMIT'),
      ];
    }),
  );

type Counts = Record<string, number>;

const sumCounts = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

function addCounts(...several: Counts[]): Counts {
  const sums: Counts = {};
  for (const counts of several)
    for (const [purpose, count] of Object.entries(counts)) sums[purpose] = (sums[purpose] ?? 0) + count;
  return sums;
}

function compare(counts: Counts, room: number | null, who: string, why: string): string[] {
  if (room === null || sumCounts(counts) <= room) return [];
  const parts = Object.entries(counts).map(([purpose, count]) => `${purpose} ${count}`);
  return [
    `This process opens up to ${sumCounts(counts)} connections (${parts.join(', ')}), and ${who} ${room} (${why}): lower DATABASE_POOL_SIZE or QUEUE_CONCURRENCY, or raise the limit`,
  ];
}
