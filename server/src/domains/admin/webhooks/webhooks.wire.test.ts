import { createHmac, randomUUID } from 'node:crypto';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import * as calls from '@fws/contract/admin/webhooks/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { award, milestoneAt, openOrder } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { admin, type TestAdmin } from '../testing.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  boss = await admin(world, 'admin');
});
afterAll(() => world.close());

const bodyAbout = (orderId: string) =>
  JSON.stringify({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    data: {
      order: { order_id: orderId },
      payment: { cf_payment_id: 7, payment_status: 'SUCCESS' },
      customer_details: { customer_phone: '9876543210' },
    },
  });
function signed(body: string, secret: string, at = new Date()): Record<string, string> {
  const timestamp = String(at.getTime());
  const signature = createHmac('sha256', secret)
    .update(timestamp + body)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signature,
    'x-idempotency-key': randomUUID(),
  };
}
const send = (body: string, secret: string) =>
  fetch(`${world.url}/webhooks/payments`, { method: 'POST', headers: signed(body, secret), body });
const newest = async () =>
  String(
    (
      await world.db
        .selectFrom('provider_event')
        .select('id')
        .where('verdict', '<>', 'valid')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id,
  );
const waits = async (id: string) =>
  (await boss.user.done(adminQueue, { kind: 'webhook' })).items.some((item) => String(item.id) === id);
const decide = (by: TestAdmin, webhookId: string, decision: 'retry' | 'dismiss', reason = '') =>
  by.user.call(calls.adminWebhookDecide, { webhookId, decision, reason });

test('shows a forged webhook with its ids and the reason of refusal, and no personal data', async () => {
  expect((await send(bodyAbout('order_7'), 'guessed')).status).toBe(401);
  const webhookId = await newest();
  expect(await waits(webhookId)).toBe(true);
  const found = await boss.user.done(calls.adminWebhook, { webhookId });
  expect(found).toMatchObject({
    provider: 'cashfree',
    verdict: 'forged',
    reason: 'signature',
    seen: null,
    claims: [
      { name: 'type', value: 'PAYMENT_SUCCESS_WEBHOOK' },
      { name: 'order_id', value: 'order_7' },
      { name: 'cf_payment_id', value: '7' },
      { name: 'payment_status', value: 'SUCCESS' },
    ],
  });
  expect(JSON.stringify(found)).not.toContain('9876543210');
  expect(found.headers.map(({ name }) => name)).not.toContain('x-webhook-signature');

  expect(await decide(boss, webhookId, 'retry')).toMatchObject({
    status: 200,
    data: { accepted: false },
    message: 'It is refused still. Nothing was done',
  });
  expect(await waits(webhookId)).toBe(true);
  expect((await decide(boss, webhookId, 'dismiss')).status).toBe(422);
  const answers = await Promise.all(
    [1, 2].map(() => decide(boss, webhookId, 'dismiss', 'A scan from outside')),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await waits(webhookId)).toBe(false);
  expect((await boss.user.done(calls.adminWebhook, { webhookId })).seen).toMatchObject({
    by: `${boss.user.firstName} Kumar`,
  });
});

test('processes a webhook once on retry after a wrong secret is corrected, and asks the provider', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  const orderId = await openOrder(poster, milestoneAt(contract));
  await world.drain();
  const body = bodyAbout(orderId);
  // The webhook arrived in time; the secret was corrected days later.
  const receivedAt = new Date(Date.now() - 3 * 24 * 3600_000);
  const { id } = await world.db
    .insertInto('provider_event')
    .values({
      provider: 'cashfree',
      dedupe_key: `forged:${randomUUID()}`,
      type: 'unknown',
      headers: JSON.stringify(signed(body, 'sandbox', receivedAt)),
      received_at: receivedAt,
      body: Buffer.from(body),
      verdict: 'forged',
      reason: 'signature',
      outcome: 'refused',
      handled_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const before = await checkedAt(orderId);
  const answers = await Promise.all([1, 2].map(() => decide(boss, String(id), 'retry')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await world.drain();
  expect(await checkedAt(orderId)).not.toEqual(before);
  const genuine = await world.db
    .selectFrom('provider_event')
    .select('outcome')
    .where('verdict', '=', 'valid')
    .where('type', '=', 'PAYMENT_SUCCESS_WEBHOOK')
    .execute();
  expect(genuine).toEqual([{ outcome: 'enqueued' }]);
  const fund = await world.db
    .selectFrom('milestone')
    .select('fund_state')
    .where('id', '=', milestoneAt(contract).milestoneId)
    .executeTakeFirstOrThrow();
  // The webhook claims a payment, but the provider does not confirm it.
  expect(fund.fund_state).toBe('funding_pending');
});

const checkedAt = async (orderId: string) =>
  (
    await world.db
      .selectFrom('escrow_order')
      .select('checked_at')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).checked_at;

test('deletes refused webhooks after thirty days and keeps genuine ones', async () => {
  expect((await send('{"type":"X","data":{}}', 'guessed')).status).toBe(401);
  const webhookId = await newest();
  await world.db
    .updateTable('provider_event')
    .set({ received_at: new Date(Date.now() - 31 * 24 * 3600_000) })
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'forget_refused_webhooks', {}));
  await world.drain();
  expect((await boss.user.call(calls.adminWebhook, { webhookId })).status).toBe(404);
  const left = await world.db.selectFrom('provider_event').select('verdict').distinct().execute();
  expect(left).toEqual([{ verdict: 'valid' }]);
});

test('hides refused webhooks from finance', async () => {
  const finance = await admin(world, 'finance');
  expect((await decide(finance, '1', 'retry')).status).toBe(403);
  expect((await finance.user.done(adminQueue, { kind: 'webhook' })).items).toEqual([]);
});
