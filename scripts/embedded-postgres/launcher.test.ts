import { LETTERS_LOCALE } from './letters.ts';
import { statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDatabase, type Database } from './index.ts';
import { isRunning } from './postmaster.ts';
import {
  ask,
  killProgram,
  makeFolder,
  removeFolder,
  readServerPid,
  startProgram,
  waitUntilEnded,
} from './testing/world.ts';

// One data folder for all tests: creating a database takes ten times as long as starting one.
let folder = '';
let running: Database | undefined;
const lines: string[] = [];

async function start(port?: number): Promise<Database> {
  const options = { dataDir: folder, log: (line: string) => void lines.push(line) };
  running = await startDatabase(port === undefined ? options : { ...options, port });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

beforeAll(async () => {
  folder = makeFolder();
  const { ownerUrl: url } = await start(47_100);
  await ask(url, 'CREATE TABLE kept (word text)');
  await ask(url, "INSERT INTO kept VALUES ('rupee')");
  await stop();
});
afterEach(stop);
afterAll(() => removeFolder(folder));

const readWord = async (url: string) => (await ask(url, 'SELECT word FROM kept'))['word'];

test('knows the letters of Indian scripts, also in a database of an earlier version', async () => {
  const { ownerUrl: url } = await start();
  await ask(url, `UPDATE pg_database SET datctype = 'C'`);
  await stop();
  const { ownerUrl } = await start();
  await ask(ownerUrl, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
  expect(await ask(ownerUrl, `SELECT cardinality(show_trgm('प्लंबर')) AS trigrams`)).toEqual({ trigrams: 7 });
});

test('is a durable UTF-8 database, accessible only from this machine and by password', async () => {
  const { ownerUrl: url } = await start();
  const facts = await ask(
    url,
    `SELECT datlocprovider AS provider, datlocale AS locale, pg_encoding_to_char(encoding) AS encoding,
            current_setting('listen_addresses') AS listens, current_setting('unix_socket_directories') AS sockets,
            datctype AS letters, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit
     FROM pg_database WHERE datname = current_database()`,
  );
  expect(facts).toEqual({
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    letters: LETTERS_LOCALE,
    listens: '127.0.0.1',
    sockets: '',
    fsync: 'on',
    commit: 'on',
  });
  await expect(ask(url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow('password');
  expect(statSync(join(folder, 'postgres.json')).mode & 0o777).toBe(0o600);
});

test('keeps its data and its port across starts', async () => {
  const first = await start();
  await stop();
  const second = await start();
  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(await readWord(second.ownerUrl)).toBe('rupee');
});

test('skips a taken port and remembers the new one', async () => {
  const before = await start();
  await stop();
  const other = createServer();
  await once(other.listen(before.port, '127.0.0.1'), 'listening');
  const moved = await start();
  await stop();
  other.close();
  await once(other, 'close');
  expect(moved.port).toBeGreaterThan(before.port);
  expect((await start()).port).toBe(moved.port);
});

test('leaves no process running', async () => {
  await start();
  const pid = readServerPid(folder);
  expect(isRunning(pid)).toBe(true);
  await stop();
  expect(isRunning(pid)).toBe(false);
});

test('stops once, however often it is told to', async () => {
  const database = await start();
  const pid = readServerPid(folder);
  await database.stop();
  await database.stop();
  expect(isRunning(pid)).toBe(false);
});

test('refuses a second start and names the first', async () => {
  await start();
  await expect(startDatabase({ dataDir: folder, log: () => {} })).rejects.toThrow(
    `FWS is already running on ${folder} (process ${process.pid}): stop it first`,
  );
});

test('lets exactly one of two simultaneous starts succeed', async () => {
  const starts = await Promise.allSettled([start(), startDatabase({ dataDir: folder, log: () => {} })]);
  const databases = starts.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(databases).toHaveLength(1);
  running = databases[0];
});

test('adopts the server that survived kill -9 of its program', async () => {
  const program = await startProgram(folder);
  const pid = readServerPid(folder);
  await killProgram(program, 'SIGKILL');
  expect(isRunning(pid)).toBe(true);

  const { ownerUrl: url } = await start();
  expect(url).toBe(program.url);
  expect(readServerPid(folder)).toBe(pid);
  await stop();
  expect(isRunning(pid)).toBe(false);
});

test('restarts with all acknowledged data after kill -9 of program and server', async () => {
  const program = await startProgram(folder);
  await ask(program.url, "UPDATE kept SET word = 'paisa'");
  const pid = readServerPid(folder);
  await killProgram(program, 'SIGKILL');
  process.kill(pid, 'SIGKILL');

  const { ownerUrl: url } = await start();
  expect(await readWord(url)).toBe('paisa');
  await ask(url, "UPDATE kept SET word = 'rupee'");
});

test('restarts a crashed server on the same port', async () => {
  const { ownerUrl: url } = await start();
  const pid = readServerPid(folder);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readWord(url).catch(() => ''), { timeout: 20_000, interval: 50 }).toBe('rupee');
  expect(readServerPid(folder)).not.toBe(pid);
  expect(lines).toContain('The database stopped unexpectedly: restarting it');
});

test('stops on Ctrl-C, after its program', async () => {
  const program = await startProgram(folder);
  const pid = readServerPid(folder);
  await killProgram(program, 'SIGINT');
  await waitUntilEnded(pid);
  expect(program.process.exitCode).toBe(0);
});

test('the server ignores signals to its program’s process group, such as Ctrl-C', async () => {
  const program = await startProgram(folder);
  const pid = readServerPid(folder);
  process.kill(-(program.process.pid ?? 0), 'SIGKILL');
  await once(program.process, 'exit');
  expect(isRunning(pid)).toBe(true);
  await start();
  expect(readServerPid(folder)).toBe(pid);
});

test('a server for tests ends with its program, even by kill -9', async () => {
  const throwaway = makeFolder();
  onTestFinished(() => removeFolder(throwaway));
  const program = await startProgram(throwaway, 'throwaway');
  const pid = readServerPid(throwaway);
  expect(await ask(program.url, "SELECT current_setting('fsync') AS fsync")).toEqual({ fsync: 'off' });
  await killProgram(program, 'SIGKILL');
  await waitUntilEnded(pid);
});
