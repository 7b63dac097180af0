import { setTimeout as sleep } from 'node:timers/promises';
import { startWorld, type World } from '../../../server/test/world.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { runCrashes, type Databases } from '../support/crashes.ts';
import { createRandom } from '../support/numbers.ts';
import type { Verdict } from '../support/program.ts';
import { startStories, type StoryResults } from '../support/stories.ts';
import { query, type Cluster } from './cluster.ts';

const toVerdict = (
  prefix: string,
  { violations, lostAcknowledgements, doubleEffects, stories, acknowledged }: StoryResults,
  figures: Verdict['figures'],
): Verdict => ({
  figures: Object.fromEntries(
    Object.entries({
      stories,
      acknowledged,
      lost: lostAcknowledgements,
      double: doubleEffects,
      ...figures,
    }).map(([name, value]) => [`${prefix}: ${name}`, value]),
  ),
  violations,
});

const getDatabase = (ownerUrl: string): string => new URL(ownerUrl).pathname.slice(1);

/** Adds a worker and gives it its share, then moves everything away from another, while users complete jobs. */
export async function proveRebalancing(cluster: Cluster): Promise<Verdict> {
  const world = await startWorld();
  try {
    const database = getDatabase(world.ownerUrl);
    const stories = await startStories(world);
    const hasProgressed = (more: number) => {
      const before = stories.results.answered;
      return waitFor('more answers', () => stories.results.answered >= before + more, 120_000);
    };
    await hasProgressed(40);
    const added = await cluster.addWorker(database);
    await cluster.rebalance(database);
    const received = await cluster.countParts(database, added);
    await hasProgressed(40);
    await cluster.drain(database, 1);
    const left = await cluster.countParts(database, 1);
    await hasProgressed(40);
    await stories.end();
    const { results } = stories;
    if (received === 0) results.violations.push('the new worker received nothing');
    if (left !== 0) results.violations.push(`${left} parts stayed on a worker that was to be emptied`);
    return toVerdict('rebalancing', results, { 'parts on the new worker': received, 'parts left': left });
  } finally {
    await world.close();
  }
}

/** The coordinator commits or rolls back what was prepared on a worker when one of them was killed. */
const waitForResolved = (cluster: Cluster, database: string): Promise<void> =>
  waitFor(
    'prepared transactions to be resolved',
    async () => (await cluster.countPrepared(database)) === 0,
    60_000,
  );

interface CrashOptions {
  kills: number;
  seed: number;
  signal: AbortSignal;
  onKill: (node: string) => void;
}

/** Kills the coordinator or a worker again and again while users complete jobs. */
export async function proveNodeCrashes(
  cluster: Cluster,
  { kills, seed, signal, onKill }: CrashOptions,
): Promise<Verdict> {
  const world = await startWorld();
  const random = createRandom(seed);
  const killed: Record<string, number> = {};
  try {
    const database = getDatabase(world.ownerUrl);
    // The sequences of a copied database are not in the log before the next checkpoint: a killed server would begin them again.
    for (const node of [0, ...cluster.listWorkers()]) await query(cluster.getServerUrl(node), 'CHECKPOINT');
    const stories = await startStories(world);
    for (let kill = 0; kill < kills && !signal.aborted; kill++) {
      const before = stories.results.answered;
      await waitFor('answers between two kills', () => stories.results.answered > before + 10, 120_000);
      await sleep(random() * 500);
      const node = Math.floor(random() * 3);
      await cluster.kill(node);
      const name = node === 0 ? 'kills of the coordinator' : 'kills of a worker';
      killed[name] = (killed[name] ?? 0) + 1;
      onKill(node === 0 ? 'the coordinator' : `worker ${node}`);
    }
    await stories.end();
    await waitForResolved(cluster, database);
    return toVerdict('crashes', stories.results, killed);
  } finally {
    await world.close();
  }
}

/** Kills the coordinator or a worker at each named step of the server (prove:crash --database). */
export async function provePoints(
  cluster: Cluster,
  {
    rounds,
    log,
    ...rest
  }: { rounds: number; seed: number; signal: AbortSignal; log: (line: string) => void },
): Promise<Verdict> {
  const databases: Databases = {
    pick: (_world: World, random) => {
      const node = Math.floor(random() * 3);
      return Promise.resolve({ name: node === 0 ? 'coordinator' : 'worker', pid: cluster.readPid(node) });
    },
    restart: () => cluster.restart(),
    listUrls: ({ ownerUrl }) =>
      [0, ...cluster.listWorkers()].map((node) => cluster.getServerUrl(node, getDatabase(ownerUrl))),
    settle: ({ ownerUrl }) => waitForResolved(cluster, getDatabase(ownerUrl)),
  };
  const { kills, notReached, slowestComebackMs, ...results } = await runCrashes({
    ...rest,
    rounds,
    databases,
    apart: false,
    onKill: (target, { point, pass }, isReached) =>
      log(`${target} ${isReached ? 'killed at' : 'not killed at'} pass ${pass} of ${point}`),
  });
  return toVerdict('points', results, {
    kills: Object.values(kills).reduce((total, count) => total + count, 0),
    'not reached': notReached,
    'slowest comeback (ms)': slowestComebackMs,
  });
}
