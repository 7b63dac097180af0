import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Life } from '../program.ts';

const PATIENCE_MS = 10_000;

/** Runs a Node program in a process group of its own and kills the whole group at the end. */
export async function runInGroup(
  args: string[],
  { env, output, life }: { env: NodeJS.ProcessEnv; output: Writable; life: Life },
): Promise<number> {
  life.signal.throwIfAborted();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const interrupt = () => {
    signalGroup(child.pid, 'SIGINT');
    setTimeout(() => signalGroup(child.pid, 'SIGKILL'), PATIENCE_MS).unref();
  };
  life.signal.addEventListener('abort', interrupt, { once: true });
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  life.signal.removeEventListener('abort', interrupt);
  signalGroup(child.pid, 'SIGKILL');
  await closed;
  life.signal.throwIfAborted();
  return typeof code === 'number' ? code : 1;
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch {
    // the whole group has ended already
  }
}
