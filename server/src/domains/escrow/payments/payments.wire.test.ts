import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { escrowPaymentStatus } from '@fws/contract/contracts/calls';
import { createTestPool } from '../../../../test/database.ts';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import { listPayments } from '../../../../test/rows.ts';
import {
  simulatePayment,
  awardMilestone,
  fund,
  readFundState,
  getOpenedOrder,
  sendFundStep,
  openOrder,
  type MilestoneAt,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { startServer } from '../../../main.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { getBalance, toEscrowAccount, toUnappliedAccount } from '../../ledger/index.ts';
import type { EscrowStatus } from '@fws/contract/contracts/schemas';

const ORDER_LIFETIME_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user();
  worker = await world.user();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const createMilestone = () => awardMilestone(world, { poster, worker });

const readStatus = (orderId: string) => poster.call(escrowPaymentStatus, { orderId });
const waitForStatus = (orderId: string, status: string) =>
  waitFor(
    `${status} of the order`,
    async () => ((await readStatus(orderId)).data as EscrowStatus).status === status,
  );

const listRefunds = (orderId: string) =>
  world.db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
const readOrderState = async (orderId: string) =>
  (
    await world.db
      .selectFrom('escrow_order')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).state;
const waitForRefund = (orderId: string) =>
  waitFor('the refund', async () =>
    (await listRefunds(orderId)).some((refund) => refund.state === 'succeeded'),
  );

const countFailureNotifications = async ({ jobId }: MilestoneAt): Promise<number> =>
  (
    await world.db
      .selectFrom('notification')
      .select('id')
      .where('type', '=', 'payment_failed')
      .where('path', '=', `/awardedjob/${jobId}`)
      .execute()
  ).length;

test('reports failed, dropped and successful attempts separately, and counts the money once', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  expect(await readStatus(orderId)).toMatchObject({
    status: 200,
    message: 'The payment was not started yet',
    data: { status: 'NOT_ATTEMPTED', amountPaise: 1_500_00, jobId: at.jobId },
  });
  await simulatePayment(world, orderId, 'FAILED');
  await waitForStatus(orderId, 'FAILED');
  expect(await readStatus(orderId)).toMatchObject({ data: { reason: 'The bank declined the payment' } });
  expect(await readFundState(world, at)).toBe('funding_pending');
  await simulatePayment(world, orderId, 'USER_DROPPED');
  await waitForStatus(orderId, 'USER_DROPPED');
  expect(await openOrder(poster, at)).toBe(orderId);
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitForStatus(orderId, 'SUCCESS');
  expect(await getBalance(world.db, toEscrowAccount(at.milestoneId))).toBe(1_500_00);
  await waitFor('the notice of the failure', async () => (await countFailureNotifications(at)) === 1);
});

test('a pending attempt funds nothing until the provider confirms it', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  await simulatePayment(world, orderId, 'PENDING');
  await waitForStatus(orderId, 'PENDING');
  expect(await readFundState(world, at)).toBe('funding_pending');
  expect(await getBalance(world.db, toEscrowAccount(at.milestoneId))).toBe(0);
});

test('sets a second successful payment aside and refunds it automatically', async () => {
  const at = await createMilestone();
  const orderId = await fund(world, poster, at);
  await controlSandbox(world, `orders/${orderId}/second-payment`);
  expect((await simulatePayment(world, orderId, 'SUCCESS')).status).toBe(200);
  await waitForRefund(orderId);
  expect((await listPayments(world, orderId)).map((payment) => payment.applied)).toEqual([true, false]);
  expect(await listRefunds(orderId)).toMatchObject([{ amount_paise: 1_500_00, state: 'succeeded' }]);
  expect(await getBalance(world.db, toUnappliedAccount(orderId))).toBe(0);
  expect(await getBalance(world.db, toEscrowAccount(at.milestoneId))).toBe(1_500_00);
  expect(await readOrderState(orderId)).toBe('applied');
});

test('finds a second successful payment by a later check when webhooks are lost', async () => {
  const at = await createMilestone();
  const orderId = await fund(world, poster, at);
  const owner = createTestPool(world.ownerUrl);
  const key = `paid:${orderId}`;
  const countWaitingChecks = async () =>
    (await owner.query('SELECT FROM graphile_worker.jobs WHERE key = $1', [key])).rowCount;
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  try {
    await controlSandbox(world, `orders/${orderId}/second-payment`);
    await simulatePayment(world, orderId, 'SUCCESS');
    expect(await listPayments(world, orderId)).toHaveLength(1);
    for (const round of [0, 1, 2]) {
      expect(await countWaitingChecks()).toBe(1);
      // Brings the waiting check forward.
      await inTx(world.db, (tx) => enqueue(tx, 'check_paid_order', { orderId, round }, { key }));
      await world.drain();
    }
    expect(await countWaitingChecks()).toBe(0);
    expect((await listPayments(world, orderId)).map((payment) => payment.applied)).toEqual([true, false]);
  } finally {
    await owner.end();
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
});

test('refunds a payment of another amount and lets the poster pay again', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  await world.db
    .updateTable('escrow_order')
    .set({ amount_paise: 1_499_00 })
    .where('id', '=', orderId)
    .execute();
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitForRefund(orderId);
  expect(await readOrderState(orderId)).toBe('unapplied');
  expect(await readFundState(world, at)).toBe('unfunded');
  expect(await readStatus(orderId)).toMatchObject({ data: { status: 'CANCELLED' } });
  expect(await fund(world, poster, at)).not.toBe(orderId);
});

test('replaces an order near its end; a late payment of the old one funds and closes the new one', async () => {
  const at = await createMilestone();
  const old = await openOrder(poster, at);
  world.clock.advance(ORDER_LIFETIME_MS - 60_000);
  try {
    const fresh = await openOrder(poster, at);
    expect(fresh).not.toBe(old);
    await simulatePayment(world, old, 'SUCCESS');
    await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
    expect([await readOrderState(old), await readOrderState(fresh)]).toEqual(['applied', 'terminated']);
    await waitFor('the provider to close the new order', async () => {
      const answer = await simulatePayment(world, fresh, 'FAILED');
      return answer.status === 400;
    });
  } finally {
    world.clock.advance(-(ORDER_LIFETIME_MS - 60_000));
  }
});

test('finds the payment by status requests of the waiting page when webhooks are lost', async () => {
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  try {
    const at = await createMilestone();
    const orderId = await openOrder(poster, at);
    await simulatePayment(world, orderId, 'SUCCESS');
    expect(await readStatus(orderId)).toMatchObject({ data: { status: 'NOT_ATTEMPTED' } });
    world.clock.advance(10_000);
    await waitForStatus(orderId, 'SUCCESS');
  } finally {
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
});

test('finds the payment by the reconciler without webhooks or status requests', async () => {
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  try {
    const at = await createMilestone();
    const orderId = await openOrder(poster, at);
    await simulatePayment(world, orderId, 'SUCCESS');
    world.clock.advance(90_000);
    await inTx(world.db, (tx) => enqueue(tx, 'reconcile_orders', {}));
    await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
    expect(await listPayments(world, orderId)).toMatchObject([{ applied: true, amount_paise: 1_500_00 }]);
  } finally {
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
});

const openPayPage = (orderId: string, user: TestUser | null) =>
  fetch(`${world.url}/pay/${orderId}`, {
    redirect: 'manual',
    headers: user ? { authorization: `Bearer ${user.token}` } : {},
  });

test('the pay page redirects only its own payer to the checkout', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  const answer = await openPayPage(orderId, poster);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toContain(`${world.sandboxUrl}/checkout/`);
  expect((await openPayPage(orderId, worker)).status).toBe(404);
  expect((await openPayPage('fws_nothing', poster)).status).toBe(404);
  const login = await openPayPage(orderId, null);
  expect(login.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`/pay/${orderId}`)}`);

  await simulatePayment(world, orderId, 'SUCCESS');
  await waitForStatus(orderId, 'SUCCESS');
  expect((await openPayPage(orderId, poster)).headers.get('location')).toBe(
    `/paymentScreen?order_id=${orderId}`,
  );
});

test('hides the last attempt when the payer tries again, and notifies of each failure once', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  await simulatePayment(world, orderId, 'FAILED');
  await waitForStatus(orderId, 'FAILED');
  await openPayPage(orderId, poster);
  expect(await readStatus(orderId)).toMatchObject({
    data: { status: 'NOT_ATTEMPTED', reason: null },
  });

  // The payer returns without an attempt: the failure shows again.
  world.clock.advance(60_000);
  await waitForStatus(orderId, 'FAILED');
  await openPayPage(orderId, poster);
  await simulatePayment(world, orderId, 'PENDING');
  world.clock.advance(60_000);
  await waitForStatus(orderId, 'PENDING');
  await world.drain();
  expect(await countFailureNotifications(at)).toBe(1);
});

const SCRIPTS = [
  {
    provider: 'cashfree',
    env: { CASHFREE_PG_URL: 'https://api.cashfree.com/pg' },
    src: 'https://sdk.cashfree.com/js/v3/cashfree.js',
    start: /nonce="([^"]+)">Cashfree\(/,
    hosts: 'https://*.cashfree.com',
  },
  {
    provider: 'razorpay',
    env: { RAZORPAY_URL: 'https://api.razorpay.com/v1' },
    src: 'https://checkout.razorpay.com/v1/checkout.js',
    start: /nonce="([^"]+)">var o=\{"key":"sandbox","order_id":"session-1"/,
    hosts: 'https://*.razorpay.com',
  },
];

test.each(SCRIPTS)(
  'runs $provider’s script on our page when it has no checkout page, and allows nothing else',
  async ({ provider, env, src, start, hosts }) => {
    const orderId = await openOrder(poster, await createMilestone());
    await waitFor('the order to be registered', async () => (await readOrderState(orderId)) === 'active');
    const production = await startServer({
      databaseUrl: world.config.databaseUrl,
      queueUrl: world.config.queueUrl,
      port: 0,
      dataDir: world.dataDir,
      publicUrl: world.url,
      sandbox: { url: world.sandboxUrl, smtpPort: 1 },
      env: { NODE_ENV: 'test', PAYMENTS_PROVIDER: provider, ...env },
      log: silentLog,
      worker: false,
    });
    try {
      await world.db
        .updateTable('escrow_order')
        .set({ provider, session_id: 'session-1' })
        .where('id', '=', orderId)
        .execute();
      const answer = await fetch(`${production.url}/pay/${orderId}`, {
        headers: { authorization: `Bearer ${poster.token}` },
      });
      const body = await answer.text();
      expect(body).toContain(`src="${src}"`);
      const nonce = start.exec(body)?.[1];
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toContain(`script-src 'nonce-${nonce}' ${hosts};`);
      expect(policy).toContain(`form-action 'self' ${hosts};`);
    } finally {
      await production.close();
    }
  },
);

test.each(['GET', 'POST'])(
  'redirects a payer who returns by %s to our page, whatever the parameters',
  async (method) => {
    const orderId = await openOrder(poster, await createMilestone());
    const form = new URLSearchParams({ razorpay_payment_id: 'pay_1', razorpay_signature: 'forged' });
    const back = await fetch(`${world.url}/pay/${orderId}/return`, {
      method,
      redirect: 'manual',
      ...(method === 'POST' ? { body: form } : {}),
    });
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe(`/paymentScreen?order_id=${orderId}`);
    expect(await readStatus(orderId)).toMatchObject({ data: { status: 'NOT_ATTEMPTED' } });
  },
);

test('a provider outage delays the payment page but not the order', async () => {
  await controlSandbox(world, 'faults', {
    failNext: { path: '/pg/orders', method: 'POST', status: 503, times: 2 },
  });
  const at = await createMilestone();
  const opened = await sendFundStep(poster, at, 'funded');
  expect(opened).toMatchObject({ status: 200 });
  const orderId = getOpenedOrder(opened);
  const down = await openPayPage(orderId, poster);
  expect(down.status).toBe(503);
  expect(await down.text()).toContain('Nothing was taken');
  expect((await openPayPage(orderId, poster)).status).toBe(303);
  expect(await openOrder(poster, at)).toBe(orderId);
});

test('finds an order whose creation response was lost and does not create it twice', async () => {
  await controlSandbox(world, 'faults', {
    failNext: { path: '/pg/orders', method: 'POST', status: 503, when: 'after' },
  });
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  expect((await openPayPage(orderId, poster)).status).toBe(303);
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitForStatus(orderId, 'SUCCESS');
});
