import { startServer } from '../server/src/main.ts';
import { getAssetPath } from '../server/src/platform/assets.ts';
import { checkStart } from '../server/src/start/check.ts';
import { runProgram } from './program.ts';

// npm run web: runs the API, the live events and the pages, without the queue.
await runProgram(async (life) => {
  const dist = getAssetPath('web/dist');
  const input = await checkStart(process.env, { webDist: dist });
  life.signal.throwIfAborted();
  const server = await startServer({ ...input, webDist: dist, worker: false });
  life.onEnd(() => server.close(), server.shutdownMs);
  console.log(`The web process listens on ${server.address}.`);
  return life.waitForSignal();
});
