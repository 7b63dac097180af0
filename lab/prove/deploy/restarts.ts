import type { ChildProcess } from 'node:child_process';
import { getWebDist } from '../../../scripts/web-dist.ts';
import { startJourneys } from '../../../server/test/load/journeys.ts';
import { startLoad } from '../../../server/test/load/rolling-load.ts';
import { forkServer, stopGracefully, type Part } from '../../../server/test/processes/server-process.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';
import { readPayoutBalance } from '../support/money.ts';
import { endNow } from '../support/processes.ts';
import type { Verdict } from '../support/program.ts';
import type { RunningProxy } from '../support/proxies.ts';
import { judgeTraffic } from '../support/traffic.ts';

const CLIENTS = 8;
/** Answers that all clients together receive between two steps. */
const ANSWERS_PER_STEP = 20 * CLIENTS;
/** Pairs of poster and worker that run one journey after another. */
const PAIRS = 3;
const TIMEOUT_MS = 180_000;
const SETTINGS = { TRUST_PROXY: '1', SHUTDOWN_DELAY_MS: '2000', SHUTDOWN_DRAIN_MS: '20000' };

/** The processes of a deployment. */
export class Fleet {
  readonly #world: World;
  readonly #children = new Map<string, ChildProcess>();

  constructor(world: World) {
    this.#world = world;
  }

  startWeb(port: number): Promise<void> {
    return this.#start(`web ${port}`, 'web', port);
  }

  startWorker(): Promise<void> {
    return this.#start('worker', 'worker');
  }

  stopWeb(port: number): Promise<number | null> {
    return this.#stop(`web ${port}`);
  }

  stopWorker(): Promise<number | null> {
    return this.#stop('worker');
  }

  async close(): Promise<void> {
    for (const child of this.#children.values()) await endNow(child);
  }

  async #start(name: string, part: Part, port = this.#world.config.port): Promise<void> {
    const env = { ...this.#world.config.env, ...SETTINGS };
    const config = { ...this.#world.config, port, env, webDist: getWebDist(process.cwd()) };
    this.#children.set(name, await forkServer(config, { part }));
  }

  /** Returns the exit code. */
  async #stop(name: string): Promise<number | null> {
    const child = this.#children.get(name);
    if (!child) throw new Error(`no ${name} runs`);
    return stopGracefully(child);
  }
}

/** Stops and restarts each process in turn, as a deployment does, while clients keep calling. */
export async function restartUnderLoad(
  world: World,
  { proxy, fleet, ports, rounds }: { proxy: RunningProxy; fleet: Fleet; ports: number[]; rounds: number },
): Promise<Verdict> {
  const url = proxy.plainUrl;
  const balanceBefore = await readPayoutBalance(world);
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => world.user()));
  const load = startLoad(url, people);
  const journeys = await startJourneys(world, { url, pairs: PAIRS });
  const waitForProgress = async () => {
    const [answered, finished] = [load.countAnswered(), journeys.countFinished()];
    const hasProgress = () =>
      load.countAnswered() >= answered + ANSWERS_PER_STEP && journeys.countFinished() > finished;
    await waitFor('people to go on', hasProgress, TIMEOUT_MS);
  };
  const restarts = { web: 0, worker: 0 };
  const violations: string[] = [];
  const expectClean = (name: string, code: number | null) => {
    if (code !== 0) violations.push(`${name} ended with ${code}`);
  };

  await waitForProgress();
  for (let round = 0; round < rounds; round++) {
    for (const port of ports) {
      await proxy.removeServer(port);
      expectClean('a web process', await fleet.stopWeb(port));
      await waitForProgress();
      await fleet.startWeb(port);
      await proxy.addServer(port);
      restarts.web += 1;
      await waitForProgress();
    }
    expectClean('the worker', await fleet.stopWorker());
    await fleet.startWorker();
    restarts.worker += 1;
    await waitForProgress();
  }
  const [loadReport, journeyReport] = await Promise.all([load.stop(), journeys.stop()]);
  await world.drain();
  const verdict = await judgeTraffic(world, { loadReport, journeyReport, balanceBefore });
  return {
    figures: {
      'restarts of web processes': restarts.web,
      'restarts of the worker': restarts.worker,
      ...verdict.figures,
    },
    violations: [...violations, ...verdict.violations],
  };
}
