import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { PACKAGES_LOADED_ON_FIRST_USE } from '../server/src/packages.ts';
import { createTestDatabase, createUnmigratedDatabase } from '../server/test/database.ts';
import { trialSettings } from '../server/test/config/production.ts';
import { parseImports } from './boundaries/imports.ts';
import { buildServer } from './bundle.ts';
import { loadDemo } from './demo/load.ts';
import { findFreePort } from './free-port.ts';
import { pickMovedClock } from './moved-clock.ts';
import { buildWeb } from './web-build.ts';

type Settings = Record<string, string>;

/** The output of `npm run build`. It lies inside node_modules, so that its packages are found. */
const dist = resolve('node_modules/.cache', `fws-production-${process.pid}`);
beforeAll(async () => {
  await buildWeb(process.cwd());
  await buildServer(process.cwd(), dist);
}, 240_000);
afterAll(() => rmSync(dist, { recursive: true }));

/** Starts a program as in production: by plain node, from any folder. */
function startProgram(name: string, settings: Settings, options: readonly string[] = []) {
  return start([join(dist, `${name}.mjs`), ...options], settings, tmpdir());
}

async function runProgram(name: string, settings: Settings, ...options: string[]) {
  return waitUntilEnd(startProgram(name, settings, options));
}

function start(args: string[], settings: Settings, cwd: string) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { cwd, env: { PATH, HOME, ...pickMovedClock(), ...settings } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

async function waitUntilEnd({ child, output }: ReturnType<typeof start>) {
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

async function terminate(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  return (await ended)[0];
}

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fws-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a build contains the licences of what it bundles, for the server and the browser', () => {
  const server = readFileSync(join(dist, 'third-party-notices.md'), 'utf8');
  expect(server).toMatch(/^## fastify \d+\.\d+\.\d+ \(MIT\)\n\nMIT License\n/m);
  expect(server).not.toContain('(see below)');
  for (const folder of ['web/dist', 'web/dist/admin']) {
    const web = readFileSync(join(folder, 'third-party-notices.md'), 'utf8');
    expect(web, folder).toMatch(/^## react-dom - \d+\.\d+\.\d+ \(MIT\)/m);
  }
});

test('tests build the same web app that users get', () => {
  expect(process.env['NODE_ENV']).toBe('test');
  expect(readFileSync('web/dist-server/firstPage.mjs', 'utf8')).not.toContain('jsxDEV');
});

test('npm start and npm run dev refuse production before they change anything', async () => {
  const folder = createTemporaryFolder();
  // Without dependencies and without a lock file: anything after the refusal would fail differently.
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['start.mjs', 'bundled.mjs', 'prepare.mjs'])
    cpSync(`scripts/${name}`, join(folder, 'scripts', name));
  const refused = await waitUntilEnd(start(['scripts/start.mjs'], { NODE_ENV: 'production' }, folder));
  expect(refused).toEqual({
    code: 1,
    output:
      'npm start is for development, with demo data and the sandbox. In production, use npm run migrate, npm run web and npm run worker.\n',
  });
  const { start: startCommand, dev } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  expect([startCommand, dev]).toEqual(['node scripts/start.mjs', 'node scripts/start.mjs --dev']);
});

test('production installs and builds nothing at its start and names the command that does', async () => {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['scripts/run-bundled.mjs', 'scripts/bundled.mjs', 'scripts/prepare.mjs'])
    cpSync(name, join(folder, name));
  const args = ['scripts/run-bundled.mjs', 'web'];
  expect(await waitUntilEnd(start(args, { NODE_ENV: 'production' }, folder))).toEqual({
    code: 1,
    output: 'There is no dist/web.mjs: run npm run build first.\n',
  });
  expect(readdirSync(folder)).toEqual(['scripts']);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([scripts.migrate, scripts.web, scripts.worker]).toEqual(
    ['migrate', 'web', 'worker'].map((name) => `node scripts/run-bundled.mjs ${name}`),
  );
});

test('the built server names each package that is missing beside it', async () => {
  const folder = createTemporaryFolder();
  cpSync(dist, folder, { recursive: true });
  const { code, output } = await waitUntilEnd(start([join(folder, 'web.mjs')], {}, folder));
  expect(code).toBe(1);
  for (const name of PACKAGES_LOADED_ON_FIRST_USE)
    expect(output).toContain(`The package ${name} is not installed: run npm ci --omit=dev first`);
});

test('a production start with demo users and the owner’s login names every reason and changes nothing', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const folder = createTemporaryFolder();
  await loadDemo({ databaseUrl: database.appUrl, dataDir: folder, log: () => {} });
  const dataDir = join(folder, 'data');
  const { code, output } = await runProgram('web', {
    NODE_ENV: 'production',
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://fws.in',
  });
  expect(code).toBe(1);
  const lines = output.trimEnd().split('\n');
  for (const reason of [
    /^PUBLIC_URL must start with https/,
    /^FWS_SECRET is not set/,
    /^SUPPORT_EMAIL is not set/,
    /^CASHFREE_PG_URL is not set/,
    /^QUEUE_URL is not set/,
    /^The database has demo users, .*imran@demo\.example/,
    /^DATABASE_URL logs in as postgres, who has SUPERUSER/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(reason));
  expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  expect(existsSync(dataDir)).toBe(false);
});

test('the worker and the migration refuse a start with their own reasons', async () => {
  const NODE_ENV = 'production';
  const [worker, migration] = await Promise.all([
    runProgram('worker', { NODE_ENV }),
    runProgram('migrate', { NODE_ENV, DATABASE_URL: 'postgres://fws@127.0.0.1:1/fws' }),
  ]);
  expect(worker.code).toBe(1);
  expect(worker.output).toMatch(
    /^DATABASE_URL is not set[\s\S]*^QUEUE_URL is not set[\s\S]*^FWS_SECRET is not set/m,
  );
  expect(migration).toEqual({
    code: 1,
    output:
      'MIGRATION_URL is not set: the login of the schema’s owner\nDATABASE_URL and QUEUE_URL are given together or not at all\n',
  });
});

test('demo data refuses production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(loadDemo({ databaseUrl: '', dataDir: '', log: () => {} })).rejects.toThrow(
    'for development only',
  );
});

test('the sandbox refuses a production start that is not a trial', async () => {
  expect(await runProgram('sandbox', { NODE_ENV: 'production' })).toEqual({
    code: 1,
    output: 'Production has no sandbox. For a trial, set ALLOW_SANDBOX=1.\n',
  });
});

test('a trial runs from an empty database to a clean end of each process', async () => {
  const database = await createUnmigratedDatabase();
  onTestFinished(() => database.close());
  const logins = { DATABASE_URL: database.appUrl, QUEUE_URL: database.queueUrl };
  const migrate = (...options: string[]) =>
    runProgram(
      'migrate',
      { NODE_ENV: 'production', MIGRATION_URL: database.ownerUrl, ...logins },
      ...options,
    );
  expect(await migrate('--before-deployment')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^migrated 0001_logins\n[\s\S]*\nThe database is up to date\.\n$/),
  });
  expect(await migrate()).toEqual({ code: 0, output: 'The database was up to date.\n' });
  expect(await migrate('--before')).toEqual({
    code: 1,
    output: 'npm run migrate has the option --before-deployment and no other: --before\n',
  });
  const port = await findFreePort(19_000);
  const sandboxPort = await findFreePort(port + 1);
  const smtpPort = await findFreePort(sandboxPort + 1);
  const scannerPort = await findFreePort(smtpPort + 1);
  const healthPort = await findFreePort(scannerPort + 1);
  const settings = {
    ...trialSettings,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_SCANNER_PORT: String(scannerPort),
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    DATA_DIR: createTemporaryFolder(),
    ...logins,
    WORKER_HEALTH_PORT: String(healthPort),
    SHUTDOWN_DELAY_MS: '500',
  };
  const programs = ['sandbox', 'web', 'worker'].map((name) => startProgram(name, settings));
  const answer = async (path: string, at = port) =>
    (await fetch(`http://127.0.0.1:${at}${path}`).catch(() => undefined))?.status;
  for (const at of [port, healthPort])
    await expect.poll(() => answer('/readyz', at), { timeout: 60_000 }).toBe(200);
  const [, web, worker] = programs.map(({ output }) => output);
  await expect.poll(web ?? String).toContain(`The web process listens on 127.0.0.1:${port}.\n`);
  await expect.poll(worker ?? String).toContain(`Health checks: 127.0.0.1:${healthPort}.\n`);
  expect(await answer('/')).toBe(200);
  expect((await fetch(`http://127.0.0.1:${sandboxPort}/`)).status).toBe(200);
  expect(await database.db.selectFrom('user_account').select('email').execute()).toEqual([]);
  expect(await Promise.all(programs.toReversed().map(({ child }) => terminate(child)))).toEqual([0, 0, 0]);
}, 120_000);

/** Every file and package that a program may load, with the import chain to it. */
function listReachable(entry: string): Map<string, string> {
  const importChains = new Map([[entry, entry]]);
  for (const [file, importChain] of importChains) {
    if (!existsSync(file)) continue;
    for (const { target } of parseImports(file, readFileSync(file, 'utf8')))
      if (!importChains.has(target)) importChains.set(target, `${importChain} → ${target}`);
  }
  return importChains;
}

test.each(['scripts/migrate.ts', 'scripts/web.ts', 'scripts/worker.ts'])(
  '%s imports nothing from the demo, the sandbox, the embedded database or the tests, and no development package',
  (entry) => {
    const importChains = listReachable(entry);
    expect(importChains.size).toBeGreaterThan(10);
    const forbidden =
      /^(sandbox|scripts\/demo|scripts\/embedded-postgres|lab|e2e)\/|\.test\.tsx?$|\/test(ing)?\//;
    expect(
      [...importChains].filter(([target]) => forbidden.test(target)).map(([, importChain]) => importChain),
    ).toEqual([]);
    const dependencies = ['.', 'server', 'contract'].flatMap((folder) =>
      Object.keys(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).dependencies),
    );
    const packages = [...importChains].filter(
      ([target]) => !existsSync(target) && !target.startsWith('node:'),
    );
    const isKnown = (name: string) =>
      dependencies.some((dependency) => name === dependency || name.startsWith(`${dependency}/`));
    expect(packages.filter(([name]) => !isKnown(name)).map(([, importChain]) => importChain)).toEqual([]);
  },
);
