import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { sitePaths } from '@fws/contract/site/model';
import { loadDemo } from '../../scripts/demo/load.ts';
import { runProgram } from '../../scripts/program.ts';
import { step } from '../../scripts/steps.ts';
import { buildWeb } from '../../scripts/web-build.ts';
import { getWebDist } from '../../scripts/web-dist.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { startProcess } from './jobs-list/load.ts';
import { calculateMedian } from './median.ts';
import { provideDatabase, readOptions } from './options.ts';

// A page that spreads through chats: so many open one public job page a second, in one process. How long does its health
// check take meanwhile? Then, how many pages a second are sent at most?

// npm run bench:pages -- [--seconds N of each measurement] [--rate N pages a second]

const { seconds, rate } = readOptions(process.argv.slice(2), { seconds: 20, rate: 400 });
const CLIENTS = 16;
const PROBE_EVERY_MS = 50;
const WARM_UP_SECONDS = 2;
const HEALTH_GOAL_MS = 20;

/** Asks for the health check until stopped, and returns how long each took. */
async function probe(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const startedAt = performance.now();
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) throw new Error(`the health check answered ${status}`);
    times.push(performance.now() - startedAt);
    await sleep(PROBE_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  return times;
}

async function openRepeatedly(url: string, load: { duration: number; overallRate?: number }) {
  const headers = { 'accept-encoding': 'br' };
  const result = await autocannon({ url, method: 'GET', headers, connections: CLIENTS, ...load });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors from ${url}`);
  return { rate: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}

await runProgram(async (life) => {
  const webDist = getWebDist(process.cwd());
  await step('Web app', () => buildWeb(process.cwd()));
  await provideDatabase(life);
  const database = await createTestDatabase();
  life.onEnd(() => database.close());
  const { appUrl: databaseUrl, queueUrl, db } = database;
  await loadDemo({ databaseUrl, dataDir: join(tmpdir(), `fws-pages-${process.pid}`), log: () => {} });
  const server = await startProcess({ kind: 'fws', databaseUrl, queueUrl, webDist });
  life.onEnd(async () => server.stop());

  const { number } = await db
    .selectFrom('job')
    .select('number')
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await fetch(server.url + sitePaths.job(String(number), 'job'));
  if (page.status !== 200) throw new Error(`the page answered ${page.status}`);

  await openRepeatedly(page.url, { duration: WARM_UP_SECONDS });
  const stop = new AbortController();
  const probing = probe(server.url, stop.signal);
  const steady = await openRepeatedly(page.url, { duration: seconds, overallRate: rate });
  stop.abort();
  const times = await probing;
  const cpuBeforeMs = await server.readCpuMs();
  const most = await openRepeatedly(page.url, { duration: seconds });
  const cpuMs = ((await server.readCpuMs()) - cpuBeforeMs) / (most.rate * seconds);

  const worstMs = Math.max(...times);
  console.log(
    `pages              ${steady.rate.toFixed(0)} a second of ${rate}, 99% within ${steady.p99Ms} ms`,
  );
  console.log(
    `health check       median ${calculateMedian(times).toFixed(1)} ms, worst ${worstMs.toFixed(1)} ms (at most ${HEALTH_GOAL_MS})`,
  );
  console.log(
    `pages at most      ${most.rate.toFixed(0)} a second, ${cpuMs.toFixed(2)} ms of processor each`,
  );
  return 0;
});
