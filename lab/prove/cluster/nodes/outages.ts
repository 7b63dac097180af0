import { setTimeout as sleep } from 'node:timers/promises';
import { currentUser } from '@fws/contract/identity/session/calls';
import { BrowserUser, type CallReport } from '../../../../server/test/load/browser-user.ts';
import { startJourneys } from '../../../../server/test/load/journeys.ts';
import { startLoad } from '../../../../server/test/load/rolling-load.ts';
import type { TestRedis } from '../../../../server/test/network/redis-server.ts';
import type { TestUser } from '../../../../server/test/user.ts';
import { waitFor } from '../../../../server/test/wait.ts';
import type { World } from '../../../../server/test/world.ts';
import { readPayoutBalance } from '../../support/money.ts';
import type { Verdict } from '../../support/program.ts';
import { judgeTraffic } from '../../support/traffic.ts';
import type { Fleet } from './fleet.ts';
import { SEEN_WITHIN_MS, startWatching } from './watchers.ts';

const CLIENTS = 4;
const PAIRS = 2;
const WATCHERS = 6;
/** Longer than a page may wait for an event. */
const OUTAGE_MS = SEEN_WITHIN_MS + 5_000;
const NORMAL_MS = 8_000;
const TIMEOUT_MS = 180_000;

/** Kills, restarts, freezes and thaws Redis while people work and pages wait for events. */
export async function breakRedis(
  world: World,
  { fleet, redis, url, untilMs }: { fleet: Fleet; redis: TestRedis; url: string; untilMs: number },
): Promise<Verdict> {
  const balanceBefore = await readPayoutBalance(world);
  const people = await Promise.all(Array.from({ length: CLIENTS + WATCHERS + 1 }, () => world.user()));
  const [prober, ...others] = people;
  if (!prober) throw new Error('there is one');
  const load = startLoad(url, others.slice(0, CLIENTS), { pauseMs: 30 });
  const journeys = await startJourneys(world, { url, pairs: PAIRS });
  const watching = await startWatching(world, url, others.slice(CLIENTS));
  const probing = startProbing(prober, url);
  const figures: Verdict['figures'] = {};
  const violations: string[] = [];
  let rounds = 0;

  const observe = async (name: string, forMs: number, isLive: boolean) => {
    const answered = load.countAnswered();
    await sleep(forMs);
    const longestMs = watching.takeLongestMs();
    const { p99, max } = probing.take();
    raise(`${name}: longest wait for an event, ms`, longestMs);
    raise(`${name}: request 99%, ms`, p99);
    raise(`${name}: slowest request, ms`, max);
    if (longestMs > SEEN_WITHIN_MS) violations.push(`${name}: an event took ${longestMs} ms`);
    if (isLive && longestMs > SEEN_WITHIN_MS / 4)
      violations.push(`${name}: an event took ${longestMs} ms although Redis was there`);
    if (load.countAnswered() === answered) violations.push(`${name}: nobody was answered`);
  };
  const raise = (name: string, value: number) => {
    figures[name] = Math.max(Number(figures[name] ?? 0), value);
  };
  /** Lets pages read what they missed, so that the next phase measures its own events. */
  const settle = async () => {
    await watching.waitUntilRead();
    watching.takeLongestMs();
    probing.take();
  };

  await waitFor('work to begin', () => load.countAnswered() > 5 * CLIENTS, TIMEOUT_MS);
  await settle();
  do {
    rounds += 1;
    await observe('redis there', NORMAL_MS, true);
    await redis.stop();
    await observe('redis killed', OUTAGE_MS, false);
    await redis.start();
    await settle();
    await observe('redis back', NORMAL_MS, true);
    redis.freeze();
    await observe('redis frozen', OUTAGE_MS, false);
    redis.thaw();
    await settle();
    await observe('redis thawed', NORMAL_MS, true);
  } while (performance.now() < untilMs);
  await watching.stop();
  await probing.stop();
  const [loadReport, journeyReport] = await Promise.all([load.stop(), journeys.stop()]);
  await world.drain();
  const verdict = await judgeTraffic(world, { loadReport, journeyReport, balanceBefore });
  const { counts } = watching;
  // Once for each process and outage, in whatever way it was noticed.
  const lost = fleet.redisLines.filter((line) => line.includes('redis is lost')).length;
  const back = fleet.redisLines.filter((line) => line.includes('redis is back')).length;
  const failures = probing.failures;
  if (lost !== back)
    violations.push(`redis was lost ${lost} times by some process and came back ${back} times`);
  return {
    figures: {
      'rounds of killing and freezing': rounds,
      ...figures,
      'events to each page': counts.events,
      'events that arrived live': counts.arrived,
      'times that a page was told to ask': counts.missed,
      'streams that ended': counts.ended,
      'lines "redis is lost", of all processes': lost,
      'failed requests of the prober': failures.length,
      ...verdict.figures,
    },
    violations: [
      ...violations,
      ...failures,
      ...(counts.ended > 0 ? [`${counts.ended} streams ended`] : []),
      ...fleet.errors.map((line) => `an error was logged: ${line}`),
      ...verdict.violations,
    ],
  };
}

/** Calls one cheap read after the other, and measures each. */
function startProbing(user: TestUser, url: string) {
  let tookMs: number[] = [];
  const report: CallReport = { calls: 0, failures: [] };
  const stopping = new AbortController();
  const own = new BrowserUser(url, user, report);
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await own.call(currentUser, {}).catch(() => {}); // the report has it
      tookMs.push(performance.now() - startedAt);
      await sleep(20);
    }
  })();
  return {
    failures: report.failures,
    take() {
      const sorted = tookMs.toSorted((a, b) => a - b);
      tookMs = [];
      return {
        p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
        max: Math.round(sorted.at(-1) ?? 0),
      };
    },
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
