import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkJourneys } from '../../../server/test/load/journey-books.ts';
import { setJourneyRates } from '../../../server/test/load/journeys.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { forkServer, killNow } from '../../../server/test/processes/server-process.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { checkMoney, listBrokenInvariants, readPayoutBalance } from '../support/money.ts';
import { createRandom } from '../support/numbers.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import type { Verdict } from '../support/program.ts';
import { startTraffic, type Traffic } from './clients.ts';
import type { Cluster } from './cluster.ts';
import { SCENARIOS, type Fault, type Scenario } from './faults.ts';
import { findLostWrites, prepareDirectWrites, writeDirectly } from './former-primary.ts';
import { describeTimeline, findPause, type Timeline } from './timeline.ts';

const CLIENTS = 50;
const WEB_PROCESSES = 2;
const POOL_SIZE = 20;
/** How long a fault lasts during which nobody must take over. */
const LASTS_MS = 20_000;
/** How long a former primary stays away after another took over. */
const STAYS_AWAY_MS = 5_000;
const ELECTED_WITHIN_MS = 60_000;
const WRITABLE_WITHIN_MS = 30_000;
const WATCHED_EVERY_MS = 200;
/** Writes after a fault, and before the next one. */
const SETTLED_WRITES = 20;

export interface AvailabilityOptions {
  /** How often each scenario is tried. */
  runs: number;
  /** The names of the scenarios to try. */
  selected: readonly string[];
  seed: number;
  /** Aborted when no further scenario may begin. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Faults of the database's machines while fifty clients move money through the product. */
export async function proveAvailability(cluster: Cluster, options: AvailabilityOptions): Promise<Verdict> {
  process.env['TEST_DATABASE_URL'] = cluster.getPrimaryUrl();
  const world = await startWorld({ worker: false });
  try {
    await world.stopServer();
    await setJourneyRates(world);
    const pooler = await startPgBouncer(world.ownerUrl, POOL_SIZE);
    try {
      return await runOn(cluster, world, pooler.toPooledUrl(world.config.databaseUrl), options);
    } finally {
      await pooler.close();
    }
  } finally {
    await world.close();
  }
}

async function runOn(
  cluster: Cluster,
  world: World,
  databaseUrl: string,
  options: AvailabilityOptions,
): Promise<Verdict> {
  const env = { ...world.config.env, DATABASE_NAMED_STATEMENTS: '0' };
  const config = { ...world.config, databaseUrl, env };
  // The providers know the first process.
  const ports = [world.config.port];
  while (ports.length < WEB_PROCESSES) ports.push(await findFreePort());
  const children: ChildProcess[] = [];
  try {
    for (const port of ports) children.push(await forkServer({ ...config, port }, { part: 'web' }));
    children.push(await forkServer(config, { part: 'worker' }));
    await prepareDirectWrites(cluster);
    const balanceBefore = await readPayoutBalance(world);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const traffic = startTraffic(world, { urls, clients: CLIENTS, random: createRandom(options.seed) });
    const drill = new Drill(cluster, world, traffic, options);
    await drill.run();
    await traffic.stop();
    const verdict = await judge(world, traffic, balanceBefore);
    return {
      figures: { ...drill.figures, ...verdict.figures },
      violations: [...drill.violations, ...traffic.violations, ...verdict.violations],
    };
  } finally {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) await killNow(child);
      else options.say('a process of the product ended during the run');
  }
}

/** Runs the scenarios one after the other and keeps what it sees. */
class Drill {
  readonly violations: string[] = [];
  readonly #cluster: Cluster;
  readonly #world: World;
  readonly #traffic: Traffic;
  readonly #options: AvailabilityOptions;
  readonly #pauses: number[] = [];
  readonly #failovers: number[] = [];
  #faults = 0;
  #directWrites = 0;

  constructor(cluster: Cluster, world: World, traffic: Traffic, options: AvailabilityOptions) {
    this.#cluster = cluster;
    this.#world = world;
    this.#traffic = traffic;
    this.#options = options;
  }

  get figures(): Verdict['figures'] {
    const toSeconds = (ms: number) => (ms / 1000).toFixed(1);
    return {
      faults: this.#faults,
      failovers: this.#failovers.length,
      'slowest failover until a write (s)': toSeconds(Math.max(0, ...this.#failovers)),
      'longest time without a write (s)': toSeconds(Math.max(0, ...this.#pauses)),
      'writes tried on a former primary': this.#directWrites,
    };
  }

  async run(): Promise<void> {
    const { runs, selected, signal, say } = this.#options;
    const scenarios = SCENARIOS.filter(({ name }) => selected.includes(name));
    // One of each first, so that a short run has tried everything.
    for (let run = 0; run < runs; run++) {
      for (const scenario of scenarios) {
        if (signal.aborted) return;
        try {
          await this.#try(scenario, run);
        } catch (error) {
          this.violations.push(`${scenario.name} ${run + 1}: ${String(error)}`);
          return;
        }
      }
      const broken = await listBrokenInvariants(this.#world);
      say(`round ${run + 1}: ${broken.length} broken invariants`);
      this.violations.push(...broken);
    }
  }

  async #try(scenario: Scenario, run: number): Promise<void> {
    await this.#cluster.waitUntilHealthy();
    await this.#waitForWrites();
    const fault = await scenario.prepare(this.#cluster, run);
    const label = `${scenario.name} ${run + 1}, ${fault.node.name}${fault.detail && ` (${fault.detail})`}`;
    const timeline = await this.#suffer(scenario, fault, label);
    this.#faults += 1;
    this.#pauses.push(timeline.pauseMs);
    if (timeline.leader) this.#failovers.push(timeline.firstWriteMs ?? Infinity);
    this.#options.say(`${label}: ${describeTimeline(timeline)}`);
    if (timeline.firstWriteMs === null || timeline.firstWriteMs > WRITABLE_WITHIN_MS)
      this.violations.push(`${label}: writable after ${timeline.firstWriteMs} ms`);
    if (timeline.pauseMs > WRITABLE_WITHIN_MS)
      this.violations.push(`${label}: no write for ${timeline.pauseMs} ms`);
  }

  /** Lets the fault begin and end, and watches. */
  async #suffer(scenario: Scenario, fault: Fault, label: string): Promise<Timeline> {
    const direct = scenario.failsOver ? writeDirectly(fault.node) : null;
    const faultAt = performance.now();
    const elected: Pick<Timeline, 'leader'> = { leader: null };
    await fault.begin();
    try {
      if (scenario.failsOver) {
        await waitFor(
          `${label}: another primary`,
          async () => {
            const primary = await this.#cluster.findPrimary();
            if (primary && primary !== fault.node)
              elected.leader = { name: primary.name, ms: performance.now() - faultAt };
            return elected.leader !== null;
          },
          ELECTED_WITHIN_MS,
          WATCHED_EVERY_MS,
        );
        await this.#waitForWrites();
        await sleep(STAYS_AWAY_MS);
      } else await sleep(LASTS_MS);
    } finally {
      await fault.end();
    }
    await this.#cluster.waitUntilHealthy();
    const healthyMs = performance.now() - faultAt;
    await this.#waitForWrites();
    if (direct) {
      await direct.stop();
      this.#directWrites += direct.tried;
      const isLate = ({ at }: { at: number }) => at > faultAt + (elected.leader?.ms ?? Infinity);
      if (direct.acknowledged.some(isLate))
        this.violations.push(`${label}: the former primary acknowledged a write after another was elected`);
      for (const id of await findLostWrites(this.#cluster, direct))
        this.violations.push(`${label}: write ${id} was acknowledged by the former primary and is lost`);
    }
    const pause = findPause(this.#traffic.writes, faultAt, performance.now());
    return { ...pause, ...elected, healthyMs };
  }

  async #waitForWrites(): Promise<void> {
    const count = this.#traffic.writes.length + SETTLED_WRITES;
    await waitFor('people to go on', () => this.#traffic.writes.length >= count, 90_000, 50).catch(
      (error: unknown) => void this.violations.push(String(error)),
    );
  }
}

/** Checks that everything acknowledged exists exactly once, that no task is left, and where the money is. */
async function judge(world: World, traffic: Traffic, balanceBefore: number): Promise<Verdict> {
  await world.drain();
  const books = await checkJourneys(world, traffic.journeys);
  const tasks = await listFailedTasks(world);
  const money = await checkMoney(world, balanceBefore);
  return {
    figures: {
      clients: CLIENTS,
      stories: traffic.journeys.filter(({ isPaidOut }) => isPaidOut).length,
      calls: traffic.calls,
      'acknowledged writes': traffic.writes.length,
      'answers of 503, nothing changed': traffic.outages['common.database_down'],
      'answers of 503, look first': traffic.outages['common.outcome_unknown'],
      'found done after such an answer': traffic.foundDone,
      'acknowledged and lost': books.lost.length,
      double: books.doubled.length,
      'tasks that failed for good': tasks.length,
    },
    violations: [
      ...books.lost.map((line) => `lost: ${line}`),
      ...books.doubled.map((line) => `doubled: ${line}`),
      ...books.unexpected.map((line) => `unexpected: ${line}`),
      ...tasks.map((task) => `a task failed for good: ${task}`),
      ...money,
    ],
  };
}

async function listFailedTasks({ ownerUrl }: World): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ task: string; attempts: number; error: string | null }>(
      `SELECT task_identifier AS task, attempts, last_error AS error FROM graphile_worker.jobs
        WHERE attempts >= max_attempts`,
    );
    return rows.map(({ task, attempts, error }) => `${task}, ${attempts} attempts: ${error ?? 'no error'}`);
  } finally {
    await owner.end();
  }
}
