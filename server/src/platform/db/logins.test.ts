import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { waitFor } from '../../../test/wait.ts';
import { silentLog } from '../log.ts';
import { startWorker } from '../queue/worker.ts';
import { findLoginFaults } from './logins.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function connect<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const queryRows = async (client: pg.Client, statement: string) =>
  (await client.query<Record<string, unknown>>(statement)).rows;

const WRITES_TO_LEDGER = "INSERT INTO ledger.account (code, class) VALUES ('wallet:1', 'liability')";
const BECOMES_ANOTHER = [
  'SET ROLE NONE',
  'RESET ROLE',
  'SET ROLE postgres',
  'SET ROLE pg_write_all_data',
  'SET SESSION AUTHORIZATION postgres',
  'SET SESSION AUTHORIZATION DEFAULT',
  'RESET SESSION AUTHORIZATION',
];

test.each(BECOMES_ANOTHER)('gives the application no more rights after %s', async (statement) => {
  await connect(database.appUrl, async (client) => {
    await client.query(statement).catch(() => {}); // a refused statement has no effect either
    expect(await queryRows(client, 'SELECT session_user, current_user')).toEqual([
      { session_user: 'fws_app', current_user: 'fws_app' },
    ]);
    await expect(client.query(WRITES_TO_LEDGER)).rejects.toThrow('permission denied');
    await expect(client.query('DELETE FROM ledger.entry')).rejects.toThrow('permission denied');
    await expect(client.query('DELETE FROM audit_log')).rejects.toThrow('permission denied');
  });
});

test.each(BECOMES_ANOTHER)('gives the queue no more rights after %s', async (statement) => {
  await connect(database.queueUrl, async (client) => {
    await client.query(statement).catch(() => {});
    for (const table of ['user_account', 'session', 'payout_account', 'ledger.entry', 'ledger.account'])
      await expect(client.query(`SELECT FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(client.query(WRITES_TO_LEDGER)).rejects.toThrow('permission denied');
  });
});

test.each(['app', 'queue'] as const)('the %s login can create nothing and change no role', async (kind) => {
  await connect(database[`${kind}Url`], async (client) => {
    for (const statement of [
      'CREATE TABLE public.mine ()',
      'CREATE SCHEMA mine',
      'CREATE ROLE mine',
      'ALTER ROLE fws_app SUPERUSER',
      'ALTER ROLE fws_queue SUPERUSER',
      'GRANT postgres TO fws_app',
      'ALTER TABLE graphile_worker._private_jobs DISABLE ROW LEVEL SECURITY',
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});

test.each(['app', 'queue'] as const)('sessions of %s have the settings of their role', async (kind) => {
  const settings = await connect(database[`${kind}Url`], (client) =>
    queryRows(
      client,
      `SELECT current_setting('timezone') AS zone, current_setting('lock_timeout') AS lock,
         current_setting('idle_in_transaction_session_timeout') AS idle`,
    ),
  );
  expect(settings).toEqual([{ zone: 'UTC', lock: '15s', idle: '1min' }]);
});

test('only listed security-definer functions are executable by the application, and none by the queue', async () => {
  const listExecutable = (role: string) =>
    connect(database.ownerUrl, async (client) => {
      const rows = await queryRows(
        client,
        `SELECT pronamespace::regnamespace || '.' || proname AS name FROM pg_proc
         WHERE prosecdef AND has_function_privilege('${role}', oid, 'EXECUTE')
           AND has_schema_privilege('${role}', pronamespace, 'USAGE') ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    });
  expect(await listExecutable('fws_app')).toEqual([
    'ledger.await_final_txn',
    'ledger.await_posts',
    'ledger.post',
    'ledger.record_verified_day',
    'ledger.seal_day',
    'ledger.seal_next_day',
    'public.adopt_other_months',
    'public.dismiss_failed_job',
    'public.drop_empty_months',
    'public.enqueue_job',
    'public.enqueue_jobs',
    'public.open_months',
    'public.queue_depths',
    'public.retry_failed_job',
    'public.roll_security_log',
    'public.skip_lost_ids',
  ]);
  expect(await listExecutable('fws_queue')).toEqual([]);
});

test('the queue login runs, retries, schedules and completes tasks', async () => {
  const ran: unknown[] = [];
  const worker = await startWorker({
    queueUrl: database.queueUrl,
    heartbeatMs: 100,
    log: silentLog,
    tasks: {
      well: async (payload) => void ran.push(payload),
      badly: async () => {
        throw new Error('on purpose');
      },
    },
    crontab: ['0 0 1 1 * well'],
  });
  try {
    await connect(database.appUrl, async (client) => {
      await client.query(`SELECT enqueue_job('well', '{"n": 1}', NULL, NULL, 3)`);
      await client.query(`SELECT enqueue_job('badly', '{}', NULL, NULL, 1)`);
      await waitFor('the jobs to end', async () => {
        const [depth] = await queryRows(client, `SELECT given_up FROM queue_depths(10) WHERE task = 'badly'`);
        return depth?.['given_up'] === 1 && ran.length === 1;
      });
      expect(ran).toEqual([{ n: 1 }]);
      expect(await queryRows(client, 'SELECT count(*)::int AS alive FROM worker_heartbeat')).toEqual([
        { alive: 1 },
      ]);
    });
  } finally {
    await worker.stop();
  }
});

test('finds no fault with the two logins', async () => {
  expect(await findLoginFaults(database.appUrl, 'app')).toEqual([]);
  expect(await findLoginFaults(database.queueUrl, 'queue')).toEqual([]);
});

test('reports an owner’s login, also when its session takes the application’s role', async () => {
  const superuser = [{ reason: 'attribute', attribute: 'SUPERUSER' }];
  expect(await findLoginFaults(database.ownerUrl, 'app')).toEqual(superuser);
  expect(await findLoginFaults(database.ownerUrl, 'queue')).toEqual(superuser);
  const disguised = new URL(database.ownerUrl);
  disguised.searchParams.set('options', '-c role=fws_app');
  expect(await findLoginFaults(disguised.href, 'app')).toEqual(superuser);
});

test('distinguishes the two logins', async () => {
  const asQueue = await findLoginFaults(database.appUrl, 'queue');
  expect(asQueue.map(({ reason }) => reason)).toEqual(['writes', 'reads', 'executes']);
  expect(asQueue).toContainEqual({ reason: 'reads', tables: expect.arrayContaining(['ledger.entry']) });
  expect(asQueue).toContainEqual({
    reason: 'writes',
    tables: expect.arrayContaining(['public.user_account', 'public.session']),
  });
  expect(await findLoginFaults(database.queueUrl, 'app')).toEqual([
    { reason: 'writes', tables: expect.arrayContaining(['graphile_worker._private_jobs']) },
  ]);
});

test('reports each excess right', async () => {
  const role = `fws_test_${database.ownerUrl.slice(-8)}`;
  await connect(database.ownerUrl, async (owner) => {
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test' CREATEROLE CREATEDB BYPASSRLS REPLICATION;
      GRANT fws_app TO ${role}; GRANT USAGE, CREATE ON SCHEMA ledger TO ${role};
      GRANT UPDATE (balance) ON ledger.account TO ${role}; GRANT TRUNCATE ON audit_log TO ${role};
      CREATE TABLE owned_elsewhere (); ALTER TABLE owned_elsewhere OWNER TO ${role}`);
    try {
      const url = new URL(database.ownerUrl);
      Object.assign(url, { username: role, password: 'test' });
      expect(await findLoginFaults(url.href, 'app')).toEqual([
        { reason: 'attribute', attribute: 'CREATEROLE' },
        { reason: 'attribute', attribute: 'CREATEDB' },
        { reason: 'attribute', attribute: 'REPLICATION' },
        { reason: 'attribute', attribute: 'BYPASSRLS' },
        { reason: 'member', roles: ['fws_app'] },
        { reason: 'owns', objects: ['table owned_elsewhere'] },
        { reason: 'creates', places: ['schema ledger'] },
        { reason: 'writes', tables: ['ledger.account', 'public.audit_log'] },
      ]);
    } finally {
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});
