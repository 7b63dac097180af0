import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../src/main.ts';
import { startWorkerProcess } from '../../src/worker.ts';
import type { ConfigInput } from '../../src/config/index.ts';
import { TestClock } from '../clock.ts';
import { forkProgram } from './fork-program.ts';
import { setFaultPointHandler, type FaultPoint } from '../../src/platform/fault-point.ts';
import { createLog, silentLog, type Log } from '../../src/platform/log.ts';

const THIS_FILE = fileURLToPath(import.meta.url);

/** At the n-th pass of the fault point, the server process kills itself (`pid` null) or another process with SIGKILL. */
export interface Fault {
  point: FaultPoint;
  pass: number;
  pid: number | null;
}

/** What a process runs: the web server with the worker, or one of them. */
export type Part = 'server' | 'web' | 'worker';

interface ServerSpec {
  config: ConfigInput;
  aheadMs: number;
  part: Part;
}

/** A process that has loaded the code and waits for the part to run. */
export function forkIdle(): ChildProcess {
  return forkProgram(THIS_FILE, ['serve']);
}

/** Runs the server, or a part of it, in a process that a test can kill. Its clock may be ahead. Resolves when ready. */
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
    idle.send({ config, aheadMs, part } satisfies ServerSpec);
  });
}

/** The server counts passes of the fault point from now on. */
export function arm(server: ChildProcess, fault: Fault): void {
  server.send(fault);
}

export function killNow(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Sends SIGTERM as a supervisor does. Resolves with the exit code. */
export function stopGracefully(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill('SIGTERM');
  });
}

function handleFault(fault: Fault): void {
  let passes = 0;
  setFaultPointHandler((point) => {
    if (point !== fault.point || ++passes !== fault.pass) return;
    process.kill(fault.pid ?? process.pid, 'SIGKILL');
    if (fault.pid !== null) process.send?.('killed');
  });
}

/** Logs failed requests: an answer of 500 is a bug, whatever was killed. */
const log: Log = {
  ...silentLog,
  error: (message, error, fields) => {
    if (message === 'request failed') createLog().error(message, error, fields);
  },
};

async function serve({ config, aheadMs, part }: ServerSpec): Promise<void> {
  const clock = new TestClock();
  clock.advance(aheadMs);
  const options = { ...config, ports: { clock }, log };
  const running =
    part === 'worker'
      ? await startWorkerProcess(options)
      : await startServer({ ...options, worker: part === 'server' });
  const shutDown = async () => {
    await running.close();
    process.exit();
  };
  process.once('SIGTERM', () => void shutDown());
  process.send?.('ready');
}

if (process.argv[2] === 'serve') {
  // The parent is gone and cannot stop this process any more.
  process.once('disconnect', () => process.exit());
  process.on('message', (message: ServerSpec | Fault) => {
    if ('point' in message) return handleFault(message);
    void serve(message);
  });
}
