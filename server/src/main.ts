import type { AddressInfo } from 'node:net';
import { composeDeps, composeWeb, composeWorker, type ComposeOptions } from './compose.ts';
import { readConfig, type ConfigInput } from './config.ts';

export interface ServerOptions extends ConfigInput, ComposeOptions {
  /** Run the queue in this process too. */
  worker: boolean;
}

/** Starts the product on a migrated database. Port 0 takes a free one. */
export async function startServer(options: ServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const config = readConfig(options);
  const { deps, line, close } = composeDeps(config, options);
  const app = await composeWeb(deps, line, options);
  await app.listen({ port: config.port, host: config.host });
  const worker = options.worker ? await composeWorker(deps, line) : undefined;
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async close() {
      await app.close();
      await worker?.stop();
      await close();
    },
  };
}
