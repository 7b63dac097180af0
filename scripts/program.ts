import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../server/src/config/error.ts';
import { UserError } from './user-error.ts';

/** How long a program, and then all that it started, may take to stop; requests in flight may add to it. */
const PATIENCE_MS = 40_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Life = {
  /** Aborted by Ctrl-C or a termination signal. */
  signal: AbortSignal;
  /** Closes in reverse order of starting. `longerMs` extends the time allowed. */
  onEnd(close: () => Promise<unknown>, longerMs?: number): void;
  waitForSignal(): Promise<number>;
};

/**
 * Runs a program to its exit code. However it ends, everything that it started is closed before the process exits: a
 * program that does not heed a signal is left, and its parts are closed under it.
 */
export async function runProgram(program: (life: Life) => Promise<number>): Promise<never> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = new AbortController();
  let patienceMs = PATIENCE_MS;
  // A terminal and npm may both send the signal: the second changes nothing.
  for (const name of SIGNALS) process.on(name, () => stop.abort());
  watchNpm(stop);
  const life: Life = {
    signal: stop.signal,
    onEnd(close, longerMs = 0) {
      closers.push(close);
      patienceMs += longerMs;
    },
    waitForSignal: () => waitUntilAborted(stop.signal),
  };

  const ended = new AbortController();
  let exitCode: number;
  try {
    exitCode = await Promise.race([program(life), giveUpAfter(stop.signal, () => patienceMs, ended.signal)]);
  } catch (error) {
    exitCode = stop.signal.aborted ? 130 : report(error);
    // Work that the program left behind fails while its parts close. That must not end the closing.
    process.on('uncaughtException', () => {});
  }
  ended.abort();
  exitAfter(patienceMs);
  for (const close of closers.toReversed()) await close().catch(report);
  process.exit(exitCode);
}

/** npm passes a termination signal only to the shell between us: watch for that shell's end instead. */
function watchNpm(stop: AbortController): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop.abort();
  }, 250).unref();
}

/** Rejects when the program has been told to stop and has not done so in time. */
async function giveUpAfter(
  told: AbortSignal,
  getPatienceMs: () => number,
  ended: AbortSignal,
): Promise<never> {
  await waitUntilAborted(told);
  await sleep(getPatienceMs(), undefined, { ref: false, signal: ended });
  console.error('The program did not stop in time: closing what it started.');
  throw new Error('the program did not stop in time');
}

function exitAfter(afterMs: number): void {
  setTimeout(() => {
    console.error('Not everything closed in time: exiting.');
    process.exit(1);
  }, afterMs).unref();
}

function report(error: unknown): number {
  const isClear = error instanceof UserError || error instanceof ConfigError;
  console.error(isClear ? error.message : error);
  return 1;
}

async function waitUntilAborted(signal: AbortSignal): Promise<number> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return 0;
}
