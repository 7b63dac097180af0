import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startServer } from '../src/main.ts';
import type { ConfigInput } from '../src/config.ts';
import { TestClock } from './clock.ts';
import { onFaultPoint, type FaultPoint } from '../src/platform/fault-point.ts';
import { silentLog } from '../src/platform/log.ts';

const SELF = fileURLToPath(import.meta.url);

/** At its n-th pass of that point the server's process kills, without a word, itself or another. */
export interface Fault {
  point: FaultPoint;
  pass: number;
  pid: number | null;
}

/** The server, with its worker, in a process that a test can kill; its clock may be ahead. Resolves when it answers. */
export function forkServer(
  config: ConfigInput,
  { aheadMs = 0, fault = null }: { aheadMs?: number; fault?: Fault | null } = {},
): Promise<ChildProcess> {
  const child = fork(SELF, ['serve', String(aheadMs), JSON.stringify(fault)], {
    execArgv: ['--import', 'tsx'],
  });
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

function armFault(fault: Fault | null): void {
  if (!fault) return;
  let passes = 0;
  onFaultPoint((point) => {
    if (point !== fault.point || ++passes !== fault.pass) return;
    process.kill(fault.pid ?? process.pid, 'SIGKILL');
    if (fault.pid !== null) process.send?.('killed');
  });
}

if (process.argv[2] === 'serve')
  process.once('message', (config: ConfigInput) => {
    const clock = new TestClock();
    clock.advance(Number(process.argv[3]));
    armFault(JSON.parse(process.argv[4] ?? 'null') as Fault | null);
    void startServer({ ...config, ports: { clock }, worker: true, log: silentLog }).then(() =>
      process.send?.('ready'),
    );
  });
