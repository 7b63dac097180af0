import { sql } from 'kysely';
import { applyChargebackUpdate } from './chargebacks.ts';
import { compare } from './compare.ts';
import { comparePlatform } from './compare-money.ts';
import { Difference } from './difference.ts';
import { Expected } from './expected.ts';
import { bookOrder } from './orders.ts';
import { findMissingCase } from './ops-cases.ts';
import { observe, observeCases, observePlatform, type SeenCase } from '../support/product/observe.ts';
import { Outside, type OutsideTransfer } from '../support/product/outside.ts';
import type { Product, TaskRun } from '../support/product/product.ts';
import { toIndianDay, type Rates, type Withdrawal } from './state.ts';
import { isClaimed, isOpen } from './visit.ts';

/**
 * A poster with one job, two workers who may quote on it, an outsider who decides as an admin, and a colleague who agrees:
 * small enough to reach every state. Nobody decides their own case, so the admins are no party of the job.
 */
export interface World {
  product: Product;
  outside: Outside;
  jobId: number;
  accounts: Map<number, number>;
  /** Workers who must not be paid out, because their identity is not verified at the moment. */
  unverified: Set<number>;
  /** Returns an id for payments and keys that no other world uses. */
  nextId(): string;
  userIds: readonly number[];
  /** Balances of the platform's accounts when this world began. */
  platformBefore: Record<string, number>;
  /** False: the queue was empty at the last check, and nothing has happened since. */
  mayHaveTasks: boolean;
}

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUIET_ROUNDS = 160;
const JOBS_A_ROUND = 40;

/** Deduction rates to choose from, including none. */
export const RATES: readonly Omit<Rates, 'from'>[] = [
  { feeBps: 0, gstBps: 0, tdsBps: 0, welfareBps: 0, welfareCapPaise: null },
  { feeBps: 500, gstBps: 1800, tdsBps: 10, welfareBps: 100, welfareCapPaise: 50_00 },
  { feeBps: 1, gstBps: 1800, tdsBps: 0, welfareBps: 0, welfareCapPaise: null },
  { feeBps: 0, gstBps: 0, tdsBps: 100, welfareBps: 200, welfareCapPaise: 100 },
  { feeBps: 5000, gstBps: 10_000, tdsBps: 0, welfareBps: 0, welfareCapPaise: 0 },
];

const NO_DEDUCTIONS: Omit<Rates, 'from'> = {
  feeBps: 0,
  gstBps: 0,
  tdsBps: 0,
  welfareBps: 0,
  welfareCapPaise: null,
};

/** Inserts the rates that a world begins with. They apply from today, which no admin can set. */
async function insertStartingRates(
  product: Product,
  model: Expected,
  rates: Omit<Rates, 'from'>,
): Promise<void> {
  const from = toIndianDay(product.clock.ms());
  model.rates.push({ from, ...rates });
  const { feeBps, gstBps, tdsBps, welfareBps, welfareCapPaise } = rates;
  await product.owner.query(
    `INSERT INTO fee_rates (effective_on, platform_fee_bps, gst_bps, tds_bps, welfare_bps, welfare_cap_paise, reason, set_at)
      VALUES ($1, $2, $3, $4, $5, $6, 'To begin with', $7)`,
    [from, feeBps, gstBps, tdsBps, welfareBps, welfareCapPaise, new Date(product.clock.ms() - DAY_MS)],
  );
}

export async function createWorld(
  product: Product,
  { inPerson, rates, refusesRefunds }: { inPerson: boolean; rates: number; refusesRefunds: boolean },
): Promise<{ world: World; model: Expected }> {
  product.clock.nextMorning();
  const { rows } = await product.owner.query<{
    job: string;
    poster: string;
    users: string[];
    accounts: string[];
  }>({
    name: 'new-world',
    text: `WITH people AS (
        INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location,
          identity_state, identity_name, created_at)
        SELECT 'Person', n::text, gen_random_uuid() || '@mail.example',
          '+91' || (6000000000 + (random() * 3999999999)::bigint), 'individual', '{services}', 'Pune', 'verified', 'Person', $1
        FROM generate_series(1, 5) n RETURNING id
      ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM people
      ), account AS (
        INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
        SELECT id, 'upi', 'person@upi', 'Person', 'ben_' || id, $1, $1 FROM numbered WHERE n IN (2, 3) RETURNING user_id, id
      ), job AS (
        INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
          payment_term, budget_kind, budget_from_paise, budget_to_paise, state, posted_at)
        SELECT id, (SELECT id FROM category WHERE in_person = $2 ORDER BY id LIMIT 1), 'Job', '', 'Pune', '{}', $1,
          $1::timestamptz + interval '3 years', 'terms', 'fixed', 10000, 10000, 'open', $1 FROM numbered WHERE n = 1
        RETURNING id
      )
      SELECT (SELECT id FROM job) AS job, (SELECT array_agg(id ORDER BY n) FROM numbered) AS users,
        (SELECT array_agg(id ORDER BY user_id) FROM account) AS accounts`,
    values: [product.clock.now(), inPerson],
  });
  const row = rows[0];
  const [poster = 0, first = 0, second = 0, outsider = 0, colleague = 0] = row?.users.map(Number) ?? [];
  const [firstAccount = 0, secondAccount = 0] = row?.accounts.map(Number) ?? [];
  const outside = new Outside(() => product.clock.ms(), product.provider === 'cashfree');
  outside.refusesRefunds = refusesRefunds;
  product.outside = outside;
  const jobId = Number(row?.job);
  let ids = 0;
  const world: World = {
    product,
    outside,
    jobId,
    accounts: new Map([
      [first, firstAccount],
      [second, secondAccount],
    ]),
    unverified: new Set(),
    nextId: () => `${jobId}x${++ids}`,
    userIds: [first, second],
    platformBefore: (await observePlatform(product, toSettlementPrefix(jobId))).accounts,
    mayHaveTasks: false,
  };
  const people = { poster, workers: [first, second], outsider, colleague } as const;
  const model = new Expected(people, inPerson, product.clock.ms());
  await insertStartingRates(product, model, RATES[rates % RATES.length] ?? NO_DEDUCTIONS);
  outside.getExpiry = (orderId) => model.orders.get(orderId)?.expiresAt ?? product.clock.ms() + DAY_MS;
  outside.onTransfer = (transferId) => {
    const withdrawal = [...model.withdrawals.values()].find(({ transfer }) => transfer === transferId);
    if (!withdrawal) outside.addViolation(`transfer ${transferId} was asked for, and nobody had asked us`);
    else if (world.unverified.has(withdrawal.user))
      outside.addViolation(`transfer ${transferId} was asked for without a verified identity`);
  };
  return { world, model };
}

/** Prefix of the settlement ids of a world. */
export const toSettlementPrefix = (jobId: number) => `set${jobId}x`;

export async function check(model: Expected, world: World): Promise<void> {
  const { product, outside, jobId, userIds, platformBefore } = world;
  compare(model, await observe(product, jobId, userIds), { outside, now: product.clock.ms() });
  comparePlatform(model, await observePlatform(product, toSettlementPrefix(jobId)), platformBefore, outside);
  const [violation] = outside.violations;
  if (violation !== undefined) throw new Difference(violation);
}

/** Applies a completed task to the model, except for what compare() copies from the database. */
export function applyTaskRun(model: Expected, world: World, taskRun: TaskRun): void {
  if (taskRun.ended !== 'done') return;
  const { payload } = taskRun;
  const now = world.product.clock.ms();
  if (taskRun.task === 'check_order' || taskRun.task === 'check_paid_order')
    bookOrder(model, world.outside, { orderId: payload['orderId'] as string, now });
  if (taskRun.task === 'auto_release') model.autoRelease(Number(payload['milestoneId']), now);
  if (taskRun.task === 'lapse_change') model.lapseChange(Number(payload['changeId']), now);
  if (taskRun.task === 'end_split') model.endSplit(Number(payload['splitId']), now);
  const isOfJob = payload['jobId'] === world.jobId;
  if (taskRun.task === 'visit_timers' && isOfJob) model.continueVisit(now);
  if (taskRun.task === 'open_reviews' && isOfJob) model.openDueReviews(now);
  if (taskRun.task === 'continue_ending') model.continueEnding(now);
  const isOfClaims = taskRun.task === 'check_chargeback' || taskRun.task === 'poll_order';
  for (const [id, index] of isOfClaims ? taskRun.givenSnapshots : [])
    if (
      taskRun.task === 'check_chargeback' ||
      world.outside.chargebacks.get(id)?.orderId === payload['orderId']
    )
      applyChargebackUpdate(model, world.outside, { id, index, now });
}

/** Lets every request succeed from now on. Everything in progress must then finish by itself. */
export async function comeToRest(model: Expected, world: World): Promise<void> {
  const { product, outside } = world;
  outside.obliging = true;
  for (const order of outside.orders.values()) {
    for (const attempt of order.attempts) if (attempt.status === 'pending') attempt.status = 'failed';
    for (const refund of order.refunds.values())
      if (refund.status === 'pending' || refund.status === 'on_hold') refund.status = 'success';
  }
  for (const transfer of outside.transfers.values())
    if (transfer.status === 'processing')
      Object.assign(transfer, { status: 'paid', endedAt: product.clock.ms() });

  for (let round = 0; round < QUIET_ROUNDS; round++) {
    for (let count = 0; count < JOBS_A_ROUND; count++) {
      const taskRun = await product.runNextTask();
      if (!taskRun) break;
      applyTaskRun(model, world, taskRun);
    }
    const unsettled = await findUnfinished(model, world);
    if (unsettled === null) return;
    if (round === QUIET_ROUNDS - 1) throw new Difference(`does not come to rest: ${unsettled}`);
    for (const task of RECONCILERS) await product.runCronTask(task);
    const next = await product.getNextTaskTime();
    // Do not skip what is polled every minute. Some things are polled only once a day or a week.
    const isSeldom = SELDOM.some((prefix) => unsettled.startsWith(prefix));
    const longestMs = isSeldom ? DAY_MS : LONGEST_WAIT_MS;
    const soonestMs = isSeldom ? DAY_MS : MINUTE_MS;
    const waitMs = Math.min(Math.max((next ?? 0) - product.clock.ms(), soonestMs), longestMs);
    product.clock.advance(waitMs);
  }
}

export const RECONCILERS = [
  'reconcile_orders',
  'reconcile_refunds',
  'reconcile_withdrawals',
  'reconcile_settlements',
  'poll_chargebacks',
  'watch_endings',
  'watch_changes',
  'watch_visits',
];
const CLAIM = 'chargeback';
const LATE_REFUND = 'late refund';
const VISIT = 'visit';
const SELDOM = [CLAIM, LATE_REFUND, VISIT];

/** Describes the first thing that has ended without the product recording it; null when there is none. */
async function findUnfinished(model: Expected, world: World): Promise<string | null> {
  await check(model, world);
  const { outside } = world;
  for (const milestone of model.milestones)
    if (model.goesOnByItself(milestone))
      return `milestone ${milestone.id} of a cancelled job goes on by itself`;
  const hasEnded = model.job === 'completed' || model.job === 'cancelled';
  if (model.visit && (isClaimed(model.visit) || (hasEnded && isOpen(model.visit))))
    return `${VISIT} of a job that is ${model.job} is ${model.visit.state}`;
  for (const orderId of outside.orders.keys())
    for (const { paymentId } of outside.listCaptured(orderId))
      if (!model.payments.has(paymentId))
        return `payment ${paymentId} of order ${JSON.stringify([orderId, model.orders.get(orderId)])} is not booked`;
  for (const [id, { applied }] of model.payments)
    if (!applied && !model.refunds.has(`ref_${id}`)) return `payment ${id} has no refund`;
  for (const [id, { state, order }] of model.refunds) {
    if (state === 'pending') return `refund ${id} is pending`;
    const wentThrough = outside.listRefundTries(order, id).some(({ status }) => status === 'success');
    if (state === 'failed' && wentThrough) return `${LATE_REFUND} ${id} went through, and is ${state}`;
  }
  for (const [id, withdrawal] of model.withdrawals) {
    const transfer = outside.transfers.get(withdrawal.transfer);
    if (!isFinished(withdrawal, transfer))
      return `withdrawal ${id} is ${JSON.stringify(withdrawal)}, its transfer ${JSON.stringify(transfer)}`;
  }
  for (const [id, { status }] of outside.settlements) {
    const recordedState = model.settlements.get(id)?.state;
    if ((status === 'success' && !recordedState) || (status === 'reversed' && recordedState !== 'reversed'))
      return `settlement ${id} is ${recordedState}, the provider calls it ${status}`;
  }
  const unbilled = await findUnbilled(model, world);
  if (unbilled !== null) return unbilled;
  for (const [id, { snapshots }] of outside.chargebacks) {
    const last = snapshots.at(-1);
    const recorded = model.chargebacks.get(id);
    if (recorded?.state !== last?.status || recorded?.isDebited !== last?.isDebited)
      return `${CLAIM} ${id} is ${JSON.stringify(recorded)}, the provider says ${JSON.stringify(last)}`;
  }
  return findMissingCase(model, await listOpsCases(model, world));
}

/** Ended as the provider says, or, after the provider changed a final status, recorded or corrected by an admin. */
function isFinished({ state, status: reported }: Withdrawal, transfer: OutsideTransfer | undefined): boolean {
  const status = transfer?.status ?? 'failed';
  if (state === status || (state === 'failed' && status === 'rejected')) return true;
  if (!transfer?.turned) return false;
  if (state === 'reversed') return status !== 'paid';
  return status === 'reversed' ? state === 'failed' : reported === status;
}

/** The ops cases of this world. */
export function listOpsCases(model: Expected, { product, outside }: World): Promise<SeenCase[]> {
  const outsideIds = [...model.payments.keys(), ...outside.chargebacks.keys(), ...outside.settlements.keys()];
  return observeCases(product, [
    ...[...model.withdrawals.keys()].map(String),
    ...model.refunds.keys(),
    ...outsideIds.map((id) => `${product.provider}:${id}`),
  ]);
}

/** Describes the first release, or fee of the platform, without a matching invoice; null when there is none. */
async function findUnbilled(model: Expected, { jobId, product }: World): Promise<string | null> {
  const { rows } = await sql<{ id: number; kind: string; amount_paise: number }>`
    SELECT i.milestone_id AS id, i.kind, i.amount_paise FROM invoice i JOIN milestone m ON m.id = i.milestone_id
    WHERE m.job_id = ${jobId}`.execute(product.db);
  const getBilledPaise = (id: number, kind: string) =>
    rows.find((row) => row.id === id && row.kind === kind)?.amount_paise ?? null;
  for (const { id, releasedPaise } of model.milestones) {
    if (releasedPaise !== getBilledPaise(id, 'work'))
      return `milestone ${id} released ${releasedPaise} paise, its invoice says ${getBilledPaise(id, 'work')}`;
    const { fee, gst } = model.deductions.get(id) ?? { fee: 0, gst: 0 };
    if ((fee > 0 ? fee + gst : null) !== getBilledPaise(id, 'fee'))
      return `of milestone ${id} was kept ${fee} with ${gst} paise of GST, its invoice says ${getBilledPaise(id, 'fee')}`;
  }
  return null;
}
