import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../sandbox/src/main.ts';
import { grantRole } from '../server/src/domains/admin/index.ts';
import { TestClock } from '../server/test/clock.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/database.ts';
import { TestUser } from '../server/test/user.ts';
import { findFreePort } from './free-port.ts';
import { pickMovedClock } from './moved-clock.ts';
import { provideChromium } from './testing/chromium.ts';
import { COMMAND_RUNS, type CommandRun } from './testing/command-runs.ts';
import { parseCommands, findDocumentedCommands } from './testing/documented-commands.ts';
import { buildWeb } from './web-build.ts';

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const commandNames = new Set(Object.keys(scripts));
const documented = findDocumentedCommands(commandNames);
const chromium = provideChromium(process.env);

const folder = mkdtempSync(join(tmpdir(), 'fws-commands-'));
chmodSync(folder, 0o711); // root's databases run under another account, which needs access
let database: TestDatabase;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  const clock = new TestClock();
  for (const [index, name] of ['appointed', 'supporter', 'forgetful', 'removed'].entries()) {
    const { id } = await TestUser.create('', database.db, clock, index + 1, {});
    const email = `${name}@fws.in`;
    await database.db.updateTable('user_account').set({ email }).where('id', '=', id).execute();
    if (index >= 2) await grantRole(database.db, id, 'admin', clock.now());
  }
  await buildWeb(process.cwd());
}, 120_000);

afterAll(async () => {
  await sandbox.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command as npm does: the command of package.json in a shell, followed by the arguments. */
function start(command: string, args: readonly string[], settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '', TEST_DATABASE_URL = '', NODE_OPTIONS = '' } = process.env;
  const env = {
    PATH: `${process.cwd()}/node_modules/.bin:${PATH}`,
    HOME,
    // Reuse what tsx compiled for other tests.
    TMPDIR: tmpdir(),
    TEST_DATABASE_URL,
    NODE_OPTIONS,
    FWS_CHROMIUM: chromium,
    ...pickMovedClock(),
    ...settings,
  };
  const child = spawn('sh', ['-c', `exec ${scripts[command]} "$@"`, 'sh', ...args], { env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

test('every documented command and option has a run or a test, and every command is documented', () => {
  expect([...documented.keys()].filter((name) => !commandNames.has(name))).toEqual([]);
  expect([...commandNames].filter((name) => !documented.has(name))).toEqual([]);
  const missing = [...documented.values()].flatMap(({ name, options }) => {
    const tried = COMMAND_RUNS.filter(({ command }) => command === name);
    const triedOptions = new Set(tried.flatMap((run) => run.options));
    return [
      ...(tried.length === 0 ? [name] : []),
      ...[...options].filter((option) => !triedOptions.has(option)).map((option) => `${name} ${option}`),
    ];
  });
  expect(missing).toEqual([]);
});

test('a run uses the options that it covers, and a covering test exists', () => {
  const isTrue = (run: CommandRun) =>
    'args' in run
      ? run.options.every((option) => run.args.includes(option))
      : readFileSync(run.coveredBy.file, 'utf8').includes(`test('${run.coveredBy.test}'`);
  expect(COMMAND_RUNS.filter((run) => !isTrue(run))).toEqual([]);
});

test('finds commands, their options and later options on the line in documents', () => {
  const text = [
    'Run `npm run admin -- a@b.in`; `--role support` gives less, `DATABASE_URL` says where.',
    '```',
    'npm start      # installs',
    '```',
    'See `--silent`. | `prove:outage -- --disk` | `--seed 1` | `npm ci` `other:thing`',
  ].join('\n');
  expect(
    parseCommands('x.md', text, new Set(['prove:outage'])).map(({ name, options }) => [name, ...options]),
  ).toEqual([['admin', '--role'], ['start'], ['prove:outage', '--disk', '--seed']]);
});

const runLimited = limitConcurrency(availableParallelism());
const ownRuns = COMMAND_RUNS.filter((run) => 'args' in run);

test.concurrent.for(ownRuns)('npm run $command $args', { timeout: 600_000 }, async (run, context) => {
  await runLimited(async () => {
    const sandboxPort = new URL(sandbox.url).port;
    const env = run.env?.({ databaseUrl: database.appUrl, dataDir: folder, sandboxPort });
    const { child, output } = start(run.command, run.args, env);
    context.onTestFinished(() => void child.kill('SIGKILL'));
    const [code] = await once(child, 'close');
    expect(output()).toMatch(run.expectedOutput);
    expect(output()).not.toMatch(/^ {4}at /m);
    expect(code).toBe(run.allowedFailure?.test(output()) ? 1 : 0);
  });
});

test('npm run dev serves web, API and sandbox, and ends with all of them', async () => {
  const port = await findFreePort(21_000);
  const sandboxPort = await findFreePort(port + 1);
  const { child, output } = start('dev', [], {
    DATABASE_URL: database.appUrl,
    QUEUE_URL: database.queueUrl,
    MIGRATION_URL: database.ownerUrl,
    DATA_DIR: join(folder, 'dev'),
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(output, { timeout: 120_000 }).toContain('Ctrl-C stops everything');
  const answer = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => 'gone',
    );
  const addresses = [
    `http://localhost:${port}/`,
    `http://localhost:${port}/api/docs/json`,
    `http://localhost:${sandboxPort}/`,
  ];
  for (const address of addresses) await expect.poll(() => answer(address), { timeout: 120_000 }).toBe(200);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  for (const address of addresses) expect(await answer(address), address).toBe('gone');
}, 300_000);

/** Limits how many run at once. */
function limitConcurrency(limit: number): (work: () => Promise<void>) => Promise<void> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
