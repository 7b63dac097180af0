import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import type { FaultPoint } from '../../../server/src/platform/fault-point.ts';
import { arm, type Fault, type Part } from '../../../server/test/processes/server-process.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { createRandom } from './numbers.ts';
import { createProcesses, endNow } from './processes.ts';
import { startStories, type StoryResults } from './stories.ts';

interface KillStats {
  /** Number of kills by process and point. The database is killed while another process is at the point. */
  kills: Record<string, number>;
  /** Passes that were not reached in time. The process was killed elsewhere, which is not counted as a kill. */
  notReached: number;
  /** Longest time from a kill of the database to the next 200 answer of the same server. */
  slowestComebackMs: number;
}

export type CrashRun = KillStats & StoryResults;

const POINTS: readonly FaultPoint[] = [
  'before_commit',
  'after_commit',
  'before_reply',
  'outbox_claimed',
  'outbox_handed_on',
  'outbox_committed',
  'job_taken',
  'job_done',
  'before_provider',
  'after_provider',
];

const LATEST_PASS = 6;
const REACHED_WITHIN_MS = 60_000;
const COMES_BACK_WITHIN_MS = 120_000;
/** How far the server's clock runs ahead, so that it takes over the work of a killed sender at once. */
const AHEAD_MS = 120_000;

/** The server of the database, or those of a cluster. */
export interface Databases {
  pick(world: World, random: () => number): Promise<{ name: string; pid: number }>;
  /** Starts those that were killed, where nobody else does. */
  restart(): Promise<void>;
  /** All of them, for their owner. */
  listUrls(world: World): string[];
  /** Before the books are judged for the last time. */
  settle(world: World): Promise<void>;
}

export const ONE_DATABASE: Databases = {
  async pick(world) {
    await waitForDatabase(world);
    const [row] = await queryAsOwner<{ file: string }>(
      world.ownerUrl,
      "SELECT pg_read_file('postmaster.pid') AS file",
    );
    return { name: 'database', pid: Number(row?.file.split('\n')[0]) };
  },
  restart: () => Promise.resolve(),
  listUrls: (world) => [world.ownerUrl],
  settle: () => Promise.resolve(),
};

interface CrashOptions {
  seed: number;
  rounds: number;
  /** Kills these at each point, and the server once a round. */
  databases: Databases | null;
  /** Web and worker run as separate processes; one keeps running while the other is killed. */
  apart: boolean;
  /** Once aborted, no kill starts any more. The stories come to their end and are judged. */
  signal: AbortSignal;
  onKill?: (target: string, fault: Fault, isReached: boolean) => void;
}

/** Repeatedly kills the server, its worker or the database at every named step while money moves. */
export async function runCrashes(options: CrashOptions): Promise<CrashRun> {
  const random = createRandom(options.seed);
  const world = await startWorld({ worker: false, env: { WORKER_HEARTBEAT_MS: '500' } });
  try {
    return await runRounds(world, options, random);
  } finally {
    await world.close();
  }
}

async function runRounds(
  world: World,
  { rounds, databases, apart, signal, onKill }: CrashOptions,
  random: () => number,
): Promise<CrashRun> {
  await world.stopServer();
  // PostgreSQL does not log the sequences of a cloned database (test databases are clones) before the next checkpoint.
  // Without a checkpoint a killed server would hand out the same numbers again.
  for (const url of (databases ?? ONE_DATABASE).listUrls(world)) await queryAsOwner(url, 'CHECKPOINT');
  const stories = await startStories(world);
  const { results } = stories;
  const run: KillStats = { kills: {}, notReached: 0, slowestComebackMs: 0 };
  const processes = createProcesses(world, apart ? ['web', 'worker'] : ['server'], {
    getAheadMs: () => AHEAD_MS,
    // No process starts without it.
    beforeStart: () => waitForDatabase(world),
  });
  try {
    for (let round = 0; round < rounds && !signal.aborted; round++) {
      // The same processes survive every kill of their database.
      for (const point of POINTS) {
        if (signal.aborted) break;
        await processes.begin();
        const part = apart ? pickPart(point, random) : 'server';
        const pass = 1 + Math.floor(random() * LATEST_PASS);
        const victim = await databases?.pick(world, random);
        const fault = { point, pass, pid: victim?.pid ?? null };
        const target = victim?.name ?? part;
        onKill?.(target, fault, await killAt(run, processes.get(part), { fault, target, signal }));
        if (databases) {
          await databases.restart();
          await waitForComeback(run, results, world, processes);
        } else
          for (const deadPart of processes.listDead().filter((candidate) => candidate !== part))
            results.violations.push(`${deadPart} ended when ${part} was killed`);
      }
      if (databases) await processes.end();
    }
    await processes.end();
    await processes.begin();
    await stories.end();
    await databases?.settle(world);
  } finally {
    await processes.close();
  }
  return { ...run, ...results };
}

type Processes = ReturnType<typeof createProcesses>;

/** Picks a process that reaches the point: only web replies, only the worker runs tasks, both do the rest. */
function pickPart(point: FaultPoint, random: () => number): Part {
  if (point === 'before_reply') return 'web';
  if (point === 'job_taken' || point === 'job_done') return 'worker';
  return random() < 0.5 ? 'web' : 'worker';
}

/**
 * Waits until the process has killed its target. A process that does not reach the point, or not before the run must
 * end, is killed where it is.
 */
async function killAt(
  run: KillStats,
  child: ChildProcess,
  { fault, target, signal }: { fault: Fault; target: string; signal: AbortSignal },
): Promise<boolean> {
  const killed = once(child, fault.pid === null ? 'exit' : 'message');
  arm(child, fault);
  const isReached = await Promise.race([
    killed.then(() => true),
    sleep(REACHED_WITHIN_MS, false, { ref: false, signal }).catch(() => false),
  ]);
  const killName = `${target} killed at ${fault.point}`;
  if (isReached) run.kills[killName] = (run.kills[killName] ?? 0) + 1;
  else run.notReached += 1;
  if (fault.pid === null) await endNow(child);
  return isReached;
}

/** Waits until the same processes answer again; nothing restarts them. */
async function waitForComeback(
  run: KillStats,
  results: StoryResults,
  world: World,
  { listDead }: Processes,
): Promise<void> {
  const killedAt = performance.now();
  await waitForDatabase(world);
  const before = results.answered;
  await waitFor(
    'the server to answer again',
    () => listDead().length > 0 || results.answered > before,
    COMES_BACK_WITHIN_MS,
  );
  for (const part of listDead()) results.violations.push(`${part} ended with its database`);
  run.slowestComebackMs = Math.max(run.slowestComebackMs, Math.round(performance.now() - killedAt));
}

const waitForDatabase = (world: World): Promise<void> =>
  waitFor(
    'the database to be back',
    () => isFulfilled(sql`SELECT 1`.execute(world.db)),
    COMES_BACK_WITHIN_MS,
  );

const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );

async function queryAsOwner<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
