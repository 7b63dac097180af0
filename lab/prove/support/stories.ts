import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSession } from '../../../server/src/domains/identity/index.ts';
import { allInvariants } from '../../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../../server/src/domains/ledger/index.ts';
import { inTx, type Db } from '../../../server/src/platform/db/index.ts';
import { withdraw } from '../../../server/test/payouts.ts';
import {
  getOpenedOrder,
  simulatePayment,
  sendFundStep,
  sendWorkStep,
  type MilestoneAt,
} from '../../../server/test/story.ts';
import { TestUser, type WireAnswer } from '../../../server/test/user.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';

/** Results of clients that repeat each call with its key until it is answered. */
export interface StoryResults {
  stories: number;
  /** Calls answered 200, and those of them that released or withdrew. */
  answered: number;
  acknowledged: number;
  /** Answers with 503; any other answer during an outage is a violation. */
  saidToComeBack: number;
  lostAcknowledgements: number;
  doubleEffects: number;
  violations: string[];
}

export interface Stories {
  results: StoryResults;
  poster: TestUser;
  worker: TestUser;
  /** Starts no more stories, waits for the running ones, and checks that everything acknowledged exists. */
  end(): Promise<void>;
}

const CLIENTS = 4;
const STORY_TIMEOUT_MS = 180_000;
const SESSION_MS = 3600_000;
const FIRST_AMOUNT_PAISE = 20_000;

interface Story {
  at: MilestoneAt;
  amountPaise: number;
  released: boolean;
  withdrawn: boolean;
}

/** Starts clients that fund, work, release and withdraw, one story after another, whatever happens to the server. */
export async function startStories(world: World): Promise<Stories> {
  await insertTermsWithoutRests(world.db);
  const poster = await world.user({ firstName: 'Meera' });
  const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  const account = await insertAccount(world, worker.id);
  const results: StoryResults = {
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
  let startedCount = 0;
  const runClient = async () => {
    while (!ending.signal.aborted) {
      const story = await insertStory(world, poster.id, worker.id, FIRST_AMOUNT_PAISE + startedCount++);
      stories.push(story);
      await runStory(results, world, { poster, worker }, story, account);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, runClient));
  clients.catch(() => {}); // end() reports it
  return {
    results,
    poster,
    worker,
    async end() {
      ending.abort();
      await waitWithin(STORY_TIMEOUT_MS, 'the stories under way to end', clients);
      await judge(results, world, worker, stories);
    },
  };
}

/** Stories withdraw at once what they released, and in a long run more than fresh accounts may move. */
const insertTermsWithoutRests = (db: Db): Promise<void> =>
  inTx(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO rest_terms (effective_on, known_releases, known_release_paise, known_days, known_day_paise, first_days,
        fresh_days, identity_month_paise, reason, set_at)
      VALUES ('2020-01-01', 1, 1, 1, 0, 0, 0, 1000000000000, 'Stories of proofs', now()) RETURNING id`.execute(
      tx,
    );
    await sql`INSERT INTO rest_rule (terms_id, position, rest_days, reason)
      VALUES (${rows[0]?.id ?? 0}, 1, 0, 'every')`.execute(tx);
  });

async function waitWithin<T>(ms: number, label: string, work: Promise<T>): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`waited ${ms} ms for ${label}`);
  });
  return Promise.race([work, late]);
}

/** Repeats a call until it is answered. An answer of 200 acknowledges its effect. */
async function callUntilAnswered(
  results: StoryResults,
  command: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  for (;;) {
    const answer = await command().catch(() => null);
    if (answer?.status === 200) results.answered += 1;
    if (answer && answer.status < 500) {
      if (answer.status !== 200) results.violations.push(`refused ${answer.status}: ${answer.message}`);
      return answer;
    }
    if (answer?.status === 503) results.saidToComeBack += 1;
    else if (answer) results.violations.push(`an outage was answered ${answer.status}: ${answer.message}`);
    await sleep(100);
  }
}

async function insertAccount(world: World, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
    VALUES (${userId}, 'upi', 'imran@upi', 'Imran Kumar', ${`ben_${userId}`}, now(), now()) RETURNING id`.execute(
    world.db,
  );
  return rows[0]?.id ?? 0;
}

/** Inserts an awarded job with one milestone of a unique amount. */
async function insertStory(
  world: World,
  posterId: number,
  workerId: number,
  amountPaise: number,
): Promise<Story> {
  const insert = async (): Promise<MilestoneAt | null> => {
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
  while (!at) at = await insert().catch(() => sleep(100, null));
  return { at, amountPaise, released: false, withdrawn: false };
}

/** Runs a story from the first step to the last, repeating each step until it is acknowledged. */
async function runStory(
  results: StoryResults,
  world: World,
  { poster, worker }: { poster: TestUser; worker: TestUser },
  story: Story,
  accountId: number,
): Promise<void> {
  const { at } = story;
  const createKeyHeaders = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const opening = createKeyHeaders();
  const opened = await callUntilAnswered(results, () => sendFundStep(poster, at, 'funded', opening));
  const orderId = getOpenedOrder(opened);
  const isFunded = async () => {
    const { rows } = await sql<{ fund_state: string }>`
      SELECT fund_state FROM milestone WHERE id = ${at.milestoneId}`.execute(world.db);
    return rows[0]?.fund_state === 'funded';
  };
  let isPaid = false;
  while (!(await isFunded().catch(() => false))) {
    // Refused until the provider knows the order.
    if (!isPaid) isPaid = (await simulatePayment(world, orderId, 'SUCCESS')).ok;
    await sleep(50);
  }
  for (const step of ['started', 'completed'] as const)
    await callUntilAnswered(results, () => sendWorkStep(worker, at, step));
  await callUntilAnswered(results, () => sendFundStep(poster, at, 'accepted'));
  const releasing = createKeyHeaders();
  story.released =
    (await callUntilAnswered(results, () => sendFundStep(poster, at, 'released', releasing))).status === 200;
  const rupees = (story.amountPaise / 100).toFixed(2);
  const withdrawing = createKeyHeaders();
  const confirmed = await createConfirmedUser(world, worker);
  story.withdrawn =
    (await callUntilAnswered(results, () => withdraw(confirmed, accountId, rupees, withdrawing))).status ===
    200;
}

/** A withdrawal needs a recently confirmed session, and a long run outlasts one. */
async function createConfirmedUser(world: World, { id }: TestUser): Promise<TestUser> {
  const session = { userId: id, now: world.clock.now(), ttlMs: SESSION_MS, client: 'test', confirmed: true };
  for (;;) {
    const token = await createSession(world.db, session).catch(() => null);
    if (token !== null) return new TestUser(world.url, { id, token });
    await sleep(100);
  }
}

/** Checks that everything acknowledged exists exactly once and that every withdrawal completes. */
async function judge(
  results: StoryResults,
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
    STORY_TIMEOUT_MS,
  );
  const milestones = await world.db.selectFrom('milestone').select(['id', 'fund_state']).execute();
  const withdrawals = await world.db.selectFrom('withdrawal').select('amount_paise').execute();
  const { rows: postings } = await sql<{ milestone: number; kind: string; times: number }>`
    SELECT milestone_id AS milestone, kind, count(*)::int AS times FROM ledger.txn
    WHERE milestone_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`.execute(world.db);
  results.stories = stories.length;
  for (const { at, amountPaise, released, withdrawn } of stories) {
    results.acknowledged += Number(released) + Number(withdrawn);
    const isReleased = milestones.some(
      (milestone) => milestone.id === at.milestoneId && milestone.fund_state === 'released',
    );
    const times = withdrawals.filter((withdrawal) => withdrawal.amount_paise === amountPaise).length;
    if (released && !isReleased) results.lostAcknowledgements += 1;
    if (withdrawn && times === 0) results.lostAcknowledgements += 1;
    if (times > 1) results.doubleEffects += 1;
    if (!released || !withdrawn)
      results.violations.push(`milestone ${at.milestoneId} did not come to its end`);
  }
  results.doubleEffects += postings.length;
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM ledger.balance WHERE code = ${`wallet:${worker.id}`}`.execute(world.db);
  if (rows[0]?.balance !== 0) results.violations.push(`the wallet holds ${rows[0]?.balance} paise, not 0`);
  if (results.lostAcknowledgements > 0)
    results.violations.push(`${results.lostAcknowledgements} acknowledgements lost`);
  if (results.doubleEffects > 0)
    results.violations.push(`${results.doubleEffects} double effects: ${JSON.stringify(postings)}`);
  for (const { invariant, rows: broken } of await verifyLedger(world.db, allInvariants))
    results.violations.push(`invariant ${invariant.id} (${invariant.name}): ${JSON.stringify(broken)}`);
}
