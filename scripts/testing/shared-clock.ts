import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moveClockTo, type MovedClock } from '../moved-clock.ts';
import { UserError } from '../user-error.ts';

const MEMORY = '/dev/shm';
/** `sem.faketime_sem_123` and `faketime_shm_123`, named by the process that made them. */
const OBJECT = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/;

/**
 * Moves the clock of everything that is started with these variables. By itself the library keeps objects in shared
 * memory for each program. A program that is killed leaves them, and a later one with the same process id does not
 * start. So one program keeps them for all.
 */
export async function shareClock(at: Date): Promise<{ clock: MovedClock; close: () => Promise<void> }> {
  const moved = moveClockTo(at, new Date(), process.env);
  const epollWait = await buildEpollWait();
  const clock = { ...moved, LD_PRELOAD: `${epollWait.library}:${moved.LD_PRELOAD}` };
  await removeLeftObjects();
  const keeper = spawn('/bin/sh', ['-c', 'echo "$FAKETIME_SHARED"; read -r _'], {
    env: clock,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const [names] = await Promise.race([once(keeper.stdout, 'data'), ended]);
  const shared = String(names).trim();
  // As root, the database runs under another account.
  const objects = await listObjects(keeper.pid);
  for (const object of objects) await chmod(object, 0o666);
  const close = async () => {
    keeper.stdin.end();
    await ended;
    for (const object of objects) await rm(object, { force: true });
    await epollWait.remove();
  };
  return { clock: { ...clock, FAKETIME_SHARED: shared }, close };
}

/** The library of epoll-wait.c, where every account can read it. */
async function buildEpollWait(): Promise<{ library: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(MEMORY, 'fws-clock-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const library = join(folder, 'epoll-wait.so');
  const source = join(import.meta.dirname, 'epoll-wait.c');
  try {
    await promisify(execFile)('cc', ['-shared', '-fPIC', '-O1', '-o', library, source]);
  } catch (error) {
    await remove();
    throw new UserError(
      `--at needs a C compiler: install it (for example "sudo apt-get install gcc libc6-dev"). ${String(error)}`,
    );
  }
  await chmod(folder, 0o755);
  return { library, remove };
}

async function listObjects(pid: number | undefined): Promise<string[]> {
  const names = await readdir(MEMORY);
  return names.filter((name) => OBJECT.exec(name)?.[1] === String(pid)).map((name) => join(MEMORY, name));
}

/** Of processes that have ended. */
async function removeLeftObjects(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = OBJECT.exec(name) ?? [];
    // Another user's cannot be removed, nor be in the way.
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) await rm(join(MEMORY, name)).catch(() => undefined);
  }
}
