import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../scripts/program.ts';
import { createTestDatabase } from '../server/test/database.ts';
import { forkProgram } from '../server/test/processes/fork-program.ts';
import { startProcess } from './jobs-list/load.ts';
import { provideDatabase, readOptions } from './options.ts';
import { askProcess } from './process.ts';
import type { ClientsSpec } from './streams/clients.ts';
import { loadSignedInUsers } from './streams/data.ts';

// What does an idle event stream cost? So many signed-in users each open one to one server process, from a process of
// their own. Memory is read after a garbage collection, before, when half of them are open, and when all are. What the
// process has left over from its start serves the first half, so the second half shows what a stream costs.

// npm run bench:streams -- [--streams N] [--seconds N that they stay open before the memory is read]

const { streams, seconds } = readOptions(process.argv.slice(2), { streams: 19_500, seconds: 30 });
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

  await open(1, WARM_UP);
  const before = await server.readMemory();
  const half = Math.ceil(streams / 2);
  const startedAt = performance.now();
  await open(WARM_UP + 1, half);
  const between = await server.readMemory();
  await open(WARM_UP + half + 1, streams - half);
  const tookS = (performance.now() - startedAt) / 1000;
  const cpuBeforeMs = await server.readCpuMs();
  await sleep(seconds * 1000);
  const cpuMs = (await server.readCpuMs()) - cpuBeforeMs;
  const after = await server.readMemory();
  const openCount = Number(await askProcess(clients, 'count'));
  if (openCount !== WARM_UP + streams) throw new Error(`only ${openCount} streams are still open`);

  const show = (name: string, field: keyof typeof before, goal = '') => {
    const all = (after[field] - before[field]) / streams / KB;
    const second = (after[field] - between[field]) / (streams - half) / KB;
    console.log(
      `${name.padEnd(28)} ${second.toFixed(1)} KB each in the second half${goal}, ${all.toFixed(1)} KB each of all`,
    );
  };
  console.log(`${streams} streams opened in ${tookS.toFixed(1)} s, in one process`);
  show('resident memory of a stream', 'rss', ` (at most ${GOAL_KB})`);
  show('of it on the heap', 'heapUsed');
  console.log(`resident memory in all       ${(after.rss / KB / KB).toFixed(0)} MB`);
  console.log(`processor while idle         ${(cpuMs / seconds / 10).toFixed(1)}% of a core`);
  return 0;
});
