import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startDatabase, type Database } from './index.ts';
import {
  ask,
  clusterOf,
  killProgram,
  makeFolder,
  removeFolder,
  serverOf,
  startProgram,
} from './testing/world.ts';
import { stopPostmaster } from './postmaster.ts';

// What earlier starts, other programs or a restored copy may have left in the data folder.
let folder = '';
let running: Database | undefined;

async function start(): Promise<Database> {
  running = await startDatabase({ dataDir: folder, port: 47_200, log: () => {} });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

beforeAll(async () => {
  folder = makeFolder();
  mkdirSync(join(folder, 'postgres.new')); // left by a first start that was interrupted
  writeFileSync(join(folder, 'postgres.new', 'half'), '');
  await start();
  await stop();
});
afterEach(stop);
afterAll(() => removeFolder(folder));

/** The process file of an earlier run, with another process in it. */
async function leaveProcessFile(pid: number): Promise<void> {
  await start();
  const file = join(clusterOf(folder), 'postmaster.pid');
  const text = readFileSync(file, 'utf8');
  await stop();
  writeFileSync(file, text.replace(/^\d+/, String(pid)));
}

test('a first start that was interrupted leaves nothing in the way', () => {
  expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false);
});

test('a process file that names no process does not hinder the start', async () => {
  await leaveProcessFile(4_194_303);
  await start();
  expect(serverOf(folder)).not.toBe(4_194_303);
});

test('a process file whose number another program has now does not hinder the start', async () => {
  await leaveProcessFile(process.pid);
  await start();
  expect(serverOf(folder)).not.toBe(process.pid);
});

test('a server that does not know our password is not taken for ours', async () => {
  const program = await startProgram(folder);
  const pid = serverOf(folder);
  await killProgram(program, 'SIGKILL');
  const file = join(folder, 'postgres.json');
  const settings = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(settings), password: 'another' }));
    await expect(start()).rejects.toThrow('refuses the password in postgres.json');
  } finally {
    writeFileSync(file, settings);
    await stopPostmaster(pid);
  }
});

test('a data folder that was moved keeps its database', async () => {
  const { ownerUrl: url } = await start();
  await ask(url, 'CREATE TABLE moved ()');
  await stop();
  const before = folder;
  folder = `${before}-moved`;
  renameSync(before, folder);
  expect(await ask((await start()).ownerUrl, "SELECT to_regclass('moved')::text AS found")).toEqual({
    found: 'moved',
  });
});

test('a server that still runs in a folder since moved is not started over', async () => {
  const program = await startProgram(folder);
  const pid = serverOf(folder);
  await killProgram(program, 'SIGKILL');
  const [home, moved] = [join(folder, 'postgres'), join(folder, 'moved')];
  renameSync(home, moved);
  const file = join(folder, 'postgres.json');
  const settings = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(settings), cluster: moved }));
    await expect(start()).rejects.toThrow(`still runs: stop process ${pid} first`);
  } finally {
    renameSync(moved, home);
    writeFileSync(file, settings);
    await stopPostmaster(pid);
  }
});

test('what PostgreSQL says when it cannot start is passed on', async () => {
  const file = join(clusterOf(folder), 'postgresql.conf');
  const configuration = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow(
      /does not start.*no_such_setting|configuration file.*contains errors/s,
    );
  } finally {
    writeFileSync(file, configuration);
  }
});
