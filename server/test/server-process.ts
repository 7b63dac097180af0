import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startServer } from '../src/main.ts';
import type { ConfigInput } from '../src/config.ts';
import { TestClock } from './clock.ts';
import { silentLog } from '../src/platform/log.ts';

const SELF = fileURLToPath(import.meta.url);

/** The server, with its worker, in a process that a test can kill; its clock may be ahead. Resolves when it answers. */
export function forkServer(config: ConfigInput, { aheadMs = 0 } = {}): Promise<ChildProcess> {
  const child = fork(SELF, ['serve', String(aheadMs)], { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the server process ended with ${code}`)));
    child.send(config);
  });
}

export function killNow(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

if (process.argv[2] === 'serve')
  process.once('message', (config: ConfigInput) => {
    const clock = new TestClock();
    clock.advance(Number(process.argv[3]));
    void startServer({ ...config, ports: { clock }, worker: true, log: silentLog }).then(() =>
      process.send?.('ready'),
    );
  });
