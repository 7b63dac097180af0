import { resolve } from 'node:path';
import * as z from 'zod';
import { checkDatabaseTls } from './database-tls.ts';
import type { Faults } from './faults.ts';
import type { Environment } from './files.ts';
import { readSettings } from './settings.ts';

export const portSetting = z
  .string()
  .refine(
    (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
    'it must be a port number from 1 to 65535',
  )
  .transform(Number);

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'it must look like postgres://user:password@host:5432/database',
});
const database = databaseUrl.optional();

/** A list; commas in a password must be written as %2C. */
export const replicaUrls = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',').map((url) => url.trim())))
  .pipe(z.array(databaseUrl));

/**
 * Shorter than the application's own lock timeout (`roles.ts`), so that requests queued behind a migration do not fail.
 */
export const MIGRATION_LOCK_TIMEOUT_MS = 5_000;

/** The settings of a process: where it listens and where its data are. */
export const processEnvironment = {
  PORT: portSetting.default(3000),
  SANDBOX_PORT: portSetting.default(3001),
  SANDBOX_SMTP_PORT: portSetting.default(2525),
  SANDBOX_SCANNER_PORT: portSetting.default(3003),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: database,
  QUEUE_URL: database,
  MIGRATION_URL: database,
  REPLICA_URL: replicaUrls.default([]),
  DATABASE_TLS: z.enum(['required', 'off']).default('required'),
  MIGRATION_LOCK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(MIGRATION_LOCK_TIMEOUT_MS),
};

export function readProcessSettings(env: Environment, faults: Faults) {
  const settings = readSettings(processEnvironment, env, faults);
  if (env['NODE_ENV'] === 'production' && settings.DATABASE_TLS === 'required') {
    for (const name of ['DATABASE_URL', 'QUEUE_URL', 'MIGRATION_URL'] as const)
      checkDatabaseTls(name, settings[name], faults);
    for (const url of settings.REPLICA_URL) checkDatabaseTls('REPLICA_URL', url, faults);
  }
  return {
    port: settings.PORT,
    sandboxPort: settings.SANDBOX_PORT,
    sandboxSmtpPort: settings.SANDBOX_SMTP_PORT,
    sandboxScannerPort: settings.SANDBOX_SCANNER_PORT,
    dataDir: resolve(settings.DATA_DIR),
    /** The application's login. */
    databaseUrl: settings.DATABASE_URL,
    queueUrl: settings.QUEUE_URL,
    /** The login of the schema's owner. */
    migrationUrl: settings.MIGRATION_URL,
    migrationLockTimeoutMs: settings.MIGRATION_LOCK_TIMEOUT_MS,
  };
}
