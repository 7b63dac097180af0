import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Client } from 'pg';
import { startSandbox } from '../sandbox/src/main.ts';
import { createClient, buildOrderBody, buildSimulation } from '../sandbox/test/client.ts';
import { verifyInclusion } from '../server/src/domains/ledger/index.ts';
import { sealDays } from '../server/src/domains/ledger/seals/service.ts';
import { silentLog } from '../server/src/platform/log.ts';
import { createTestDatabase } from '../server/test/database.ts';
import { createPaidWorker } from '../server/test/ledger/postings.ts';

/** As npm run ledger:verify runs it. */
const PROGRAM = [fileURLToPath(new URL('./run-bundled.mjs', import.meta.url)), 'ledger-verify'];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function verify(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...args], {
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
    'BROKEN  3. a stored balance is the sum of its entries, and its version is their count',
  );
  expect(broken.lines.join('\n')).toContain(
    '{"code":"wallet:1","balance":500,"sum":"0","version":0,"entries":0}',
  );
});

test('prints a proof that a sealed day contains an entry', async () => {
  const sealed = await createTestDatabase();
  onTestFinished(() => sealed.close());
  await createPaidWorker(sealed.db, 5000);
  const owner = new Client({ connectionString: sealed.ownerUrl });
  await owner.connect();
  await owner.query(`SET session_replication_role = replica`);
  await owner.query(`UPDATE ledger.txn SET posted_at = posted_at - interval '1 day'`);
  await owner.end();
  await sealDays({ db: sealed.db, log: silentLog });

  const env = { DATABASE_URL: sealed.appUrl };
  const { status, lines } = verify(env, '--entry', '2/1');
  const [, seal = ''] = /^proves inclusion in the seal ([0-9a-f]{64})$/.exec(lines.pop() ?? '') ?? [];
  expect(status).toBe(0);
  const proof = JSON.parse(lines.join('\n'));
  expect(JSON.parse(proof.line).slice(0, 4)).toEqual([2, 1, expect.stringMatching(/^escrow:/), 5000]);
  expect(verifyInclusion(proof, seal)).toBe(true);

  expect(verify(env, '--entry', '3/1')).toMatchObject({
    status: 1,
    lines: ['No sealed day with a Merkle root contains the entry 3/1.'],
  });
  expect(verify(env, '--entry', '3').stderr).toBe(
    '--entry is "3": it must be a transaction and its entry, such as 42/1.',
  );
});

test('reports a data folder without a database in one line', () => {
  expect(verify({ DATABASE_URL: '', DATA_DIR: '/nonexistent/fws' })).toMatchObject({
    status: 1,
    stderr: 'There is no database in /nonexistent/fws: npm start creates one.',
  });
});

/** Runs the program asynchronously, because the sandbox answers from this process. */
async function compare(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [...PROGRAM, '--provider', ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = await once(child, 'close');
  return { status, output };
}

test('names a payment and a payout that are missing in the ledger, with exit code 1', async () => {
  const books = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'fws-verify-'));
  const sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  onTestFinished(async () => {
    await sandbox.close();
    await books.close();
    rmSync(folder, { recursive: true });
  });
  const call = createClient(sandbox.url);
  await call('POST', '/pg/orders', buildOrderBody('after-backup'));
  await call('POST', '/pg/simulate', buildSimulation('ORDERS', 'after-backup', 'SUCCESS'));
  const statement = join(folder, 'statement.csv');
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(statement, `date,reference,amount,direction\n${day},fws_lost,750.50,debit\n`);
  const env = {
    DATABASE_URL: books.appUrl,
    DATA_DIR: folder,
    SANDBOX_PORT: new URL(sandbox.url).port,
  };

  const without = await compare(env, '--days', '2');
  expect(without.status).toBe(1);
  expect(without.output).toMatch(
    /\nDIFFERS {4}payment \d+: our books: no such order; provider: collected: ₹12,000\.50 for order after-backup\n/,
  );
  expect(without.output).toMatch(
    /\nUNKNOWN {4}transfers by cashfree: .* Provide its statement with --statement\n/,
  );

  const withStatement = await compare(env, '--days', '2', '--statement', statement);
  expect(withStatement.status).toBe(1);
  expect(withStatement.output).toContain(
    `DIFFERS    line 2 of the statement, fws_lost: our books: no such withdrawal; provider: paid out: ₹750.50 on ${day}\n`,
  );
  expect(withStatement.output).not.toContain('UNKNOWN');

  expect(await compare(env, '--statement', join(folder, 'missing.csv'))).toMatchObject({
    status: 1,
    output: expect.stringContaining('missing.csv cannot be read.'),
  });
}, 60_000);
