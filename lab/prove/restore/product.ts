import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/main.ts';
import { composePorts } from '../../../server/src/compose-ports.ts';
import { readConfig, type ConfigInput } from '../../../server/src/config/index.ts';
import { createDb, createPool, type Db } from '../../../server/src/platform/db/index.ts';
import { TestClock } from '../../../server/test/clock.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { forkServer, killNow } from '../../../server/test/processes/server-process.ts';
import { TestUser, type PersonOverrides } from '../../../server/test/user.ts';
import type { World } from '../../../server/test/world.ts';
import type { Cluster } from './cluster.ts';

/** The product, and the sandbox of the providers, which keeps its records while the product's database is lost. */
export class Product {
  readonly world: World;
  readonly #cluster: Cluster;
  readonly #sandbox: RunningSandbox;
  #server: ChildProcess | undefined;
  #db: Db;

  private constructor(cluster: Cluster, sandbox: RunningSandbox, config: ConfigInput) {
    this.#cluster = cluster;
    this.#sandbox = sandbox;
    this.#db = createDb(createPool(config.databaseUrl));
    const url = config.publicUrl ?? '';
    const clock = new TestClock();
    let people = 0;
    const getDatabase = () => this.#db;
    const refuseUnused = () => Promise.reject(new Error('this proof does that by itself'));
    this.world = {
      url,
      sandboxUrl: sandbox.url,
      // The restore replaces it.
      get db() {
        return getDatabase();
      },
      ownerUrl: cluster.ownerUrl,
      clock,
      dataDir: config.dataDir,
      config,
      gate: null,
      guest: new TestUser(url, { id: 0, token: '' }),
      user: (overrides: PersonOverrides = {}) => TestUser.create(url, this.#db, clock, ++people, overrides),
      stopServer: refuseUnused,
      drain: refuseUnused,
      close: refuseUnused,
    };
  }

  static async create(cluster: Cluster, folder: string): Promise<Product> {
    const port = await findFreePort();
    const publicUrl = `http://localhost:${port}`;
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, fwsUrl: publicUrl, payoutDelayMs: 100 });
    return new Product(cluster, sandbox, {
      databaseUrl: cluster.getLoginUrl('fws_app'),
      queueUrl: cluster.getLoginUrl('fws_queue'),
      port,
      dataDir: join(folder, 'work'),
      publicUrl,
      sandbox: { url: sandbox.url, smtpPort: sandbox.smtpPort, scannerPort: sandbox.scannerPort },
      // Razorpay lists its transfers by date, so that one missing from the books is found.
      env: {
        NODE_ENV: 'test',
        PAYOUTS_PROVIDER: 'razorpay',
        // Stored apart from the files, as in the runbook.
        FWS_SECRET: randomBytes(32).toString('base64'),
        LIMIT_REQUESTS_ADDRESS: 'off',
        LIMIT_REQUESTS_USER: 'off',
      },
    });
  }

  /** The provider ports, independent of the server process. */
  composeProviders(): ReturnType<typeof composePorts> {
    return composePorts(readConfig(this.world.config));
  }

  /** The refunds of an order, as the provider lists them. */
  async listRefunds(orderId: string) {
    const { payments, clock } = this.composeProviders();
    const until = clock.now();
    const query = { from: new Date(until.getTime() - 24 * 3600_000), until, cursor: null };
    const { movements } = await payments.listMovements(query);
    return movements.filter((movement) => movement.kind === 'refund' && movement.orderId === orderId);
  }

  async start(): Promise<void> {
    this.#server = await forkServer(this.world.config);
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server && server.exitCode === null && server.signalCode === null) await killNow(server);
  }

  /** Replaces the connections to the lost database. */
  async reconnect(): Promise<void> {
    await this.#db.destroy();
    this.#db = createDb(createPool(this.#cluster.getLoginUrl('fws_app')));
  }

  /** Runs `npm run restored` as a command. */
  async markRestored(until: Date): Promise<string> {
    const args = ['scripts/run.mjs', 'scripts/restored.ts', '--until', until.toISOString()];
    const env = { ...process.env, DATABASE_URL: this.#cluster.getLoginUrl('fws_app') };
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#db.destroy();
    await this.#sandbox.close();
  }
}
