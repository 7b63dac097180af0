import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';

/** A running server according to its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/**
 * Finds the server that runs on this folder, whoever started it. A file that names a dead process is left to
 * PostgreSQL, which looks for orphaned backends before it replaces it. A file that names a living process of another
 * program is removed, because PostgreSQL would refuse to start.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pidLine, folder, , port, , , , status] = text.split('\n').map((line) => line.trim());
  const pid = Number(pidLine);
  const command = readCommand(pid);
  if (command === undefined) return undefined;
  if (command === 'postgres' && (await isSameFolder(folder, cluster, pid))) {
    return { pid, port: Number(port), ready: status === 'ready' };
  }
  await rm(file, { force: true });
  return undefined;
}

export const isRunning = (pid: number) => readCommand(pid) === 'postgres';

/** Fast shutdown: rolls back open transactions; everything acknowledged is on disk. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000], // crash-safe too: the next start recovers from the log
    ['SIGKILL', 5000],
  ] as const) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (isRunning(pid) && Date.now() < deadline) await sleep(20);
  }
}

async function isSameFolder(recorded: string | undefined, cluster: string, pid: number): Promise<boolean> {
  if (!recorded) return true; // the server is still writing the file
  if (!existsSync(recorded)) {
    throw new UserError(
      `A database server started in ${recorded}, a folder since moved or removed, still runs: stop process ${pid} first.`,
    );
  }
  return (await realpath(recorded)) === (await realpath(cluster));
}

/** The program that a process runs; undefined when there is no such process, or only a zombie. */
function readCommand(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? readCommandFromProc(pid) : readCommandFromPs(pid);
}

function readCommandFromProc(pid: number): string | undefined {
  try {
    return basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '') || undefined;
  } catch {
    return undefined;
  }
}

function readCommandFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return basename(stdout.trim()) || undefined;
}
