import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../test/ledger.ts';
import { award, fund, fundStateOf, milestoneAt, openOrder, type MilestoneAt } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';

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

const newMilestone = async (): Promise<MilestoneAt> =>
  milestoneAt(await award(world, { poster, worker }, { rupees: '1500', term: 'completion' }));

const paymentsOf = (orderId: string) =>
  world.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('received_at').execute();

/** A webhook as the provider sends it, signed with the given secret. */
function webhook(
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
const successOf = (orderId: string) =>
  JSON.stringify({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    event_time: new Date().toISOString(),
    data: { order: { order_id: orderId, order_amount: 1500 }, payment: { payment_status: 'SUCCESS' } },
  });
const eventsLike = (verdict: 'valid' | 'forged' | 'malformed') =>
  world.db.selectFrom('provider_event').selectAll().where('verdict', '=', verdict).execute();

test('refuses a forged webhook, stores it once, and moves nothing', async () => {
  const at = await newMilestone();
  const orderId = await openOrder(poster, at);
  const body = successOf(orderId);
  const before = (await eventsLike('forged')).length;
  expect((await webhook(body, { secret: 'guessed' })).status).toBe(401);
  expect((await webhook(body, { secret: 'guessed' })).status).toBe(401);
  expect((await webhook(body, { headers: { 'x-webhook-timestamp': 'soon' } })).status).toBe(400);
  expect((await webhook('not json')).status).toBe(400);
  expect((await eventsLike('forged')).length).toBe(before + 1);
  expect(await fundStateOf(world, at)).toBe('funding_pending');
});

test('moves nothing for a genuine webhook that claims a success the provider does not confirm', async () => {
  const at = await newMilestone();
  const orderId = await openOrder(poster, at);
  const checked = () =>
    world.db
      .selectFrom('escrow_order')
      .select('checked_at')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
  expect((await webhook(successOf(orderId))).status).toBe(200);
  await waitFor('the check', async () => (await checked()).checked_at !== null);
  expect(await fundStateOf(world, at)).toBe('funding_pending');
  expect((await webhook(successOf('fws_unknown_order'))).status).toBe(200);
});

test('stores a repeated webhook once and changes nothing', async () => {
  const at = await newMilestone();
  const orderId = await fund(world, poster, at);
  const body = successOf(orderId);
  const key = randomUUID();
  // Replays by an interceptor, under another key that the signature does not cover.
  const answers = [
    await webhook(body, { key }),
    await webhook(body, { key }),
    await webhook(body),
    await webhook(body, { ageMs: -60_000 }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const isThis = (event: { body: Buffer }) => event.body.toString() === body;
  expect((await eventsLike('valid')).filter(isThis)).toHaveLength(1);
  expect(await paymentsOf(orderId)).toHaveLength(1);
});

const HOUR_MS = 3600_000;
test('accepts a webhook up to a day old, and refuses and stores older and future ones', async () => {
  const orderId = await openOrder(poster, await newMilestone());
  const send = (ageMs: number) => webhook(successOf(orderId), { ageMs });
  expect((await send(24 * HOUR_MS)).status).toBe(200);
  expect((await send(-5 * 60_000)).status).toBe(200);
  const before = await eventsLike('forged');
  expect((await send(26 * HOUR_MS)).status).toBe(401);
  expect((await send(-HOUR_MS)).status).toBe(401);
  expect((await send(6 * 365 * 24 * HOUR_MS)).status).toBe(401);
  const refused = (await eventsLike('forged')).slice(before.length);
  expect(refused.map(({ reason, outcome }) => [reason, outcome])).toEqual(
    Array.from({ length: 3 }, () => ['stale', 'refused']),
  );
});
