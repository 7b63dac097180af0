import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkJourneys } from './journey-books.ts';
import { startJourneys } from './journeys.ts';
import { expectSoundLedger } from '../ledger/sound-ledger.ts';
import { findFreePort } from '../network/port.ts';
import { startProxy } from '../network/proxy.ts';
import { findJobs, startLoad } from './rolling-load.ts';
import { forkIdle, forkServer, stopGracefully } from '../processes/server-process.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

const CLIENTS = 6;
/** Answers to wait for at each step, so that every client has made progress. */
const ANSWERS = 5 * CLIENTS;
/** Leaves the processor to other tests. With several clients, a request is nearly always under way. */
const PAUSE_MS = 60;
/** A busy machine starts processes slowly. */
const TIMEOUT_MS = 120_000;
/** As in production. */
const ENV = { SHUTDOWN_DELAY_MS: '5000', SHUTDOWN_DRAIN_MS: '20000' };

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.close());

interface Node {
  url: string;
  port: number;
  child: ChildProcess;
}

async function startNode(port: number, idle: ChildProcess): Promise<Node> {
  const env = { ...world.config.env, ...ENV };
  const child = await forkServer({ ...world.config, port, env }, { idle, part: 'web' });
  return { url: `http://127.0.0.1:${port}`, port, child };
}

test('restarts web processes one after another without a failed, doubled or lost request', async () => {
  const idle = Array.from({ length: 4 }, forkIdle);
  onTestFinished(() => void idle.map((child) => child.kill('SIGKILL')));
  const [first, second, ...spares] = idle;
  if (!first || !second) throw new Error('there are four');
  const port = await findFreePort();
  const nodes = [await startNode(port, first), await startNode(await findFreePort(), second)];
  const proxy = await startProxy(nodes.map(({ url }) => url));
  onTestFinished(() => proxy.close());
  await waitFor('both to be ready', () => nodes.every(({ url }) => proxy.isReady(url)), TIMEOUT_MS);

  const people = await Promise.all(Array.from({ length: CLIENTS }, () => world.user()));
  const load = startLoad(proxy.url, people, { pauseMs: PAUSE_MS });
  // The world's own server is the worker and receives the webhooks.
  const journeys = await startJourneys(world, { url: proxy.url, pairs: 1 });
  const waitForProgress = async () => {
    const before = load.countAnswered();
    await waitFor('clients to go on', () => load.countAnswered() >= before + ANSWERS, TIMEOUT_MS);
  };
  await waitForProgress();
  for (const { url, port, child } of nodes) {
    expect(await stopGracefully(child)).toBe(0);
    await waitForProgress();
    const spare = spares.shift();
    if (!spare) throw new Error('there is one for each');
    const served = proxy.countServed(url);
    await startNode(port, spare);
    await waitFor('the new one to serve', () => proxy.countServed(url) >= served + ANSWERS, TIMEOUT_MS);
  }
  const [loadReport, journeyReport] = await Promise.all([load.stop(), journeys.stop()]);

  expect([...loadReport.failures, ...journeyReport.failures, ...journeyReport.abandoned]).toEqual([]);
  expect(loadReport.reads).toBeGreaterThan(ANSWERS);
  expect((await findJobs(world, loadReport)).toSorted()).toEqual(loadReport.posted.toSorted());
  expect(journeyReport.journeys).not.toEqual([]);
  expect(await checkJourneys(world, journeyReport.journeys)).toEqual({
    lost: [],
    doubled: [],
    unexpected: [],
  });
  await world.drain();
  await expectSoundLedger(world.db);
}, 400_000);
