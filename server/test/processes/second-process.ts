import { startServer, type RunningServer } from '../../src/main.ts';
import { silentLog } from '../../src/platform/log.ts';
import { findFreePort } from '../network/port.ts';
import type { World } from '../world.ts';

/** Starts a second web process on the database of the world, with the same clock. */
export const startSecondProcess = async (
  world: World,
  options: { webDist?: string } = {},
): Promise<RunningServer> =>
  startServer({
    ...world.config,
    ...options,
    port: await findFreePort(),
    ports: { clock: world.clock },
    log: silentLog,
    worker: false,
  });
