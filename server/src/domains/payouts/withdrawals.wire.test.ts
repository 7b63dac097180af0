import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { wallet } from '@fws/contract/payouts/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  endWait,
  listWithdrawalNotifications,
  createUpiAccount,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

/** A verified user who has earned that much and can withdraw it to this account. */
async function createEarner(
  rupees: string,
  destination = '50100417700123',
): Promise<{ user: TestUser; accountId: number }> {
  const user = await world.user({ identity: 'verified' });
  await earn(world, { poster, worker: user }, rupees);
  const account = destination.includes('@')
    ? await createUpiAccount(user, destination)
    : await createBankAccount(user, destination);
  if (account.usableFrom !== null) await endWait(world, account.id);
  return { user, accountId: account.id };
}

test('a withdrawal to a bank account is set aside at once, paid by the bank and notified each time', async () => {
  const { user, accountId } = await createEarner('15000');
  const answer = await withdraw(user, accountId, '4000.50');
  expect(answer).toMatchObject({
    httpStatus: 200,
    message: '₹4,000.50 is on its way to State Bank of India ··0123',
    data: { amountPaise: 4_000_50, to: 'State Bank of India ··0123', state: 'requested' },
  });
  expect(await readWalletPaise(world, user)).toBe(10_999_50);
  const id = parseWithdrawalId(answer);
  await waitForWithdrawal(world, id, 'paid');
  await waitFor('the notices', async () => (await listWithdrawalNotifications(world, user)).length === 2);
  expect(await listWithdrawalNotifications(world, user)).toEqual(['withdrawal_requested', 'withdrawal_paid']);
  const passbook = await user.done(wallet, { limit: '', cursor: '' });
  expect(passbook.balancePaise).toBe(10_999_50);
  expect(passbook.lines.map((line) => [line.kind, line.amountPaise, line.balancePaise])).toEqual([
    ['withdrawal', -4_000_50, 10_999_50],
    ['release', 15_000_00, 15_000_00],
  ]);
  expect(passbook.lines[0]).toMatchObject({
    title: 'State Bank of India ··0123',
    reference: expect.stringMatching(/^SB/),
  });
  expect(passbook.lines[1]).toMatchObject({ title: 'Paint a flat, On completion' });
});

test('withdraws to a UPI ID', async () => {
  const { user, accountId } = await createEarner('100', 'asha.kale@okbank');
  const answer = await withdraw(user, accountId, '100');
  expect(answer.message).toBe('₹100 is on its way to asha.kale@okbank');
  await waitForWithdrawal(world, parseWithdrawalId(answer), 'paid');
  expect(await readWalletPaise(world, user)).toBe(0);
});

const AMOUNT_FORM = 'Please enter the amount in rupees, such as 5000 or 1,00,000.50';

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Please enter the amount in rupees'],
  ['-5', AMOUNT_FORM],
  ['1e3', AMOUNT_FORM],
  ['1.234', AMOUNT_FORM],
  ['1,00', AMOUNT_FORM],
  ['₹1,000', 'You have ₹0 ready to withdraw'],
  ['٣', AMOUNT_FORM],
  ['0.99', 'You can withdraw ₹1 or more'],
  ['999999999999', 'You have ₹0 ready to withdraw'],
  ['1', 'You have ₹0 ready to withdraw'],
])('refuses the amount "%s"', async (amount, message) => {
  const user = await world.user({ identity: 'verified' });
  const account = await createBankAccount(user, '50100417700123');
  const answer = await withdraw(user, account.id, amount);
  expect(answer).toMatchObject({ httpStatus: 422, errors: { amountText: message } });
});

test('refuses a paisa over the balance and leaves nothing behind', async () => {
  const { user, accountId } = await createEarner('100');
  expect(await withdraw(user, accountId, '100.01')).toMatchObject({
    httpStatus: 422,
    errors: { amountText: 'You have ₹100 ready to withdraw' },
  });
  expect(await readWalletPaise(world, user)).toBe(100_00);
});

test('refuses guests, unverified users, accounts of others and accounts that still wait', async () => {
  const { user, accountId } = await createEarner('100');
  expect((await withdraw(world.guest, accountId, '1')).httpStatus).toBe(401);
  for (const identity of ['none', 'pending', 'refused'] as const) {
    const unverified = await world.user({ identity });
    expect(await withdraw(unverified, accountId, '1')).toMatchObject({
      httpStatus: 403,
      message: 'Complete eKYC to receive funds',
    });
  }
  const stranger = await world.user({ identity: 'verified' });
  expect((await withdraw(stranger, accountId, '1')).httpStatus).toBe(404);
  expect((await withdraw(user, 999_999, '1')).httpStatus).toBe(404);
  expect((await withdraw(user, 0, '1')).httpStatus).toBe(422);
  const waitingAccount = await createBankAccount(user, '60200417703333');
  const answer = await withdraw(user, waitingAccount.id, '1');
  expect(answer.httpStatus).toBe(409);
  expect(answer.message).toMatch(/^The bank gave another name for this account\. It can be used from \d/);
});

test('one of eight concurrent full withdrawals goes through', async () => {
  const { user, accountId } = await createEarner('15000');
  const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw(user, accountId, '15000')));
  expect(answers.map((answer) => answer.httpStatus).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422, 422, 422, 422, 422,
  ]);
  expect(await readWalletPaise(world, user)).toBe(0);
});

test('returns the same withdrawal for a repeated request with the same key', async () => {
  const { user, accountId } = await createEarner('300');
  const headers = { 'Idempotency-Key': 'w-1' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => withdraw(user, accountId, '100', { headers })),
  );
  expect(new Set(answers.map(parseWithdrawalId)).size).toBe(1);
  expect(await readWalletPaise(world, user)).toBe(200_00);
  expect((await withdraw(user, accountId, '101', { headers })).httpStatus).toBe(409);
  const withCode = await withdraw(user, accountId, '100', { headers, otp: '123456' });
  expect(parseWithdrawalId(withCode)).toBe(parseWithdrawalId(answers[0] ?? withCode));
});

test('returns the money when the bank does not know the account', async () => {
  const { user, accountId } = await createEarner('500', '50100417700000');
  const id = parseWithdrawalId(await withdraw(user, accountId, '500'));
  await waitForWithdrawal(world, id, 'failed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
  await waitFor('the notices', async () =>
    (await listWithdrawalNotifications(world, user)).includes('withdrawal_failed'),
  );
  const history = await user.post('withdraw_payment_history', {});
  expect(history['withdrawals']).toEqual([
    expect.objectContaining({
      status: 'failed',
      reason: 'The bank could not credit this account. The money is back in your passbook',
    }),
  ]);
});

test('returns money that the bank sends back after it was paid', async () => {
  const { user, accountId } = await createEarner('500', '50100417701111');
  const id = parseWithdrawalId(await withdraw(user, accountId, '500'));
  await waitForWithdrawal(world, id, 'paid');
  expect(await readWalletPaise(world, user)).toBe(0);
  await controlSandbox(world, `transfers/${(await readWithdrawalRow(world, id)).transfer_id}/reverse`);
  await waitForWithdrawal(world, id, 'reversed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
  const { lines } = await user.done(wallet, { limit: '', cursor: '' });
  expect(lines.map((line) => line.kind)).toEqual(['withdrawal_reversed', 'withdrawal', 'release']);
});

test('asks a provider that was down twice instead of counting the transfer as failed', async () => {
  const { user, accountId } = await createEarner('500', '50100417702222');
  const id = parseWithdrawalId(await withdraw(user, accountId, '500'));
  await waitForWithdrawal(world, id, 'paid');
  expect(await readWalletPaise(world, user)).toBe(0);
});
