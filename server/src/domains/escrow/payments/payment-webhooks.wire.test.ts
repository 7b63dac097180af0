import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { listPayments } from '../../../../test/rows.ts';
import { awardMilestone, fund, readFundState, openOrder } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';

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

/** A webhook as the provider sends it, signed with the given secret. */
function sendWebhook(
  body: string,
  options: { secret?: string; key?: string; ageMs?: number; headers?: Record<string, string> } = {},
) {
  const timestamp = String(Date.now() - (options.ageMs ?? 0));
  const signature = createHmac('sha256', options.secret ?? 'sandbox')
    .update(timestamp + body)
    .digest('base64');
  return fetch(`${world.url}/webhooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signature,
      'x-idempotency-key': options.key ?? randomUUID(),
      ...options.headers,
    },
    body,
  });
}
const buildSuccessBody = (orderId: string) =>
  JSON.stringify({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    event_time: new Date().toISOString(),
    data: { order: { order_id: orderId, order_amount: 1500 }, payment: { payment_status: 'SUCCESS' } },
  });
const listEvents = (verdict: 'valid' | 'forged' | 'malformed') =>
  world.db.selectFrom('provider_event').selectAll().where('verdict', '=', verdict).execute();

test('refuses a forged webhook, stores it once, and moves nothing', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  const body = buildSuccessBody(orderId);
  const before = (await listEvents('forged')).length;
  expect((await sendWebhook(body, { secret: 'guessed' })).status).toBe(401);
  expect((await sendWebhook(body, { secret: 'guessed' })).status).toBe(401);
  expect((await sendWebhook(body, { headers: { 'x-webhook-timestamp': 'soon' } })).status).toBe(400);
  expect((await sendWebhook('not json')).status).toBe(400);
  expect((await listEvents('forged')).length).toBe(before + 1);
  expect(await readFundState(world, at)).toBe('funding_pending');
});

test('moves nothing for a genuine webhook that claims a success the provider does not confirm', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  const readCheckedAt = () =>
    world.db
      .selectFrom('escrow_order')
      .select('checked_at')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
  expect((await sendWebhook(buildSuccessBody(orderId))).status).toBe(200);
  await waitFor('the check', async () => (await readCheckedAt()).checked_at !== null);
  expect(await readFundState(world, at)).toBe('funding_pending');
  expect((await sendWebhook(buildSuccessBody('fws_unknown_order'))).status).toBe(200);
});

test('stores a repeated webhook once and changes nothing', async () => {
  const at = await createMilestone();
  const orderId = await fund(world, poster, at);
  const body = buildSuccessBody(orderId);
  const key = randomUUID();
  // Replays by an interceptor, under another key that the signature does not cover.
  const answers = [
    await sendWebhook(body, { key }),
    await sendWebhook(body, { key }),
    await sendWebhook(body),
    await sendWebhook(body, { ageMs: -60_000 }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const isThis = (event: { body: Buffer }) => event.body.toString() === body;
  expect((await listEvents('valid')).filter(isThis)).toHaveLength(1);
  expect(await listPayments(world, orderId)).toHaveLength(1);
});

const HOUR_MS = 3600_000;
test('accepts a webhook up to a day old, and refuses and stores older and future ones', async () => {
  const orderId = await openOrder(poster, await createMilestone());
  const send = (ageMs: number) => sendWebhook(buildSuccessBody(orderId), { ageMs });
  expect((await send(24 * HOUR_MS)).status).toBe(200);
  expect((await send(-5 * 60_000)).status).toBe(200);
  const before = await listEvents('forged');
  expect((await send(26 * HOUR_MS)).status).toBe(401);
  expect((await send(-HOUR_MS)).status).toBe(401);
  expect((await send(6 * 365 * 24 * HOUR_MS)).status).toBe(401);
  const refused = (await listEvents('forged')).slice(before.length);
  expect(refused.map(({ reason, outcome }) => [reason, outcome])).toEqual(
    Array.from({ length: 3 }, () => ['stale', 'refused']),
  );
});
