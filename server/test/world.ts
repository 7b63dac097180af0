import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../sandbox/src/main.ts';
import type { ConfigInput } from '../src/config/index.ts';
import { startServer } from '../src/main.ts';
import type { Db } from '../src/platform/db/index.ts';
import { silentLog, type Log } from '../src/platform/log.ts';
import type { Ports } from '../src/ports/index.ts';
import { TestClock } from './clock.ts';
import { startGate, type Gate } from './network/gate.ts';
import { createTestDatabase, createTestPool, type TestDatabase } from './database.ts';
import { TestUser, type PersonOverrides } from './user.ts';
import { findFreePort } from './network/port.ts';
import { waitFor } from './wait.ts';

/** The whole product with its own database and the sandbox, over real HTTP. */
export interface World {
  url: string;
  sandboxUrl: string;
  db: Db;
  ownerUrl: string;
  clock: TestClock;
  dataDir: string;
  /** The configuration of the server, to start it again in a separate process. */
  config: ConfigInput;
  /** Stops the server. Database and sandbox keep running. */
  stopServer(): Promise<void>;
  /** Creates a registered user with a session and both contacts verified. */
  user(overrides?: PersonOverrides): Promise<TestUser>;
  /** Makes calls without a session. */
  guest: TestUser;
  /** Null when the server connects to the database directly. */
  gate: Gate | null;
  /** Resolves when the outbox is empty and no task in the queue is due. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  ports?: Partial<Ports>;
  log?: Log;
  webDist?: string;
  env?: Record<string, string>;
  /** True (default): the server runs the queue. False: the test does. */
  worker?: boolean;
  /** Time passes only by `clock.advance`, for the providers too, so that the test knows every time in a reply. */
  clockStopped?: boolean;
  /** Where the server stores files. Default: a temporary folder of this world. */
  dataDir?: string;
  /** The server connects to its database through a gate that the test can block or stall. */
  gated?: boolean;
  /** How many messages the sandbox remembers. */
  messagesKept?: number;
  /** In place of a new one with all migrations; the world closes it. */
  database?: TestDatabase;
  /** False: the test starts processes of the product itself. */
  serve?: boolean;
  /** Called with each connection to the gate, for a test that records it. */
  onClient?: (client: Socket) => void;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'fws-world-')));
  const clock = new TestClock();
  if (options.clockStopped) clock.stop();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    fwsUrl: url,
    payoutDelayMs: 100,
    ...(options.clockStopped && { now: () => clock.now() }),
    ...(options.messagesKept !== undefined && { messagesKept: options.messagesKept }),
  });
  const gate = options.gated ? await startGate(database.appUrl, options.onClient) : null;
  const config: ConfigInput = {
    databaseUrl: gate?.url ?? database.appUrl,
    queueUrl: gate?.rewriteUrl(database.queueUrl) ?? database.queueUrl,
    port,
    dataDir,
    publicUrl: url,
    sandbox: { url: sandbox.url, smtpPort: sandbox.smtpPort, scannerPort: sandbox.scannerPort },
    env: {
      NODE_ENV: 'test',
      LIMIT_REQUESTS_ADDRESS: 'off',
      LIMIT_REQUESTS_USER: 'off',
      LIMIT_TOKENS_ADDRESS: 'off',
      // Most tests are about other things than messages outside the app, and would send thousands.
      NOTIFICATION_CHANNELS: 'none',
      ...options.env,
    },
  };
  const startProduct = () =>
    startServer({
      ...config,
      ports: { clock, ...options.ports },
      log: options.log ?? silentLog,
      worker: options.worker ?? true,
      ...(options.webDist ? { webDist: options.webDist } : {}),
    });
  const server = options.serve === false ? undefined : await startProduct();
  const owner = createTestPool(database.ownerUrl);
  let userCount = 0;
  let stopped: Promise<void> | undefined;
  const stopServer = () => (stopped ??= server?.close() ?? Promise.resolve());

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
    user: (overrides = {}) => TestUser.create(url, database.db, clock, ++userCount, overrides),
    drain: () =>
      waitFor('the queue to be empty', async () => {
        const { rows } = await owner.query<{ due: number }>(
          `SELECT (SELECT count(*) FROM outbox)::int + count(*)::int AS due FROM graphile_worker.jobs
           WHERE (run_at <= now() AND attempts < max_attempts) OR locked_at IS NOT NULL`,
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
