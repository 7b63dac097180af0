import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findAccount, canEnter } from './account.ts';
import { openPrograms, findPackageHome } from './binaries.ts';
import { removeDatabase, startDatabase } from './index.ts';
import {
  ask,
  readClusterPath,
  killProgram,
  makeFolder,
  removeFolder,
  startProgram,
} from './testing/world.ts';

const isRoot = process.getuid?.() === 0;
const account = await findAccount('');
const STRANGER = 54_321;

function createTemporaryFolder(mode?: number): string {
  const folder = makeFolder(mode);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

test('creates the links that an installation without scripts lacks', async () => {
  const folder = createTemporaryFolder();
  const home = join(folder, 'package');
  cpSync(findPackageHome(), home, { recursive: true, verbatimSymlinks: true });
  const link = join(home, 'native', 'lib', 'libpq.so.5');
  rmSync(link);
  chmodSync(join(home, 'native', 'bin', 'postgres'), 0o644);

  const programs = await openPrograms(home, account, join(folder, 'copies'));
  expect(programs).toBe(join(home, 'native', 'bin'));
  expect(existsSync(link)).toBe(true);
  const { stdout } = spawnSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
});

// Each case needs a suitable machine: root's cases need root.
describe.runIf(isRoot)('as root', () => {
  test('runs the server under an account without rights, which owns the database', async () => {
    const folder = createTemporaryFolder();
    const database = await startDatabase({ dataDir: folder, port: 47_300, log: () => {} });
    const owner = statSync(join(folder, 'postgres')).uid;
    expect(owner).toBe(account?.uid);
    expect(owner).not.toBe(0);
    await database.stop();
  });

  test('keeps the database elsewhere when only root can access the data folder, and says so', async () => {
    const folder = createTemporaryFolder(0o700);
    const lines: string[] = [];
    const database = await startDatabase({
      dataDir: folder,
      port: 47_300,
      log: (line) => void lines.push(line),
    });
    const cluster = readClusterPath(folder);
    expect(cluster).toMatch(/^\/var\/lib\/fws-postgres\//);
    expect(lines).toEqual([expect.stringContaining(`the database is stored in ${cluster}`)]);
    expect(await ask(database.ownerUrl, 'SELECT 1 AS one')).toEqual({ one: 1 });
    await database.stop();

    const again = await startDatabase({ dataDir: folder, log: () => {} });
    expect(readClusterPath(folder)).toBe(cluster);
    await again.stop();
    await removeDatabase(folder);
    expect(existsSync(cluster)).toBe(false);
  });

  test('copies programs that only root can access to where the account can run them', async () => {
    const folder = createTemporaryFolder();
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    cpSync(findPackageHome(), join(closed, 'package'), { recursive: true, verbatimSymlinks: true });

    const open = () => openPrograms(join(closed, 'package'), account, join(folder, 'copies'));
    const programs = await open();
    expect(programs.startsWith(join(folder, 'copies'))).toBe(true);
    const { stdout } = spawnSync(join(programs, 'postgres'), ['--version'], { ...account, encoding: 'utf8' });
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
    expect(await open()).toBe(programs);
  });

  test('runs a database created by an ordinary user under that user', async () => {
    const folder = createTemporaryFolder();
    chownSync(folder, STRANGER, STRANGER);
    mkdirSync(join(folder, 'postgres'));
    chownSync(join(folder, 'postgres'), STRANGER, STRANGER);
    expect(await findAccount(join(folder, 'postgres'))).toEqual({ uid: STRANGER, gid: STRANGER });
  });
});

// Root can act as the user by dropping its rights, where others can access the checkout.
const canPlayUser = isRoot && canEnter(account, findPackageHome());
describe.runIf(!isRoot || canPlayUser)('as an ordinary user', () => {
  test('the database belongs to the user', async () => {
    const folder = createTemporaryFolder();
    const uid = isRoot ? account?.uid : process.getuid?.();
    if (isRoot) chownSync(folder, account?.uid ?? 0, account?.gid ?? 0);
    const program = await startProgram(folder, 'durable', ...(isRoot ? [String(uid)] : []));
    expect(await ask(program.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    expect(statSync(join(folder, 'postgres')).uid).toBe(uid);
    await killProgram(program, 'SIGTERM');
  });
});
