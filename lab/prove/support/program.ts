import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeDatabase, startDatabase } from '../../../scripts/embedded-postgres/index.ts';
import { runProgram, type Life } from '../../../scripts/program.ts';
import { UserError } from '../../../scripts/user-error.ts';
import { parseMinutesFlag, parseNumberFlag, refuseUnknownFlags } from './numbers.ts';

export interface Verdict {
  /** What was measured, by name. */
  figures: Record<string, string | number>;
  /** Each is printed; one is enough to fail. */
  violations: readonly string[];
}

export interface ProofContext {
  args: readonly string[];
  seed: number;
  /** Aborted when the run must end: after `--minutes`, or by Ctrl-C or a termination signal. */
  signal: AbortSignal;
  /** Stops and starts the proof's own database. */
  database: { goAway(): Promise<void>; comeBack(): Promise<void> };
  /** Closes something that would outlive the process, for a proof that is left before it has closed it itself. */
  onEnd(close: () => Promise<unknown>): void;
}

interface ProofOptions {
  database: 'fast' | 'durable' | 'none';
  flags: readonly string[];
  /** How long the proof may take to end once its signal is aborted. */
  endsWithinMs?: number;
}

const MAX_PRINTED = 20;
/** With what the database needs to stop, a run ends within 30 seconds of its time. */
const ENDS_WITHIN_MS = 25_000;

/**
 * Runs a proof as a command: prints its seed, then its figures. A violation gives exit code 1. However it ends, its
 * database is stopped and its files are removed.
 */
export async function runProof(
  name: string,
  { database, flags, endsWithinMs = ENDS_WITHIN_MS }: ProofOptions,
  prove: (context: ProofContext) => Promise<Verdict>,
  /** Where its database is created. */
  databaseFolder?: string,
): Promise<never> {
  return runProgram(async (life) => {
    const args = process.argv.slice(2);
    refuseUnknownFlags(args, ['seed', ...flags]);
    const seed = parseNumberFlag(args, 'seed', Math.floor(Math.random() * 2 ** 31));
    console.log(`prove:${name} --seed ${seed}`);
    const limitMs = parseMinutesFlag(args) * 60_000;
    // With --runs 0 or --seconds 0 the program only reads its options and proves nothing, which a test uses.
    const isEmpty = [parseNumberFlag(args, 'runs', 1), parseNumberFlag(args, 'seconds', 1)].includes(0);
    if (isEmpty) return print({ figures: {}, violations: [] }, 0);

    const folder = await makeFolder(tmpdir());
    life.onEnd(() => rm(folder, { recursive: true, force: true }));
    // Everything that the proof or a process of it puts into a temporary folder goes with the proof's own.
    process.env['TMPDIR'] = folder;
    // A proof that stops and starts its database needs its own.
    const isGiven = database === 'fast' && process.env['TEST_DATABASE_URL'] !== undefined;
    const databaseSwitch =
      database === 'none' || isGiven
        ? { goAway: refuseDatabase, comeBack: refuseDatabase }
        : await startOwnDatabase(life, databaseFolder ?? folder, database === 'durable');
    life.signal.throwIfAborted();

    const started = performance.now();
    const signal = createEndSignal(life.signal, limitMs);
    const verdict = await Promise.race([
      prove({ args, seed, signal, database: databaseSwitch, onEnd: (close) => life.onEnd(close) }),
      leaveAfter(signal, endsWithinMs, life.signal),
      failWhenUncaught(),
    ]);
    return print(verdict, performance.now() - started);
  });
}

/** By hand: Node 20 may collect the timeout that `AbortSignal.any` was made of, and then never aborts. */
function createEndSignal(stopped: AbortSignal, limitMs: number): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  stopped.addEventListener('abort', end, { once: true });
  if (Number.isFinite(limitMs)) setTimeout(end, limitMs).unref();
  return ending.signal;
}

function print({ figures, violations }: Verdict, forMs: number): number {
  const seconds = Math.round(forMs / 1000);
  for (const [figure, value] of Object.entries({ ...figures, seconds, violations: violations.length }))
    console.log(`${figure.padEnd(44)} ${value}`);
  for (const violation of violations.slice(0, MAX_PRINTED)) console.error(`\nVIOLATION ${violation}`);
  return violations.length === 0 ? 0 : 1;
}

/** Started by root, the database and other servers run under another account, which needs access. */
async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'fws-prove-'));
  await chmod(folder, 0o711);
  return folder;
}

async function startOwnDatabase(
  life: Life,
  parent: string,
  durable: boolean,
): Promise<ProofContext['database']> {
  const dataDir = await makeFolder(parent);
  const port = 40_000 + Math.floor(Math.random() * 5000);
  const start = () => startDatabase({ dataDir, port, durable, log: () => {} });
  life.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  // Before the start, which a signal may interrupt. It also stops the server.
  life.onEnd(() => removeDatabase(dataDir));
  let server = await start();
  life.onEnd(() => server.stop());
  process.env['TEST_DATABASE_URL'] = server.ownerUrl;
  return {
    goAway: () => server.stop(),
    comeBack: async () => {
      const { port: before } = server;
      server = await start();
      if (server.port !== before) throw new Error('another process took the port of the database');
    },
  };
}

/** Leaves a proof that goes on for too long after it was told to end. */
async function leaveAfter(signal: AbortSignal, endsWithinMs: number, stopped: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  await sleep(endsWithinMs, undefined, { ref: false });
  const message = `The proof did not end within ${endsWithinMs / 1000} seconds of its time: it proves nothing.`;
  // A stopped program reports no error of its own.
  if (stopped.aborted) console.error(message);
  throw new UserError(message);
}

/** An error outside of every promise must not end the process before its database is stopped. */
async function failWhenUncaught(): Promise<never> {
  const [error] = await once(process, 'uncaughtException');
  throw error;
}

const refuseDatabase = () => Promise.reject(new Error('this proof has no database of its own'));
