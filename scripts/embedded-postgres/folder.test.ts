import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startDatabase, type Database } from './index.ts';
import {
  ask,
  readClusterPath,
  killProgram,
  makeFolder,
  removeFolder,
  readServerPid,
  startProgram,
} from './testing/world.ts';
import { stopPostmaster } from './postmaster.ts';

// States of a data folder left by earlier starts, other programs or a restored copy.
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
  mkdirSync(join(folder, 'postgres.new')); // left by an interrupted first start
  writeFileSync(join(folder, 'postgres.new', 'half'), '');
  await start();
  await stop();
});
afterEach(stop);
afterAll(() => removeFolder(folder));

/** Leaves the process file of an earlier run with another process id in it. */
async function leaveProcessFile(pid: number): Promise<void> {
  await start();
  const file = join(readClusterPath(folder), 'postmaster.pid');
  const text = readFileSync(file, 'utf8');
  await stop();
  writeFileSync(file, text.replace(/^\d+/, String(pid)));
}

test('an interrupted first start leaves nothing that blocks the next', () => {
  expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false);
});

test('starts despite a process file with the id of no process', async () => {
  await leaveProcessFile(4_194_303);
  await start();
  expect(readServerPid(folder)).not.toBe(4_194_303);
});

test('starts despite a process file whose id belongs to another program now', async () => {
  await leaveProcessFile(process.pid);
  await start();
  expect(readServerPid(folder)).not.toBe(process.pid);
});

test('refuses a running server that does not accept our password', async () => {
  const program = await startProgram(folder);
  const pid = readServerPid(folder);
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

test('keeps the database of a moved data folder', async () => {
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

test('refuses to start while a server still runs in a folder that was moved', async () => {
  const program = await startProgram(folder);
  const pid = readServerPid(folder);
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

test('reports PostgreSQL’s own message when it cannot start', async () => {
  const file = join(readClusterPath(folder), 'postgresql.conf');
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
