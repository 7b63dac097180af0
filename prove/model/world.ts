import { sql } from 'kysely';
import { textIn } from '../../server/src/platform/jobs/index.ts';
import { compare, Difference } from './compare.ts';
import { Expected } from './expected.ts';
import { observe, type Seen } from './observe.ts';
import { Outside } from './outside.ts';
import type { Product, RanJob } from './product.ts';

/** A poster, two workers who may quote on the poster's one job, and a stranger: small enough for every corner. */
export interface World {
  product: Product;
  outside: Outside;
  jobId: number;
  accounts: Map<number, number>;
  /** Withdrawals are paid only to who is verified at that moment. */
  unverified: Set<number>;
  /** Names payments and keys apart from those of other worlds. */
  nextId(): string;
  userIds: readonly number[];
  /** False: the queue was empty when last looked into, and nothing has happened since. */
  mayHaveJobs: boolean;
}

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const QUIET_ROUNDS = 120;
const JOBS_A_ROUND = 40;

export async function newWorld(
  product: Product,
  inPerson: boolean,
): Promise<{ world: World; model: Expected }> {
  const { rows } = await product.owner.query<{
    job: string;
    poster: string;
    users: string[];
    accounts: string[];
  }>({
    name: 'new-world',
    text: `WITH people AS (
        INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location,
          identity_state, identity_name)
        SELECT 'Person', n::text, gen_random_uuid() || '@mail.example',
          '+91' || (6000000000 + (random() * 3999999999)::bigint), 'individual', '{services}', 'Pune', 'verified', 'Person'
        FROM generate_series(1, 4) n RETURNING id
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
  const [poster = 0, first = 0, second = 0, outsider = 0] = row?.users.map(Number) ?? [];
  const [firstAccount = 0, secondAccount = 0] = row?.accounts.map(Number) ?? [];
  const outside = new Outside(() => product.clock.ms());
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
    mayHaveJobs: false,
  };
  const model = new Expected({ poster, workers: [first, second], outsider }, inPerson);
  outside.onTransfer = (transferId) => {
    const withdrawal = [...model.withdrawals.values()].find(({ transfer }) => transfer === transferId);
    if (!withdrawal) outside.wrong(`transfer ${transferId} was asked for, and nobody had asked us`);
    else if (world.unverified.has(withdrawal.user))
      outside.wrong(`transfer ${transferId} was asked for without a verified identity`);
  };
  return { world, model };
}

const look = ({ product, jobId, userIds }: World): Promise<Seen> => observe(product, jobId, userIds);

export async function check(model: Expected, world: World): Promise<void> {
  compare(model, await look(world), world.outside);
  const [wrong] = world.outside.wrongs;
  if (wrong !== undefined) throw new Difference(wrong);
}

/** What a job that ran to its end has done to the world, besides what the comparison takes over. */
export function afterJob(model: Expected, world: World, ran: RanJob): void {
  if (ran.ended !== 'done') return;
  const { payload } = ran;
  const now = world.product.clock.ms();
  if (ran.task === 'check_order' || ran.task === 'check_paid_order')
    model.book(textIn(payload, 'orderId'), world.outside, now);
  if (ran.task === 'auto_release') model.autoRelease(Number(payload['milestoneId']), now);
}

/** Everybody does their part and nothing fails any more: all that is under way must come to its end by itself. */
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
      Object.assign(transfer, { status: 'paid', paidAt: product.clock.ms() });

  for (let round = 0; round < QUIET_ROUNDS; round++) {
    for (let count = 0; count < JOBS_A_ROUND; count++) {
      const ran = await product.runNextJob();
      if (!ran) break;
      afterJob(model, world, ran);
    }
    const unsettled = await whatWaits(model, world);
    if (unsettled === null) return;
    if (round === QUIET_ROUNDS - 1) throw new Difference(`does not come to rest: ${unsettled}`);
    await product.cron('reconcile_orders');
    await product.cron('reconcile_withdrawals');
    const next = await product.nextJobAt();
    // Never so far that what is asked about every minute would be missed.
    const waitMs = Math.min(Math.max((next ?? 0) - product.clock.ms(), MINUTE_MS), LONGEST_WAIT_MS);
    product.clock.advance(waitMs);
  }
}

/** The first thing whose end the product has not recorded though it has come. */
async function whatWaits(model: Expected, world: World): Promise<string | null> {
  await check(model, world);
  const { outside, jobId } = world;
  for (const orderId of outside.orders.keys())
    for (const { paymentId } of outside.captured(orderId))
      if (!model.payments.has(paymentId))
        return `payment ${paymentId} of order ${JSON.stringify([orderId, model.orders.get(orderId)])} is not booked`;
  for (const [id, { applied }] of model.payments)
    if (!applied && !model.refunds.has(`ref_${id}`)) return `payment ${id} is not set on its way back`;
  for (const [id, { state }] of model.refunds) if (state === 'pending') return `refund ${id} is pending`;
  for (const [id, { transfer, state }] of model.withdrawals) {
    const status = outside.transfers.get(transfer)?.status;
    const end = status === undefined || status === 'rejected' ? 'failed' : status;
    if (state !== end) return `withdrawal ${id} is ${state}, its transfer ${status}`;
  }
  const { rows } = await sql<{ id: number; amount_paise: number }>`
    SELECT i.milestone_id AS id, i.amount_paise FROM invoice i JOIN milestone m ON m.id = i.milestone_id
    WHERE m.job_id = ${jobId}`.execute(world.product.db);
  for (const one of model.milestones) {
    const invoice = rows.find(({ id }) => id === one.id);
    if (one.releasedPaise !== (invoice?.amount_paise ?? null))
      return `milestone ${one.id} released ${one.releasedPaise} paise, its invoice says ${invoice?.amount_paise}`;
  }
  return null;
}
