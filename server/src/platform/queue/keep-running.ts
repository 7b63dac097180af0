import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Log } from '../log.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** Shorter than the time that a program allows for stopping. */
const STOPS_WITHIN_MS = 30_000;

/** Starts the runner again whenever it stops by itself. The first start may fail; that error goes to the caller. */
export async function keepRunning(
  start: () => Promise<Runner>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner = await start();

  async function startAgain(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        runner = await start();
        if (stopping.signal.aborted) await runner.stop();
        return;
      } catch (error) {
        log.error('the queue could not be started', error);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => log.error('the queue failed', error));
      if (stopping.signal.aborted) return;
      log.warn('the queue stopped unexpectedly and is restarted');
      await startAgain();
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      const stopped = runner.stop().catch(() => {}); // it may have stopped by itself
      await Promise.race([stopped.then(() => watching), sleep(STOPS_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
