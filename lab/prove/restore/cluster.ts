import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findAccount, type Account } from '../../../scripts/embedded-postgres/account.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { setInSample } from '../support/programs.ts';
import type { Tools } from './tools.ts';

const run = promisify(execFile);
const SAMPLES = 'deploy/pgbackrest';

/** A PostgreSQL server with pgBackRest, configured as in `deploy/pgbackrest`, in its own folder. */
export class Cluster {
  readonly #tools: Tools;
  readonly #folder: string;
  readonly #account: Account | undefined;
  readonly #port: number;
  readonly #password = randomBytes(12).toString('hex');
  #pid: number | undefined;

  private constructor(tools: Tools, folder: string, port: number, account: Account | undefined) {
    this.#tools = tools;
    this.#folder = folder;
    this.#port = port;
    this.#account = account;
  }

  static async create(tools: Tools, folder: string, port: number): Promise<Cluster> {
    const cluster = new Cluster(tools, folder, port, await findAccount(folder));
    await cluster.#prepare();
    return cluster;
  }

  get ownerUrl(): string {
    return this.#buildUrl('fws_owner', 'fws');
  }

  getLoginUrl(role: string): string {
    return this.#buildUrl(role, 'fws');
  }

  #buildUrl(role: string, database: string): string {
    return `postgres://${role}:${this.#password}@127.0.0.1:${this.#port}/${database}`;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async #prepare(): Promise<void> {
    for (const name of ['repository', 'log', 'lock', 'spool', 'socket', 'data']) {
      const path = join(this.#folder, name);
      await mkdir(path, { mode: 0o700 });
      if (this.#account) await chown(path, this.#account.uid, this.#account.gid);
    }
    await this.#write('password', this.#password);
    await this.#write('pgbackrest.conf', await this.#fillBackupSettings());
    const password = join(this.#folder, 'password');
    const access = ['-U', 'fws_owner', '-A', 'scram-sha-256', '--pwfile', password];
    const locale = ['-E', 'UTF8', '--locale', 'C'];
    const initdb = join(this.#tools.bin, 'initdb');
    await this.#asOwner(initdb, ['-D', this.#data].concat(access, locale));
    const archive = await readFile(join(SAMPLES, 'postgresql.conf'), 'utf8');
    const own = [
      `port = ${this.#port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${join(this.#folder, 'socket')}'`,
    ];
    await this.#append('data/postgresql.conf', `\n${archive}\n${own.join('\n')}\n`);
    // pgBackRest connects through the socket, as the account that the server runs under.
    await this.#write('data/pg_hba.conf', 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
    await this.start();
    await this.#query('postgres', 'CREATE DATABASE fws');
    await this.runPgBackRest('stanza-create');
  }

  /** The sample with our own paths and secrets. */
  async #fillBackupSettings(): Promise<string> {
    return setInSample(await readFile(join(SAMPLES, 'pgbackrest.conf'), 'utf8'), {
      'repo1-path': join(this.#folder, 'repository'),
      'repo1-cipher-pass': randomBytes(36).toString('base64'),
      'log-path': join(this.#folder, 'log'),
      'lock-path': join(this.#folder, 'lock'),
      'spool-path': join(this.#folder, 'spool'),
      'pg1-path': this.#data,
      'pg1-port': this.#port,
      'pg1-socket-path': join(this.#folder, 'socket'),
      'pg1-user': 'fws_owner',
    });
  }

  async #write(name: string, text: string): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, text, { mode: 0o600 });
    if (this.#account) await chown(path, this.#account.uid, this.#account.gid);
    await chmod(path, 0o600);
  }

  async #append(name: string, text: string): Promise<void> {
    const before = await readFile(join(this.#folder, name), 'utf8');
    await this.#write(name, before + text);
  }

  async #asOwner(program: string, args: readonly string[]): Promise<string> {
    const env = { ...process.env, PGBACKREST_CONFIG: join(this.#folder, 'pgbackrest.conf') };
    const { stdout } = await run(program, [...args], { env, cwd: '/', ...this.#account });
    return stdout;
  }

  runPgBackRest(command: string, ...options: string[]): Promise<string> {
    return this.#asOwner('pgbackrest', ['--stanza=fws', ...options, command]);
  }

  async start(): Promise<void> {
    const log = join(this.#folder, 'log', 'postgresql.log');
    await this.#asOwner(join(this.#tools.bin, 'pg_ctl'), ['-D', this.#data, '-l', log, '-w', 'start']);
    const [pid] = (await readFile(join(this.#data, 'postmaster.pid'), 'utf8')).split('\n');
    this.#pid = Number(pid);
    await waitFor('the end of the recovery', async () => {
      const [row] = await this.#query('postgres', 'SELECT pg_is_in_recovery() AS recovering');
      return row?.['recovering'] === false;
    });
  }

  async stop(): Promise<void> {
    if (this.#pid === undefined) return;
    this.#pid = undefined;
    await this.#asOwner(join(this.#tools.bin, 'pg_ctl'), ['-D', this.#data, '-m', 'immediate', '-w', 'stop']);
  }

  /** Kills the server without a shutdown, and deletes its data. */
  async destroy(): Promise<void> {
    if (this.#pid === undefined) throw new Error('there is no server to destroy');
    process.kill(this.#pid, 'SIGKILL');
    this.#pid = undefined;
    // Its child processes notice only later that it is gone.
    await waitFor('the data to be gone', () =>
      rm(this.#data, { recursive: true, force: true }).then(
        () => true,
        () => false,
      ),
    );
  }

  /** Restores to a point in time, as in the runbook. */
  async restoreTo(moment: Date): Promise<void> {
    await mkdir(this.#data, { mode: 0o700 });
    if (this.#account) await chown(this.#data, this.#account.uid, this.#account.gid);
    const target = moment.toISOString().replace('T', ' ').replace('Z', '+00');
    await this.runPgBackRest('restore', '--type=time', `--target=${target}`, '--target-action=promote');
    await this.start();
  }

  async now(): Promise<Date> {
    const [row] = await this.#query('fws', 'SELECT clock_timestamp() AS now');
    return row?.['now'] as Date;
  }

  /** Waits until everything committed is in the repository. */
  async archiveAll(): Promise<void> {
    const [row] = await this.#query('fws', 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await waitFor('the archive', async () => {
      const [archiver] = await this.#query('fws', 'SELECT last_archived_wal AS name FROM pg_stat_archiver');
      return String(archiver?.['name']) >= String(row?.['name']);
    });
  }

  async #query(database: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.#buildUrl('fws_owner', database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
