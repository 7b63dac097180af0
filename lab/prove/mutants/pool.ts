import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TrialResult, Trial } from './tester.ts';

const TESTER = join(import.meta.dirname, 'tester.ts');

/** A process that runs tests repeatedly. One that hangs is killed, and the next trial gets a new process. */
export class Tester {
  readonly #seed: number;
  #child: ChildProcess | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns null when the trial times out. */
  async run(trial: Trial, timeoutMs: number): Promise<boolean[] | null> {
    const child = this.#child ?? (await this.#start());
    child.send(trial);
    const answer = await waitForAnswer(child, timeoutMs);
    if (answer === null) {
      await this.stop();
      return null;
    }
    if ('error' in answer) throw new Error(`${trial.file}: ${answer.error}`);
    return answer.noticed;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(TESTER, {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'test', MUTANTS_SEED: String(this.#seed) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    await once(child, 'message');
    return child;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Returns null when no answer comes in time. */
async function waitForAnswer(child: ChildProcess, timeoutMs: number): Promise<TrialResult | null> {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  const late = AbortSignal.timeout(timeoutMs);
  child.once('exit', onExit);
  try {
    const [answer] = await once(child, 'message', { signal: AbortSignal.any([ended.signal, late]) });
    return answer as TrialResult;
  } catch (cause) {
    if (late.aborted) return null;
    throw new Error('the tester process has ended', { cause });
  } finally {
    child.off('exit', onExit);
  }
}

/** Runs `atOnce` testers in parallel; each takes the next item as soon as it is free. */
export async function runWithTesters<Item>(
  items: readonly Item[],
  options: { atOnce: number; seed: number; signal: AbortSignal },
  work: (tester: Tester, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const runWorker = async () => {
    const tester = new Tester(options.seed);
    try {
      for (const item of queue) {
        options.signal.throwIfAborted();
        await work(tester, item);
      }
    } finally {
      await tester.stop();
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, runWorker));
}
