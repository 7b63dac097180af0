import { composeDeps, composeRelay, composeWorker, type ComposeOptions } from './compose.ts';
import { readConfig, type Config, type ConfigInput } from './config/index.ts';
import { explainListenError } from './listen-error.ts';
import { startWorkerHealth, type HealthSources, type WorkerHealth } from './platform/queue/health.ts';
import type { Worker } from './platform/queue/worker.ts';
import { createScrape } from './domains/admin/index.ts';
import { checkReadiness, watchFileStore } from './platform/readiness.ts';
import { startTracing } from './platform/tracing/start.ts';

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
  const stopTracing = await startTracing(config.tracing, 'fws-worker', deps.log);
  const getFileState = watchFileStore(deps.ports.files, deps.log);
  const health = await startHealth(config, {
    check: () =>
      checkReadiness(deps.db, isShuttingDown, {
        needed: { heartbeat: worker?.isAlive() ? 'ok' : 'is late' },
        other: getFileState(),
      }),
    scrape: createScrape(deps),
  }).catch(async (error: unknown) => {
    await close();
    await stopTracing();
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
      await stopTracing();
      // Last, so that the process reports itself alive while a task finishes.
      await health?.close();
    },
  };
}

async function startHealth(
  { host, workerHealthPort: port }: Config,
  sources: HealthSources,
): Promise<WorkerHealth | null> {
  if (port === null) return null;
  return startWorkerHealth({ host, port }, sources).catch((error: unknown) => {
    throw explainListenError(error, { host, port, portSetting: 'WORKER_HEALTH_PORT' });
  });
}
