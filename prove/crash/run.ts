import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import type { FaultPoint } from '../../server/src/platform/fault-point.ts';
import {
  arm,
  forkIdle,
  forkServer,
  killNow,
  type Fault,
  type Part,
} from '../../server/test/server-process.ts';
import { waitFor } from '../../server/test/wait.ts';
import { startWorld, type World } from '../../server/test/world.ts';
import { randomFrom } from '../support/numbers.ts';
import { beginStories, type Told } from '../support/stories.ts';

interface Killed {
  /** How often who died at each point: the database while the others were at it. */
  kills: Record<string, number>;
  /** Passes that did not come about in time: killed elsewhere, and not counted. */
  notReached: number;
  /** From the kill of the database to the first answer of 200 of the server that went through it. */
  slowestComebackMs: number;
}

export type CrashRun = Killed & Told;

const POINTS: readonly FaultPoint[] = [
  'before_commit',
  'after_commit',
  'before_reply',
  'job_taken',
  'job_done',
  'before_provider',
  'after_provider',
];

const LATEST_PASS = 6;
const REACHED_WITHIN_MS = 60_000;
const COMES_BACK_WITHIN_MS = 120_000;
/** Somebody killed while sending is looked after when they cannot be at it any more. */
const AHEAD_MS = 120_000;

interface Asked {
  seed: number;
  rounds: number;
  /** Kills the database at each point, and the server once a round. */
  databases: boolean;
  /** Web and worker are processes of their own, and one goes on while the other is killed. */
  apart: boolean;
  /** No kill is begun after so long. */
  withinMs: number;
  signal: AbortSignal;
  onKill?: (who: string, fault: Fault, isReached: boolean) => void;
}

/** Kills the server, its worker and the database at every named step, again and again, while money moves. */
export async function runCrashes(asked: Asked): Promise<CrashRun> {
  const random = randomFrom(asked.seed);
  const world = await startWorld({ worker: false, env: { WORKER_HEARTBEAT_MS: '500' } });
  try {
    return await crash(world, asked, random);
  } finally {
    await world.close();
  }
}

async function crash(
  world: World,
  { rounds, databases, apart, withinMs, signal, onKill }: Asked,
  random: () => number,
): Promise<CrashRun> {
  await world.stopServer();
  const stories = await beginStories(world);
  const run: Killed = { kills: {}, notReached: 0, slowestComebackMs: 0 };
  const parts: Part[] = apart ? ['web', 'worker'] : ['server'];
  const running = new Map<Part, ChildProcess>();
  let idle = forkIdle();
  /** The next one reads its code while this one serves. */
  const begin = async (part: Part) => {
    await databaseBack(world); // nothing starts without
    running.set(part, await forkServer(world.config, { aheadMs: AHEAD_MS, idle, part }));
    idle = forkIdle();
  };
  const dead = () => parts.filter((part) => !isAlive(running.get(part)));
  const beginAll = async () => {
    for (const part of dead()) await begin(part);
  };
  const endAll = () => Promise.all(parts.map((part) => endNow(running.get(part))));
  const anyFault = (point: FaultPoint, pid: number | null): Fault => ({
    point,
    pass: 1 + Math.floor(random() * LATEST_PASS),
    pid,
  });
  const end = performance.now() + withinMs;
  const goesOn = () => performance.now() < end;
  try {
    for (let round = 0; round < rounds && goesOn(); round++) {
      // One server goes through all the deaths of its database.
      for (const point of POINTS) {
        signal.throwIfAborted();
        if (!goesOn()) break;
        await beginAll();
        const part = apart ? partAt(point, random) : 'server';
        const child = running.get(part);
        if (!child) throw new Error(`no ${part} runs`);
        const fault = anyFault(point, databases ? await postmaster(world) : null);
        const isReached = await killAt(run, child, { fault, who: databases ? 'database' : part });
        onKill?.(databases ? 'database' : part, fault, isReached);
        if (databases) await comesBack(run, stories.told, world, dead);
        else
          for (const other of dead().filter((one) => one !== part))
            stories.told.violations.push(`${other} ended when ${part} was killed`);
      }
      if (databases) await endAll();
    }
    await endAll();
    await beginAll();
    try {
      await stories.end();
    } finally {
      await endAll();
    }
  } finally {
    await endNow(idle);
  }
  return { ...run, ...stories.told };
}

/** Who comes by a point: only the web replies, only the worker takes jobs, and both change and ask. */
function partAt(point: FaultPoint, random: () => number): Part {
  if (point === 'before_reply') return 'web';
  if (point === 'job_taken' || point === 'job_done') return 'worker';
  return random() < 0.5 ? 'web' : 'worker';
}

/** Until it has killed what it was told to; a process that does not come to the point is killed where it is. */
async function killAt(
  run: Killed,
  child: ChildProcess,
  { fault, who }: { fault: Fault; who: string },
): Promise<boolean> {
  const killed = once(child, fault.pid === null ? 'exit' : 'message');
  arm(child, fault);
  const isReached = await Promise.race([
    killed.then(() => true),
    sleep(REACHED_WITHIN_MS, false, { ref: false }),
  ]);
  const what = `${who} killed at ${fault.point}`;
  if (isReached) run.kills[what] = (run.kills[what] ?? 0) + 1;
  else run.notReached += 1;
  if (fault.pid === null) await endNow(child);
  return isReached;
}

const isAlive = (child: ChildProcess | undefined): boolean =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

const endNow = async (child: ChildProcess | undefined): Promise<void> => {
  if (child && isAlive(child)) await killNow(child);
};

/** With the same processes: nobody starts them again. */
async function comesBack(run: Killed, told: Told, world: World, dead: () => Part[]): Promise<void> {
  const killedAt = performance.now();
  await databaseBack(world);
  const before = told.answered;
  await waitFor(
    'the server to answer again',
    () => dead().length > 0 || told.answered > before,
    COMES_BACK_WITHIN_MS,
  );
  for (const part of dead()) told.violations.push(`${part} ended with its database`);
  run.slowestComebackMs = Math.max(run.slowestComebackMs, Math.round(performance.now() - killedAt));
}

const databaseBack = (world: World): Promise<void> =>
  waitFor('the database to be back', () => answers(sql`SELECT 1`.execute(world.db)), COMES_BACK_WITHIN_MS);

const answers = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  );

/** The process that all of the database's others belong to. */
async function postmaster(world: World): Promise<number> {
  await databaseBack(world);
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>("SELECT pg_read_file('postmaster.pid') AS file");
    return Number(rows[0]?.file.split('\n')[0]);
  } finally {
    await client.end();
  }
}
