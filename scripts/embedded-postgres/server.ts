import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { buildServerEnvironment, type Cluster } from './cluster.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { findFreePort } from '../free-port.ts';
import { APP_ROLE, QUEUE_ROLE } from '../../server/src/platform/db/roles.ts';
import type { DatabaseUrls } from '../database-urls.ts';
import { UserError } from '../user-error.ts';
import type { Settings } from './settings.ts';

const HOST = '127.0.0.1';
const PATIENCE_MS = 60_000; // crash recovery replays the log first
const MAX_LAUNCHES = 6;
const PAUSE_MS = 250; // grows with each launch: the remains of a killed server need a moment to disappear

const THROWAWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** `exactPort` is for a restart under clients that already know the address. */
export type ServerOptions = { port: number; exactPort: boolean; durable: boolean };

/**
 * Adopts the server running on the cluster, or launches one, and waits until it accepts our password. Waits no longer
 * once `signal` is aborted, and leaves the server as it is.
 */
export async function bringUp(
  cluster: Cluster,
  options: ServerOptions,
  signal?: AbortSignal,
): Promise<Postmaster> {
  const deadline = Date.now() + PATIENCE_MS;
  let launches = 0;
  while (Date.now() < deadline) {
    signal?.throwIfAborted();
    const running = await findPostmaster(cluster.settings.cluster);
    if (running?.ready && (await canLogIn(buildDatabaseUrls(cluster.settings, running.port).ownerUrl)))
      return running;
    if (running === undefined) {
      if (launches === MAX_LAUNCHES) break;
      if (launches > 0) await sleep(launches * PAUSE_MS);
      launches += 1;
      const port = options.exactPort ? options.port : await findFreePort(options.port, HOST);
      await launch(cluster, port, options.durable);
    }
    await sleep(20);
  }
  throw new UserError(`The embedded PostgreSQL does not start. ${await readLastError(cluster)}`);
}

const buildLoginUrl = (user: string, password: string, port: number) =>
  `postgres://${user}:${password}@${HOST}:${port}/postgres`;

/** The three logins of the product; migrations create the last two. */
export const buildDatabaseUrls = (settings: Settings, port: number): DatabaseUrls => ({
  ownerUrl: buildLoginUrl('postgres', settings.password, port),
  appUrl: buildLoginUrl(APP_ROLE, settings.appPassword, port),
  queueUrl: buildLoginUrl(QUEUE_ROLE, settings.queuePassword, port),
});

const getLogFile = ({ settings }: Cluster) => `${settings.cluster}.log`;

/** Returns when the process has written its `postmaster.pid`, or has ended. */
async function launch(cluster: Cluster, port: number, durable: boolean): Promise<void> {
  const { programs, account, settings } = cluster;
  const log = await open(getLogFile(cluster), 'a', 0o600);
  const command = [join(programs, 'postgres'), '-D', settings.cluster, '-p', String(port)];
  const [program = '', ...args] = [
    ...(durable ? [] : buildParentWatchCommand()),
    ...command,
    ...buildServerSettings(durable).flatMap((setting) => ['-c', setting]),
  ];
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    env: buildServerEnvironment(),
    detached: true, // Ctrl-C in the terminal must reach only this process, which stops the server last
    stdio: ['ignore', log.fd, log.fd, durable ? 'ignore' : 'pipe'],
  });
  child.on('error', () => {}); // then it has no pid and writes no log
  child.unref();
  const parentLink = child.stdio[3];
  if (parentLink && 'unref' in parentLink && typeof parentLink.unref === 'function') parentLink.unref();
  await log.close();
  const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  while (isAlive() && (await findPostmaster(settings.cluster)) === undefined) await sleep(10);
}

function buildServerSettings(durable: boolean): string[] {
  return [
    `listen_addresses=${HOST}`,
    'unix_socket_directories=',
    // Details and statements of failed queries would write personal data to the log.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    ...(durable ? [] : THROWAWAY),
  ];
}

/** Ends a server for tests with its parent: the pipe closes however the parent ends. */
export function buildParentWatchCommand(): string[] {
  return ['/bin/sh', '-c', '(read -r _ <&3; kill -INT $$) 2>/dev/null & exec "$@"', 'sh'];
}

/** False while it is still starting; throws on a rejected password, which waiting does not fix. */
async function canLogIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const refused = error instanceof DatabaseError && error.code?.startsWith('28');
    if (refused)
      throw new UserError('The database on this data folder refuses the password in postgres.json.');
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function readLastError(cluster: Cluster): Promise<string> {
  const text = await readFile(getLogFile(cluster), 'utf8').catch(() => '');
  const failures = text.split('\n').filter((line) => /FATAL|PANIC|error while loading/.test(line));
  const why = failures.at(-1) ?? text.trim().split('\n').at(-1) ?? '';
  return `Its last message: ${why} (log: ${getLogFile(cluster)})`;
}
