import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../scripts/user-error.ts';
import { listChildren } from '../../../server/test/processes/children.ts';
import { signalIfAlive } from './processes.ts';

/** Network, processes and mounts of its own. They end with the first process inside, however it ends. */
const OWN = ['--net', '--pid', '--mount', '--mount-proc', '--fork', '--kill-child'];

/**
 * The first process. Its files and the shared memory of killed servers are in memory that ends with it. It collects
 * orphans, such as a PostgreSQL whose Patroni was killed, and passes our end on.
 */
const FIRST_PROCESS = `
mount -t tmpfs -o mode=0711 tmpfs "$1" && mount -t tmpfs -o mode=1777 tmpfs /dev/shm || exit 1
shift
"$@" < /dev/null &
child=$!
trap 'kill -TERM $child' TERM INT HUP
while kill -0 $child 2>/dev/null; do wait $child; code=$?; done
exit $code`;

/**
 * Runs a command in a network of its own, so that the machines of the proof can have the addresses of the shipped
 * configuration, nothing of them is visible outside, and no process is left. The folder is removed in the end. Resolves
 * with its exit code.
 */
export async function runInOwnNetwork(
  signal: AbortSignal,
  command: (folder: string) => readonly string[],
): Promise<number> {
  if (spawnSync('unshare', [...OWN, 'true'], { stdio: 'ignore' }).status !== 0)
    throw new UserError('A network cannot be cut here: that needs root and unshare (package util-linux).');
  const folder = await mkdtemp(join(tmpdir(), 'fws-cluster-'));
  try {
    const args = [...OWN, '/bin/sh', '-c', FIRST_PROCESS, 'sh', folder, ...command(folder)];
    const env = { ...process.env, TMPDIR: folder };
    signal.throwIfAborted();
    const child = spawn('unshare', args, { stdio: 'inherit', env, detached: true });
    const end = () => endFirstProcess(child.pid);
    signal.addEventListener('abort', end, { once: true });
    process.once('exit', () => child.kill('SIGKILL'));
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Told to end, `unshare` would kill everything inside at once. */
function endFirstProcess(unshare: number | undefined): void {
  for (const pid of unshare === undefined ? [] : listChildren(unshare)) signalIfAlive(pid, 'SIGTERM');
}
