import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../../server/test/network/port.ts';
import { waitFor } from '../../../../server/test/wait.ts';
import type { World } from '../../../../server/test/world.ts';
import { endNow } from '../../support/processes.ts';
import type { Release } from './release.ts';

const READY_WITHIN_MS = 120_000;
/** Of `/proc/<pid>/stat`, on every Linux. */
const TICK_MS = 10;

interface Member {
  child: ChildProcess;
  part: 'web' | 'worker';
}

/** Web processes and workers of one or two releases, started from their bundles as in production. */
export class Fleet {
  readonly #world: World;
  readonly #members = new Map<string, Member>();
  /** What processes have logged as an error, and what they have said about Redis. */
  readonly errors: string[] = [];
  readonly redisLines: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  startWeb(release: Release, port: number, env: Record<string, string> = {}): Promise<void> {
    return this.#start(release, `web ${port}`, 'web', port, { PORT: String(port), ...env });
  }

  async startWorker(release: Release, name: string, env: Record<string, string> = {}): Promise<void> {
    const port = await findFreePort();
    return this.#start(release, `worker ${name}`, 'worker', port, {
      WORKER_HEALTH_PORT: String(port),
      ...env,
    });
  }

  stopWeb = (port: number): Promise<void> => this.#stop(`web ${port}`);
  stopWorker = (name: string): Promise<void> => this.#stop(`worker ${name}`);

  /** Processor time of all running web processes. */
  readWebCpuMs(): number {
    const web = [...this.#members.values()].filter(({ part }) => part === 'web');
    return web.reduce((sum, { child }) => sum + readCpuMs(child.pid ?? 0), 0);
  }

  async close(): Promise<void> {
    for (const { child } of this.#members.values()) await endNow(child);
  }

  buildEnv(): Record<string, string> {
    const { config, ownerUrl, url } = this.#world;
    const { sandbox } = config;
    return {
      ...(config.env as Record<string, string>),
      DATABASE_URL: config.databaseUrl,
      QUEUE_URL: config.queueUrl,
      MIGRATION_URL: ownerUrl,
      DATA_DIR: config.dataDir,
      PUBLIC_URL: url,
      SANDBOX_URL: sandbox?.url ?? '',
      SANDBOX_SMTP_PORT: String(sandbox?.smtpPort),
      SANDBOX_SCANNER_PORT: String(sandbox?.scannerPort),
      TRUST_PROXY: '1',
      SHUTDOWN_DELAY_MS: '1000',
      // Seven processes must fit into one server.
      DATABASE_POOL_SIZE: '5',
      QUEUE_CONCURRENCY: '2',
    };
  }

  async #start(
    { root }: Release,
    name: string,
    part: 'web' | 'worker',
    port: number,
    env: Record<string, string>,
  ): Promise<void> {
    const child = spawn(process.execPath, ['--enable-source-maps', `dist/${part}.mjs`], {
      cwd: root,
      env: { ...process.env, ...this.buildEnv(), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    this.#members.set(name, { child, part });
    const said: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes('"level":"error"')) this.errors.push(`${name}: ${line}`);
      if (/redis/.test(line)) this.redisLines.push(`${name}: ${line}`);
    });
    await waitFor(
      `${name} to be ready`,
      async () => {
        if (child.exitCode !== null) throw new Error(`${name} does not start:\n${said.join('\n')}`);
        return fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      READY_WITHIN_MS,
      100,
    );
  }

  /** As a supervisor does it. Throws when it does not end cleanly. */
  async #stop(name: string): Promise<void> {
    const member = this.#members.get(name);
    if (!member) throw new Error(`no ${name} runs`);
    const ended = once(member.child, 'exit') as Promise<[number | null]>;
    member.child.kill('SIGTERM');
    const [code] = await ended;
    this.#members.delete(name);
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  }
}

function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
