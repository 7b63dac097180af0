import { checkStart } from '../server/src/start/check.ts';
import { startWorkerProcess } from '../server/src/worker.ts';
import { runProgram } from './program.ts';

// npm run worker: runs the queue, without serving requests.
await runProgram(async (life) => {
  const input = await checkStart(process.env);
  life.signal.throwIfAborted();
  const worker = await startWorkerProcess(input);
  life.onEnd(() => worker.close());
  console.log('The worker is running.');
  if (worker.healthAddress !== null) console.log(`Health checks: ${worker.healthAddress}.`);
  return life.waitForSignal();
});
