import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/model';
import * as issues from '@fws/contract/disputes/calls';
import { expectSoundLedger } from '../../../test/ledger.ts';
import { control } from '../../../test/payouts.ts';
import { award, fund, fundStateOf, fundStep, milestoneAt, payOut } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { balance, escrowOf, unappliedOf } from '../ledger/index.ts';
import { settle } from '../disputes/index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha' });
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

interface Paid {
  contract: Contract;
  orderId: string;
  paymentId: string;
}

async function paid(): Promise<Paid> {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  const orderId = await fund(world, poster, milestoneAt(contract));
  const { payment_id: paymentId } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { contract, orderId, paymentId };
}

const rowOf = ({ paymentId }: Paid) =>
  world.db.selectFrom('chargeback').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
const idOf = async (of: Paid) => (await rowOf(of))?.chargeback_id ?? '';
async function becomes(of: Paid, state: string, takenPaise: number): Promise<void> {
  await waitFor(`the chargeback to be ${state} with ${takenPaise}`, async () => {
    const row = await rowOf(of);
    return row?.state === state && row.escrow_paise + row.receivable_paise === takenPaise;
  });
  await world.drain();
}
async function open(of: Paid, body: object = {}, takenPaise = 1_500_00): Promise<void> {
  await control(world, `payments/${of.paymentId}/dispute`, body);
  await becomes(of, 'open', takenPaise);
}
const step = async (of: Paid, name: string, type?: string) =>
  control(world, `disputes/${await idOf(of)}`, type ? { step: name, type } : { step: name });
const milestoneOf = async ({ contract }: Paid) =>
  (await poster.done(awardedJob, { jobId: String(contract.jobId) })).milestones[0];
const escrowNow = ({ contract }: Paid) => balance(world.db, escrowOf(milestoneAt(contract).milestoneId));
const receivable = () => balance(world.db, 'chargeback_receivable');
const told = async (user: TestUser) =>
  (
    await world.db
      .selectFrom('notification')
      .select('type')
      .where('user_id', '=', user.id)
      .where('type', 'like', 'chargeback%')
      .orderBy('id')
      .execute()
  ).map(({ type }) => type);
const waiting = async (of: Paid) =>
  (
    await world.db
      .selectFrom('needs_look')
      .select('kind')
      .where('subject', '=', `cashfree:${await idOf(of)}`)
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind);

test('takes a chargeback out of escrow and holds the milestone; when won, the job continues', async () => {
  const of = await paid();
  const at = milestoneAt(of.contract);
  await open(of);
  expect(await escrowNow(of)).toBe(0);
  expect(await milestoneOf(of)).toMatchObject({ onHold: true, fund: 'funded' });
  expect(await waiting(of)).toEqual(['chargeback_open']);
  const mails = await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`);
  expect(await mails.text()).toContain(of.orderId);
  expect([await told(poster), await told(worker)]).toEqual([['chargeback_opened'], ['chargeback_opened']]);

  await step(of, 'UNDER_REVIEW');
  await step(of, 'MERCHANT_WON');
  await becomes(of, 'won', 0);
  expect(await escrowNow(of)).toBe(1_500_00);
  expect(await waiting(of)).toEqual([]);
  expect(await told(worker)).toEqual(['chargeback_opened', 'chargeback_won']);
  await payOut({ poster, worker }, at);
  expect(await fundStateOf(world, at)).toBe('released');
});

test('blocks release and automatic release while a chargeback is open', async () => {
  const of = await paid();
  const at = milestoneAt(of.contract);
  await world.db
    .updateTable('milestone')
    .set({ work_state: 'payment_requested', payment_requested_at: world.clock.now() })
    .where('id', '=', at.milestoneId)
    .execute();
  expect((await fundStep(poster, at, 'accepted')).status).toBe(200);
  await open(of);
  expect((await fundStep(poster, at, 'released')).status).toBe(409);
  await inTx(world.db, (tx) => enqueue(tx, 'auto_release', { milestoneId: at.milestoneId }));
  await world.drain();
  expect(await fundStateOf(world, at)).toBe('accepted');
  await step(of, 'MERCHANT_WON');
  await becomes(of, 'won', 0);
  expect((await fundStep(poster, at, 'released')).status).toBe(200);
});

test('ends the milestone as refunded when a chargeback is lost', async () => {
  const of = await paid();
  await open(of);
  await step(of, 'INSUFFICIENT_EVIDENCE');
  await becomes(of, 'lost', 1_500_00);
  expect(await milestoneOf(of)).toMatchObject({ fund: 'refunded', onHold: false });
  expect((await poster.done(awardedJob, { jobId: String(of.contract.jobId) })).state).toBe('cancelled');
  expect(await waiting(of)).toEqual([]);
  expect(await told(worker)).toEqual(['chargeback_opened', 'chargeback_lost']);

  // Won after all: nothing is reversed, and the money waits for a person to decide.
  await step(of, 'MERCHANT_WON', 'PRE_ARBITRATION');
  await becomes(of, 'won', 0);
  expect(await balance(world.db, unappliedOf(of.orderId))).toBe(1_500_00);
  expect(await waiting(of)).toEqual(['chargeback_late']);
});

test('books a chargeback of released money as a receivable and does not notify the worker', async () => {
  const of = await paid();
  await payOut({ poster, worker }, milestoneAt(of.contract));
  const before = await receivable();
  await open(of);
  expect((await receivable()) - before).toBe(1_500_00);
  expect(await fundStateOf(world, milestoneAt(of.contract))).toBe('released');
  await step(of, 'MERCHANT_LOST');
  await becomes(of, 'lost', 1_500_00);
  expect(await waiting(of)).toEqual(['chargeback_lost']);
  expect(await told(worker)).toEqual([]);
  await step(of, 'MERCHANT_WON', 'ARBITRATION');
  await becomes(of, 'won', 0);
  expect(await receivable()).toBe(before);
  expect(await waiting(of)).toEqual([]);
});

test('an inquiry only holds, a chargeback takes the money, and the bank may reopen after a win', async () => {
  const of = await paid();
  await open(of, { type: 'RETRIEVAL' }, 0);
  expect(await milestoneOf(of)).toMatchObject({ onHold: true });
  expect(await escrowNow(of)).toBe(1_500_00);
  await step(of, 'CREATED', 'CHARGEBACK');
  await becomes(of, 'open', 1_500_00);
  await step(of, 'MERCHANT_WON');
  await becomes(of, 'won', 0);
  expect(await milestoneOf(of)).toMatchObject({ onHold: false });
  await step(of, 'CREATED', 'PRE_ARBITRATION');
  await becomes(of, 'open', 1_500_00);
  expect(await milestoneOf(of)).toMatchObject({ onHold: true });
  await step(of, 'MERCHANT_WON');
  await becomes(of, 'won', 0);
  expect(await escrowNow(of)).toBe(1_500_00);
  expect((await rowOf(of))?.takings).toBe(2);
});

test('keeps the rest on hold when a part is lost, until an issue is settled', async () => {
  const of = await paid();
  const { milestoneId } = milestoneAt(of.contract);
  const raise = {
    jobId: String(of.contract.jobId),
    issue: 'payment' as const,
    details: 'The bank took a part',
  };
  const { id: issueId } = await worker.done(issues.raiseIssue, raise);
  await open(of, { amount: 500.5 }, 500_50);
  expect(await escrowNow(of)).toBe(999_50);
  await worker.done(issues.withdrawIssue, { issueId: String(issueId) });
  expect(await milestoneOf(of)).toMatchObject({ onHold: true });
  await step(of, 'MERCHANT_LOST');
  await becomes(of, 'lost', 500_50);
  expect(await milestoneOf(of)).toMatchObject({ onHold: true, fund: 'funded' });
  expect(await waiting(of)).toEqual(['chargeback_lost']);

  const { id: disputeId } = await worker.done(issues.raiseIssue, raise);
  const decide = (toWorkerPaise: number) =>
    inTx(world.db, (tx) =>
      settle(
        tx,
        {
          disputeId,
          adminId: poster.id,
          parts: [{ milestoneId, toWorkerPaise, toPosterPaise: 0 }],
          chargeBps: 0,
          reason: 'The work was done',
        },
        world.clock.now(),
      ),
    );
  expect((await decide(1_500_00)).ok).toBe(false);
  expect((await decide(999_50)).ok).toBe(true);
  expect(await fundStateOf(world, { jobId: of.contract.jobId, milestoneId })).toBe('released');
});

const webhook = (body: string, secret: string) => {
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
const claim = (disputeId: string, status: string) =>
  JSON.stringify({
    type: 'DISPUTE_CLOSED',
    data: { dispute: { dispute_id: disputeId, dispute_status: status, dispute_amount: 1 } },
  });

/** Opens and decides a chargeback while webhooks are off, so that its first report is final. */
async function decidedUnheard(of: Paid, end: 'lost' | 'won', amount: number, takenPaise: number) {
  await control(world, 'faults', { webhooks: 'off' });
  try {
    await control(world, `payments/${of.paymentId}/dispute`, { amount });
    const records = await fetch(`${world.sandboxUrl}/pg/orders/${of.orderId}/disputes`, {
      headers: { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2025-01-01' },
    });
    const [dispute] = (await records.json()) as { dispute_id: string | number }[];
    await control(world, `disputes/${dispute?.dispute_id}`, { step: `MERCHANT_${end.toUpperCase()}` });
    await inTx(world.db, (tx) => enqueue(tx, 'look_at_order', { provider: 'cashfree', orderId: of.orderId }));
    await becomes(of, end, takenPaise);
  } finally {
    await control(world, 'faults', { webhooks: 'on' });
  }
}

test('holds the rest when the first report says that a part was lost', async () => {
  const of = await paid();
  const at = milestoneAt(of.contract);
  await decidedUnheard(of, 'lost', 500.5, 500_50);
  expect(await escrowNow(of)).toBe(999_50);
  expect(await milestoneOf(of)).toMatchObject({ onHold: true, fund: 'funded' });
  await world.db
    .updateTable('milestone')
    .set({ work_state: 'completed' })
    .where('id', '=', at.milestoneId)
    .execute();
  expect((await fundStep(poster, at, 'accepted')).status).toBe(409);
});

test('does not restart the poster’s time when the first report says that the chargeback was won', async () => {
  const of = await paid();
  const { milestoneId } = milestoneAt(of.contract);
  const asked = new Date(world.clock.now().getTime() - 2 * DAY_MS);
  await world.db
    .updateTable('milestone')
    .set({ work_state: 'payment_requested', payment_requested_at: asked })
    .where('id', '=', milestoneId)
    .execute();
  await decidedUnheard(of, 'won', 1500, 0);
  const { payment_requested_at: since } = await world.db
    .selectFrom('milestone')
    .select('payment_requested_at')
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  expect(since).toEqual(asked);
});

test('ignores forged, false, repeated and late events unless the provider confirms them', async () => {
  const of = await paid();
  await open(of);
  const id = await idOf(of);
  expect((await webhook(claim(id, 'CHARGEBACK_MERCHANT_WON'), 'guessed')).status).toBe(401);
  expect((await webhook(claim(id, 'CHARGEBACK_MERCHANT_WON'), 'sandbox')).status).toBe(200);
  expect((await webhook(claim('424242', 'CHARGEBACK_CREATED'), 'sandbox')).status).toBe(200);
  expect((await webhook('{"type":"DISPUTE_CREATED","data":{}}', 'sandbox')).status).toBe(400);
  await world.drain();
  expect(await rowOf(of)).toMatchObject({ state: 'open', takings: 1 });
  await step(of, 'MERCHANT_WON');
  await becomes(of, 'won', 0);
  for (const status of ['CHARGEBACK_CREATED', 'CHARGEBACK_MERCHANT_LOST', 'CHARGEBACK_MERCHANT_WON'])
    expect((await webhook(claim(id, status), 'sandbox')).status).toBe(200);
  await world.drain();
  expect(await rowOf(of)).toMatchObject({ state: 'won', takings: 1, escrow_paise: 0 });
  expect(await escrowNow(of)).toBe(1_500_00);
});

test('finds a chargeback by the weekly poll when webhooks are lost', async () => {
  const of = await paid();
  await control(world, 'faults', { webhooks: 'off' });
  try {
    await control(world, `payments/${of.paymentId}/dispute`);
    await inTx(world.db, (tx) => enqueue(tx, 'look_at_payments', {}));
    await world.drain();
    expect(await rowOf(of)).toBeUndefined();
    await world.db
      .updateTable('payment')
      .set({ looked_at: new Date(world.clock.now().getTime() - 8 * DAY_MS) })
      .where('payment_id', '=', of.paymentId)
      .execute();
    await inTx(world.db, (tx) => enqueue(tx, 'look_at_payments', {}));
    await becomes(of, 'open', 1_500_00);
  } finally {
    await control(world, 'faults', { webhooks: 'on' });
  }
});
