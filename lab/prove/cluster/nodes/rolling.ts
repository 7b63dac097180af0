import { openOwnerDb } from '../../../../server/test/database.ts';
import { startJourneys } from '../../../../server/test/load/journeys.ts';
import { startLoad } from '../../../../server/test/load/rolling-load.ts';
import { waitFor } from '../../../../server/test/wait.ts';
import type { World } from '../../../../server/test/world.ts';
import { sql } from 'kysely';
import { readPayoutBalance } from '../../support/money.ts';
import type { Verdict } from '../../support/program.ts';
import type { RunningProxy } from '../../support/proxies.ts';
import { judgeTraffic } from '../../support/traffic.ts';
import type { Fleet } from './fleet.ts';
import { migrateWith, type Release } from './release.ts';
import { WORKERS } from './site.ts';
import { SEEN_WITHIN_MS, startWatching } from './watchers.ts';

const CLIENTS = 4;
const PAIRS = 2;
const WATCHERS = 6;
const ANSWERS_PER_STEP = 10 * CLIENTS;
const TIMEOUT_MS = 240_000;

interface Deployment {
  fleet: Fleet;
  proxy: RunningProxy;
  ports: readonly number[];
  to: Release;
  /** What only the processes of the new release are given. */
  env: Record<string, string>;
}

/**
 * Migrates, replaces the processes of one release by those of the next, one after another, and applies what had to wait
 * for that, while people work.
 */
export async function deployUnderLoad(
  world: World,
  { fleet, proxy, ports, to, env }: Deployment,
): Promise<Verdict> {
  const url = proxy.plainUrl;
  const balanceBefore = await readPayoutBalance(world);
  const people = await Promise.all(Array.from({ length: CLIENTS + WATCHERS }, () => world.user()));
  const load = startLoad(url, people.slice(0, CLIENTS), { pauseMs: 30 });
  const journeys = await startJourneys(world, { url, pairs: PAIRS });
  const watching = await startWatching(world, url, people.slice(CLIENTS));
  const waitForProgress = async () => {
    const [answered, finished] = [load.countAnswered(), journeys.countFinished()];
    const hasProgress = () =>
      load.countAnswered() >= answered + ANSWERS_PER_STEP && journeys.countFinished() > finished;
    await waitFor('people to go on', hasProgress, TIMEOUT_MS);
  };

  await waitForProgress();
  const withFormer = watching.takeLongestMs();
  await migrateWith(to, fleet.buildEnv(), '--before-deployment');
  await waitForProgress();
  const replaceWeb = async (port: number) => {
    await proxy.removeServer(port);
    await fleet.stopWeb(port);
    await fleet.startWeb(to, port, env);
    await proxy.addServer(port);
    await waitForProgress();
  };
  const replaceWorker = async (name: string) => {
    await fleet.stopWorker(name);
    await fleet.startWorker(to, name, env);
    await waitForProgress();
  };
  // In turns, so that each release hands on what the other has written.
  for (const [index, port] of ports.entries()) {
    await replaceWeb(port);
    const worker = WORKERS[index];
    if (worker !== undefined) await replaceWorker(worker);
  }
  await migrateWith(to, fleet.buildEnv());
  await waitForProgress();
  const longestMs = watching.takeLongestMs();
  await waitForProgress();
  await watching.stop();
  const [loadReport, journeyReport] = await Promise.all([load.stop(), journeys.stop()]);
  const undone = await world.drain().then(
    () => [],
    (error: Error) => [error.message],
  );
  const verdict = await judgeTraffic(world, { loadReport, journeyReport, balanceBefore });
  const failed = await listFailedTasks(world);
  return {
    figures: {
      'web processes replaced': ports.length,
      'workers replaced': WORKERS.length,
      'longest wait for an event before, ms': withFormer,
      'longest wait for an event while both serve, ms': longestMs,
      'streams that ended and began again': watching.counts.ended,
      'tasks that failed': failed.length,
      ...verdict.figures,
    },
    violations: [
      ...(longestMs > SEEN_WITHIN_MS ? [`an event took ${longestMs} ms`] : []),
      ...undone,
      ...failed.map((task) => `a task failed: ${task}`),
      ...fleet.errors.map((line) => `an error was logged: ${line}`),
      ...verdict.violations,
    ],
  };
}

/** Also those that nobody takes, because no process knows their name. */
async function listFailedTasks({ ownerUrl }: World): Promise<string[]> {
  const owner = openOwnerDb(ownerUrl);
  try {
    const { rows } = await sql<{ task: string; error: string | null }>`
      SELECT task_identifier AS task, last_error AS error FROM graphile_worker.jobs
      WHERE attempts >= max_attempts OR last_error ILIKE '%unknown%'
        OR (run_at < now() - interval '1 minute' AND locked_at IS NULL AND attempts = 0)`.execute(owner);
    return rows.map(({ task, error }) => `${task} ${error ?? 'was never taken'}`);
  } finally {
    await owner.destroy();
  }
}
