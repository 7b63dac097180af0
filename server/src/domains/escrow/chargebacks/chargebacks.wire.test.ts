import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import type { WorkStep } from '@fws/contract/contracts/model';
import type { Contract } from '@fws/contract/contracts/schemas';
import * as issues from '@fws/contract/disputes/calls';
import { controlSandbox } from '../../../../test/payouts.ts';
import { setUpSides } from '../../../../test/sides.ts';
import {
  award,
  fund,
  readFundState,
  sendFundStep,
  sendWorkStep,
  simulatePayment,
  getMilestoneAt,
  payOut,
  type MilestoneAt,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { getBalance, toEscrowAccount, toUnappliedAccount } from '../../ledger/index.ts';
import { escrowEvents } from '../../contracts/index.ts';
import { settleDispute } from '../../disputes/index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
setUpSides((fixture) => ({ world, poster, worker } = fixture));

interface PaidContract {
  contract: Contract;
  orderId: string;
  paymentId: string;
}

async function createPaidContract(): Promise<PaidContract> {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  const orderId = await fund(world, poster, getMilestoneAt(contract));
  const { payment_id: paymentId } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { contract, orderId, paymentId };
}

const readChargeback = ({ paymentId }: PaidContract) =>
  world.db.selectFrom('chargeback').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
const getChargebackId = async (payment: PaidContract) => (await readChargeback(payment))?.chargeback_id ?? '';
async function waitForChargeback(payment: PaidContract, state: string, takenPaise: number): Promise<void> {
  await waitFor(`the chargeback to be ${state} with ${takenPaise}`, async () => {
    const row = await readChargeback(payment);
    return row?.state === state && row.escrow_paise + row.receivable_paise === takenPaise;
  });
  await world.drain();
}
async function openChargeback(
  payment: PaidContract,
  body: object = {},
  takenPaise = 1_500_00,
): Promise<void> {
  await controlSandbox(world, `payments/${payment.paymentId}/dispute`, body);
  await waitForChargeback(payment, 'open', takenPaise);
}
const sendStep = async (payment: PaidContract, name: string, type?: string) =>
  controlSandbox(
    world,
    `disputes/${await getChargebackId(payment)}`,
    type ? { step: name, type } : { step: name },
  );
async function sendWorkSteps(at: MilestoneAt, ...steps: WorkStep[]): Promise<void> {
  for (const step of steps) expect((await sendWorkStep(worker, at, step)).status).toBe(200);
}
const readMilestone = async ({ contract }: PaidContract) =>
  (await poster.done(awardedJob, { jobId: String(contract.jobId) })).milestones[0];
const readEscrow = ({ contract }: PaidContract) =>
  getBalance(world.db, toEscrowAccount(getMilestoneAt(contract).milestoneId));
const readReceivable = () => getBalance(world.db, 'chargeback_receivable');
const listNotificationTypes = async (user: TestUser) =>
  (
    await world.db
      .selectFrom('notification')
      .select('type')
      .where('user_id', '=', user.id)
      .where('type', 'like', 'chargeback%')
      .orderBy('id')
      .execute()
  ).map(({ type }) => type);
const listOpenCaseKinds = async (payment: PaidContract) =>
  (
    await world.db
      .selectFrom('ops_case')
      .select('kind')
      .where('subject', '=', `cashfree:${await getChargebackId(payment)}`)
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind);

test('takes a chargeback out of escrow and holds the milestone; when won, the job continues', async () => {
  const payment = await createPaidContract();
  const at = getMilestoneAt(payment.contract);
  await openChargeback(payment);
  expect(await readEscrow(payment)).toBe(0);
  expect(await readMilestone(payment)).toMatchObject({ onHold: true, fund: 'funded' });
  expect(await listOpenCaseKinds(payment)).toEqual(['chargeback_open']);
  const mails = await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`);
  expect(await mails.text()).toContain(payment.orderId);
  expect([await listNotificationTypes(poster), await listNotificationTypes(worker)]).toEqual([
    ['chargeback_opened'],
    ['chargeback_opened'],
  ]);

  await sendStep(payment, 'UNDER_REVIEW');
  await sendStep(payment, 'MERCHANT_WON');
  await waitForChargeback(payment, 'won', 0);
  expect(await readEscrow(payment)).toBe(1_500_00);
  expect(await listOpenCaseKinds(payment)).toEqual([]);
  expect(await listNotificationTypes(worker)).toEqual(['chargeback_opened', 'chargeback_won']);
  await payOut({ poster, worker }, at);
  expect(await readFundState(world, at)).toBe('released');
});

test('blocks release and automatic release while a chargeback is open', async () => {
  const payment = await createPaidContract();
  const at = getMilestoneAt(payment.contract);
  await sendWorkSteps(at, 'started', 'completed', 'payment_requested');
  expect((await sendFundStep(poster, at, 'accepted')).status).toBe(200);
  await openChargeback(payment);
  expect((await sendFundStep(poster, at, 'released')).status).toBe(409);
  await inTx(world.db, (tx) => enqueue(tx, 'auto_release', { milestoneId: at.milestoneId }));
  await world.drain();
  expect(await readFundState(world, at)).toBe('accepted');
  await sendStep(payment, 'MERCHANT_WON');
  await waitForChargeback(payment, 'won', 0);
  expect((await sendFundStep(poster, at, 'released')).status).toBe(200);
});

test('ends the milestone as refunded when a chargeback is lost', async () => {
  const payment = await createPaidContract();
  await openChargeback(payment);
  await sendStep(payment, 'INSUFFICIENT_EVIDENCE');
  await waitForChargeback(payment, 'lost', 1_500_00);
  expect(await readMilestone(payment)).toMatchObject({ fund: 'refunded', onHold: false });
  expect((await poster.done(awardedJob, { jobId: String(payment.contract.jobId) })).state).toBe('cancelled');
  expect(await listOpenCaseKinds(payment)).toEqual(['payer_stopped']);
  expect(await listNotificationTypes(worker)).toEqual(['chargeback_opened', 'chargeback_lost']);

  // Won after all: nothing is reversed, and the money waits for a person to decide.
  await sendStep(payment, 'MERCHANT_WON', 'PRE_ARBITRATION');
  await waitForChargeback(payment, 'won', 0);
  expect(await getBalance(world.db, toUnappliedAccount(payment.orderId))).toBe(1_500_00);
  expect(await listOpenCaseKinds(payment)).toEqual(['chargeback_late']);
});

test('books a chargeback of released money as a receivable and does not notify the worker', async () => {
  const payment = await createPaidContract();
  await payOut({ poster, worker }, getMilestoneAt(payment.contract));
  const before = await readReceivable();
  await openChargeback(payment);
  expect((await readReceivable()) - before).toBe(1_500_00);
  expect(await readFundState(world, getMilestoneAt(payment.contract))).toBe('released');
  await sendStep(payment, 'MERCHANT_LOST');
  await waitForChargeback(payment, 'lost', 1_500_00);
  expect(await listOpenCaseKinds(payment)).toEqual(['chargeback_lost', 'payer_stopped']);
  expect(await listNotificationTypes(worker)).toEqual([]);
  await sendStep(payment, 'MERCHANT_WON', 'ARBITRATION');
  await waitForChargeback(payment, 'won', 0);
  expect(await readReceivable()).toBe(before);
  expect(await listOpenCaseKinds(payment)).toEqual([]);
});

test('an inquiry only holds, a chargeback takes the money, and the bank may reopen after a win', async () => {
  const payment = await createPaidContract();
  await openChargeback(payment, { type: 'RETRIEVAL' }, 0);
  expect(await readMilestone(payment)).toMatchObject({ onHold: true });
  expect(await readEscrow(payment)).toBe(1_500_00);
  await sendStep(payment, 'CREATED', 'CHARGEBACK');
  await waitForChargeback(payment, 'open', 1_500_00);
  await sendStep(payment, 'MERCHANT_WON');
  await waitForChargeback(payment, 'won', 0);
  expect(await readMilestone(payment)).toMatchObject({ onHold: false });
  await sendStep(payment, 'CREATED', 'PRE_ARBITRATION');
  await waitForChargeback(payment, 'open', 1_500_00);
  expect(await readMilestone(payment)).toMatchObject({ onHold: true });
  await sendStep(payment, 'MERCHANT_WON');
  await waitForChargeback(payment, 'won', 0);
  expect(await readEscrow(payment)).toBe(1_500_00);
  expect((await readChargeback(payment))?.takings).toBe(2);
});

test('keeps the rest on hold when a part is lost, until an issue is settled', async () => {
  const payment = await createPaidContract();
  const { milestoneId } = getMilestoneAt(payment.contract);
  const raise = {
    jobId: String(payment.contract.jobId),
    issue: 'payment' as const,
    details: 'The bank took a part',
  };
  const { id: issueId } = await worker.done(issues.raiseIssue, raise);
  await openChargeback(payment, { amount: 500.5 }, 500_50);
  expect(await readEscrow(payment)).toBe(999_50);
  await worker.done(issues.withdrawIssue, { issueId: String(issueId) });
  expect(await readMilestone(payment)).toMatchObject({ onHold: true });
  await sendStep(payment, 'MERCHANT_LOST');
  await waitForChargeback(payment, 'lost', 500_50);
  expect(await readMilestone(payment)).toMatchObject({ onHold: true, fund: 'funded' });
  expect(await listOpenCaseKinds(payment)).toEqual(['chargeback_lost', 'payer_stopped']);

  // The other side raises this one: a second of the same side would wait until FWS has looked at it.
  const { id: disputeId } = await poster.done(issues.raiseIssue, raise);
  const decide = (toWorkerPaise: number) =>
    inTx(world.db, (tx) =>
      settleDispute(
        tx,
        {
          disputeId,
          adminId: poster.id,
          parts: [{ milestoneId, toWorkerPaise, toPosterPaise: 0 }],
          chargeBps: 0,
          reason: 'The work was done',
        },
        { escrowEvents, now: world.clock.now() },
      ),
    );
  expect((await decide(1_500_00)).ok).toBe(false);
  expect((await decide(999_50)).ok).toBe(true);
  expect(await readFundState(world, { jobId: payment.contract.jobId, milestoneId })).toBe('released');
});

const sendWebhook = (body: string, secret: string) => {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret)
    .update(timestamp + body)
    .digest('base64');
  return fetch(`${world.url}/webhooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signature,
      'x-idempotency-key': randomUUID(),
    },
    body,
  });
};
const buildWebhookBody = (disputeId: string, status: string) =>
  JSON.stringify({
    type: 'DISPUTE_CLOSED',
    data: { dispute: { dispute_id: disputeId, dispute_status: status, dispute_amount: 1 } },
  });

/** Opens and decides a chargeback while webhooks are off, so that its first report is final. */
async function decideWithoutWebhooks(
  payment: PaidContract,
  end: 'lost' | 'won',
  amount: number,
  takenPaise: number,
) {
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  try {
    await controlSandbox(world, `payments/${payment.paymentId}/dispute`, { amount });
    const records = await fetch(`${world.sandboxUrl}/pg/orders/${payment.orderId}/disputes`, {
      headers: { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2025-01-01' },
    });
    const [dispute] = (await records.json()) as { dispute_id: string | number }[];
    await controlSandbox(world, `disputes/${dispute?.dispute_id}`, { step: `MERCHANT_${end.toUpperCase()}` });
    await inTx(world.db, (tx) =>
      enqueue(tx, 'poll_order', { provider: 'cashfree', orderId: payment.orderId }),
    );
    await waitForChargeback(payment, end, takenPaise);
  } finally {
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
}

/** The same order paid a second time: it funds nothing and goes back, and its bank may dispute it all the same. */
async function payAgain(payment: PaidContract): Promise<PaidContract> {
  const { orderId } = payment;
  await controlSandbox(world, `orders/${orderId}/second-payment`);
  await simulatePayment(world, orderId, 'SUCCESS');
  const findSecond = () =>
    world.db
      .selectFrom('payment')
      .select('payment_id')
      .where('order_id', '=', orderId)
      .where('applied', '=', false)
      .executeTakeFirst();
  await waitFor('the second payment', async () => (await findSecond()) !== undefined);
  return { ...payment, paymentId: (await findSecond())?.payment_id ?? '' };
}

test('goes on when the chargeback of its payment is won, whatever becomes of one that funded nothing', async () => {
  const payment = await createPaidContract();
  const second = await payAgain(payment);
  await openChargeback(payment);
  await openChargeback(second);
  await sendStep(payment, 'MERCHANT_WON');
  await waitForChargeback(payment, 'won', 0);
  expect(await readMilestone(payment)).toMatchObject({ onHold: false, fund: 'funded' });
  await sendStep(second, 'MERCHANT_LOST');
  await waitForChargeback(second, 'lost', 1_500_00);
  expect(await readMilestone(payment)).toMatchObject({ onHold: false, fund: 'funded' });
});

test('a dispute frees a milestone when only a payment that funded nothing is charged back', async () => {
  const payment = await createPaidContract();
  const second = await payAgain(payment);
  const raise = { jobId: String(payment.contract.jobId), issue: 'payment' as const, details: 'Paid twice' };
  const { id: issueId } = await worker.done(issues.raiseIssue, raise);
  await openChargeback(second);
  await worker.done(issues.withdrawIssue, { issueId: String(issueId) });
  expect(await readMilestone(payment)).toMatchObject({ onHold: false, fund: 'funded' });
});

test('holds the rest when the first report says that a part was lost', async () => {
  const payment = await createPaidContract();
  const at = getMilestoneAt(payment.contract);
  await sendWorkSteps(at, 'started', 'completed');
  await decideWithoutWebhooks(payment, 'lost', 500.5, 500_50);
  expect(await readEscrow(payment)).toBe(999_50);
  expect(await readMilestone(payment)).toMatchObject({ onHold: true, fund: 'funded' });
  expect((await sendFundStep(poster, at, 'accepted')).status).toBe(409);
});

test('does not restart the poster’s time when the first report says that the chargeback was won', async () => {
  const payment = await createPaidContract();
  const at = getMilestoneAt(payment.contract);
  const { milestoneId } = at;
  const requestedAt = new Date(world.clock.now().getTime() - 2 * DAY_MS);
  await sendWorkSteps(at, 'started', 'completed', 'payment_requested');
  await world.db
    .updateTable('milestone')
    .set({ payment_requested_at: requestedAt })
    .where('id', '=', milestoneId)
    .execute();
  await decideWithoutWebhooks(payment, 'won', 1500, 0);
  const { payment_requested_at: since } = await world.db
    .selectFrom('milestone')
    .select('payment_requested_at')
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  expect(since).toEqual(requestedAt);
});

test('ignores forged, false, repeated and late events unless the provider confirms them', async () => {
  const payment = await createPaidContract();
  await openChargeback(payment);
  const id = await getChargebackId(payment);
  expect((await sendWebhook(buildWebhookBody(id, 'CHARGEBACK_MERCHANT_WON'), 'guessed')).status).toBe(401);
  expect((await sendWebhook(buildWebhookBody(id, 'CHARGEBACK_MERCHANT_WON'), 'sandbox')).status).toBe(200);
  expect((await sendWebhook(buildWebhookBody('424242', 'CHARGEBACK_CREATED'), 'sandbox')).status).toBe(200);
  expect((await sendWebhook('{"type":"DISPUTE_CREATED","data":{}}', 'sandbox')).status).toBe(400);
  await world.drain();
  expect(await readChargeback(payment)).toMatchObject({ state: 'open', takings: 1 });
  await sendStep(payment, 'MERCHANT_WON');
  await waitForChargeback(payment, 'won', 0);
  for (const status of ['CHARGEBACK_CREATED', 'CHARGEBACK_MERCHANT_LOST', 'CHARGEBACK_MERCHANT_WON'])
    expect((await sendWebhook(buildWebhookBody(id, status), 'sandbox')).status).toBe(200);
  await world.drain();
  expect(await readChargeback(payment)).toMatchObject({ state: 'won', takings: 1, escrow_paise: 0 });
  expect(await readEscrow(payment)).toBe(1_500_00);
});

test('finds a chargeback by the weekly poll when webhooks are lost', async () => {
  const payment = await createPaidContract();
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  try {
    await controlSandbox(world, `payments/${payment.paymentId}/dispute`);
    await inTx(world.db, (tx) => enqueue(tx, 'poll_chargebacks', {}));
    await world.drain();
    expect(await readChargeback(payment)).toBeUndefined();
    await world.db
      .updateTable('payment')
      .set({ last_polled_at: new Date(world.clock.now().getTime() - 8 * DAY_MS) })
      .where('payment_id', '=', payment.paymentId)
      .execute();
    await inTx(world.db, (tx) => enqueue(tx, 'poll_chargebacks', {}));
    await waitForChargeback(payment, 'open', 1_500_00);
  } finally {
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
});
