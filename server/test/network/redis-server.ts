import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../wait.ts';
import { findFreePort } from './port.ts';

/** A server of Redis that a test can break. */
export interface TestRedis {
  url: string;
  /** It keeps its connections, accepts new ones, and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections and refuses new ones. It forgets everything. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Redis or Valkey, whichever is installed. Undefined where neither is. */
export const findRedisProgram = (): string | undefined =>
  ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

const SAMPLES = fileURLToPath(new URL('../../../deploy/redis', import.meta.url));
const PASSWORD = 'password-of-the-tests';

/** Starts the real program with the shipped configuration, but without TLS, and logs in as the product does. */
export async function startRedisServer(program: string): Promise<TestRedis> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'fws-redis-'));
  const [configFile, loginsFile] = [join(folder, 'redis.conf'), join(folder, 'users.acl')];
  const replace = (text: string, pattern: RegExp, by: string) => {
    if (!pattern.test(text)) throw new Error(`the sample has no ${pattern}`);
    return text.replace(pattern, () => by);
  };
  const config = replace(readFileSync(join(SAMPLES, 'redis.conf'), 'utf8'), /^bind .*$/m, 'bind 127.0.0.1');
  const withoutTls = replace(replace(config, /^port 0$/m, `port ${port}`), /^tls-[^]*?^tls-auth.*$/m, '');
  writeFileSync(configFile, replace(withoutTls, /^aclfile .*$/m, `aclfile ${loginsFile}\ndir ${folder}`));
  const logins = readFileSync(join(SAMPLES, 'users.acl'), 'utf8');
  writeFileSync(loginsFile, replace(logins, />REPLACE_THIS_PASSWORD/, `>${PASSWORD}`));
  let child: ChildProcess | undefined;
  const endChild = () => void child?.kill('SIGKILL');
  process.once('exit', endChild);
  const redis: TestRedis = {
    url: `redis://fws:${PASSWORD}@127.0.0.1:${port}`,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      child = spawn(program, [configFile], { stdio: 'ignore' });
      await waitFor('redis to listen', () => canConnect(port));
    },
    async close() {
      process.off('exit', endChild);
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
