import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startSandbox } from '../../sandbox/src/main.ts';
import type { ConfigInput } from '../src/config.ts';
import { startServer } from '../src/main.ts';
import type { Db } from '../src/platform/db/index.ts';
import { silentLog, type Log } from '../src/platform/log.ts';
import type { Ports } from '../src/ports/index.ts';
import { TestClock } from './clock.ts';
import { startGate, type Gate } from './gate.ts';
import { testDatabase } from './database.ts';
import { TestUser, type PersonOverrides } from './user.ts';
import { freePort } from './port.ts';
import { waitFor } from './wait.ts';

/** The whole product on a database of its own, with the sandbox outside, over real HTTP. */
export interface World {
  url: string;
  sandboxUrl: string;
  db: Db;
  ownerUrl: string;
  clock: TestClock;
  dataDir: string;
  /** What the server was started with, for starting it again in a process of its own. */
  config: ConfigInput;
  /** Stops the server; database and sandbox stay. */
  stopServer(): Promise<void>;
  /** A registered person with a session and both contacts verified. */
  user(overrides?: PersonOverrides): Promise<TestUser>;
  /** A call by nobody in particular. */
  guest: TestUser;
  /** Null: the way to the database is the straight one. */
  gate: Gate | null;
  /** Resolves when the queue has nothing that is due. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  ports?: Partial<Ports>;
  log?: Log;
  webDist?: string;
  env?: Record<string, string>;
  /** Work off the queue (default), or leave that to the test. */
  worker?: boolean;
  /** Where the server keeps files; otherwise a folder of the world's own. */
  dataDir?: string;
  /** The server reaches its database through a gate, which the test can close. */
  gated?: boolean;
  /** Each connection that comes to the gate, for a test that reads along. */
  onClient?: (client: Socket) => void;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const database = await testDatabase();
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'fws-world-')));
  const clock = new TestClock();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, fwsUrl: url, payoutDelayMs: 100 });
  const gate = options.gated ? await startGate(database.appUrl, options.onClient) : null;
  const config: ConfigInput = {
    databaseUrl: gate?.url ?? database.appUrl,
    queueUrl: gate?.through(database.queueUrl) ?? database.queueUrl,
    port,
    dataDir,
    publicUrl: url,
    sandbox: { url: sandbox.url, smtpPort: sandbox.smtpPort, scannerPort: sandbox.scannerPort },
    env: { NODE_ENV: 'test', LIMIT_REQUESTS_ADDRESS: 'off', LIMIT_REQUESTS_USER: 'off', ...options.env },
  };
  const server = await startServer({
    ...config,
    ports: { clock, ...options.ports },
    log: options.log ?? silentLog,
    worker: options.worker ?? true,
    ...(options.webDist ? { webDist: options.webDist } : {}),
  });
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  // Its connection may still be closing when the database is dropped; and a test may kill the database.
  owner.on('error', () => {});
  let people = 0;
  let stopped: Promise<void> | undefined;
  const stopServer = () => (stopped ??= server.close());

  return {
    url,
    sandboxUrl: sandbox.url,
    db: database.db,
    ownerUrl: database.ownerUrl,
    clock,
    dataDir,
    config,
    gate,
    stopServer,
    guest: new TestUser(url, { id: 0, token: '' }),
    user: (overrides = {}) => TestUser.create(url, database.db, clock, ++people, overrides),
    drain: () =>
      waitFor('the queue to be empty', async () => {
        const { rows } = await owner.query<{ due: number }>(
          'SELECT count(*)::int AS due FROM graphile_worker.jobs WHERE (run_at <= now() AND attempts < max_attempts) OR locked_at IS NOT NULL',
        );
        return rows[0]?.due === 0;
      }),
    async close() {
      await stopServer();
      await gate?.close();
      await sandbox.close();
      await owner.end();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
