import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Account } from '../../../scripts/embedded-postgres/account.ts';
import { listChildren, listProcesses } from '../../../server/test/processes/children.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { endNow } from '../support/processes.ts';
import { endProgram, replaceInSample, startChild } from '../support/programs.ts';
import { Machine } from './network.ts';
import type { Tools } from './tools.ts';
import { signalIfAlive } from './processes.ts';

const SAMPLES = 'deploy/patroni';
const SAMPLE_NAME = 'db1';
const SAMPLE_ADDRESS = '10.20.0.11';

/** The passwords of the cluster, the same on each node. */
export type Secrets = Record<'patroni' | 'postgres' | 'replicator' | 'rewind', string>;
export const createSecrets = (): Secrets => {
  const create = () => randomBytes(12).toString('hex');
  return { patroni: create(), postgres: create(), replicator: create(), rewind: create() };
};

export interface NodeOptions {
  folder: string;
  account: Account | undefined;
  tools: Tools;
  secrets: Secrets;
}

/** What Patroni says about a node. */
export interface NodeState {
  isPrimary: boolean;
  isRunning: boolean;
}

/** A machine with PostgreSQL, Patroni and a member of etcd, configured as in `deploy/patroni`. */
export class Node {
  readonly name: string;
  readonly machine: Machine;
  readonly #folder: string;
  readonly #options: NodeOptions;
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  private constructor(name: string, machine: Machine, options: NodeOptions) {
    this.name = name;
    this.machine = machine;
    this.#folder = join(options.folder, name);
    this.#options = options;
  }

  static async create(number: number, options: NodeOptions): Promise<Node> {
    const node = new Node(`db${number}`, await Machine.create(number), options);
    node.#prepare();
    return node;
  }

  #prepare(): void {
    const { account, tools, secrets } = this.#options;
    for (const path of [this.#folder, this.#getPath('etcd'), this.#getPath('socket')]) {
      mkdirSync(path, { mode: 0o700 });
      if (account) chownSync(path, account.uid, account.gid);
    }
    const own = (label: string) =>
      [`${label}: ${SAMPLE_ADDRESS}`, `${label}: ${this.machine.address}`] as const;
    this.#write(
      'patroni.yml',
      replaceInSample(readFileSync(join(SAMPLES, 'patroni.yml'), 'utf8'), [
        [`name: ${SAMPLE_NAME}`, `name: ${this.name}`],
        own('listen'),
        own('connect_address'),
        ['/usr/lib/postgresql/15/bin', tools.postgres],
        ['data_dir: /var/lib/postgresql/15/fws', `data_dir: ${this.#getPath('data')}`],
        ['/var/lib/postgresql/15/fws.pgpass', this.#getPath('pgpass')],
        ['/var/run/postgresql', this.#getPath('socket')],
        ...Object.entries(secrets).map(([name, secret]) => [`secret-of-${name}`, secret] as const),
      ]),
    );
    this.#write(
      'etcd.yml',
      replaceInSample(readFileSync(join(SAMPLES, 'etcd.yml'), 'utf8'), [
        [`name: ${SAMPLE_NAME}`, `name: ${this.name}`],
        [/(?<=urls: http:..)10\.20\.0\.11/g, this.machine.address],
        ['/var/lib/etcd/fws', this.#getPath('etcd')],
      ]),
    );
  }

  #getPath(name: string): string {
    return join(this.#folder, name);
  }

  #write(name: string, text: string): void {
    const { account } = this.#options;
    writeFileSync(this.#getPath(name), text, { mode: 0o600 });
    if (account) chownSync(this.#getPath(name), account.uid, account.gid);
  }

  #start(log: string, ...command: string[]): ChildProcess {
    const { account } = this.#options;
    const drop = account
      ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--']
      : [];
    const [program = '', ...args] = [...this.machine.entry, ...drop, ...command];
    const child = startChild(program, args, { cwd: '/' });
    child.stderr.on('data', (chunk: Buffer) =>
      writeFileSync(this.#getPath(`${log}.log`), chunk, { flag: 'a' }),
    );
    return child;
  }

  startEtcd(): void {
    this.#etcd = this.#start(
      'etcd',
      this.#options.tools.programs.etcd,
      '--config-file',
      this.#getPath('etcd.yml'),
    );
  }

  startPatroni(): void {
    this.#patroni = this.#start('patroni', ...this.#options.tools.patroni, this.#getPath('patroni.yml'));
  }

  /** Kills without a shutdown. */
  async kill(part: 'etcd' | 'patroni' | 'postgres'): Promise<void> {
    if (part === 'postgres') {
      const pids = this.#list('postgres');
      if (pids.length === 0) throw new Error(`no PostgreSQL runs on ${this.name}`);
      for (const pid of pids) signalIfAlive(pid, 'SIGKILL');
      return;
    }
    const child = part === 'etcd' ? this.#etcd : this.#patroni;
    await endNow(child);
  }

  /** Stops every process of the machine, or only PostgreSQL's, as if it were suspended. */
  suspend(what: 'machine' | 'postgres'): void {
    for (const pid of this.#list(what)) signalIfAlive(pid, 'SIGSTOP');
  }

  resume(what: 'machine' | 'postgres'): void {
    for (const pid of this.#list(what)) signalIfAlive(pid, 'SIGCONT');
  }

  #list(what: 'machine' | 'postgres'): number[] {
    if (what === 'machine') return listProcesses().filter((pid) => this.machine.has(String(pid)));
    const postmaster = this.#readPostmaster();
    return postmaster === null ? [] : [postmaster, ...listChildren(postmaster)];
  }

  #readPostmaster(): number | null {
    try {
      const [pid] = readFileSync(this.#getPath('data/postmaster.pid'), 'utf8').split('\n');
      return Number(pid);
    } catch {
      return null;
    }
  }

  /** Connects on the machine itself, which works while its network is cut. */
  connectLocally(database: string, options: { user?: string; password?: string } = {}): pg.Client {
    const { user = 'postgres', password = this.#options.secrets.postgres } = options;
    const client = new pg.Client({ host: this.#getPath('socket'), user, password, database });
    client.on('error', () => {});
    return client;
  }

  /** Null when Patroni does not answer. */
  async readState(): Promise<NodeState | null> {
    const reply = await this.#ask('/patroni');
    if (!reply) return null;
    const { role, state } = reply as { role?: string; state?: string };
    return { isPrimary: role === 'master' || role === 'primary', isRunning: state === 'running' };
  }

  /** What this node knows about all of them. */
  async readMembers(): Promise<readonly Member[] | null> {
    const reply = (await this.#ask('/cluster')) as { members?: Member[] } | null;
    return reply?.members ?? null;
  }

  async #ask(path: string): Promise<unknown> {
    const url = `http://${this.machine.address}:8008${path}`;
    // The status says what HAProxy must know; the body is the same.
    return fetch(url, { signal: AbortSignal.timeout(1_000), headers: { connection: 'close' } })
      .then((reply) => reply.json())
      .catch(() => null);
  }

  async waitForEtcd(): Promise<void> {
    await waitFor(`etcd on ${this.name}`, async () => (await this.readEtcd())?.leader !== undefined);
  }

  /** Ids of this member of etcd and of its leader. */
  async readEtcd(): Promise<{ own: string; leader: string } | null> {
    const url = `http://${this.machine.address}:2379/v3/maintenance/status`;
    const reply = (await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(1_000) })
      .then((answer) => answer.json())
      .catch(() => null)) as { header?: { member_id?: string }; leader?: string } | null;
    const [own, leader] = [reply?.header?.member_id, reply?.leader];
    return own === undefined || leader === undefined || leader === '0' ? null : { own, leader };
  }

  /** The end of the log of one of its programs. */
  readLog(program: 'etcd' | 'patroni'): string {
    try {
      return readFileSync(this.#getPath(`${program}.log`), 'utf8')
        .split('\n')
        .slice(-60)
        .join('\n');
    } catch {
      return '';
    }
  }

  async close(): Promise<void> {
    this.resume('machine');
    await endNow(this.#patroni);
    for (const pid of this.#list('postgres')) signalIfAlive(pid, 'SIGKILL');
    if (this.#etcd) await endProgram(this.#etcd);
    this.machine.close();
  }
}

export interface Member {
  name: string;
  /** `leader`, `sync_standby`, `replica` or what it is on its way to. */
  role: string;
  state: string;
  lag?: number | string;
}
