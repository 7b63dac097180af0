import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { composeDeps, composeRelay, composeWeb, composeWorker, type ComposeOptions } from './compose.ts';
import { readConfig, type Config, type ConfigInput } from './config/index.ts';
import { explainListenError } from './listen-error.ts';
import { startTracing } from './platform/tracing/start.ts';

export interface ServerOptions extends ConfigInput, ComposeOptions {
  /** Run the queue in this process too. */
  worker: boolean;
}

export interface RunningServer {
  url: string;
  /** Host and port. */
  address: string;
  /** Answers requests in flight first. */
  close(): Promise<void>;
  /** How long answering them may take. */
  shutdownMs: number;
}

/** Starts the product on a migrated database. Port 0 takes any free one. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const config = readConfig(options);
  const { deps, line, close } = composeDeps(config, options);
  const stopTracing = await startTracing(config.tracing, options.worker ? 'fws' : 'fws-web', deps.log);
  const app = await composeWeb(deps, line, options);
  await listen(app, config).catch(async (error: unknown) => {
    await app.close();
    await close();
    await stopTracing();
    throw error;
  });
  const relay = composeRelay(deps, line);
  const worker = options.worker ? await composeWorker(deps, line) : undefined;
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://localhost:${port}`,
    address: `${host}:${port}`,
    async close() {
      await app.shutdown.run(config.shutdown);
      await app.close();
      await worker?.stop();
      await relay.stop();
      await close();
      await stopTracing();
    },
    shutdownMs: config.shutdown.delayMs + config.shutdown.drainMs,
  };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  // For "localhost" Fastify listens twice, and its second listener would not take part in a shutdown.
  await app.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host }).catch((error: unknown) => {
    throw explainListenError(error, { host, port, portSetting: 'PORT' });
  });
}
