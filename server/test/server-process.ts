import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startServer } from '../src/main.ts';
import { startWorkerProcess } from '../src/worker.ts';
import type { ConfigInput } from '../src/config.ts';
import { TestClock } from './clock.ts';
import { forkProgram } from './fork-program.ts';
import { onFaultPoint, type FaultPoint } from '../src/platform/fault-point.ts';
import { createLog, silentLog, type Log } from '../src/platform/log.ts';

const SELF = fileURLToPath(import.meta.url);

/** At its n-th pass of that point the server's process kills, without a word, itself or another. */
export interface Fault {
  point: FaultPoint;
  pass: number;
  pid: number | null;
}

/** What a process is: the server with its worker, or one of the two. */
export type Part = 'server' | 'web' | 'worker';

interface Order {
  config: ConfigInput;
  aheadMs: number;
  part: Part;
}

/** A process that has read the product's code and waits to be a part of it. */
export function forkIdle(): ChildProcess {
  return forkProgram(SELF, ['serve']);
}

/** The server, or a part of it, in a process that a test can kill; its clock may be ahead. Resolves when it is there. */
export function forkServer(
  config: ConfigInput,
  {
    aheadMs = 0,
    idle = forkIdle(),
    part = 'server',
  }: { aheadMs?: number; idle?: ChildProcess; part?: Part } = {},
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    idle.once('message', () => resolve(idle));
    idle.once('exit', (code) => reject(new Error(`the server process ended with ${code}`)));
    idle.send({ config, aheadMs, part } satisfies Order);
  });
}

/** From here on it counts its passes of that point. */
export function arm(server: ChildProcess, fault: Fault): void {
  server.send(fault);
}

export function killNow(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Asks it to shut down as a supervisor does; resolves with its exit code. */
export function stopGracefully(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill('SIGTERM');
  });
}

function onFault(fault: Fault): void {
  let passes = 0;
  onFaultPoint((point) => {
    if (point !== fault.point || ++passes !== fault.pass) return;
    process.kill(fault.pid ?? process.pid, 'SIGKILL');
    if (fault.pid !== null) process.send?.('killed');
  });
}

/** An answer of 500 is a bug, whatever was killed. */
const log: Log = {
  ...silentLog,
  error: (message, error, fields) => {
    if (message === 'request failed') createLog().error(message, error, fields);
  },
};

async function serve({ config, aheadMs, part }: Order): Promise<void> {
  const clock = new TestClock();
  clock.advance(aheadMs);
  const options = { ...config, ports: { clock }, log };
  const running =
    part === 'worker'
      ? await startWorkerProcess(options)
      : await startServer({ ...options, worker: part === 'server' });
  const end = async () => {
    await running.close();
    process.exit();
  };
  process.once('SIGTERM', () => void end());
  process.send?.('ready');
}

if (process.argv[2] === 'serve') {
  // Nobody is left to kill it.
  process.once('disconnect', () => process.exit());
  process.on('message', (order: Order | Fault) => {
    if ('point' in order) return onFault(order);
    void serve(order);
  });
}
