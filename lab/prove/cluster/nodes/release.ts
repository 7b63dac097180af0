import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../../../scripts/user-error.ts';

/** The built product in a folder of its own. */
export interface Release {
  root: string;
}

const run = promisify(execFile);
const OUTPUT = { maxBuffer: 64 * 1024 * 1024 };

/** The product as it is in this folder. */
export async function buildRelease(root: string): Promise<Release> {
  await run('npm', ['run', 'build'], { cwd: root, ...OUTPUT });
  return { root };
}

/**
 * The last commit before the newest migrations. As long as no release has a tag, this is the nearest to the release
 * before: whatever the newest release changes in the database, the processes of the other one do not know.
 */
export function findReleaseBefore(root: string): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const newest = git(
    'log',
    '-1',
    '--first-parent',
    '--diff-filter=A',
    '--format=%H',
    '--',
    'server/migrations',
  );
  const before = newest === '' ? '' : git('rev-parse', '--verify', '--quiet', `${newest}^`);
  if (before === '') throw new UserError('Git knows no release before this one: name a commit with --from.');
  return before;
}

/** Builds another commit from git, with the packages of its own lock file. */
export async function buildFormerRelease(root: string, ref: string, folder: string): Promise<Release> {
  const archive = join(folder, 'release.tar');
  const former = join(folder, 'release');
  mkdirSync(former);
  await run('git', ['archive', '--format=tar', '--output', archive, ref], { cwd: root });
  await run('tar', ['-xf', archive, '-C', former]);
  const readLock = (from: string) => readFileSync(join(from, 'package-lock.json'), 'utf8');
  // The links to workspaces in it are relative.
  if (readLock(former) === readLock(root))
    cpSync(join(root, 'node_modules'), join(former, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: former, ...OUTPUT });
  return buildRelease(former);
}

/** With `--before-deployment` while processes of the former release run. */
export async function migrateWith(
  release: Release,
  env: Record<string, string>,
  ...options: '--before-deployment'[]
): Promise<void> {
  await run(process.execPath, ['dist/migrate.mjs', ...options], {
    cwd: release.root,
    env: { ...process.env, ...env },
  });
}
