import { existsSync } from 'node:fs';
import path from 'node:path';
import { Faults, type Environment } from './config-faults.ts';
import { readProcessSettings } from './config-process.ts';
import { readConfig, type ConfigInput } from './config.ts';
import { findMissingPackages } from './packages.ts';
import {
  findDemoFaults,
  findMigrationFaults,
  findServerFault,
  findStrongLoginFaults,
} from './start-database.ts';

export interface StartOptions {
  /** The built web app, for a process that serves it. */
  webDist?: string;
}

/**
 * Checks the settings and the database of a web process or a worker before it touches anything, and returns what it
 * is started with. Everything that is wrong is thrown in one ConfigError.
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
  faults.collect(() => readConfig(input));
  if (options.webDist !== undefined && !existsSync(path.join(options.webDist, 'index.html')))
    faults.say(`There is no web app in ${options.webDist}: run npm run build first`);
  for (const name of findMissingPackages())
    faults.say(`The package ${name} is not installed: run npm ci --omit=dev first`);
  if (databaseUrl !== undefined && (await answers('DATABASE_URL', databaseUrl, faults))) {
    faults.say(...(await findMigrationFaults(databaseUrl)));
    if (production)
      faults.say(
        ...(await findDemoFaults(databaseUrl)),
        ...(await findStrongLoginFaults(databaseUrl, 'app')),
      );
  }
  if (queueUrl !== undefined && (await answers('QUEUE_URL', queueUrl, faults)) && production)
    faults.say(...(await findStrongLoginFaults(queueUrl, 'queue')));
  faults.throwIfAny();
  return input;
}

async function answers(setting: string, url: string, faults: Faults): Promise<boolean> {
  const fault = await findServerFault(setting, url);
  if (fault !== undefined) faults.say(fault);
  return fault === undefined;
}
