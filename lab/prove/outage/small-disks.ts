import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../scripts/user-error.ts';

/** Root needs a mount namespace. Others become root in a user namespace too, and leave it again for PostgreSQL. */
const UNSHARE_MODES = [
  { enter: ['--mount'], leave: [] },
  {
    enter: ['--user', '--mount', '--map-root-user'],
    leave: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  },
] as const;

const MOUNT_AND_RUN = [
  'mount -t tmpfs -o size=320m,mode=1777 tmpfs "$1/database"',
  'mount -t tmpfs -o size=4m,mode=1777 tmpfs "$1/files"',
  'shift',
  'exec "$@"',
].join(' && ');

/**
 * Runs a command with two folders mounted as small disks in memory, in a namespace that ends with the command however it
 * ends. Passes our own end on to the command. Resolves with its exit code.
 */
export async function runOnSmallDisks(
  signal: AbortSignal,
  command: (folder: string) => readonly string[],
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fws-disks-'));
  try {
    await chmod(folder, 0o755); // started by root, the database runs under another account, which needs access
    for (const name of ['database', 'files']) await mkdir(join(folder, name));
    const buildArgs = (inner: readonly string[]) =>
      UNSHARE_MODES.map(({ enter, leave }) => [
        ...enter,
        '/bin/sh',
        '-c',
        MOUNT_AND_RUN,
        'sh',
        folder,
        ...leave,
        ...inner,
      ]);
    const modeIndex = buildArgs(['true']).findIndex(
      (unshareArgs) => spawnSync('unshare', unshareArgs, { stdio: 'ignore' }).status === 0,
    );
    const args = buildArgs(command(folder))[modeIndex];
    if (!args)
      throw new UserError(
        'A full disk cannot be tried here: nobody lets us mount a tmpfs, as root or by unshare.',
      );
    signal.throwIfAborted();
    const child = spawn('unshare', args, { stdio: 'inherit' });
    signal.addEventListener('abort', () => child.kill(), { once: true });
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
