import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchiveOptions, readRestoreOptions } from './months/options.ts';
import { createTestDatabase } from '../server/test/database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fws-archive-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`INSERT INTO audit_log (act, subject, subject_id, reason, details, at)
    SELECT 'viewed', 'user', n::text, E'tab\\tline\\nend\\\\', '{"a": 1}', timestamptz '2010-01-05' + n * interval '1 day'
    FROM generate_series(1, 3) n`);
  // A table whose turn comes after the deployment.
  await owner.query(`DELETE FROM month_partition WHERE table_name = 'public.notification'`);
  // The first partition as it is many years later.
  await owner.query(`UPDATE month_partition SET ends = '2010-02-01' WHERE partition = 'audit_log_before'`);
});
afterAll(async () => {
  await owner.end();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** As `npm run archive` and `npm run archive:restore` run it. */
function run(program: 'archive' | 'archive-restore', ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./run-bundled.mjs', import.meta.url)), program, ...args],
    { env: { ...process.env, MIGRATION_URL: database.ownerUrl, DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  return { status, output: stdout.trim().split('\n'), stderr: stderr.trim() };
}
const loadRows = async () => (await sql`SELECT * FROM audit_log ORDER BY id`.execute(database.db)).rows;

test('lists, archives, verifies and restores a month', { timeout: 120_000 }, async () => {
  const rows = await loadRows();
  expect(rows).toHaveLength(3);
  expect(run('archive').output).toEqual(
    expect.arrayContaining([
      'before of public.audit_log: attached, may be archived',
      'public.notification: not partitioned yet, run npm run migrate',
    ]),
  );

  const archived = run('archive', '--table', 'audit_log', '--before', '2010-02');
  expect(archived).toMatchObject({ status: 0, stderr: '' });
  expect(archived.output[0]).toMatch(/^Archived before of public\.audit_log: 3 rows in \d+ bytes\.$/);
  expect(await loadRows()).toEqual([]);
  expect(run('archive').output).toContain('before of public.audit_log: archived, 3 rows');
  expect(run('archive', '--verify').output).toEqual([
    'holds  before of public.audit_log',
    'Every archive is what was written.',
  ]);

  const restored = run('archive-restore', 'audit_log', 'before');
  expect(restored).toMatchObject({ status: 0, output: ['Restored before of public.audit_log: 3 rows.'] });
  expect(await loadRows()).toEqual(rows);
  // Rights and guards came back too.
  await expect(owner.query('DELETE FROM audit_log_before')).rejects.toMatchObject({ code: 'FW001' });
  const { rows: granted } = await owner.query(
    `SELECT privilege_type FROM information_schema.role_table_grants
      WHERE table_name = 'audit_log_before' AND grantee = 'fws_app'`,
  );
  expect(granted).toEqual([{ privilege_type: 'SELECT' }]);
});

test.each([
  [
    ['archive', '--table', 'audit_log', '--before', '2099-01'],
    'stays: months of it are archived 96 months after their end.',
  ],
  [['archive-restore', 'audit_log', '1999-01'], 'public.audit_log has no such month'],
  [
    ['archive', '--table', 'notification', '--before', '2020-01'],
    'is not partitioned by month yet: run npm run',
  ],
  [['archive-restore', 'notification', '2019-01'], 'public.notification is not partitioned by month yet'],
] as const)('refuses %s', { timeout: 60_000 }, ([program, ...args], message) => {
  const { status, stderr } = run(program, ...args);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});

const TABLES = ['ledger.entry', 'public.audit_log'];

test.each<[string[], string]>([
  [['--table', 'job', '--before', '2020-01'], 'Months of job cannot be archived.'],
  [['--table', 'audit_log'], '--table and --before go together.'],
  [['--table', 'audit_log', '--before', 'May'], '--before is "May": it must be a month, such as 2027-02.'],
  [['--verify', '--table', 'audit_log'], '--verify stands alone.'],
])('npm run archive refuses %s', (args, message) => {
  expect(() => readArchiveOptions(args, TABLES)).toThrow(message);
});

test('reads the table, the month and what came before the first month', () => {
  expect(readRestoreOptions(['audit_log', '2027-01'], TABLES)).toEqual({
    table: 'public.audit_log',
    month: '2027-01-01',
  });
  expect(readRestoreOptions(['ledger.entry', 'before'], TABLES)).toEqual({
    table: 'ledger.entry',
    month: '-infinity',
  });
  expect(() => readRestoreOptions(['audit_log'], TABLES)).toThrow('Name a table and a month');
});
