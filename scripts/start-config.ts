import { readConfig } from '../server/src/config/index.ts';
import { databaseEnvironment, readDatabaseSettings } from '../server/src/config/database.ts';
import { Faults } from '../server/src/config/faults.ts';
import type { Environment } from '../server/src/config/files.ts';
import { readSettings } from '../server/src/config/settings.ts';
import { readProcessSettings } from '../server/src/config/process.ts';
import { UserError } from './user-error.ts';

export type StartConfig = {
  /** A PostgreSQL server to use; undefined for the embedded one. `database-urls.ts` says which login each is. */
  databaseUrl: string | undefined;
  queueUrl: string | undefined;
  migrationUrl: string | undefined;
  migrationLockTimeoutMs: number;
  port: number;
  sandboxPort: number;
  sandboxSmtpPort: number;
  sandboxScannerPort: number;
  dataDir: string;
  /** The address that people use; behind a proxy it differs from the port's. */
  publicUrl: string;
  isDev: boolean;
  database: ReturnType<typeof readDatabaseSettings>;
};

/** Reads the settings of a development start and of the tools. */
export function readStartConfig(env: Environment, args: string[]): StartConfig {
  const faults = new Faults();
  const config = readStart(env, args, faults);
  faults.throwIfAny();
  return config;
}

/** The same for `npm start`, which refuses any invalid setting before it changes anything. */
export function readCheckedStartConfig(env: Environment, args: string[]): StartConfig {
  const faults = new Faults();
  const config = readStart(env, args, faults);
  const sandbox = { url: `http://localhost:${config.sandboxPort}`, smtpPort: 0 };
  faults.collect(() => readConfig({ ...config, databaseUrl: '', queueUrl: '', sandbox, env }));
  faults.throwIfAny();
  return config;
}

function readStart(env: Environment, args: string[], faults: Faults): StartConfig {
  const unknown = args.find((arg) => arg !== '--dev');
  if (unknown !== undefined) throw new UserError(`Unknown option ${unknown}: the only one is --dev.`);
  const settings = readProcessSettings(env, faults);
  const { port, sandboxPort } = settings;
  if (port === sandboxPort) faults.add('PORT', `and SANDBOX_PORT are both ${port}: they must differ`);
  const publicUrl = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/$/, '');
  const database = readDatabaseSettings(readSettings(databaseEnvironment, env, faults), faults);
  return { ...settings, publicUrl, isDev: args.includes('--dev'), database };
}
