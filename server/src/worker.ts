import { composeDeps, composeWorker, type ComposeOptions } from './compose.ts';
import { readConfig, type ConfigInput } from './config.ts';

/** Starts a process that only works off the queue. */
export async function startWorkerProcess(
  options: ConfigInput & ComposeOptions,
): Promise<{ close(): Promise<void> }> {
  const { deps, line, close } = composeDeps(readConfig(options), options);
  const worker = await composeWorker(deps, line);
  return {
    async close() {
      await worker.stop();
      await close();
    },
  };
}
