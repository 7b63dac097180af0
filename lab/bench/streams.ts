import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../../scripts/program.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { forkProgram } from '../../server/test/processes/fork-program.ts';
import { startProcess } from './jobs-list/load.ts';
import { provideDatabase, readOptions } from './options.ts';
import { askProcess } from './process.ts';
import type { ClientsSpec } from './streams/clients.ts';
import { loadSignedInUsers } from './streams/data.ts';

// What does an idle event stream cost? So many signed-in users each open one to one server process, from a process of
// their own. Memory is read before, when half of them are open, and when all are, each time after some seconds of rest,
// in which the engine returns what it no longer needs, and a garbage collection.

// npm run bench:streams -- [--streams N] [--seconds N of rest before the memory is read]

const { streams, seconds } = readOptions(process.argv.slice(2), { streams: 19_500, seconds: 20 });
const CLIENTS = fileURLToPath(new URL('streams/clients.ts', import.meta.url));
/** Opened before the first measurement, so that what the first streams load is not counted. */
const WARM_UP = 100;
const KB = 1000;
const GOAL_KB = 12;

await runProgram(async (life) => {
  await provideDatabase(life);
  const database = await createTestDatabase();
  life.onEnd(() => database.close());
  await loadSignedInUsers(database.ownerUrl, WARM_UP + streams);
  const server = await startProcess({
    kind: 'fws',
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
  });
  life.onEnd(async () => server.stop());
  const clients = forkProgram(CLIENTS);
  life.onEnd(async () => clients.disconnect());
  const port = Number(new URL(server.url).port);
  const open = (first: number, count: number) =>
    askProcess(clients, { port, users: { first, count } } satisfies ClientsSpec);

  const readAfterRest = async () => {
    await sleep(seconds * 1000);
    return server.readMemory();
  };

  await open(1, WARM_UP);
  const before = await readAfterRest();
  const half = Math.ceil(streams / 2);
  await open(WARM_UP + 1, half);
  const between = await readAfterRest();
  const startedAt = performance.now();
  await open(WARM_UP + half + 1, streams - half);
  const rate = (streams - half) / ((performance.now() - startedAt) / 1000);
  const cpuBeforeMs = await server.readCpuMs();
  const after = await readAfterRest();
  const cpuMs = (await server.readCpuMs()) - cpuBeforeMs;
  const openCount = Number(await askProcess(clients, 'count'));
  if (openCount !== WARM_UP + streams) throw new Error(`only ${openCount} streams are still open`);

  const show = (name: string, field: keyof typeof before, goal = '') => {
    const all = (after[field] - before[field]) / streams / KB;
    const second = (after[field] - between[field]) / (streams - half) / KB;
    console.log(`${name.padEnd(28)} ${all.toFixed(1)} KB${goal}, in the second half ${second.toFixed(1)} KB`);
  };
  console.log(`${streams} streams in one process, ${rate.toFixed(0)} opened a second`);
  show('resident memory of a stream', 'rss', ` (at most ${GOAL_KB})`);
  show('of it on the heap', 'heapUsed');
  const toMb = (bytes: number) => (bytes / KB / KB).toFixed(0);
  console.log(
    `resident memory in all       ${toMb(before.rss)} MB without streams, ${toMb(after.rss)} MB with all`,
  );
  console.log(`processor while idle         ${(cpuMs / seconds / 10).toFixed(1)}% of a core`);
  return 0;
});
