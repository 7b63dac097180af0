import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount } from '../../../scripts/embedded-postgres/account.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { endProgram, startChild } from '../support/programs.ts';
import { createNetwork } from './network.ts';
import { createSecrets, Node, type Member, type NodeOptions, type Secrets } from './node.ts';
import type { Tools } from './tools.ts';

const HAPROXY_CONFIG = 'deploy/patroni/haproxy.cfg';
const PRIMARY_PORT = 5000;
const NODES = 3;
const STARTS_WITHIN_MS = 120_000;
/** From the end of a fault until three nodes replicate again. */
const HEALS_WITHIN_MS = 120_000;
const LARGEST_LAG_BYTES = 1024 * 1024;

/** Three nodes and HAProxy in front of them, with the shipped configuration. */
export class Cluster {
  readonly nodes: readonly Node[];
  readonly tools: Tools;
  readonly #secrets: Secrets;
  readonly #closers: (() => Promise<unknown> | void)[] = [];

  private constructor(nodes: readonly Node[], tools: Tools, secrets: Secrets) {
    this.nodes = nodes;
    this.tools = tools;
    this.#secrets = secrets;
  }

  static async start(tools: Tools, parent: string): Promise<Cluster> {
    const account = await findAccount('');
    const secrets = createSecrets();
    const folder = join(parent, 'cluster');
    mkdirSync(folder, { mode: 0o711 });
    if (account) chownSync(folder, account.uid, account.gid);
    chmodSync(folder, 0o711);
    const options: NodeOptions = { folder, account, tools, secrets };
    createNetwork();
    const nodes: Node[] = [];
    for (let number = 1; number <= NODES; number++) nodes.push(await Node.create(number, options));
    const cluster = new Cluster(nodes, tools, secrets);
    try {
      await cluster.#startAll(folder);
      return cluster;
    } catch (error) {
      const logs = nodes.map((node) => `${node.name}:\n${node.readLog('patroni')}`);
      await cluster.close();
      throw new Error(`The cluster does not start.\n${logs.join('\n')}`, { cause: error });
    }
  }

  async #startAll(folder: string): Promise<void> {
    for (const node of this.nodes) {
      this.#closers.push(() => node.close());
      node.startEtcd();
    }
    for (const node of this.nodes) await node.waitForEtcd();
    // The first to come creates the database; the others copy it.
    for (const [index, node] of this.nodes.entries()) {
      node.startPatroni();
      if (index === 0)
        await waitFor('the first primary', async () => (await this.findPrimary()) !== null, STARTS_WITHIN_MS);
    }
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(config, readFileSync(HAPROXY_CONFIG));
    const haproxy = startChild(this.tools.programs.haproxy, ['-f', config], { cwd: '/' });
    haproxy.stderr.resume();
    this.#closers.push(() => endProgram(haproxy));
    await this.waitUntilHealthy(STARTS_WITHIN_MS);
  }

  /** The address of a login's database on whichever node is primary. */
  getPrimaryUrl(database = 'postgres'): string {
    return `postgres://postgres:${this.#secrets.postgres}@127.0.0.1:${PRIMARY_PORT}/${database}`;
  }

  async findPrimary(): Promise<Node | null> {
    const states = await Promise.all(this.nodes.map((node) => node.readState()));
    return this.nodes.find((_, index) => states[index]?.isPrimary && states[index]?.isRunning) ?? null;
  }

  async readMembers(): Promise<readonly Member[]> {
    const answers = await Promise.all(this.nodes.map((node) => node.readMembers()));
    return answers.find((members) => members !== null) ?? [];
  }

  async findNode(role: 'leader' | 'sync_standby'): Promise<Node> {
    const member = (await this.readMembers()).find((each) => each.role === role);
    const node = this.nodes.find(({ name }) => name === member?.name);
    if (!node) throw new Error(`no node is ${role}`);
    return node;
  }

  /** The member of etcd that leads, or one that does not. None leads while they elect. */
  async findEtcd(leads: boolean): Promise<Node> {
    let found: Node | undefined;
    await waitFor('a leader of etcd', async () => {
      const states = await Promise.all(this.nodes.map((node) => node.readEtcd()));
      found = this.nodes.find((_, index) => {
        const state = states[index];
        return state && (state.own === state.leader) === leads;
      });
      return found !== undefined;
    });
    if (!found) throw new Error('etcd has no such member');
    return found;
  }

  /** One primary, a synchronous standby and another standby, which follow closely, and three members of etcd. */
  async isHealthy(): Promise<boolean> {
    const [members, etcd] = await Promise.all([
      this.readMembers(),
      Promise.all(this.nodes.map((node) => node.readEtcd())),
    ]);
    const count = (role: string) => members.filter((member) => member.role === role).length;
    const follows = ({ state, lag = 0 }: Member) =>
      ['running', 'streaming'].includes(state) && typeof lag === 'number' && lag < LARGEST_LAG_BYTES;
    return (
      count('leader') === 1 &&
      count('sync_standby') === 1 &&
      count('replica') === 1 &&
      members.every(follows) &&
      etcd.every((state) => state !== null)
    );
  }

  waitUntilHealthy(withinMs = HEALS_WITHIN_MS): Promise<void> {
    return waitFor('three nodes that follow one', () => this.isHealthy(), withinMs, 300);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }
}
