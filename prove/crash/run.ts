import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import type { FaultPoint } from '../../server/src/platform/fault-point.ts';
import { arm, forkIdle, forkServer, killNow, type Fault } from '../../server/test/server-process.ts';
import { waitFor } from '../../server/test/wait.ts';
import { startWorld, type World } from '../../server/test/world.ts';
import { randomFrom } from '../support/numbers.ts';
import { beginStories, type Told } from '../support/stories.ts';

interface Killed {
  /** How often the server died at each point, and the database while the server was at it. */
  kills: Record<string, number>;
  databaseKills: Record<string, number>;
  /** Passes that did not come about in time: killed elsewhere, and not counted. */
  notReached: number;
  /** From the kill of the database to the first answer of 200 of the server that went through it. */
  slowestComebackMs: number;
}

export type CrashRun = Killed & Told;

export const POINTS: readonly FaultPoint[] = [
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
  /** No kill is begun after so long. */
  withinMs: number;
  signal: AbortSignal;
  onKill?: (fault: Fault, isReached: boolean) => void;
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
  { rounds, databases, withinMs, signal, onKill }: Asked,
  random: () => number,
): Promise<CrashRun> {
  await world.stopServer();
  const stories = await beginStories(world);
  const run: Killed = {
    kills: {},
    databaseKills: {},
    notReached: 0,
    slowestComebackMs: 0,
  };
  let idle = forkIdle();
  /** The next one reads its code while this one serves. */
  const fork = async () => {
    await databaseBack(world); // nothing starts without
    const server = await forkServer(world.config, { aheadMs: AHEAD_MS, idle });
    idle = forkIdle();
    return server;
  };
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
      let server = await fork();
      for (const point of POINTS) {
        signal.throwIfAborted();
        if (!goesOn()) break;
        const fault = anyFault(point, databases ? await postmaster(world) : null);
        onKill?.(fault, await killAt(run, server, fault));
        if (databases) await comesBack(run, stories.told, world, server);
        if (!isAlive(server)) server = await fork();
      }
      await endNow(server);
    }
    const last = await fork();
    try {
      await stories.end();
    } finally {
      await endNow(last);
    }
  } finally {
    await endNow(idle);
  }
  return { ...run, ...stories.told };
}

/** Until it has killed what it was told to; a server that does not come to the point is killed where it is. */
async function killAt(run: Killed, server: ChildProcess, fault: Fault): Promise<boolean> {
  const killed = once(server, fault.pid === null ? 'exit' : 'message');
  arm(server, fault);
  const isReached = await Promise.race([
    killed.then(() => true),
    sleep(REACHED_WITHIN_MS, false, { ref: false }),
  ]);
  const counted = fault.pid === null ? run.kills : run.databaseKills;
  if (isReached) counted[fault.point] = (counted[fault.point] ?? 0) + 1;
  else run.notReached += 1;
  if (fault.pid === null) await endNow(server);
  return isReached;
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

const endNow = async (child: ChildProcess): Promise<void> => {
  if (isAlive(child)) await killNow(child);
};

/** With the same server: nobody starts it again. */
async function comesBack(run: Killed, told: Told, world: World, child: ChildProcess): Promise<void> {
  const killedAt = performance.now();
  await databaseBack(world);
  const before = told.answered;
  await waitFor(
    'the server to answer again',
    () => !isAlive(child) || told.answered > before,
    COMES_BACK_WITHIN_MS,
  );
  if (!isAlive(child)) told.violations.push('the server ended with its database');
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
