import { cancelJob, moveFund } from '@fws/contract/contracts/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { observe } from '../model/observe.ts';
import type { Attempt, Outside } from '../model/outside.ts';
import { Product, type WebhookPath } from '../model/product.ts';
import { AMOUNT_PAISE, layJobs, type Laid } from '../support/laid.ts';
import { randomFrom } from '../support/numbers.ts';

export interface StormRun {
  webhooks: number;
  genuine: number;
  repeated: number;
  stale: number;
  forged: number;
  truncated: number;
  forgeriesAccepted: number;
  wrongEffects: number;
  violations: string[];
}

const A_BATCH = 2_000;
const EACH = 12;
const JOBS_EVERY = 40;

/** Sends webhooks of every kind in random order while payments, refunds and transfers go on. */
export async function runStorm(
  seed: number,
  webhooks: number,
  isTimeUp: () => boolean = () => false,
): Promise<StormRun> {
  const run: StormRun = {
    webhooks: 0,
    genuine: 0,
    repeated: 0,
    stale: 0,
    forged: 0,
    truncated: 0,
    forgeriesAccepted: 0,
    wrongEffects: 0,
    violations: [],
  };
  for (let batch = 0; run.webhooks < webhooks && !isTimeUp(); batch++)
    await storm(run, randomFrom(seed + batch), Math.min(A_BATCH, webhooks - run.webhooks));
  return run;
}

interface Event {
  path: WebhookPath;
  body: string;
  key: string;
}

/** Runs a batch with orders being paid, cancelled jobs being refunded, and withdrawals being paid out. */
async function storm(run: StormRun, random: () => number, count: number): Promise<void> {
  const product = await Product.open();
  try {
    const paying = await layJobs(product, EACH, { fund: 'funding_pending' });
    const cancelled = await layJobs(product, EACH, { fund: 'funded' });
    const earned = await layJobs(product, EACH, { fund: 'accepted', work: 'completed' });
    for (const laid of cancelled)
      await product.call(cancelJob, laid.posterId, { jobId: laid.jobId, comment: 'No', refundPaise: null });
    for (const { jobId, milestoneId, posterId, workerId, accountId } of earned) {
      await product.call(moveFund, posterId, { jobId, milestoneId, step: 'released', amountPaise: null });
      await product.call(withdrawRequest, workerId, { amountPaise: AMOUNT_PAISE, accountId, otp: '' });
    }
    const sent: Event[] = [];
    for (let index = 0; index < count; index++) {
      happen(product.outside, paying, random, index);
      await one(run, product, random, sent);
      if (index % JOBS_EVERY === 0) while (await product.runNextJob());
    }
    await settle(product);
    await judge(run, product, [...paying, ...cancelled, ...earned]);
  } finally {
    await product.close();
  }
}

const among = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Sometimes changes something at the provider: an attempt begins or ends, a refund or a transfer ends. */
function happen(outside: Outside, paying: readonly Laid[], random: () => number, serial: number): void {
  if (random() > 0.1) return;
  const orderId = among(paying, random)?.orderId ?? '';
  const order = outside.orders.get(orderId);
  const choice = random();
  if (order && choice < 0.4 && outside.statusOf(order) === 'active') {
    const status =
      among<Attempt['status']>(['pending', 'failed', 'user_dropped', 'success'], random) ?? 'pending';
    const amountPaise = random() < 0.1 ? AMOUNT_PAISE - 1 : AMOUNT_PAISE;
    const paymentId = `storm${orderId}x${serial}`.replace('fws_', '');
    order.attempts.unshift({ paymentId, amountPaise, currency: 'INR', status, begunAt: outside.now() });
  } else if (order && choice < 0.7) {
    const pending = among(
      order.attempts.filter((attempt) => attempt.status === 'pending'),
      random,
    );
    if (pending) pending.status = random() < 0.6 ? 'success' : 'failed';
  } else if (choice < 0.85) {
    const refunds = [...outside.orders.values()].flatMap((one) => [...one.refunds.values()]);
    const pending = among(
      refunds.filter((one) => one.status === 'pending'),
      random,
    );
    if (pending) pending.status = 'success';
  } else {
    const moving = [...outside.transfers.values()].filter(
      (one) => one.status === 'processing' || one.status === 'paid',
    );
    const transfer = among(moving, random);
    if (transfer?.status === 'paid') transfer.status = random() < 0.1 ? 'reversed' : 'paid';
    else if (transfer) transfer.status = random() < 0.7 ? 'paid' : 'failed';
  }
}

/** A webhook about a random id, known or not, with random contents. */
function newEvent(outside: Outside, random: () => number, serial: number): Event {
  const status =
    among(['SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED', 'REVERSED', 'NONSENSE'], random) ?? '';
  const event = (path: WebhookPath, type: string, data: object): Event => ({
    path,
    body: JSON.stringify({ type, event_time: new Date(outside.now()).toISOString(), data }),
    key: `storm-${serial}`,
  });
  const orderId = among([...outside.orders.keys(), 'unheard_of'], random) ?? '';
  const choice = random();
  if (choice < 0.5) {
    const type = among(
      ['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK'],
      random,
    );
    const payment = { payment_status: status, payment_amount: random() * 1e6, cf_payment_id: String(serial) };
    return event('/webhooks/payments', type ?? '', { order: { order_id: orderId }, payment });
  }
  if (choice < 0.75) {
    const refundId = among([...(outside.orders.get(orderId)?.refunds.keys() ?? []), 'ref_unheard'], random);
    const refund = { order_id: orderId, refund_id: refundId, refund_status: status };
    return event('/webhooks/payments', 'REFUND_STATUS_WEBHOOK', { refund });
  }
  const transferId = among([...outside.transfers.keys(), 'unheard_of'], random);
  return event('/webhooks/payouts', `TRANSFER_${status}`, { transfer_id: transferId, status });
}

async function one(run: StormRun, product: Product, random: () => number, sent: Event[]): Promise<void> {
  const serial = run.webhooks++;
  const choice = random();
  const post = async (
    event: Event,
    how: Omit<Parameters<Product['webhook']>[1], 'body' | 'key'>,
    body = event.body,
  ) => product.webhook(event.path, { body, key: event.key, ...how });
  if (choice < 0.25) {
    run.forged += 1;
    const event = newEvent(product.outside, random, serial);
    // Signed with another secret, or signed correctly and then changed.
    const how = random() < 0.5 ? { forged: true } : { signed: event.body.replace('type', 'Type') };
    const answered = await post(event, how);
    if (answered !== 401) {
      run.forgeriesAccepted += 1;
      run.violations.push(`a forgery was answered ${answered}: ${event.body}`);
    }
  } else if (choice < 0.4) {
    run.truncated += 1;
    const event = newEvent(product.outside, random, serial);
    const body = event.body.slice(0, 1 + Math.floor(random() * (event.body.length - 2)));
    const isSigned = random() < 0.5;
    const answered = await post(event, isSigned ? {} : { signed: event.body }, body);
    if (answered !== (isSigned ? 400 : 401))
      run.violations.push(`a cut webhook was answered ${answered}: ${body}`);
  } else {
    const again = choice < 0.65 ? among(sent, random) : undefined;
    const isStale = choice > 0.9;
    const event = again ?? newEvent(product.outside, random, serial);
    if (again) run.repeated += 1;
    else if (isStale) run.stale += 1;
    else run.genuine += 1;
    const answered = await post(event, isStale ? { timestamp: '1500000000000' } : {});
    const expected = isStale ? 401 : 200;
    if (answered !== expected)
      run.violations.push(
        `a ${isStale ? 'stale' : 'genuine'} webhook was answered ${answered}: ${event.body}`,
      );
    if (!isStale) sent.push(event);
  }
}

async function settle(product: Product): Promise<void> {
  const { outside, clock } = product;
  outside.obliging = true;
  for (const order of outside.orders.values()) {
    for (const attempt of order.attempts) if (attempt.status === 'pending') attempt.status = 'failed';
    for (const refund of order.refunds.values()) if (refund.status === 'pending') refund.status = 'success';
  }
  for (const transfer of outside.transfers.values())
    if (transfer.status === 'processing') transfer.status = 'paid';
  for (let hour = 0; hour < 30; hour++) {
    await product.cron('reconcile_orders');
    await product.cron('reconcile_withdrawals');
    while (await product.runNextJob());
    clock.advance(3600_000);
  }
}

/** Checks that the books of each job match the provider's records. */
async function judge(run: StormRun, product: Product, all: readonly Laid[]): Promise<void> {
  const { outside } = product;
  const wrong = (what: string) => {
    run.wrongEffects += 1;
    run.violations.push(what);
  };
  for (const { jobId, orderId, workerId } of all) {
    const seen = await observe(product, jobId, [workerId]);
    const taken = outside.captured(orderId);
    const booked = seen.payments.map((payment) => payment.id).toSorted((a, b) => a.localeCompare(b));
    const expected = taken.map((attempt) => attempt.paymentId).toSorted((a, b) => a.localeCompare(b));
    if (booked.join() !== expected.join())
      wrong(`job ${jobId} has payments ${booked.join()}, taken were ${expected.join()}`);
    for (const payment of seen.payments) {
      const truth = taken.find((attempt) => attempt.paymentId === payment.id);
      if (payment.paise !== truth?.amountPaise)
        wrong(`payment ${payment.id} is booked as ${payment.paise} paise`);
      if (payment.applied && payment.paise !== AMOUNT_PAISE) wrong(`payment ${payment.id} was applied`);
    }
    const back = [...(outside.orders.get(orderId)?.refunds.values() ?? [])].filter(
      (one) => one.status === 'success',
    );
    const sent = seen.refunds.filter((one) => one.state === 'succeeded');
    if (back.length !== sent.length)
      wrong(`job ${jobId} has ${sent.length} refunds, sent were ${back.length}`);
    for (const withdrawal of seen.withdrawals) {
      const status = outside.transfers.get(withdrawal.transfer)?.status ?? 'never sent';
      if (withdrawal.state !== status)
        wrong(`withdrawal ${withdrawal.id} is ${withdrawal.state}, its transfer ${status}`);
    }
  }
  for (const broken of [...(await product.brokenInvariants()), ...outside.wrongs]) wrong(broken);
}
