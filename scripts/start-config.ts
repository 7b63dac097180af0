import { resolve } from 'node:path';
import { UserError } from './user-error.ts';

export type StartConfig = {
  /** A PostgreSQL server to use; undefined stands for the embedded one. Which login each is: `database-urls.ts`. */
  databaseUrl: string | undefined;
  queueUrl: string | undefined;
  migrationUrl: string | undefined;
  port: number;
  sandboxPort: number;
  dataDir: string;
  /** The address people use: differs from the port's behind a proxy. */
  publicUrl: string;
  isDev: boolean;
};

export function readStartConfig(env: NodeJS.ProcessEnv, args: string[]): StartConfig {
  const unknown = args.find((arg) => arg !== '--dev');
  if (unknown !== undefined) throw new UserError(`Unknown option ${unknown}: the only one is --dev.`);
  const port = portFrom(env, 'PORT', 3000);
  const sandboxPort = portFrom(env, 'SANDBOX_PORT', 3001);
  if (port === sandboxPort) throw new UserError(`PORT and SANDBOX_PORT are both ${port}: they must differ.`);
  return {
    databaseUrl: databaseUrlFrom(env, 'DATABASE_URL'),
    queueUrl: databaseUrlFrom(env, 'QUEUE_URL'),
    migrationUrl: databaseUrlFrom(env, 'MIGRATION_URL'),
    port,
    sandboxPort,
    publicUrl: publicUrlFrom(env, port),
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    isDev: args.includes('--dev'),
  };
}

function portFrom(env: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = env[name];
  if (text === undefined || text === '') return usual;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UserError(`${name} is "${text}": it must be a port number from 1 to 65535.`);
}

function publicUrlFrom(env: NodeJS.ProcessEnv, port: number): string {
  const text = env['PUBLIC_URL'];
  if (text === undefined || text === '') return `http://localhost:${port}`;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '');
  throw new UserError(`PUBLIC_URL is "${text}": it must look like https://fws.example.`);
}

function databaseUrlFrom(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  // The value is not repeated in the message: it carries a password.
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  throw new UserError(`${name} must look like postgres://user:password@host:5432/database.`);
}
