import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
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
 * The last commit before the first migration of the newest release: whatever that release changes in the database, its
 * processes do not know. As long as there is only the baseline, the commit that brought it, because databases of earlier
 * ones cannot be updated.
 */
export function findReleaseBefore(root: string): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const files = readdirSync(join(root, 'server/migrations')).toSorted();
  const release = files.at(-1)?.slice(0, 2);
  const paths = files
    .filter((file) => file.slice(0, 2) === release)
    .map((file) => `server/migrations/${file}`);
  const additions = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '--', ...paths).split(
    '\n',
  );
  const before = release === '00' ? additions[0] : `${additions.at(-1)}^`;
  const commit = git('rev-parse', '--verify', '--quiet', before ?? '');
  if (commit === '') throw new UserError('Git knows no release before this one: name a commit with --from.');
  return commit;
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
