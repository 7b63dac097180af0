import { sql } from 'kysely';
import { cancelJob } from '@fws/contract/contracts/calls';
import {
  acceptQuote,
  askAnotherQuote,
  cancelQuote,
  declineQuote,
  quoteDetail,
  updateQuote,
} from '@fws/contract/quotes/calls';
import { DECLINE_REASONS, QUOTE_TURNS_MAX } from '@fws/contract/quotes/negotiation/model';
import { offerQuotesAgain, withholdQuotes } from '../../../server/src/domains/quotes/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { BY_SYSTEM } from '../../../server/src/platform/transition.ts';
import { runEach } from '../support/fixtures.ts';
import { createRandom } from '../support/numbers.ts';
import { Product } from '../support/product/product.ts';

const DAY_MS = 24 * 3600_000;
const STEP_MS = DAY_MS / 2;
const QUOTES_A_JOB = 3;
const JOBS_A_BATCH = 200;
const AT_ONCE = 6;
/** So many days after the first turn every quote has ended, whatever people do: six turns of seven days, and one more. */
const DAYS_MAX = QUOTE_TURNS_MAX * 7 + 2;

interface Negotiation {
  quoteId: number;
  jobId: number;
  posterId: number;
  workerId: number;
}

interface Options {
  seed: number;
  signal: AbortSignal;
  onBatch: (quotes: number) => void;
}

interface NegotiationsRun {
  figures: Record<string, string | number>;
  violations: string[];
}

/** Quotes of three workers on each job: in every half day, people do at most two things about a job, at the same moment. */
export async function runNegotiations(count: number, options: Options): Promise<NegotiationsRun> {
  const random = createRandom(options.seed);
  const run = {
    quotes: 0,
    actions: 0,
    pairs: 0,
    ends: new Map<string, number>(),
    violations: [] as string[],
  };
  const product = await Product.open(2 * AT_ONCE + 2);
  try {
    while (run.quotes < count && !options.signal.aborted) {
      const jobs = Math.min(JOBS_A_BATCH, Math.ceil((count - run.quotes) / QUOTES_A_JOB));
      const negotiations = await seedQuotes(product, jobs);
      await runBatch({ product, random, run, signal: options.signal }, negotiations);
      run.quotes += negotiations.length;
      options.onBatch(run.quotes);
    }
    run.violations.push(...(await product.listBrokenInvariants()));
  } finally {
    await product.close();
  }
  return {
    figures: {
      quotes: run.quotes,
      actions: run.actions,
      'actions at the same moment': run.pairs,
      ends: [...run.ends].map(([state, times]) => `${state} ${times}`).join(', '),
    },
    violations: run.violations,
  };
}

interface Batch {
  product: Product;
  random: () => number;
  run: { actions: number; pairs: number; ends: Map<string, number>; violations: string[] };
  signal: AbortSignal;
}

async function runBatch(batch: Batch, negotiations: readonly Negotiation[]): Promise<void> {
  const { product, random, run, signal } = batch;
  const byJob = new Map<number, Negotiation[]>();
  for (const negotiation of negotiations)
    byJob.set(negotiation.jobId, [...(byJob.get(negotiation.jobId) ?? []), negotiation]);
  const jobs = [...byJob.values()].map((quotes) => ({ quotes, pace: 0.05 + random() * 0.6 }));
  for (let day = 0; day < DAYS_MAX && !signal.aborted; day += STEP_MS / DAY_MS) {
    const busy = jobs.filter(({ pace }) => random() < pace);
    await runEach(busy, AT_ONCE, async ({ quotes }) => {
      if (signal.aborted) return;
      const actions = Array.from({ length: 1 + Math.floor(random() * 2) }, () => pickAction(batch, quotes));
      run.actions += actions.length;
      if (actions.length > 1) run.pairs += 1;
      for (const result of await Promise.allSettled(actions.map((act) => act())))
        if (result.status === 'rejected') run.violations.push(`an action threw ${String(result.reason)}`);
    });
    product.clock.advance(STEP_MS);
    await product.runCronTask('quote_timers');
    run.violations.push(...(await findFaults(product, negotiations)));
    await product.deleteQueuedTasks();
    if ((await listOpen(product, negotiations)).length === 0) break;
  }
  if (signal.aborted) return;
  run.violations.push(...(await listOpen(product, negotiations)).map((id) => `quote ${id} has no end`));
  for (const { state, count } of await countStates(product, negotiations))
    run.ends.set(state, (run.ends.get(state) ?? 0) + count);
}

const toIds = (negotiations: readonly Negotiation[]) => negotiations.map(({ quoteId }) => quoteId);

/** What somebody tries. The product refuses what is not possible. */
function pickAction({ product, random }: Batch, quotes: readonly Negotiation[]): () => Promise<unknown> {
  const quote = quotes[Math.floor(random() * quotes.length)];
  if (!quote) throw new Error('a job has no quote');
  const { quoteId, jobId, posterId, workerId } = quote;
  const at = product.clock.now();
  const cause = { by: BY_SYSTEM, at };
  const bidPaise = 100_00 + Math.floor(random() * 900_00);
  const [choice, which] = [random(), random()];
  if (choice < 0.28)
    return () =>
      product.call(askAnotherQuote, posterId, {
        quoteId,
        offerVersion: null,
        bidPaise,
        term: null,
        parts: [],
        startsOn: null,
        finishBy: null,
        note: 'Please',
      });
  if (choice < 0.62)
    return () =>
      product.call(updateQuote, workerId, {
        quoteId,
        bidPaise,
        term: 'completion',
        rows: [],
        version: '',
        turn: null,
        note: '',
        workScope: '',
        startsOn: undefined,
        finishBy: undefined,
        visit: undefined,
        photoIds: null,
      });
  if (choice < 0.74) return () => product.call(acceptQuote, posterId, { quoteId, jobId, offerVersion: null });
  if (choice < 0.8) {
    const reason = DECLINE_REASONS[Math.floor(which * DECLINE_REASONS.length)] ?? 'price';
    return () => product.call(declineQuote, posterId, { quoteId, reason, note: '' });
  }
  if (choice < 0.85) return () => product.call(cancelQuote, workerId, { quoteId, comment: 'No time' });
  if (choice < 0.9) return () => product.call(quoteDetail, posterId, { quoteId });
  if (choice < 0.94) return () => inTx(product.db, (tx) => withholdQuotes(tx, workerId, cause));
  if (choice < 0.98) return () => inTx(product.db, (tx) => offerQuotesAgain(tx, workerId, cause));
  return () => product.call(cancelJob, posterId, { jobId, comment: '', refundPaise: null, excuse: null });
}

async function findFaults(product: Product, negotiations: readonly Negotiation[]): Promise<string[]> {
  const now = product.clock.now();
  const { rows } = await sql<{ fault: string }>`
    SELECT 'quote ' || id || ' is ' || state || ' eight days after its last turn' AS fault FROM quote
    WHERE id = ANY(${toIds(negotiations)}::bigint[]) AND state IN ('submitted', 'asked', 'withheld')
      AND coalesce(turn_at, created_at) <= ${new Date(now.getTime() - 8 * DAY_MS)}
    UNION ALL
    SELECT 'quote ' || id || ' has ' || turn || ' turns' FROM quote
    WHERE id = ANY(${toIds(negotiations)}::bigint[]) AND turn > ${QUOTE_TURNS_MAX}
    UNION ALL
    SELECT 'quote ' || quote_id || ' has more steps than turns' FROM quote_history
    WHERE quote_id = ANY(${toIds(negotiations)}::bigint[]) AND step IN ('offered', 'asked', 'revised')
    GROUP BY quote_id HAVING count(*) <> max(turn)
    UNION ALL
    SELECT 'job ' || job.id || ' is ' || job.state || ' with ' || count(quote.id) || ' accepted quotes'
    FROM job LEFT JOIN quote ON quote.job_id = job.id AND quote.state = 'accepted'
    WHERE job.id = ANY(${[...new Set(negotiations.map(({ jobId }) => jobId))]}::bigint[])
    GROUP BY job.id HAVING count(quote.id) <> (job.state = 'awarded')::int`.execute(product.db);
  return rows.map(({ fault }) => fault);
}

async function listOpen(product: Product, negotiations: readonly Negotiation[]): Promise<number[]> {
  const rows = await product.db
    .selectFrom('quote')
    .select('id')
    .where(sql<boolean>`id = ANY(${toIds(negotiations)}::bigint[])`)
    .where('state', 'in', ['submitted', 'asked', 'withheld'])
    .execute();
  return rows.map(({ id }) => id);
}

const countStates = (product: Product, negotiations: readonly Negotiation[]) =>
  product.db
    .selectFrom('quote')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where(sql<boolean>`id = ANY(${toIds(negotiations)}::bigint[])`)
    .groupBy('state')
    .execute();

let series = 0;

/** Open jobs of people of their own, each with three quotes. */
async function seedQuotes(product: Product, jobs: number): Promise<Negotiation[]> {
  const name = `quotes${process.pid}x${++series}`;
  const now = product.clock.now();
  await sql`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    SELECT 'Person', g::text, ${name} || '.' || g || '@mail.example', '+91' || (6000000000 + last.id + g), 'individual',
      '{services}', 'Pune'
    FROM generate_series(1, ${jobs * (1 + QUOTES_A_JOB)}::int) g,
      (SELECT coalesce(max(id), 0) AS id FROM user_account) last`.execute(product.db);
  await sql`INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, state, quotes_received, posted_at)
    SELECT id, 1, ${name}, '', 'Pune', '{}', current_date, current_date + 90000, 'completion', 'fixed', 10000, 10000, 'open',
      ${QUOTES_A_JOB}, ${now}
    FROM user_account WHERE email LIKE ${`${name}.%`} AND last_name::int <= ${jobs} ORDER BY id`.execute(
    product.db,
  );
  const { rows } = await sql<Negotiation>`
    WITH sent AS (
      INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
      SELECT job.id, worker.id, 10000, 'completion', '[{"name": "quotes.part_completion", "amountPaise": 10000}]', '',
        'submitted', ${now}
      FROM job JOIN user_account poster ON poster.id = job.poster_id
      CROSS JOIN generate_series(1, ${QUOTES_A_JOB}) n
      JOIN user_account worker ON worker.email = ${name} || '.' || (poster.last_name::int + n * ${jobs}) || '@mail.example'
      WHERE job.title = ${name} RETURNING id, job_id, worker_id)
    SELECT sent.id AS "quoteId", job_id AS "jobId", worker_id AS "workerId", job.poster_id AS "posterId"
    FROM sent JOIN job ON job.id = sent.job_id ORDER BY sent.id`.execute(product.db);
  return rows;
}
