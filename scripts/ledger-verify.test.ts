import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from 'pg';
import { testDatabase } from '../server/test/database.ts';

const SCRIPT = fileURLToPath(new URL('./ledger-verify.ts', import.meta.url));

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

function verify(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', SCRIPT], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n'), stderr: stderr.trim() };
}

test('says that every invariant holds, then which one does not', async () => {
  const sound = verify({ DATABASE_URL: database.appUrl });
  expect(sound).toMatchObject({ status: 0, stderr: '' });
  expect(sound.lines).toContain('holds   2. all entries sum to zero');

  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
    VALUES ('wallet:1', 'liability', true, false, 500, 0)`);
  await owner.end();
  const broken = verify({ DATABASE_URL: database.appUrl });
  expect(broken.status).toBe(1);
  expect(broken.lines).toContain(
    'BROKEN  3. a stored balance is the sum of its entries, a version their count',
  );
  expect(broken.lines.join('\n')).toContain(
    '{"code":"wallet:1","balance":500,"sum":"0","version":0,"entries":0}',
  );
});

test('a data folder without a database is one clear line', () => {
  expect(verify({ DATABASE_URL: '', DATA_DIR: '/nonexistent/fws' })).toMatchObject({
    status: 1,
    stderr: 'There is no database in /nonexistent/fws: npm start makes one.',
  });
});
