import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bankAccountList, updateBankAccount, updateUpiAccount } from '@fws/contract/payouts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  readAccountRow,
  advanceWithdrawal,
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  waitForPostponement,
  readStoredNumber,
  createUpiAccount,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let asha: TestUser;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const NUMBER = '50100417704417';
const DAY_MS = 24 * 3600_000;

/** The account's current details, as the edit form would send them. */
const buildForm = (account: PayoutAccount, changes: Record<string, string> = {}): Record<string, string> => ({
  edit_id: String(account.id),
  account_number: `XXXX${account.accountEnding}`,
  confirm_account_number: `XXXX${account.accountEnding}`,
  ifsc_code: account.ifsc,
  bank_name: account.bankName,
  account_holder_name: account.holderName,
  address: account.address,
  ...changes,
});
const toNumberFields = (digits: string) => ({ account_number: digits, confirm_account_number: digits });
const changeAccount = (
  account: PayoutAccount,
  changes: Record<string, string>,
  user = asha,
): Promise<WireAnswer> => user.post('update_bank_account', buildForm(account, changes));
const readRow = (id: number) => readAccountRow(world, id);

/** The account can be used a day from now. */
function expectDayOfWait(usableFrom: string | null | undefined): void {
  const waitMs = Date.parse(usableFrom ?? '') - world.clock.now().getTime();
  expect(Math.abs(waitMs - DAY_MS)).toBeLessThan(60_000);
}

const addOwnAccount = (details: Parameters<typeof createBankAccount>[2] = {}) =>
  createBankAccount(asha, NUMBER, { holderName: 'Asha Kale', ...details });

test('a changed number in the name of the user is usable at once and gets a new beneficiary id', async () => {
  const account = await addOwnAccount();
  const before = await readRow(account.id);
  const answer = await changeAccount(account, {
    ...toNumberFields('60200417705555'),
    ifsc_code: 'hdfc0000123',
  });
  expect(answer).toMatchObject({
    httpStatus: 200,
    message: 'Bank account updated',
    data: [
      {
        id: account.id,
        account_number: 'XXXX5555',
        ifsc_code: 'HDFC0000123',
        // Left over from the old IFSC, so looked up again.
        bank_name: 'HDFC Bank',
        usable_from: null,
        can_update: { allowed: true, reason: null },
      },
    ],
  });
  expect(JSON.stringify(answer)).not.toContain('60200417705555');
  const after = await readRow(account.id);
  expect(await readStoredNumber(world, account.id)).toBe('60200417705555');
  expect(after).toMatchObject({ account_number: '', account_ending: '5555', registered_at: null });
  expect(after.beneficiary_id).not.toBe(before.beneficiary_id);
  expect(await asha.done(bankAccountList, {})).toHaveLength(1);
});

test('changes display details without a wait and without a new beneficiary id', async () => {
  const account = await createBankAccount(asha, '50100417703333');
  const before = await readRow(account.id);
  const updated = await asha.done(updateBankAccount, {
    accountId: String(account.id),
    accountNumber: '',
    confirmAccountNumber: '',
    ifsc: account.ifsc,
    bankName: 'Bank of the corner',
    holderName: 'Ravi Kale',
    address: 'Nagpur',
  });
  expect(updated).toMatchObject({
    accountEnding: '3333',
    holderName: 'Ravi Kale',
    nameAtBank: 'ANOTHER PERSON',
    bankName: 'Bank of the corner',
    address: 'Nagpur',
    usableFrom: before.usable_from.toISOString(),
  });
  expect(await readStoredNumber(world, account.id)).toBe('50100417703333');
  expect(await readRow(account.id)).toMatchObject({
    beneficiary_id: before.beneficiary_id,
    usable_from: before.usable_from,
  });
});

test('an account changed to another holder waits a day, and repeating the change does not restart the wait', async () => {
  const account = await addOwnAccount();
  // The typed name does not matter; the bank's name counts.
  const fields = { ...toNumberFields('60200417703333'), account_holder_name: 'Asha Kale' };
  const first = await changeAccount(account, fields);
  expectDayOfWait((first.data as { usable_from: string | null }[])[0]?.usable_from);
  expect(first.data).toMatchObject([{ name_at_bank: 'ANOTHER PERSON', wait_reason: 'other_name' }]);
  const { beneficiary_id } = await readRow(account.id);
  world.clock.advance(60_000);
  const again = await changeAccount(account, fields);
  expect(again.data).toEqual(first.data);
  expect(await readRow(account.id)).toMatchObject({ beneficiary_id });
  await Promise.all(Array.from({ length: 4 }, () => changeAccount(account, fields)));
  expect(await readRow(account.id)).toMatchObject({ beneficiary_id });
});

test('notifies the owner of a change once, without the full number', async () => {
  const account = await addOwnAccount();
  for (let time = 0; time < 2; time++) await changeAccount(account, toNumberFields('60200417705555'));
  const listNotifications = () =>
    world.db
      .selectFrom('notification')
      .select(['type', 'values'])
      .where('user_id', '=', asha.id)
      .where('type', '=', 'payout_account_changed')
      .execute();
  await waitFor('the notice', async () => (await listNotifications()).length > 0);
  await world.drain();
  expect(await listNotifications()).toEqual([
    {
      type: 'payout_account_changed',
      values: { from: 'State Bank of India ··4417', to: 'State Bank of India ··5555' },
    },
  ]);
});

test('checks the holder of a changed UPI ID, but not for a changed address', async () => {
  const account = await createUpiAccount(asha, 'asha@okbank');
  const changeUpiId = (upiId: string, address = '') =>
    asha.call(updateUpiAccount, { accountId: String(account.id), upiId, address });
  const getUsableFrom = (answer: WireAnswer) => (answer.data as PayoutAccount).usableFrom;
  expect(await changeUpiId('asha2@okbank')).toMatchObject({
    httpStatus: 200,
    message: 'UPI ID updated',
    data: { id: account.id, upiId: 'asha2@okbank', holderName: 'ASHA KALE', usableFrom: null },
  });
  expectDayOfWait(getUsableFrom(await changeUpiId('other@okbank')));
  const { beneficiary_id, usable_from } = await readRow(account.id);
  await controlSandbox(world, 'faults', { failNext: { path: '/verification/upi', status: 503 } });
  expect((await changeUpiId('OTHER@okbank', 'Pune')).httpStatus).toBe(200);
  expect(await readRow(account.id)).toMatchObject({ beneficiary_id, usable_from, address: 'Pune' });
  // The fault is not used up yet, so the next check gets no name.
  expectDayOfWait(getUsableFrom(await changeUpiId('asha2@okbank')));
});

test('refuses a change that duplicates another account of the user', async () => {
  const account = await addOwnAccount();
  const other = await createBankAccount(asha, '60200417705555', { holderName: 'Asha Kale' });
  expect(await changeAccount(other, toNumberFields(NUMBER))).toMatchObject({
    httpStatus: 422,
    errors: { account_number: 'You have already added this account' },
  });
  expect(await readStoredNumber(world, other.id)).toBe('60200417705555');
  const [first, second] = [
    await createUpiAccount(asha, 'asha@okbank'),
    await createUpiAccount(asha, 'asha2@okbank'),
  ];
  const answer = await asha.post('update_upi_payout', { edit_id: String(second.id), upi_id: 'ASHA@okbank' });
  expect(answer).toMatchObject({
    httpStatus: 422,
    errors: { upi_id: 'You have already added this account' },
  });
  const answers = await Promise.all(
    [account, other].map((entry) => changeAccount(entry, toNumberFields('70300417706666'))),
  );
  expect(answers.map((result) => result.httpStatus).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(first.id).not.toBe(second.id);
});

test('only the owner changes an account, and only by the call for its kind', async () => {
  const account = await addOwnAccount();
  const upi = await createUpiAccount(asha, 'asha@okbank');
  const ravi = await world.user({ identity: 'verified', firstName: 'Ravi' });
  const stranger = { edit_id: String(upi.id), upi_id: 'ravi@okbank' };
  expect((await changeAccount(account, toNumberFields('60200417705555'), ravi)).httpStatus).toBe(404);
  expect((await ravi.post('update_upi_payout', stranger)).httpStatus).toBe(404);
  expect((await changeAccount({ ...account, id: upi.id }, {})).httpStatus).toBe(404);
  expect(
    (await asha.post('update_upi_payout', { ...stranger, edit_id: String(account.id) })).httpStatus,
  ).toBe(404);
  expect((await changeAccount({ ...account, id: 999_999 }, {})).httpStatus).toBe(404);
  expect((await world.guest.post('update_bank_account', buildForm(account))).httpStatus).toBe(401);
  expect((await world.guest.post('update_upi_payout', stranger)).httpStatus).toBe(401);
  expect(await readStoredNumber(world, account.id)).toBe(NUMBER);
  expect(await readRow(upi.id)).toMatchObject({ upi_id: 'asha@okbank' });
});

test.each<[string, Record<string, string>, string[]]>([
  ['no account', { edit_id: '' }, ['edit_id']],
  ['a short number', toNumberFields('12345'), ['account_number']],
  ['two numbers', { account_number: '123456', confirm_account_number: '123457' }, ['confirm_account_number']],
  ['a number once', { account_number: '123456', confirm_account_number: '' }, ['confirm_account_number']],
  ['another mask', toNumberFields('XXXX44'), ['account_number']],
  ['no IFSC', { ifsc_code: '' }, ['ifsc_code']],
  ['no name', { account_holder_name: ' ' }, ['account_holder_name']],
  ['a long address', { address: 'A'.repeat(301) }, ['address']],
])('refuses a change with %s', async (_, fields, invalidFields) => {
  const account = await addOwnAccount();
  const answer = await changeAccount(account, fields);
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual(invalidFields);
  expect(await readStoredNumber(world, account.id)).toBe(NUMBER);
  expect(await readRow(account.id)).toMatchObject({ holder_name: 'Asha Kale' });
});

test('refuses to change the destination while money is on its way to it, and allows it afterwards', async () => {
  await earn(world, { poster: await world.user(), worker: asha }, '500');
  const account = await addOwnAccount();
  await controlSandbox(world, 'faults', { failNext: { path: '/transfers', status: 503, times: 50 } });
  const id = parseWithdrawalId(await withdraw(asha, account.id, '100'));
  await waitForPostponement(world, id);
  expect(await changeAccount(account, toNumberFields('60200417705555'))).toMatchObject({
    httpStatus: 409,
    message: 'Money is on its way to this account. You can change it when it has arrived',
  });
  expect((await asha.done(bankAccountList, {}))[0]?.change).toEqual({
    allowed: false,
    reason: 'payouts.account_in_use',
  });
  // Display details may still be corrected.
  expect((await changeAccount(account, { address: 'Nagpur' })).httpStatus).toBe(200);

  await controlSandbox(world, 'faults', {});
  await advanceWithdrawal(world, id);
  await waitForWithdrawal(world, id, 'paid');
  expect((await changeAccount(account, toNumberFields('60200417705555'))).httpStatus).toBe(200);
  expect(await readWithdrawalRow(world, id)).toMatchObject({ destination: 'State Bank of India ··4417' });
  // The next one goes to the new number, which is registered with the provider first.
  const next = parseWithdrawalId(await withdraw(asha, account.id, '100'));
  await waitForWithdrawal(world, next, 'paid');
  expect(await readWithdrawalRow(world, next)).toMatchObject({ destination: 'State Bank of India ··5555' });
  expect((await readRow(account.id)).registered_at).not.toBeNull();
  expect(await readWalletPaise(world, asha)).toBe(300_00);
});

test('a concurrent change never sends a withdrawal to a destination that its owner did not see', async () => {
  await earn(world, { poster: await world.user(), worker: asha }, '500');
  for (let round = 0; round < 4; round++) {
    const account = await createBankAccount(asha, `501004177000${round}9`, { holderName: 'Asha Kale' });
    const ending = `4400${round}`;
    const [withdrawAnswer, changeAnswer] = await Promise.all([
      withdraw(asha, account.id, '10'),
      changeAccount(account, toNumberFields(`6020041770${ending}`)),
    ]);
    const currentNumber = await readStoredNumber(world, account.id);
    expect(changeAnswer.httpStatus).toBe(currentNumber.endsWith(ending) ? 200 : 409);
    // Requested just before the account changed, so it is refused and the owner must request it again.
    if (withdrawAnswer.httpStatus === 409) continue;
    const id = parseWithdrawalId(withdrawAnswer);
    expect((await readWithdrawalRow(world, id)).destination.slice(-4)).toBe(currentNumber.slice(-4));
    await waitForWithdrawal(world, id, 'paid');
  }
});
