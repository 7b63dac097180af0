import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  advanceWithdrawal,
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  waitForPostponement,
  listWithdrawalNotifications,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { createLog } from '../../platform/log.ts';
import { enqueueAdvance, enqueueWithdrawalCheck } from './transfer-checks/service.ts';

// Withdrawals after the request: the provider's answers, missing answers and webhooks.
let world: World;
let poster: TestUser;
const logLines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ log: createLog((line) => logLines.push(line)) });
  poster = await world.user({ firstName: 'Meera' });
  await controlSandbox(world, 'faults', { webhooks: 'off' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

/** A user who has requested all they earned, ₹500. */
async function startWithdrawal(accountNumber = '50100417700123'): Promise<{ user: TestUser; id: number }> {
  const user = await world.user({ identity: 'verified' });
  await earnWithWebhooks(user);
  const account = await createBankAccount(user, accountNumber);
  return { user, id: parseWithdrawalId(await withdraw(user, account.id, '500')) };
}

/** Escrow is funded through webhooks; the withdrawals in this file must work without them. */
async function earnWithWebhooks(user: TestUser): Promise<void> {
  await controlSandbox(world, 'faults', { webhooks: 'on' });
  await earn(world, { poster, worker: user }, '500');
  await world.drain();
  await controlSandbox(world, 'faults', { webhooks: 'off' });
}

const failNext = (path: string, status: number, when: 'before' | 'after' = 'before', times = 1) =>
  controlSandbox(world, 'faults', { failNext: { path, method: 'POST', status, when, times } });

async function sendWebhook(
  transferId: string,
  options: { secret?: string; type?: string; body?: string } = {},
): Promise<number> {
  const timestamp = String(Date.now());
  const type = options.type ?? 'TRANSFER_SUCCESS';
  const body = options.body ?? JSON.stringify({ type, data: { transfer_id: transferId } });
  const signature = createHmac('sha256', options.secret ?? 'sandbox')
    .update(timestamp + body)
    .digest('base64');
  const response = await fetch(`${world.url}/webhooks/payouts`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signature,
    },
    body,
  });
  return response.status;
}

async function fetchTransfers(transferId: string): Promise<{ status: string }[]> {
  const response = await fetch(`${world.sandboxUrl}/payout/transfers?transfer_id=${transferId}`, {
    headers: { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2024-01-01' },
  });
  return response.ok ? [(await response.json()) as { status: string }] : [];
}

/** Waits until the bank has paid, then checks without waiting for the next scheduled check. */
async function waitUntilPaid(id: number): Promise<void> {
  const { transfer_id: transferId } = await readWithdrawalRow(world, id);
  await waitFor('the bank', async () => (await fetchTransfers(transferId))[0]?.status === 'SUCCESS');
  await advanceWithdrawal(world, id);
  await waitForWithdrawal(world, id, 'paid');
}

test('asks the provider when no webhook comes', async () => {
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'paid');
  expect(await readWalletPaise(world, user)).toBe(0);
});

test('does not send a transfer again when the provider accepted it and the answer was lost', async () => {
  await failNext('/payout/transfers', 502, 'after');
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'paid');
  expect(await readWalletPaise(world, user)).toBe(0);
  expect(await listWithdrawalNotifications(world, user)).not.toContain('withdrawal_failed');
});

test('sends nothing when the owner is no longer verified at the time of sending', async () => {
  await failNext('/payout/transfers', 503);
  const { user, id } = await startWithdrawal();
  await waitForPostponement(world, id);
  const { transfer_id: transferId } = await readWithdrawalRow(world, id);
  await sql`UPDATE user_account SET identity_state = 'refused' WHERE id = ${user.id}`.execute(world.db);
  await advanceWithdrawal(world, id);
  await waitForWithdrawal(world, id, 'failed');
  expect(await fetchTransfers(transferId)).toEqual([]);
  expect(await readWalletPaise(world, user)).toBe(500_00);
});

test('returns the money when the provider refuses the transfer', async () => {
  await failNext('/payout/transfers', 400);
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'failed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
  expect((await readWithdrawalRow(world, id)).reason).toBe('simulated_failure');
});

test('returns the money when the provider does not accept the account', async () => {
  await failNext('/payout/beneficiary', 400);
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'failed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
});

test('sends the transfer later when the provider limits the rate', async () => {
  await failNext('/payout/transfers', 429);
  const { id } = await startWithdrawal();
  await waitForPostponement(world, id);
  const row = await readWithdrawalRow(world, id);
  expect(row.state).toBe('processing');
  expect((row.next_check_at?.getTime() ?? 0) - world.clock.now().getTime()).toBeGreaterThan(30_000);
  await advanceWithdrawal(world, id);
  await waitUntilPaid(id);
});

test('concurrent tasks make one transfer, one posting and one notification', async () => {
  const { user, id } = await startWithdrawal();
  const enqueued = Array.from({ length: 6 }, () =>
    inTx(world.db, (tx) => enqueue(tx, 'advance_withdrawal', { withdrawalId: id })),
  );
  await Promise.all(enqueued);
  await waitUntilPaid(id);
  await Promise.all([advanceWithdrawal(world, id), advanceWithdrawal(world, id)]);
  await world.drain();
  expect(await listWithdrawalNotifications(world, user)).toEqual(['withdrawal_requested', 'withdrawal_paid']);
});

test('handles webhooks that are repeated, forged, malformed or about unknown transfers', async () => {
  const { user, id } = await startWithdrawal();
  const { transfer_id: transferId } = await readWithdrawalRow(world, id);
  expect(await sendWebhook(transferId, { secret: 'guessed' })).toBe(401);
  expect(await sendWebhook(transferId, { body: '[]' })).toBe(400);
  expect(await sendWebhook('fws_unknown')).toBe(200);
  expect(await sendWebhook(transferId, { type: 'LOW_BALANCE_ALERT' })).toBe(200);
  const repeatedEvent = { type: 'TRANSFER_FAILED' };
  expect(await sendWebhook(transferId, repeatedEvent)).toBe(200);
  expect(await sendWebhook(transferId, repeatedEvent)).toBe(200);
  await waitUntilPaid(id);
  expect(await readWalletPaise(world, user)).toBe(0);
  const events = await world.db
    .selectFrom('provider_event')
    .select(['type', 'verdict', 'outcome'])
    .where('provider', '=', 'cashfree-payouts')
    .where('type', 'in', ['LOW_BALANCE_ALERT', 'TRANSFER_FAILED'])
    .where(sql<string>`convert_from(body, 'UTF8')`, 'like', `%${transferId}%`)
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { type: 'LOW_BALANCE_ALERT', verdict: 'valid', outcome: 'ignored' },
    { type: 'TRANSFER_FAILED', verdict: 'valid', outcome: 'enqueued' },
  ]);
});

test('webhooks out of order: only the current status at the provider counts, and only forward', async () => {
  const { user, id } = await startWithdrawal('50100417701111');
  const { transfer_id: transferId } = await readWithdrawalRow(world, id);
  await waitUntilPaid(id);
  await controlSandbox(world, `transfers/${transferId}/reverse`);
  expect(await sendWebhook(transferId, { type: 'TRANSFER_REVERSED' })).toBe(200);
  await waitForWithdrawal(world, id, 'reversed');
  expect(await sendWebhook(transferId, { type: 'TRANSFER_SUCCESS' })).toBe(200);
  await world.drain();
  expect((await readWithdrawalRow(world, id)).state).toBe('reversed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
  expect(await listWithdrawalNotifications(world, user)).toEqual([
    'withdrawal_requested',
    'withdrawal_paid',
    'withdrawal_reversed',
  ]);
});

test('finds a reversal without a webhook by asking the provider', async () => {
  const { user, id } = await startWithdrawal('50100417701111');
  await waitUntilPaid(id);
  const { transfer_id: transferId, next_check_at: next } = await readWithdrawalRow(world, id);
  expect(next).not.toBeNull();
  await controlSandbox(world, `transfers/${transferId}/reverse`);
  await advanceWithdrawal(world, id);
  await waitForWithdrawal(world, id, 'reversed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
  expect((await readWithdrawalRow(world, id)).next_check_at).toBeNull();
});

test('resumes a withdrawal that lost its task', async () => {
  await failNext('/payout/transfers', 429);
  const { id } = await startWithdrawal();
  await waitForPostponement(world, id);
  const longAgo = new Date(world.clock.now().getTime() - 3_600_000);
  await world.db.updateTable('withdrawal').set({ next_check_at: longAgo }).where('id', '=', id).execute();
  await inTx(world.db, (tx) => enqueue(tx, 'reconcile_withdrawals', {}));
  await waitUntilPaid(id);
  expect((await readWithdrawalRow(world, id)).utr).toMatch(/^SB/);
});

test('logs no account number', () => {
  expect(logLines.length).toBeGreaterThan(0);
  expect(logLines.join('\n')).not.toMatch(/5010041770/);
});

test('a check that ends does not put off one that was asked for meanwhile', async () => {
  const { id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'paid');
  const { transfer_id: transferId } = await readWithdrawalRow(world, id);
  await controlSandbox(world, `transfers/${transferId}/reverse`);
  const tomorrow = new Date(world.clock.now().getTime() + 24 * 3600_000);
  // A webhook asks for a check, and one that is under way ends and plans the next.
  await inTx(world.db, async (tx) => {
    await enqueueWithdrawalCheck(tx, id);
    await enqueueAdvance(tx, id, tomorrow);
  });
  await waitForWithdrawal(world, id, 'reversed');
  expect(await readWithdrawalRow(world, id)).toMatchObject({ state: 'reversed' });
});
