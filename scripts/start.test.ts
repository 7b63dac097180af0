import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createUnmigratedDatabase } from '../server/test/database.ts';
import {
  readClusterPath,
  makeFolder,
  removeFolder,
  readServerPid,
  waitUntilEnded,
} from './embedded-postgres/testing/world.ts';
import { findFreePort } from './free-port.ts';

type Settings = Record<string, string>;

/** Starts through a shell, as npm does. */
function startThroughShell(settings: Settings) {
  const { DATABASE_URL: _, ...env } = process.env;
  const command = `"${process.execPath}" scripts/start.mjs; exit $?`;
  return spawn('sh', ['-c', command], { env: { ...env, npm_lifecycle_event: 'start', ...settings } });
}

async function readRefusal(settings: Settings): Promise<{ code: unknown; stderr: string }> {
  const child = startThroughShell(settings);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
}

async function findFreePorts(): Promise<Settings> {
  const port = await findFreePort(18_000);
  return { PORT: String(port), SANDBOX_PORT: String(await findFreePort(port + 1)) };
}

function createTemporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

test('reports a wrong setting in one line', async () => {
  expect(await readRefusal({ PORT: 'http' })).toEqual({
    code: 1,
    stderr: 'PORT is wrong: it must be a port number from 1 to 65535\n',
  });
});

test('reports a taken port in one line', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await once(other.listen(0), 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await readRefusal({ PORT: String(port), DATA_DIR: createTemporaryFolder() })).toEqual({
    code: 1,
    stderr: `Port ${port} is in use: stop the program that uses it, or set PORT to another port.\n`,
  });
});

test('reports a database server that does not answer in one line, without the password', async () => {
  const DATABASE_URL = `postgres://fws:hidden@127.0.0.1:${await findFreePort(18_500)}/fws`;
  const { code, stderr } = await readRefusal({
    ...(await findFreePorts()),
    DATABASE_URL,
    DATA_DIR: createTemporaryFolder(),
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The server of DATABASE_URL does not answer: connect ECONNREFUSED.*\n$/);
  expect(stderr).not.toContain('hidden');
});

test('refuses a database from before the baseline in one line that says what to do', async () => {
  const database = await createUnmigratedDatabase();
  onTestFinished(() => database.close());
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`CREATE TABLE kysely_migration (name text, timestamp text);
    INSERT INTO kysely_migration VALUES ('0001_roles', '')`);
  await owner.end();
  const settings = { DATABASE_URL: database.ownerUrl, DATA_DIR: createTemporaryFolder() };
  expect(await readRefusal({ ...(await findFreePorts()), ...settings })).toEqual({
    code: 1,
    stderr:
      'The database comes from a development version before the first release and cannot be updated: delete the data folder (DATA_DIR, or .data), or name an empty database\n',
  });
});

test('serves app and sandbox with demo data, and stops completely with the shell that npm put between', async () => {
  const folder = createTemporaryFolder();
  const ports = await findFreePorts();
  const shell = startThroughShell({ ...ports, DATA_DIR: folder });
  onTestFinished(() => void shell.kill('SIGKILL'));
  let output = '';
  shell.stdout.on('data', (chunk) => (output += chunk));
  shell.stderr.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 100_000 }).toMatch(/Ctrl-C stops everything|exit/);
  expect(output).toContain(`http://localhost:${ports['PORT']}`);
  expect(output).toMatch(/Demo logins\n(.*, password .*\n){2}/);
  for (const port of Object.values(ports)) {
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
  }
  expect(await readRefusal({ ...(await findFreePorts()), DATA_DIR: folder })).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^FWS is already running on .* \(process \d+\): stop it first/),
  });

  const server = readServerPid(folder);
  shell.kill('SIGTERM');
  await waitUntilEnded(server);
  await expect
    .poll(() => fetch(`http://localhost:${ports['PORT']}/`).catch(() => 'gone'), { timeout: 20_000 })
    .toBe('gone');
  expect(existsSync(join(readClusterPath(folder), 'postmaster.pid'))).toBe(false);
}, 120_000);
