import { existsSync } from 'node:fs';
import path from 'node:path';
import { findFileStoreFaults } from '../adapters/files/bucket-check.ts';
import { databaseEnvironment, readDatabaseSettings } from '../config/database.ts';
import { Faults } from '../config/faults.ts';
import type { Environment } from '../config/files.ts';
import { readSettings } from '../config/settings.ts';
import { readProcessSettings } from '../config/process.ts';
import { readConfig, type ConfigInput } from '../config/index.ts';
import { checkLimitSettings } from '../limits.ts';
import { findMissingPackages } from '../packages.ts';
import { countConnections } from '../platform/db/connections.ts';
import { listLimitSettings } from '../platform/limits.ts';
import {
  findNamedStatementFaults,
  findQueuePoolerFaults,
  findRoomFaults,
  findSessionFaults,
} from './connections.ts';
import {
  findDemoFaults,
  findMigrationFaults,
  findReplicaFaults,
  findServerFault,
  findStrongLoginFaults,
} from './database.ts';

export interface StartOptions {
  /** The built web app, for a process that serves it; a worker has none. */
  webDist?: string;
}

/**
 * Checks the settings and the database of a web process or a worker before the start changes anything, and returns the
 * input of the start. All faults are thrown in one ConfigError.
 */
export async function checkStart(env: Environment, options: StartOptions = {}): Promise<ConfigInput> {
  const faults = new Faults();
  const { port, dataDir, databaseUrl, queueUrl } = readProcessSettings(env, faults);
  const production = env['NODE_ENV'] === 'production';
  if (databaseUrl === undefined)
    faults.add('DATABASE_URL', 'is not set: the application’s login to PostgreSQL');
  if (queueUrl === undefined) faults.add('QUEUE_URL', 'is not set: the queue’s login to PostgreSQL');
  const input: ConfigInput = {
    databaseUrl: databaseUrl ?? '',
    queueUrl: queueUrl ?? '',
    port,
    dataDir,
    publicUrl: `http://localhost:${port}`,
    env,
  };
  const config = faults.collect(() => readConfig(input));
  checkLimitSettings(listLimitSettings(env), faults);
  if (options.webDist !== undefined && !existsSync(path.join(options.webDist, 'index.html')))
    faults.addSentences(`There is no web app in ${options.webDist}: run npm run build first`);
  for (const name of findMissingPackages())
    faults.addSentences(`The package ${name} is not installed: run npm ci --omit=dev first`);
  if (config?.files.bucket) faults.addSentences(...(await findFileStoreFaults(config.files.bucket)));
  const settings = readDatabaseSettings(readSettings(databaseEnvironment, env, faults), faults);
  const [appAnswers, queueAnswers] = [
    await checkServerAnswers('DATABASE_URL', databaseUrl, faults),
    await checkServerAnswers('QUEUE_URL', queueUrl, faults),
  ];
  if (appAnswers)
    faults.addSentences(
      ...(await findAppFaults(input.databaseUrl, { ...settings, production })),
      ...(await findAllReplicaFaults(input.databaseUrl, { ...settings, production })),
    );
  if (queueAnswers)
    faults.addSentences(...(await findQueueFaults(input.queueUrl, { ...settings, production })));
  if (appAnswers && queueAnswers) {
    const isWeb = options.webDist !== undefined;
    const need = countConnections({ web: isWeb, worker: !isWeb }, { ...input, ...settings });
    faults.addSentences(...(await findRoomFaults(input, need)));
  }
  faults.throwIfAny();
  return input;
}

type CheckedSettings = ReturnType<typeof readDatabaseSettings> & { production: boolean };

const findAppFaults = async (
  url: string,
  { production, sessionSettings, namedStatements }: CheckedSettings,
) => [
  ...(await findMigrationFaults(url)),
  ...(production ? await findDemoFaults(url) : []),
  ...(production ? await findStrongLoginFaults(url, 'app') : []),
  ...(await findSessionFaults('DATABASE_URL', url, sessionSettings)),
  ...(namedStatements ? await findNamedStatementFaults(url) : []),
];

async function findAllReplicaFaults(
  primaryUrl: string,
  { production, replicaUrls }: CheckedSettings,
): Promise<string[]> {
  const faults = await Promise.all(
    replicaUrls.map(async (url) => {
      const found = await findReplicaFaults(url, primaryUrl);
      // Null: it does not answer.
      if (found === null || found.length > 0 || !production) return found ?? [];
      return findStrongLoginFaults(url, 'app', 'REPLICA_URL');
    }),
  );
  return faults.flat();
}

const findQueueFaults = async (url: string, { production, sessionSettings }: CheckedSettings) => [
  ...(production ? await findStrongLoginFaults(url, 'queue') : []),
  ...(await findSessionFaults('QUEUE_URL', url, sessionSettings)),
  ...(await findQueuePoolerFaults(url)),
];

async function checkServerAnswers(
  setting: string,
  url: string | undefined,
  faults: Faults,
): Promise<boolean> {
  if (url === undefined) return false;
  const fault = await findServerFault(setting, url);
  if (fault !== undefined) faults.addSentences(fault);
  return fault === undefined;
}
