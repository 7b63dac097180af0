import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { once } from 'node:events';
import { waitFor } from '../../../server/test/wait.ts';

/** The addresses of the shipped configuration. */
const SUBNET = '10.20.0';
const BRIDGE = 'fws0';
/** So slow that a commit takes a second: 50 kB a second each way, and up to two seconds of waiting packets. */
const SLOW = ['rate', '400kbit', 'burst', '8kb', 'limit', '100kb'];

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Prepares this machine: the one of the proxies and of the product. */
export function createNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'address', 'add', `${SUBNET}.1/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
}

/** A machine on the network, which can be cut off or slowed. Its processes share an own view of the network. */
export class Machine {
  readonly address: string;
  readonly #port: string;
  readonly #holder: ChildProcess;

  private constructor(number: number, holder: ChildProcess) {
    this.address = `${SUBNET}.${10 + number}`;
    this.#port = `fws-db${number}`;
    this.#holder = holder;
  }

  static async create(number: number): Promise<Machine> {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
    await once(holder, 'spawn');
    const machine = new Machine(number, holder);
    await waitFor('a network of its own', () => machine.#readNetworkId() !== readNetworkId('self'));
    run('ip', 'link', 'add', machine.#port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${holder.pid}`);
    run('ip', 'link', 'set', machine.#port, 'master', BRIDGE, 'up');
    machine.#runInside('ip', 'link', 'set', 'lo', 'up');
    machine.#runInside('ip', 'address', 'add', `${machine.address}/24`, 'dev', 'eth0');
    machine.#runInside('ip', 'link', 'set', 'eth0', 'up');
    return machine;
  }

  /** The command that enters this machine. */
  get entry(): readonly string[] {
    return ['nsenter', '--target', `${this.#holder.pid}`, '--net', '--'];
  }

  /** Does the process run on this machine? The one that keeps the machine is not meant. */
  has(pid: string): boolean {
    return pid !== String(this.#holder.pid) && readNetworkId(pid) === this.#readNetworkId();
  }

  /** Drops every packet from and to this machine, without a word to either side. */
  cutOff(): void {
    run('ip', 'link', 'set', this.#port, 'nomaster');
  }

  reconnect(): void {
    run('ip', 'link', 'set', this.#port, 'master', BRIDGE);
  }

  slowDown(): void {
    run('tc', 'qdisc', 'add', 'dev', this.#port, 'root', 'tbf', ...SLOW);
    this.#runInside('tc', 'qdisc', 'add', 'dev', 'eth0', 'root', 'tbf', ...SLOW);
  }

  speedUp(): void {
    run('tc', 'qdisc', 'del', 'dev', this.#port, 'root');
    this.#runInside('tc', 'qdisc', 'del', 'dev', 'eth0', 'root');
  }

  close(): void {
    this.#holder.kill('SIGKILL');
  }

  #runInside(...command: string[]): void {
    const [program = '', ...args] = [...this.entry, ...command];
    run(program, ...args);
  }

  #readNetworkId(): string | null {
    return readNetworkId(`${this.#holder.pid}`);
  }
}

/** Null when the process is gone. */
function readNetworkId(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return null;
  }
}
