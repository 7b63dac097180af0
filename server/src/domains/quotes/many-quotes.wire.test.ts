import type pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import { acceptQuote } from '@fws/contract/quotes/calls';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { startWorker } from '../../platform/queue/worker.ts';
import { silentLog } from '../../platform/log.ts';
import { startRealtime } from '../../platform/realtime/index.ts';
import { createTestPool } from '../../../test/database.ts';
import { cancelBlocked } from '../../../test/locks.ts';
import { post } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { composePorts } from '../../compose-ports.ts';
import { readConfig } from '../../config/index.ts';
import { tasks } from './tasks.ts';

/** Their ids alone exceed the payload limit of a PostgreSQL notification. */
const MANY = 2_000;
const EXPIRED_JOBS = 500;

let world: World;
let worker: Awaited<ReturnType<typeof startWorker>>;
let poster: TestUser;
let owner: pg.Pool;
beforeAll(async () => {
  world = await startWorld({ worker: false });
  // Runs only the tasks of quotes, so that notifications stay in the queue and can be counted.
  worker = await startWorker({
    queueUrl: world.config.queueUrl ?? '',
    tasks: tasks({ db: world.db, ports: { ...composePorts(readConfig(world.config)), clock: world.clock } }),
    log: silentLog,
    heartbeatMs: 10_000,
  });
  poster = await world.user({ firstName: 'Meera' });
  owner = createTestPool(world.ownerUrl, 2);
});
afterAll(async () => {
  await worker.stop();
  await owner.end();
  await world.close();
});

let peopleCount = 0;

/** Inserts this many new users. */
async function insertPeople(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    SELECT 'Asha', 'Kumar', 'quoter' || i || '@mail.example', '+92' || lpad(i::text, 10, '0'), 'individual',
      '{projects}', 'Kothrud, Pune'
    FROM generate_series(${peopleCount + 1}::integer, ${peopleCount + count}::integer) i
    RETURNING id`.execute(world.db);
  peopleCount += count;
  return rows.map((row) => row.id);
}

/** The n-th user quotes on the n-th job. With fewer jobs than users, several quote on the same job. */
async function insertQuotes(jobIds: readonly number[], workerIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, created_at)
    SELECT (${jobIds}::bigint[])[1 + place % ${jobIds.length}::integer], worker_id, 100000, 'completion',
      '[{"name":"On completion","amountPaise":100000}]', '', ${world.clock.now()}
    FROM unnest(${workerIds}::bigint[]) WITH ORDINALITY AS worker (worker_id, place)
    RETURNING id`.execute(world.db);
  return rows.map((row) => row.id).toSorted((a, b) => a - b);
}

async function insertExpiredJobs(count: number): Promise<number[]> {
  const posted = await post(world, poster);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, state, posted_at)
    SELECT poster_id, category_id, title, description, location, skills, take_work_on, closes_on, payment_term,
      budget_kind, budget_from_paise, budget_to_paise, 'expired', posted_at
    FROM job, generate_series(1, ${count}::integer) WHERE job.id = ${posted.id}
    RETURNING id`.execute(world.db);
  return rows.map((row) => row.id);
}

/** Enqueues the task and waits until it has run or failed. */
async function runLapse(jobIds: readonly number[], meanwhile = async () => {}): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'lapse_job_quotes', { jobIds: jobIds.map(String) }));
  await meanwhile();
  await waitFor('lapse_job_quotes to have run', async () => {
    const { rowCount } = await owner.query(
      `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'lapse_job_quotes'
        AND (locked_at IS NOT NULL OR run_at <= now())
      UNION ALL SELECT FROM outbox`,
    );
    return rowCount === 0;
  });
}

/** Counts these quotes in that state. */
async function countQuotes(ids: readonly number[], state: string): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM quote WHERE id = ANY(${ids}::bigint[]) AND state = ${state}`.execute(
    world.db,
  );
  return rows[0]?.found ?? 0;
}

/** Counts queued notifications of that type per user. Users without any are left out. */
async function countNotices(userIds: readonly number[], type: string): Promise<number[]> {
  await waitFor(
    'the outbox to be empty',
    async () => (await owner.query('SELECT FROM outbox')).rowCount === 0,
  );
  const { rows } = await owner.query<{ notices: number }>(
    `SELECT count(*)::int AS notices
    FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks task ON task.id = task_id,
      json_array_elements(payload->'notices') notice
    WHERE identifier = 'notify_many' AND notice->>'type' = $2 AND (notice->>'userId')::bigint = ANY($1::bigint[])
    GROUP BY notice->>'userId'`,
    [userIds, type],
  );
  return rows.map((row) => row.notices);
}

/** Counts the `quotes` events that each user received while `action` ran. */
async function countEvents(userIds: readonly number[], action: () => Promise<void>): Promise<number[]> {
  const eventCounts = new Map(userIds.map((id) => [id, 0]));
  const realtime = await startRealtime(world.ownerUrl, silentLog);
  for (const id of userIds)
    realtime.subscribe(id, {
      onChange: ({ topic }) =>
        void (topic === 'quotes' && eventCounts.set(id, (eventCounts.get(id) ?? 0) + 1)),
      onMissed: () => {},
    });
  try {
    await action();
    await waitFor('everybody to hear of it', () => [...eventCounts.values()].every((times) => times > 0));
  } finally {
    await realtime.close();
  }
  return [...eventCounts.values()];
}

const createOnes = (count: number): number[] => Array.from({ length: count }, () => 1);

test(`accept_quote on a job with ${MANY} quotes decides all of them and notifies everybody once`, async () => {
  const job = await post(world, poster);
  const workers = await insertPeople(MANY);
  const quotes = await insertQuotes([job.id], workers);

  const eventCounts = await countEvents([poster.id, ...workers], async () => {
    await poster.done(acceptQuote, { quoteId: String(quotes[0]) });
  });

  expect(eventCounts).toEqual(createOnes(MANY + 1));
  expect(await countQuotes(quotes, 'accepted')).toBe(1);
  expect(await countQuotes(quotes, 'not_selected')).toBe(MANY - 1);
  expect(await countNotices(workers, 'quote_accepted')).toEqual([1]);
  expect(await countNotices(workers, 'quote_not_selected')).toEqual(createOnes(MANY - 1));
});

test(`cancel_job on a job with ${MANY} quotes dismisses all of them and notifies everybody once`, async () => {
  const job = await post(world, poster);
  const workers = await insertPeople(MANY);
  const quotes = await insertQuotes([job.id], workers);

  const eventCounts = await countEvents([poster.id, ...workers], async () => {
    await poster.done(cancelJob, { jobId: String(job.id), comment: 'Not needed any more', refundText: '' });
  });

  expect(eventCounts).toEqual(createOnes(MANY + 1));
  expect(await countQuotes(quotes, 'not_selected')).toBe(MANY);
  expect(await countNotices(workers, 'job_cancelled')).toEqual(createOnes(MANY));
});

test(`lapse_job_quotes lapses the submitted quotes of ${EXPIRED_JOBS} jobs; a second run changes nothing`, async () => {
  const jobs = await insertExpiredJobs(EXPIRED_JOBS);
  const workers = await insertPeople(MANY);
  const quotes = await insertQuotes(jobs, workers);

  await runLapse(jobs);
  await runLapse(jobs);

  expect(await countQuotes(quotes, 'lapsed')).toBe(MANY);
  expect(await countNotices(workers, 'quote_lapsed')).toEqual(createOnes(MANY));
});

test('lapse_job_quotes commits in batches and resumes where it was stopped', async () => {
  const jobs = await insertExpiredJobs(1);
  const workers = await insertPeople(1_000);
  const quotes = await insertQuotes(jobs, workers);

  const blocker = await owner.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM quote WHERE job_id = $1 AND id = $2 FOR UPDATE', [
      jobs[0],
      quotes.at(-1),
    ]);
    await runLapse(jobs, async () => {
      // Another connection sees them, so they are committed while the last batch waits for the lock.
      await waitFor('all batches but the last', async () => (await countQuotes(quotes, 'lapsed')) === 800);
      await cancelBlocked(world.ownerUrl);
    });
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  expect(await countQuotes(quotes, 'lapsed')).toBe(800);

  await runLapse(jobs);
  expect(await countQuotes(quotes, 'lapsed')).toBe(1_000);
  expect(await countNotices(workers, 'quote_lapsed')).toEqual(createOnes(1_000));
});
