import { execFile, spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findAccount } from '../../../scripts/embedded-postgres/account.ts';
import { findPrograms } from '../../../scripts/embedded-postgres/binaries.ts';
import { buildServerEnvironment } from '../../../scripts/embedded-postgres/cluster.ts';
import { buildParentWatchCommand } from '../../../scripts/embedded-postgres/server.ts';
import { startDatabase } from '../../../scripts/embedded-postgres/index.ts';
import { findPostmaster } from '../../../scripts/embedded-postgres/postmaster.ts';
import { readSettings } from '../../../scripts/embedded-postgres/settings.ts';
import { createDb, createPool } from '../../src/platform/db/index.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { TestDatabase } from '../database.ts';
import { findFreePort } from '../network/port.ts';
import { listChildren } from '../processes/children.ts';
import { waitFor } from '../wait.ts';

const run = promisify(execFile);

/** A PostgreSQL server of the test's own, with the product's schema. */
export interface Primary extends TestDatabase {
  addStandby(): Promise<Standby>;
}

/** A streaming replica that a test can freeze, pause, kill and promote. */
export interface Standby {
  /** With the login of the application. */
  appUrl: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Suspends every process of the server, as a machine that hangs. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it without a shutdown. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startPrimary(): Promise<Primary> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fws-primary-'));
  const server = await startDatabase({ dataDir, durable: false, log: () => {}, port: await findFreePort() });
  await migrate(server.ownerUrl, () => {}, server);
  // Servers for tests flush the log a little later, and only then is it sent.
  await runOnServer(server.ownerUrl, [
    `ALTER SYSTEM SET wal_writer_delay = '10ms'`,
    'SELECT pg_reload_conf()',
  ]);
  const settings = await readSettings(dataDir);
  if (!settings) throw new Error('the primary has no settings');
  const db = createDb(createPool(server.appUrl));
  const standbys: Standby[] = [];
  const folders: string[] = [];
  return {
    ...server,
    db,
    async addStandby() {
      const folder = `${settings.cluster}-standby-${folders.length + 1}`;
      folders.push(folder);
      await copyFolder(server.ownerUrl, settings.cluster, folder);
      const standby = await startStandby(folder, server);
      standbys.push(standby);
      return standby;
    },
    async close() {
      await db.destroy();
      for (const standby of standbys) await standby.kill();
      await server.stop();
      for (const folder of folders)
        for (const name of [folder, `${folder}.log`]) await rm(name, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function runOnServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What pg_basebackup does, which the embedded package does not have. */
async function copyFolder(ownerUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    for (const name of ['postmaster.pid', 'pg_wal', 'pg_replslot'])
      await rm(path.join(to, name), { recursive: true, force: true });
    for (const name of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot'])
      await mkdir(path.join(to, name), { mode: 0o700 });
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    await writeFile(path.join(to, 'standby.signal'), '', { mode: 0o600 });
    const { hostname, port, username, password } = new URL(ownerUrl);
    const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
    await appendFile(path.join(to, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    const account = await findAccount(from);
    if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, to]);
  } finally {
    await client.end();
  }
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  // As the primary has; a standby must not have less.
  'max_connections=300',
];

async function startStandby(folder: string, urls: { ownerUrl: string; appUrl: string }): Promise<Standby> {
  const port = await findFreePort();
  const [ownerUrl, appUrl] = [urls.ownerUrl, urls.appUrl].map((text) => {
    const url = new URL(text);
    url.port = String(port);
    return url.href;
  }) as [string, string];
  const account = await findAccount(folder);
  const programs = await findPrograms(account);
  const ask = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  // Each process of a server has a group of its own.
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    const postmaster = await findPostmaster(folder);
    if (!postmaster) return;
    for (const pid of [postmaster.pid, ...listChildren(postmaster.pid)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A process that has ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };

  const standby = {
    appUrl,
    query: ask,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async kill() {
      await signalAll('SIGKILL');
      await waitFor('the standby to be gone', async () => (await findPostmaster(folder)) === undefined);
    },
    async start() {
      const log = await open(`${folder}.log`, 'a', 0o600);
      const command = [
        path.join(programs, 'postgres'),
        '-D',
        folder,
        '-p',
        String(port),
        ...SETTINGS.flatMap((setting) => ['-c', setting]),
      ];
      const [program = '', ...args] = [...buildParentWatchCommand(), ...command];
      const child = spawn(program, args, {
        ...account,
        cwd: '/',
        env: buildServerEnvironment(),
        stdio: ['ignore', log.fd, log.fd, 'pipe'],
      });
      child.on('error', () => {});
      await log.close();
      await waitFor('the standby to stream', () =>
        ask('SELECT FROM pg_stat_wal_receiver').then(
          (rows) => rows.length === 1,
          () => false,
        ),
      );
    },
  };
  await standby.start();
  return standby;
}
