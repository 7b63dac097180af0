import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import { allInvariants } from '../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../server/src/domains/ledger/index.ts';
import type { FaultPoint } from '../../server/src/platform/fault-point.ts';
import { withdraw } from '../../server/test/payouts.ts';
import { arm, forkIdle, forkServer, killNow, type Fault } from '../../server/test/server-process.ts';
import { attempt, fundStep, workStep, type MilestoneAt } from '../../server/test/story.ts';
import type { TestUser, WireAnswer } from '../../server/test/user.ts';
import { waitFor } from '../../server/test/wait.ts';
import { startWorld, type World } from '../../server/test/world.ts';
import { randomFrom } from '../support/numbers.ts';

export interface CrashRun {
  /** How often the server died at each point, and the database while the server was at it. */
  kills: Record<string, number>;
  databaseKills: Record<string, number>;
  /** Passes that did not come about in time: killed elsewhere, and not counted. */
  notReached: number;
  /** From the kill of the database to the first answer of 200 of the server that went through it. */
  slowestComebackMs: number;
  stories: number;
  /** Calls answered 200, and those of them that released or withdrew. */
  answered: number;
  acknowledged: number;
  /** Answers of 503 while the database was gone; any other answer of an outage is a violation. */
  saidToComeBack: number;
  lostAcknowledgements: number;
  doubleEffects: number;
  violations: string[];
}

export const POINTS: readonly FaultPoint[] = [
  'before_commit',
  'after_commit',
  'before_reply',
  'job_taken',
  'job_done',
  'before_provider',
  'after_provider',
];

const CLIENTS = 4;
const LATEST_PASS = 12;
const REACHED_WITHIN_MS = 60_000;
const COMES_BACK_WITHIN_MS = 120_000;
const FINDS_ITS_END_MS = 180_000;
/** Somebody killed while sending is looked after when they cannot be at it any more. */
const AHEAD_MS = 120_000;
const FIRST_AMOUNT_PAISE = 20_000;

interface Asked {
  seed: number;
  rounds: number;
  /** Kills the database at each point, and the server once a round. */
  databases: boolean;
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

interface Story {
  at: MilestoneAt;
  amountPaise: number;
  released: boolean;
  withdrawn: boolean;
}

async function crash(
  world: World,
  { rounds, databases, signal, onKill }: Asked,
  random: () => number,
): Promise<CrashRun> {
  const poster = await world.user({ firstName: 'Meera' });
  const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  const account = await layAccount(world, worker.id);
  await world.stopServer();

  const run: CrashRun = {
    kills: {},
    databaseKills: {},
    notReached: 0,
    slowestComebackMs: 0,
    stories: 0,
    answered: 0,
    acknowledged: 0,
    saidToComeBack: 0,
    lostAcknowledgements: 0,
    doubleEffects: 0,
    violations: [],
  };
  const stories: Story[] = [];
  const ending = new AbortController();
  let begun = 0;
  const client = async () => {
    while (!ending.signal.aborted) {
      const story = await layStory(world, poster.id, worker.id, FIRST_AMOUNT_PAISE + begun++);
      stories.push(story);
      await live(run, world, { poster, worker }, story, account);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  clients.catch(() => {}); // said below, when everything has been killed
  let idle = forkIdle();
  /** The next one reads its code while this one serves. */
  const fork = async () => {
    const server = await forkServer(world.config, { aheadMs: AHEAD_MS, idle });
    idle = forkIdle();
    return server;
  };
  const anyFault = (point: FaultPoint, pid: number | null): Fault => ({
    point,
    pass: 1 + Math.floor(random() * LATEST_PASS),
    pid,
  });
  try {
    for (let round = 0; round < rounds; round++) {
      // One server goes through all the deaths of its database.
      let server = await fork();
      for (const point of POINTS) {
        signal.throwIfAborted();
        const fault = anyFault(point, databases ? await postmaster(world) : null);
        onKill?.(fault, await killAt(run, server, fault));
        if (databases) await comesBack(run, world, server);
        if (!isAlive(server)) server = await fork();
      }
      await endNow(server);
    }
    const last = await fork();
    try {
      ending.abort();
      await within(FINDS_ITS_END_MS, 'the stories under way to end', clients);
      await judge(run, world, worker, stories);
    } finally {
      await endNow(last);
    }
  } finally {
    await endNow(idle);
  }
  return run;
}

/** Until it has killed what it was told to; a server that does not come to the point is killed where it is. */
async function killAt(run: CrashRun, server: ChildProcess, fault: Fault): Promise<boolean> {
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
async function comesBack(run: CrashRun, world: World, child: ChildProcess): Promise<void> {
  const killedAt = performance.now();
  await databaseBack(world);
  const before = run.answered;
  await waitFor(
    'the server to answer again',
    () => !isAlive(child) || run.answered > before,
    COMES_BACK_WITHIN_MS,
  );
  if (!isAlive(child)) run.violations.push('the server ended with its database');
  run.slowestComebackMs = Math.max(run.slowestComebackMs, Math.round(performance.now() - killedAt));
}

async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`waited ${ms} ms for ${what}`);
  });
  return Promise.race([work, late]);
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

/** Again until somebody answers: what was answered 200 is acknowledged. */
async function insist(run: CrashRun, command: () => Promise<WireAnswer>): Promise<WireAnswer> {
  for (;;) {
    const answer = await command().catch(() => null);
    if (answer?.status === 200) run.answered += 1;
    if (answer && answer.status < 500) return answer;
    if (answer?.status === 503) run.saidToComeBack += 1;
    else if (answer) run.violations.push(`an outage was answered ${answer.status}: ${answer.message}`);
    await sleep(100);
  }
}

async function layAccount(world: World, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
    VALUES (${userId}, 'upi', 'imran@upi', 'Imran Kumar', ${`ben_${userId}`}, now(), now()) RETURNING id`.execute(
    world.db,
  );
  return rows[0]?.id ?? 0;
}

/** An awarded job of one milestone, whose amount no other has. */
async function layStory(
  world: World,
  posterId: number,
  workerId: number,
  amountPaise: number,
): Promise<Story> {
  const lay = async (): Promise<MilestoneAt | null> => {
    const { rows } = await sql<MilestoneAt>`
      WITH j AS (INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
          payment_term, budget_kind, budget_from_paise, budget_to_paise, state, posted_at)
        VALUES (${posterId}, 1, 'Job', '', 'Pune', '{}', current_date, current_date + 90, 'completion', 'fixed', 10000,
          10000, 'awarded', now()) RETURNING id),
      q AS (INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
        SELECT id, ${workerId}, ${amountPaise}::bigint, 'completion', '[]', '', 'accepted', now() FROM j RETURNING id, job_id),
      c AS (INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at)
        SELECT job_id, id, ${posterId}, ${workerId}, ${amountPaise}::bigint, 'completion', now() FROM q RETURNING job_id)
      INSERT INTO milestone (job_id, position, name, amount_paise, changed_at)
      SELECT job_id, 1, 'All', ${amountPaise}::bigint, now() FROM c
      RETURNING id AS "milestoneId", job_id AS "jobId"`.execute(world.db);
    return rows[0] ?? null;
  };
  let at: MilestoneAt | null = null;
  while (!at) at = await lay().catch(() => sleep(100, null));
  return { at, amountPaise, released: false, withdrawn: false };
}

/** From the first step to the last, each asked for until it is acknowledged. */
async function live(
  run: CrashRun,
  world: World,
  { poster, worker }: { poster: TestUser; worker: TestUser },
  story: Story,
  accountId: number,
): Promise<void> {
  const { at } = story;
  const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const opening = keyed();
  const opened = await insist(run, () => fundStep(poster, at, 'funded', opening));
  const orderId = String(opened['order_id']);
  const isFunded = async () => {
    const { rows } = await sql<{ fund_state: string }>`
      SELECT fund_state FROM milestone WHERE id = ${at.milestoneId}`.execute(world.db);
    return rows[0]?.fund_state === 'funded';
  };
  let isPaid = false;
  while (!(await isFunded().catch(() => false))) {
    // Refused until the provider knows the order.
    if (!isPaid) isPaid = (await attempt(world, orderId, 'SUCCESS')).ok;
    await sleep(50);
  }
  for (const step of ['started', 'completed'] as const) await insist(run, () => workStep(worker, at, step));
  await insist(run, () => fundStep(poster, at, 'accepted'));
  const releasing = keyed();
  story.released = (await insist(run, () => fundStep(poster, at, 'released', releasing))).status === 200;
  const rupees = (story.amountPaise / 100).toFixed(2);
  const withdrawing = keyed();
  story.withdrawn =
    (await insist(run, () => withdraw(worker, accountId, rupees, withdrawing))).status === 200;
}

/** Everything acknowledged is there, once, and every withdrawal comes to its end. */
async function judge(
  run: CrashRun,
  world: World,
  worker: TestUser,
  stories: readonly Story[],
): Promise<void> {
  await waitFor(
    'every withdrawal to be paid',
    async () => {
      const open = await world.db
        .selectFrom('withdrawal')
        .select('id')
        .where('state', '<>', 'paid')
        .execute();
      return open.length === 0;
    },
    FINDS_ITS_END_MS,
  );
  const milestones = await world.db.selectFrom('milestone').select(['id', 'fund_state']).execute();
  const withdrawals = await world.db.selectFrom('withdrawal').select('amount_paise').execute();
  const { rows: postings } = await sql<{ milestone: number; kind: string; times: number }>`
    SELECT milestone_id AS milestone, kind, count(*)::int AS times FROM ledger.txn
    WHERE milestone_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`.execute(world.db);
  run.stories = stories.length;
  for (const { at, amountPaise, released, withdrawn } of stories) {
    run.acknowledged += Number(released) + Number(withdrawn);
    const isReleased = milestones.some((one) => one.id === at.milestoneId && one.fund_state === 'released');
    const times = withdrawals.filter((one) => one.amount_paise === amountPaise).length;
    if (released && !isReleased) run.lostAcknowledgements += 1;
    if (withdrawn && times === 0) run.lostAcknowledgements += 1;
    if (times > 1) run.doubleEffects += 1;
    if (!released || !withdrawn) run.violations.push(`milestone ${at.milestoneId} did not come to its end`);
  }
  run.doubleEffects += postings.length;
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM ledger.balance WHERE code = ${`wallet:${worker.id}`}`.execute(world.db);
  if (rows[0]?.balance !== 0) run.violations.push(`the wallet holds ${rows[0]?.balance} paise, not 0`);
  if (run.lostAcknowledgements > 0) run.violations.push(`${run.lostAcknowledgements} acknowledgements lost`);
  if (run.doubleEffects > 0)
    run.violations.push(`${run.doubleEffects} double effects: ${JSON.stringify(postings)}`);
  for (const { invariant, rows: broken } of await verifyLedger(world.db, allInvariants))
    run.violations.push(`invariant ${invariant.id} (${invariant.name}): ${JSON.stringify(broken)}`);
}
