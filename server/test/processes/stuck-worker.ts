import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startWorker } from '../../src/platform/queue/worker.ts';
import { silentLog } from '../../src/platform/log.ts';
import { forkProgram } from './fork-program.ts';

const THIS_FILE = fileURLToPath(import.meta.url);

/** Starts a worker process that takes a task named `task` and never finishes it. Resolves when it has taken one. */
export function forkStuckWorker(queueUrl: string, task: string): Promise<ChildProcess> {
  const child = forkProgram(THIS_FILE, [queueUrl, task]);
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the worker process ended with ${code}`)));
  });
}

const [, self, queueUrl, task] = process.argv;
if (self === THIS_FILE && queueUrl && task) {
  const neverFinish = () => new Promise<void>(() => process.send?.('taken'));
  await startWorker({ queueUrl, log: silentLog, tasks: { [task]: neverFinish }, heartbeatMs: 100 });
}
