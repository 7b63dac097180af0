import { composeDeps, composeRelay, composeWorker, type ComposeOptions } from './compose.ts';
import { readConfig, type Config, type ConfigInput } from './config.ts';
import { explainListenError } from './listen-error.ts';
import { startWorkerHealth, type WorkerHealth } from './platform/queue/health.ts';
import type { Worker } from './platform/queue/worker.ts';
import { checkReadiness, watchFileStore, type Readiness } from './platform/readiness.ts';

export interface WorkerProcess {
  /** Host and port of the health endpoints; null when they are disabled. */
  healthAddress: string | null;
  close(): Promise<void>;
}

/** Starts a process that only runs the queue. */
export async function startWorkerProcess(options: ConfigInput & ComposeOptions): Promise<WorkerProcess> {
  const config = readConfig(options);
  const { deps, line, close } = composeDeps(config, options);
  let worker: Worker | undefined;
  let isShuttingDown = false;
  const getFileState = watchFileStore(deps.ports.files, deps.log);
  const health = await startHealth(config, () =>
    checkReadiness(deps.db, isShuttingDown, {
      needed: { heartbeat: worker?.isAlive() ? 'ok' : 'is late' },
      other: getFileState(),
    }),
  ).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const relay = composeRelay(deps, line);
  worker = await composeWorker(deps, line);
  return {
    healthAddress: health?.address ?? null,
    async close() {
      isShuttingDown = true;
      await worker.stop();
      await relay.stop();
      await close();
      // Last, so that the process reports itself alive while a task finishes.
      await health?.close();
    },
  };
}

async function startHealth(
  { host, workerHealthPort: port }: Config,
  check: () => Promise<Readiness>,
): Promise<WorkerHealth | null> {
  if (port === null) return null;
  return startWorkerHealth({ host, port }, check).catch((error: unknown) => {
    throw explainListenError(error, { host, port, portSetting: 'WORKER_HEALTH_PORT' });
  });
}
