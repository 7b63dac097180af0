import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
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

/** Starts the real program, without any file. */
export async function startRedisServer(program: string, args: readonly string[] = []): Promise<TestRedis> {
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const endChild = () => void child?.kill('SIGKILL');
  process.once('exit', endChild);
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = spawn(program, [...settings, '--dir', tmpdir(), ...args], { stdio: 'ignore' });
      await waitFor('redis to listen', () => canConnect(port));
    },
    async close() {
      process.off('exit', endChild);
      await redis.stop();
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
