import { createHmac, randomUUID } from 'node:crypto';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import * as calls from '@fws/contract/admin/webhooks/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { award, getMilestoneAt, openOrder } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  boss = await createAdmin(world, 'admin');
});
afterAll(() => world.close());

const buildBody = (orderId: string) =>
  JSON.stringify({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    data: {
      order: { order_id: orderId },
      payment: { cf_payment_id: 7, payment_status: 'SUCCESS' },
      customer_details: { customer_phone: '9876543210' },
    },
  });
function signHeaders(body: string, secret: string, at = new Date()): Record<string, string> {
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
  fetch(`${world.url}/webhooks/payments`, { method: 'POST', headers: signHeaders(body, secret), body });
const findNewestRefusedId = async () =>
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
const isInQueue = async (id: string) =>
  (await boss.user.done(adminQueue, { kind: 'webhook' })).items.some((item) => String(item.id) === id);
const decide = (by: TestAdmin, webhookId: string, decision: 'retry' | 'dismiss', reason = '') =>
  by.user.call(calls.adminWebhookDecide, { webhookId, decision, reason });

test('shows a forged webhook with its ids and the reason of refusal, and no personal data', async () => {
  expect((await send(buildBody('order_7'), 'guessed')).status).toBe(401);
  const webhookId = await findNewestRefusedId();
  expect(await isInQueue(webhookId)).toBe(true);
  const webhookCase = await boss.user.done(calls.adminWebhook, { webhookId });
  expect(webhookCase).toMatchObject({
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
  expect(JSON.stringify(webhookCase)).not.toContain('9876543210');
  expect(webhookCase.headers.map(({ name }) => name)).not.toContain('x-webhook-signature');

  expect(await decide(boss, webhookId, 'retry')).toMatchObject({
    status: 200,
    data: { accepted: false },
    message: 'It is refused still. Nothing was done',
  });
  expect(await isInQueue(webhookId)).toBe(true);
  expect((await decide(boss, webhookId, 'dismiss')).status).toBe(422);
  const answers = await Promise.all(
    [1, 2].map(() => decide(boss, webhookId, 'dismiss', 'A scan from outside')),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await isInQueue(webhookId)).toBe(false);
  expect((await boss.user.done(calls.adminWebhook, { webhookId })).seen).toMatchObject({
    by: `${boss.user.firstName} Kumar`,
  });
});

test('shows every field of a refused webhook, but no signature', async () => {
  world.clock.stop();
  const body = buildBody('order_8');
  const headers = signHeaders(body, 'guessed');
  expect((await fetch(`${world.url}/webhooks/payments`, { method: 'POST', headers, body })).status).toBe(401);
  const webhookId = await findNewestRefusedId();
  const receivedAt = '2026-11-20T08:00:00.000Z';
  await world.db
    .updateTable('provider_event')
    .set({ received_at: new Date(receivedAt) })
    .where('id', '=', Number(webhookId))
    .execute();
  await decide(boss, webhookId, 'dismiss', 'A scan from outside');
  expect(await boss.user.done(calls.adminWebhook, { webhookId })).toEqual({
    id: Number(webhookId),
    provider: 'cashfree',
    verdict: 'forged',
    reason: 'signature',
    receivedAt,
    bytes: body.length,
    claims: [
      { name: 'type', value: 'PAYMENT_SUCCESS_WEBHOOK' },
      { name: 'order_id', value: 'order_8' },
      { name: 'cf_payment_id', value: '7' },
      { name: 'payment_status', value: 'SUCCESS' },
    ],
    headers: [
      { name: 'content-type', value: 'application/json' },
      { name: 'x-idempotency-key', value: headers['x-idempotency-key'] },
      { name: 'x-webhook-timestamp', value: headers['x-webhook-timestamp'] },
    ],
    seen: { by: `${boss.user.firstName} Kumar`, at: world.clock.format() },
  });
  world.clock.reset();
});

test('processes a webhook once on retry after a wrong secret is corrected, and asks the provider', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  const orderId = await openOrder(poster, getMilestoneAt(contract));
  await world.drain();
  const body = buildBody(orderId);
  // The webhook arrived in time; the secret was corrected days later.
  const receivedAt = new Date(Date.now() - 3 * 24 * 3600_000);
  const { id } = await world.db
    .insertInto('provider_event')
    .values({
      provider: 'cashfree',
      dedupe_key: `forged:${randomUUID()}`,
      type: 'unknown',
      headers: JSON.stringify(signHeaders(body, 'sandbox', receivedAt)),
      received_at: receivedAt,
      body: Buffer.from(body),
      verdict: 'forged',
      reason: 'signature',
      outcome: 'refused',
      handled_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const before = await getCheckedAt(orderId);
  const answers = await Promise.all([1, 2].map(() => decide(boss, String(id), 'retry')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await world.drain();
  expect(await getCheckedAt(orderId)).not.toEqual(before);
  const genuine = await world.db
    .selectFrom('provider_event')
    .select('outcome')
    .where('verdict', '=', 'valid')
    .where('type', '=', 'PAYMENT_SUCCESS_WEBHOOK')
    .execute();
  expect(genuine).toEqual([{ outcome: 'enqueued' }]);
  const milestone = await world.db
    .selectFrom('milestone')
    .select('fund_state')
    .where('id', '=', getMilestoneAt(contract).milestoneId)
    .executeTakeFirstOrThrow();
  // The webhook claims a payment, but the provider does not confirm it.
  expect(milestone.fund_state).toBe('funding_pending');
});

const getCheckedAt = async (orderId: string) =>
  (
    await world.db
      .selectFrom('escrow_order')
      .select('checked_at')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).checked_at;

test('deletes refused webhooks after thirty days and keeps genuine ones', async () => {
  expect((await send('{"type":"X","data":{}}', 'guessed')).status).toBe(401);
  const webhookId = await findNewestRefusedId();
  await world.db
    .updateTable('provider_event')
    .set({ received_at: new Date(Date.now() - 31 * 24 * 3600_000) })
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'delete_old_webhooks', {}));
  await world.drain();
  expect((await boss.user.call(calls.adminWebhook, { webhookId })).status).toBe(404);
  const verdicts = await world.db.selectFrom('provider_event').select('verdict').distinct().execute();
  expect(verdicts).toEqual([{ verdict: 'valid' }]);
});

test('hides refused webhooks from finance', async () => {
  const finance = await createAdmin(world, 'finance');
  expect((await decide(finance, '1', 'retry')).status).toBe(403);
  expect((await finance.user.done(adminQueue, { kind: 'webhook' })).items).toEqual([]);
});
