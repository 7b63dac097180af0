import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { waitFor } from '../../../server/test/wait.ts';
import { UserError } from '../../../scripts/user-error.ts';

const run = promisify(execFile);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const SCRIPTS = join(import.meta.dirname, '../../../deploy/citus');
const LIBRARY = '/usr/lib/postgresql/15/lib/citus.so';
const WORKERS = 2;

/** Builds Citus from CITUS_SOURCE if it is not installed. Throws one line when it cannot be had. */
export async function provideCitus(log: (line: string) => void): Promise<void> {
  if (existsSync(LIBRARY)) return;
  if (process.env['CITUS_SOURCE'] === undefined)
    throw new UserError(
      'Citus cannot be tried here: it is not installed, and CITUS_SOURCE names no clone of its repository. Nothing was proved.',
    );
  log('building Citus');
  await run(join(SCRIPTS, 'build.sh')).catch((error: Error & { stderr?: string }) => {
    throw new UserError(`Nothing was proved: ${error.stderr ?? error.message}`);
  });
}

/** A coordinator and its workers, each a PostgreSQL server of this machine. */
export class Cluster {
  readonly #folder: string;
  readonly #port: number;
  #workers = WORKERS;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Starts it, and makes tests and proofs of this process use it. */
  static async start(folder: string): Promise<Cluster> {
    // Below the ports that outgoing connections get.
    const cluster = new Cluster(folder, 21_000 + Math.floor(Math.random() * 1000) * 5);
    await cluster.#control('start');
    process.env['TEST_DATABASE_URL'] = cluster.getServerUrl(0);
    process.env['TEST_CITUS_WORKERS'] = cluster
      .listWorkers()
      .map((node) => cluster.getServerUrl(node))
      .join(' ');
    return cluster;
  }

  /** The numbers of the workers; the coordinator is 0. */
  listWorkers = (): number[] => Array.from({ length: this.#workers }, (_, index) => index + 1);

  getServerUrl = (node: number, database = 'postgres'): string =>
    `postgres://postgres@127.0.0.1:${this.#port + node}/${database}`;

  /** Starts another worker and adds it to this database. */
  async addWorker(database: string): Promise<number> {
    await this.#control('add');
    this.#workers += 1;
    const node = this.#workers;
    await query(this.getServerUrl(node), `CREATE DATABASE ${database}`);
    await query(this.getServerUrl(node, database), 'CREATE EXTENSION citus');
    await query(this.getServerUrl(0, database), `SELECT citus_add_node('127.0.0.1', ${this.#port + node})`);
    return node;
  }

  /** Moves parts of tables so that every worker has as many, while they are written. */
  rebalance = (database: string): Promise<unknown> =>
    query(
      this.getServerUrl(0, database),
      `SELECT rebalance_table_shards(shard_transfer_mode => 'force_logical')`,
    );

  /** Moves everything away from a worker. */
  drain = (database: string, node: number): Promise<unknown> =>
    query(
      this.getServerUrl(0, database),
      `SELECT citus_drain_node('127.0.0.1', ${this.#port + node}, shard_transfer_mode => 'force_logical')`,
    );

  async countParts(database: string, node: number): Promise<number> {
    const rows = await query(
      this.getServerUrl(0, database),
      `SELECT count(*)::int AS parts FROM citus_shards
       WHERE citus_table_type = 'distributed' AND nodeport = ${this.#port + node}`,
    );
    return Number(rows[0]?.['parts']);
  }

  /** How many transactions of this database are prepared on workers, whose coordinator has not committed them yet. */
  async countPrepared(database: string): Promise<number> {
    let prepared = 0;
    for (const node of this.listWorkers()) {
      const statement = `SELECT count(*)::int AS n FROM pg_prepared_xacts WHERE database = '${database}'`;
      const rows = await query(this.getServerUrl(node), statement);
      prepared += Number(rows[0]?.['n']);
    }
    return prepared;
  }

  /** The process that a node's server is. */
  readPid(node: number): number {
    const pidFile = join(this.#folder, `node${node}`, 'postmaster.pid');
    return Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  }

  /** Kills a node (kill -9) and starts it again. */
  async kill(node: number): Promise<void> {
    const pid = this.readPid(node);
    process.kill(pid, 'SIGKILL');
    await waitFor('the server to be gone', () => !isRunning(pid));
    await this.restart();
  }

  /** Starts the nodes that were killed. */
  async restart(): Promise<void> {
    // None starts before the processes of the killed one have ended.
    await waitFor(
      'the server to start again',
      () =>
        this.#control('start').then(
          () => true,
          () => false,
        ),
      60_000,
    );
  }

  stop = (): Promise<unknown> => this.#control('stop');

  #control(action: 'start' | 'add' | 'stop'): Promise<unknown> {
    const env = { ...process.env, FWS_CITUS_PORT: String(this.#port) };
    return run(join(SCRIPTS, 'up.sh'), [this.#folder, action], { env });
  }
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET client_min_messages = warning');
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
