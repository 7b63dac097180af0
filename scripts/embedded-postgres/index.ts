import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster, listLeftovers, type Cluster } from './cluster.ts';
import { knowLetters } from './letters.ts';
import { lockFolder } from './lock.ts';
import { findPostmaster, isRunning, stopPostmaster } from './postmaster.ts';
import type { DatabaseUrls } from '../database-urls.ts';
import { bringUp, buildDatabaseUrls } from './server.ts';
import { isComplete, readSettings, writeSettings } from './settings.ts';

const USUAL_PORT = 54_329;
const CHECK_EVERY_MS = 250;

export type DatabaseOptions = {
  dataDir: string;
  /** Preferred port; when it is taken, the next free one is used. */
  port?: number;
  /** False for tests: faster, lost in a power failure, and stopped however its parent ends. */
  durable?: boolean;
  log: (line: string) => void;
};

export type Database = DatabaseUrls & { port: number; stop: () => Promise<void> };

/** Runs PostgreSQL from the npm package on our own data folder, and restarts it until `stop`. */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const cluster = await openCluster(dataDir, options.log);
    const durable = options.durable ?? true;
    const preferredPort = options.port ?? cluster.settings.port ?? USUAL_PORT;
    const { pid, port } = await bringUp(cluster, { port: preferredPort, exactPort: false, durable });
    await writeSettings(dataDir, { ...cluster.settings, port });
    await knowLetters(buildDatabaseUrls(cluster.settings, port).ownerUrl);
    const stopServer = keepRunning(cluster, { pid, port, durable }, options.log);
    async function stopOnce() {
      await stopServer();
      await unlock();
    }
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= stopOnce());
    return { ...buildDatabaseUrls(cluster.settings, port), port, stop };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The logins of the server running on the folder, whoever started it; undefined while an earlier version runs it. */
export async function findRunningDatabase(dataDir: string): Promise<DatabaseUrls | undefined> {
  const settings = await readSettings(dataDir);
  if (settings === undefined || !isComplete(settings)) return undefined;
  const running = await findPostmaster(settings.cluster);
  return running && buildDatabaseUrls(settings, running.port);
}

/** Stops any server on the folder and deletes the database, wherever it was placed. */
export async function removeDatabase(folder: string): Promise<void> {
  const dataDir = resolve(folder);
  const settings = await readSettings(dataDir);
  if (settings === undefined) return;
  const running = await findPostmaster(settings.cluster);
  if (running !== undefined) await stopPostmaster(running.pid);
  const { cluster } = settings;
  for (const path of [cluster, ...listLeftovers(cluster), `${cluster}.log`, join(dataDir, 'postgres.json')]) {
    await rm(path, { recursive: true, force: true });
  }
}

/** Restarts a server that died on the same port; its clients' pools reconnect. */
function keepRunning(
  cluster: Cluster,
  server: { pid: number; port: number; durable: boolean },
  log: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let pid = server.pid;

  async function watch() {
    while (!stopping.signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || isRunning(pid)) continue;
      log('The database stopped unexpectedly: restarting it');
      const { port, durable } = server;
      try {
        pid = (await bringUp(cluster, { port, exactPort: true, durable }, stopping.signal)).pid;
        log('The database is running again');
      } catch (error) {
        if (!stopping.signal.aborted) log(String(error)); // the cause, e.g. a full disk, may pass
      }
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    // A server that was launched again, and is not ready yet, has another id.
    const launched = await findPostmaster(cluster.settings.cluster).catch(() => undefined);
    for (const each of new Set([pid, launched?.pid ?? pid])) await stopPostmaster(each);
  };
}
