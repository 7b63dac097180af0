import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { controlSandbox } from '../../../test/payouts.ts';
import { award, fund, getMilestoneAt } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { composePorts } from '../../compose-ports.ts';
import { readConfig } from '../../config/index.ts';
import { reconcile } from '../reconciliation/index.ts';
import { getBalance, calculateCover } from './index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user();
  worker = await world.user();
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

/** ₹1,500 in escrow, still held by the provider. */
async function pay(): Promise<void> {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  await fund(world, poster, getMilestoneAt(contract));
}
const readBalances = async () => ({
  clearing: await getBalance(world.db, 'provider_clearing'),
  bank: await getBalance(world.db, 'bank'),
  fee: await getBalance(world.db, 'fee_expense'),
  gst: await getBalance(world.db, 'gst_input'),
});
const listSettlements = () =>
  world.db.selectFrom('settlement').selectAll().orderBy('settled_at').orderBy('settlement_id').execute();
const listOddities = async () =>
  (await world.db.selectFrom('ops_case').select('detail').where('kind', '=', 'settlement_odd').execute()).map(
    ({ detail }) => detail,
  );
/** 1.75% of ₹1,500, and 18% GST on that. */
const FEE = 26_25;
const GST = 4_72;
const waitForSettlements = (count: number) =>
  waitFor(`${count} settlements`, async () => (await listSettlements()).length === count);

test('moves a settlement from the provider account to our bank, with its fee and GST', async () => {
  await pay();
  const before = await readBalances();
  expect(before.clearing).toBe(1_500_00);
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitForSettlements(1);
  await world.drain();
  expect(await readBalances()).toEqual({ clearing: 0, bank: 1_500_00 - FEE - GST, fee: FEE, gst: GST });
  // The platform has to pay in what the settlement cost.
  expect(await calculateCover(world.db)).toEqual({ heldPaise: 1_500_00 - FEE - GST, owedPaise: 1_500_00 });
});

test('a failed settlement moves nothing, and its money comes with the next one', async () => {
  await pay();
  const before = await readBalances();
  await controlSandbox(world, 'settlements', { outcome: 'FAILED' });
  await world.drain();
  expect(await readBalances()).toEqual(before);
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitForSettlements(2);
  await world.drain();
  expect((await readBalances()).clearing).toBe(0);
});

test('a settlement that our bank sends back is owed by the provider again and opens a case', async () => {
  const [first] = await listSettlements();
  const id = first?.settlement_id ?? '';
  const before = await readBalances();
  await controlSandbox(world, `settlements/${id}/reverse`);
  await waitFor('the reversal', async () =>
    (await listSettlements()).some((settlement) => settlement.state === 'reversed'),
  );
  await world.drain();
  const after = await readBalances();
  expect(after).toEqual({
    clearing: before.clearing + 1_500_00,
    bank: before.bank - (1_500_00 - FEE - GST),
    fee: before.fee - FEE,
    gst: before.gst - GST,
  });
  expect(await listOddities()).toEqual(['our bank sent it back']);
  // Late repeats of the webhook change nothing.
  for (let time = 0; time < 3; time++)
    await sendWebhook(`"SETTLEMENT_${time === 0 ? 'REVERSED' : 'SUCCESS'}"`, id);
  expect(await readBalances()).toEqual(after);
  expect(await listOddities()).toHaveLength(1);
});

async function sendWebhook(type: string, settlementId: string, secret = 'sandbox'): Promise<number> {
  const body = `{"type":${type},"data":{"settlement":{"settlement_id":${settlementId},"amount_settled":9}}}`;
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret)
    .update(timestamp + body)
    .digest('base64');
  const answer = await fetch(`${world.url}/webhooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signature,
      'x-idempotency-key': randomUUID(),
    },
    body,
  });
  await world.drain();
  return answer.status;
}

test('finds a settlement whose webhook was lost while nothing ran for weeks', async () => {
  await pay();
  const count = (await listSettlements()).length;
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  world.clock.advance(20 * DAY_MS);
  try {
    await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
    await inTx(world.db, (tx) => enqueue(tx, 'reconcile_settlements', {}));
    await waitForSettlements(count + 1);
    expect(await listSettlements()).toHaveLength(count + 1);
  } finally {
    world.clock.advance(-20 * DAY_MS);
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
});

test('ignores forged webhooks and webhooks about unknown settlements', async () => {
  const before = await readBalances();
  expect(await sendWebhook('"SETTLEMENT_SUCCESS"', '77', 'guessed')).toBe(401);
  expect(await sendWebhook('"SETTLEMENT_SUCCESS"', '77')).toBe(200);
  expect(await readBalances()).toEqual(before);
});

test('books a settlement once by the hourly check when webhooks are lost', async () => {
  await pay();
  const before = (await listSettlements()).length;
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  try {
    await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
    for (let time = 0; time < 2; time++) {
      await inTx(world.db, (tx) => enqueue(tx, 'reconcile_settlements', {}));
      await world.drain();
    }
    expect(await listSettlements()).toHaveLength(before + 1);
  } finally {
    await controlSandbox(world, 'faults', { webhooks: 'on' });
  }
});

test('opens a case and leaves the ledger unchanged when the provider changes amounts later', async () => {
  const last = (await listSettlements()).at(-1);
  const { bank } = await readBalances();
  // Simulates a booking of one paisa more; reset before the ledger is checked.
  const setAmount = (paise: number) =>
    world.db
      .updateTable('settlement')
      .set({ settled_paise: paise })
      .where('settlement_id', '=', last?.settlement_id ?? '')
      .execute();
  await setAmount((last?.settled_paise ?? 0) + 1);
  await sendWebhook('"SETTLEMENT_SUCCESS"', last?.settlement_id ?? '');
  await setAmount(last?.settled_paise ?? 0);
  expect((await readBalances()).bank).toBe(bank);
  expect(await listOddities()).toContain('the provider says other amounts than before');
});

test('our books agree with the provider’s records, and a difference is reported', async () => {
  const ports = { ...composePorts(readConfig(world.config)), clock: world.clock };
  const since = new Date(world.clock.now().getTime() - 24 * 3600_000);
  const compare = () => reconcile({ db: world.db, ports }, { since, limit: 100 });
  const agreed = await compare();
  expect(agreed.differences).toEqual([]);
  expect(agreed.orders).toBeGreaterThan(2);
  expect(agreed.clearing?.theirsPaise).toBe(agreed.clearing?.oursPaise);
  expect(agreed.clearing?.oursPaise).toBe((await readBalances()).clearing);

  const { payment_id: id } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .executeTakeFirstOrThrow();
  const setAmount = (paise: number) =>
    world.db.updateTable('payment').set({ amount_paise: paise }).where('payment_id', '=', id).execute();
  await setAmount(1_500_01);
  const { differences } = await compare();
  await setAmount(1_500_00);
  expect(differences).toMatchObject([{ ours: `${id} ₹1,500.01`, theirs: `${id} ₹1,500.00` }]);
});
