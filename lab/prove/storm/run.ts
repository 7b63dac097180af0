import { cancelJob, moveFund } from '@fws/contract/contracts/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { observe } from '../support/product/observe.ts';
import type { Attempt, Outside } from '../support/product/outside.ts';
import { Product, type WebhookPath } from '../support/product/product.ts';
import { AMOUNT_PAISE, seedJobs, type Fixture } from '../support/fixtures.ts';
import { createRandom } from '../support/numbers.ts';

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

const BATCH_SIZE = 2_000;
const JOBS_PER_STATE = 12;
const TASKS_EVERY = 40;

/**
 * Sends webhooks of every kind in random order while payments, refunds and transfers go on. Once `signal` is aborted, no
 * webhook is sent any more, and the effects of those that were sent are judged.
 */
export async function runStorm(
  seed: number,
  webhooks: number,
  signal: AbortSignal = new AbortController().signal,
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
  for (let batch = 0; run.webhooks < webhooks && !signal.aborted; batch++) {
    const count = Math.min(BATCH_SIZE, webhooks - run.webhooks);
    await runBatch(run, createRandom(seed + batch), count, signal);
  }
  return run;
}

interface Event {
  path: WebhookPath;
  body: string;
  key: string;
}

/** Runs a batch with orders being paid, cancelled jobs being refunded, and withdrawals being paid out. */
async function runBatch(
  run: StormRun,
  random: () => number,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const product = await Product.open();
  try {
    const paying = await seedJobs(product, JOBS_PER_STATE, { fund: 'funding_pending' });
    const cancelled = await seedJobs(product, JOBS_PER_STATE, { fund: 'funded' });
    const earned = await seedJobs(product, JOBS_PER_STATE, { fund: 'accepted', work: 'completed' });
    for (const laid of cancelled)
      await product.call(cancelJob, laid.posterId, {
        jobId: laid.jobId,
        comment: 'No',
        refundPaise: null,
        excuse: null,
      });
    for (const { jobId, milestoneId, posterId, workerId, accountId } of earned) {
      await product.call(moveFund, posterId, {
        jobId,
        milestoneId,
        step: 'released',
        amountPaise: null,
        acceptsWork: false,
      });
      await product.call(withdrawRequest, workerId, { amountPaise: AMOUNT_PAISE, accountId, otp: '' });
    }
    const sent: Event[] = [];
    for (let index = 0; index < count && !signal.aborted; index++) {
      advanceProvider(product.outside, paying, random, index);
      await postNext(run, product, random, sent);
      if (index % TASKS_EVERY === 0) while (await product.runNextTask());
    }
    await settleAll(product);
    await judge(run, product, [...paying, ...cancelled, ...earned]);
  } finally {
    await product.close();
  }
}

const pickRandom = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Sometimes changes something at the provider: an attempt begins or ends, a refund or a transfer ends. */
function advanceProvider(
  outside: Outside,
  paying: readonly Fixture[],
  random: () => number,
  serial: number,
): void {
  if (random() > 0.1) return;
  const orderId = pickRandom(paying, random)?.orderId ?? '';
  const order = outside.orders.get(orderId);
  const choice = random();
  if (order && choice < 0.4 && outside.getOrderStatus(order) === 'active') {
    const status =
      pickRandom<Attempt['status']>(['pending', 'failed', 'user_dropped', 'success'], random) ?? 'pending';
    const amountPaise = random() < 0.1 ? AMOUNT_PAISE - 1 : AMOUNT_PAISE;
    const paymentId = `storm${orderId}x${serial}`.replace('fws_', '');
    order.attempts.unshift({ paymentId, amountPaise, currency: 'INR', status, begunAt: outside.now() });
  } else if (order && choice < 0.7) {
    const pending = pickRandom(
      order.attempts.filter((attempt) => attempt.status === 'pending'),
      random,
    );
    if (pending) pending.status = random() < 0.6 ? 'success' : 'failed';
  } else if (choice < 0.85) {
    const refunds = [...outside.orders.values()].flatMap((candidate) => [...candidate.refunds.values()]);
    const pending = pickRandom(
      refunds.filter((refund) => refund.status === 'pending'),
      random,
    );
    if (pending) pending.status = 'success';
  } else {
    const moving = [...outside.transfers.values()].filter(
      (candidate) => candidate.status === 'processing' || candidate.status === 'paid',
    );
    const transfer = pickRandom(moving, random);
    if (transfer?.status === 'paid') transfer.status = random() < 0.1 ? 'reversed' : 'paid';
    else if (transfer) transfer.status = random() < 0.7 ? 'paid' : 'failed';
  }
}

/** A webhook about a random id, known or not, with random contents. */
function createEvent(outside: Outside, random: () => number, serial: number): Event {
  const status =
    pickRandom(['SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED', 'REVERSED', 'NONSENSE'], random) ?? '';
  const buildEvent = (path: WebhookPath, type: string, data: object): Event => ({
    path,
    body: JSON.stringify({ type, event_time: new Date(outside.now()).toISOString(), data }),
    key: `storm-${serial}`,
  });
  const orderId = pickRandom([...outside.orders.keys(), 'unheard_of'], random) ?? '';
  const choice = random();
  if (choice < 0.5) {
    const type = pickRandom(
      ['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK'],
      random,
    );
    const payment = { payment_status: status, payment_amount: random() * 1e6, cf_payment_id: String(serial) };
    return buildEvent('/webhooks/payments', type ?? '', { order: { order_id: orderId }, payment });
  }
  if (choice < 0.75) {
    const refundId = pickRandom(
      [...(outside.orders.get(orderId)?.refunds.keys() ?? []), 'ref_unheard'],
      random,
    );
    const refund = { order_id: orderId, refund_id: refundId, refund_status: status };
    return buildEvent('/webhooks/payments', 'REFUND_STATUS_WEBHOOK', { refund });
  }
  const transferId = pickRandom([...outside.transfers.keys(), 'unheard_of'], random);
  return buildEvent('/webhooks/payouts', `TRANSFER_${status}`, { transfer_id: transferId, status });
}

async function postNext(run: StormRun, product: Product, random: () => number, sent: Event[]): Promise<void> {
  const serial = run.webhooks++;
  const choice = random();
  const post = async (
    event: Event,
    options: Omit<Parameters<Product['sendWebhook']>[1], 'body' | 'key'>,
    body = event.body,
  ) => product.sendWebhook(event.path, { body, key: event.key, ...options });
  if (choice < 0.25) {
    run.forged += 1;
    const event = createEvent(product.outside, random, serial);
    // Signed with another secret, or signed correctly and then changed.
    const signature = random() < 0.5 ? { forged: true } : { signed: event.body.replace('type', 'Type') };
    const status = await post(event, signature);
    if (status !== 401) {
      run.forgeriesAccepted += 1;
      run.violations.push(`a forgery was answered ${status}: ${event.body}`);
    }
  } else if (choice < 0.4) {
    run.truncated += 1;
    const event = createEvent(product.outside, random, serial);
    const body = event.body.slice(0, 1 + Math.floor(random() * (event.body.length - 2)));
    const isSigned = random() < 0.5;
    const status = await post(event, isSigned ? {} : { signed: event.body }, body);
    if (status !== (isSigned ? 400 : 401))
      run.violations.push(`a cut webhook was answered ${status}: ${body}`);
  } else {
    const repeated = choice < 0.65 ? pickRandom(sent, random) : undefined;
    const isStale = choice > 0.9;
    const event = repeated ?? createEvent(product.outside, random, serial);
    if (repeated) run.repeated += 1;
    else if (isStale) run.stale += 1;
    else run.genuine += 1;
    const status = await post(event, isStale ? { timestamp: '1500000000000' } : {});
    const expected = isStale ? 401 : 200;
    if (status !== expected)
      run.violations.push(`a ${isStale ? 'stale' : 'genuine'} webhook was answered ${status}: ${event.body}`);
    if (!isStale) sent.push(event);
  }
}

async function settleAll(product: Product): Promise<void> {
  const { outside, clock } = product;
  outside.obliging = true;
  for (const order of outside.orders.values()) {
    for (const attempt of order.attempts) if (attempt.status === 'pending') attempt.status = 'failed';
    for (const refund of order.refunds.values()) if (refund.status === 'pending') refund.status = 'success';
  }
  for (const transfer of outside.transfers.values())
    if (transfer.status === 'processing') transfer.status = 'paid';
  for (let hour = 0; hour < 30; hour++) {
    await product.runCronTask('reconcile_orders');
    await product.runCronTask('reconcile_withdrawals');
    while (await product.runNextTask());
    clock.advance(3600_000);
  }
}

/** Checks that the books of each job match the provider's records. */
async function judge(run: StormRun, product: Product, all: readonly Fixture[]): Promise<void> {
  const { outside } = product;
  const addViolation = (message: string) => {
    run.wrongEffects += 1;
    run.violations.push(message);
  };
  for (const { jobId, orderId, workerId } of all) {
    const observed = await observe(product, jobId, [workerId]);
    const captured = outside.listCaptured(orderId);
    const booked = observed.payments.map((payment) => payment.id).toSorted((a, b) => a.localeCompare(b));
    const expected = captured.map((attempt) => attempt.paymentId).toSorted((a, b) => a.localeCompare(b));
    if (booked.join() !== expected.join())
      addViolation(`job ${jobId} has payments ${booked.join()}, taken were ${expected.join()}`);
    for (const payment of observed.payments) {
      const capturedAttempt = captured.find((attempt) => attempt.paymentId === payment.id);
      if (payment.paise !== capturedAttempt?.amountPaise)
        addViolation(`payment ${payment.id} is booked as ${payment.paise} paise`);
      if (payment.applied && payment.paise !== AMOUNT_PAISE)
        addViolation(`payment ${payment.id} was applied`);
    }
    const successfulRefunds = [...(outside.orders.get(orderId)?.refunds.values() ?? [])].filter(
      (refund) => refund.status === 'success',
    );
    const bookedRefunds = observed.refunds.filter((refund) => refund.state === 'succeeded');
    if (successfulRefunds.length !== bookedRefunds.length)
      addViolation(`job ${jobId} has ${bookedRefunds.length} refunds, sent were ${successfulRefunds.length}`);
    for (const withdrawal of observed.withdrawals) {
      const status = outside.transfers.get(withdrawal.transfer)?.status ?? 'never sent';
      if (withdrawal.state !== status)
        addViolation(`withdrawal ${withdrawal.id} is ${withdrawal.state}, its transfer ${status}`);
    }
  }
  for (const violation of [...(await product.listBrokenInvariants()), ...outside.violations])
    addViolation(violation);
}
