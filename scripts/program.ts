import { ConfigError } from '../server/src/config-error.ts';
import { UserError } from './user-error.ts';

/** How long everything except requests in flight may take to stop. */
const PATIENCE_MS = 40_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Life = {
  /** Aborted by Ctrl-C or a termination signal. */
  signal: AbortSignal;
  /** Closes in reverse order of starting. `longerMs` extends the time allowed. */
  onEnd(close: () => Promise<unknown>, longerMs?: number): void;
  waitForSignal(): Promise<number>;
};

/** Runs a program to its exit code. However it ends, everything that it started is closed before the process exits. */
export async function runProgram(program: (life: Life) => Promise<number>): Promise<never> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = new AbortController();
  let patienceMs = PATIENCE_MS;
  let exitTimer: NodeJS.Timeout | undefined;
  // A terminal and npm may both send the signal: ignore the second.
  for (const name of SIGNALS) {
    process.on(name, () => {
      stop.abort();
      exitTimer ??= exitAfter(patienceMs);
    });
  }
  watchNpm(stop);
  const life: Life = {
    signal: stop.signal,
    onEnd(close, longerMs = 0) {
      closers.push(close);
      patienceMs += longerMs;
    },
    waitForSignal: () => waitUntilAborted(stop.signal),
  };

  let exitCode: number;
  try {
    exitCode = await program(life);
  } catch (error) {
    exitCode = stop.signal.aborted ? 130 : report(error);
  }
  // Resources started after the signal may have extended the time allowed.
  clearTimeout(exitTimer);
  exitTimer = exitAfter(patienceMs);
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

function exitAfter(afterMs: number): NodeJS.Timeout {
  return setTimeout(() => {
    console.error('Something does not stop; leaving without it.');
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
