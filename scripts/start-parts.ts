import { mkdir } from 'node:fs/promises';
import { countConnections } from '../server/src/platform/db/connections.ts';
import { findRoomFaults } from '../server/src/start/connections.ts';
import { findServerFault } from '../server/src/start/database.ts';
import { findServerUrls, type DatabaseUrls } from './database-urls.ts';
import { startDatabase } from './embedded-postgres/index.ts';
import { createAlreadyRunningError, findLockHolder } from './embedded-postgres/lock.ts';
import { isPortFree } from './free-port.ts';
import type { Life } from './program.ts';
import type { StartConfig } from './start-config.ts';
import { step } from './steps.ts';
import { UserError } from './user-error.ts';
import { getWebDist } from './web-dist.ts';

/** Refuses conditions that would make the start fail at its end, before any work. */
export async function refuseTaken(config: StartConfig): Promise<void> {
  await mkdir(config.dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`DATA_DIR is "${config.dataDir}", which cannot be created (${error.code}).`);
  });
  if (config.databaseUrl === undefined) {
    const holder = await findLockHolder(config.dataDir);
    if (holder !== undefined) throw createAlreadyRunningError(config.dataDir, holder);
  }
  for (const [name, port] of [
    ['PORT', config.port],
    ['SANDBOX_PORT', config.sandboxPort],
  ] as const) {
    if (!(await isPortFree(port))) {
      throw new UserError(
        `Port ${port} is in use: stop the program that uses it, or set ${name} to another port.`,
      );
    }
  }
}

/** Returns the logins of a database that answers. */
export async function openDatabase(config: StartConfig, life: Life): Promise<DatabaseUrls> {
  return step('Database', async (log) => {
    const serverLogins = await findServerUrls(config);
    if (serverLogins !== undefined) {
      const setting = config.migrationUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_URL';
      const fault = await findServerFault(setting, serverLogins.ownerUrl);
      if (fault !== undefined) throw new UserError(fault);
      return serverLogins;
    }
    const database = await startDatabase({ dataDir: config.dataDir, log });
    life.onEnd(() => database.stop());
    return database;
  });
}

export type Login = { name: string; identifier: string; password: string };

export async function prepareData(config: StartConfig, database: DatabaseUrls): Promise<Login[]> {
  const { dataDir, migrationLockTimeoutMs: lockTimeoutMs } = config;
  await step('Migrations', async (log) => {
    const { migrate } = await import('../server/src/platform/db/migrate.ts');
    const session = config.database.sessionSettings;
    await migrate(database.ownerUrl, log, database, { session, lockTimeoutMs });
  });
  return step('Demo data', async (log) => {
    const { loadDemo } = await import('./demo/load.ts');
    return (await loadDemo({ databaseUrl: database.appUrl, dataDir, log })).logins;
  });
}

export type StandIns = { url: string; smtpPort: number; scannerPort: number };

/** Starts the sandbox: payments, messages, identity checks. */
export async function startStandIns(
  config: StartConfig,
  life: Life,
  ports = { smtpPort: config.sandboxSmtpPort, scannerPort: config.sandboxScannerPort },
): Promise<StandIns> {
  return step('Sandbox', async () => {
    const { startSandbox } = await import('../sandbox/src/main.ts');
    const { sandboxPort: port, dataDir } = config;
    const sandbox = await startSandbox({
      port,
      ...ports,
      // This machine only. An explicit address, because `localhost` may resolve differently for server and clients.
      host: '127.0.0.1',
      dataDir,
      fwsUrl: `http://localhost:${config.port}`,
    });
    life.onEnd(() => sandbox.close());
    return sandbox;
  });
}

export async function startApp(
  config: StartConfig,
  { appUrl, queueUrl }: Omit<DatabaseUrls, 'ownerUrl'>,
  sandbox: StandIns,
  life: Life,
): Promise<void> {
  const { port, dataDir, publicUrl } = config;
  const urls = { databaseUrl: appUrl, queueUrl };
  await step('App', async () => {
    const need = countConnections({ web: true, worker: true }, { ...urls, ...config.database });
    const faults = await findRoomFaults(urls, need);
    if (faults.length > 0) throw new UserError(faults.join('\n'));
    const { startServer } = await import('../server/src/main.ts');
    const server = await startServer({
      ...urls,
      port,
      dataDir,
      publicUrl,
      sandbox,
      webDist: getWebDist(process.cwd()),
      worker: true,
    });
    life.onEnd(() => server.close(), server.shutdownMs);
  });
}
