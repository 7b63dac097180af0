import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addBankAccount,
  addUpiAccount,
  bankAccountList,
  removePayoutAccount,
  upiAccountList,
} from '@fws/contract/payouts/calls';
import {
  readAccountRow,
  createBankAccount,
  controlSandbox,
  readStoredNumber,
  createUpiAccount,
} from '../../../test/payouts.ts';
import { TestUser, type WireAnswer } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createLog } from '../../platform/log.ts';
import { createSession } from '../identity/index.ts';

let world: World;
const logLines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ worker: false, log: createLog((line) => logLines.push(line)) });
});
afterAll(() => world.close());

const createVerifiedUser = (firstName = 'Asha', lastName = 'Kale'): Promise<TestUser> =>
  world.user({ identity: 'verified', firstName, lastName });

const form = {
  account_number: '50100417704417',
  confirm_account_number: '50100417704417',
  ifsc_code: 'sbin0001234',
  bank_name: '',
  account_holder_name: 'Asha Kale',
  address: 'Pune',
};
const add = (user: TestUser, fields: Partial<typeof form>): Promise<WireAnswer> =>
  user.post('add_bank_account', { ...form, ...fields });

test('a bank account in the name of the user is usable at once and shows only its last four digits', async () => {
  const asha = await createVerifiedUser();
  const answer = await add(asha, {});
  expect(answer).toMatchObject({
    httpStatus: 200,
    message: 'Bank account added',
    data: [
      {
        kind: 'bank',
        account_number: 'XXXX4417',
        ifsc_code: 'SBIN0001234',
        bank_name: 'State Bank of India',
        account_holder_name: 'Asha Kale',
        usable_from: null,
      },
    ],
  });
  const list = await asha.post('bank_account_list', {});
  expect(list.data).toEqual(answer.data);
  expect(JSON.stringify([answer, list])).not.toContain('50100417704417');
});

test('keeps the typed bank name, or none, for a bank that is not on the list', async () => {
  const asha = await createVerifiedUser();
  expect(
    (await createBankAccount(asha, '123456', { ifsc: 'QQQQ0000001', bankName: 'Our Bank' })).bankName,
  ).toBe('Our Bank');
  expect((await createBankAccount(asha, '123457', { ifsc: 'QQQQ0000001' })).bankName).toBe('');
});

test.each([
  ['another person', 'verified', '50100417703333', 'other_name', 'ANOTHER PERSON'],
  ['nobody: it does not answer', 'verified', '50100417704444', 'no_answer', ''],
  ['nobody: it knows no such account', 'verified', '50100417700000', 'no_answer', ''],
  ['nobody: it is not asked for the unverified', 'none', '50100417704417', 'unverified', ''],
] as const)('waits a day, whatever is typed: bank names %s', async (_, identity, number, reason, name) => {
  const asha = await world.user({ identity, firstName: 'Asha', lastName: 'Kale' });
  const dayLater = world.clock.now().getTime() + 24 * 3600_000;
  const account = await createBankAccount(asha, number, { holderName: 'Asha Kale' });
  expect(Math.abs(Date.parse(account.usableFrom ?? '') - dayLater)).toBeLessThan(60_000);
  expect(account).toMatchObject({ waitReason: reason, nameAtBank: name });
});

test('typing another name for the own account causes no wait', async () => {
  const account = await createBankAccount(await createVerifiedUser(), '50100417704417', {
    holderName: 'Somebody Else',
  });
  expect(account).toMatchObject({ usableFrom: null, waitReason: null, nameAtBank: 'ASHA KALE' });
});

test('stores the account number in plain text in no column', async () => {
  const asha = await createVerifiedUser();
  const { id } = await createBankAccount(asha, '50100417704417');
  const row = await readAccountRow(world, id);
  expect(JSON.stringify(row) + String(row.account_number_sealed?.toString('latin1'))).not.toContain(
    '50100417704417',
  );
  expect(row.account_ending).toBe('4417');
  expect(await readStoredNumber(world, id)).toBe('50100417704417');
});

test('requires a code from the last ten minutes to add or change an account', async () => {
  const asha = await createVerifiedUser();
  const upi = await createUpiAccount(asha, 'asha@okbank');
  const bank = await createBankAccount(asha, '50100417704418');
  world.clock.advance(11 * 60_000);
  const update = { ...form, edit_id: String(bank.id) };
  const updateUpi = { edit_id: String(upi.id), upi_id: 'asha.new@okbank' };
  const calls = (otp: object) => [
    () => asha.post('add_bank_account', { ...form, ...otp }),
    () => asha.post('add_upi_payout', { upi_id: 'asha2@okbank', ...otp }),
    () => asha.post('update_bank_account', { ...update, ...otp }),
    () => asha.post('update_upi_payout', { ...updateUpi, ...otp }),
  ];
  const before = await asha.done(bankAccountList, {});
  const messages = [];
  for (const call of calls({})) {
    const answer = await call();
    expect(answer).toMatchObject({ httpStatus: 403, step_up: 'otp' });
    messages.push(answer.message);
  }
  const bankMessage = 'Please confirm with the code we send to your mobile (send_otp_mobile sends it)';
  const sayUpi = (upiId: string) => bankMessage.replace('confirm', `confirm the UPI ID ${upiId}`);
  expect(messages).toEqual([bankMessage, sayUpi('asha2@okbank'), bankMessage, sayUpi('asha.new@okbank')]);
  for (const call of calls({ otp: '000000' })) expect((await call()).httpStatus).toBe(422);
  expect(await asha.done(bankAccountList, {})).toEqual(before);
  expect((await asha.done(upiAccountList, {})).map(({ upiId }) => upiId)).toEqual(['asha@okbank']);
  // Requests that are refused anyway ask for no code.
  expect((await asha.post('add_upi_payout', { upi_id: 'asha@okbank' })).httpStatus).toBe(422);
  expect((await asha.post('update_bank_account', { ...update, edit_id: '999999' })).httpStatus).toBe(404);
});

test('removes an account, which can then be added again', async () => {
  const asha = await createVerifiedUser();
  const [bank, upi] = [
    await createBankAccount(asha, '50100417704417'),
    await createUpiAccount(asha, 'asha@okbank'),
  ];
  const removeAccount = (user: TestUser, id: number) =>
    user.call(removePayoutAccount, { accountId: String(id) });
  expect((await removeAccount(await createVerifiedUser(), bank.id)).httpStatus).toBe(404);
  world.clock.advance(11 * 60_000);
  for (const { id } of [bank, upi])
    expect(await removeAccount(asha, id)).toMatchObject({
      httpStatus: 200,
      message: 'The account is removed',
    });
  expect((await removeAccount(asha, bank.id)).httpStatus).toBe(404);
  expect(await asha.done(bankAccountList, {})).toEqual([]);
  expect(await asha.done(upiAccountList, {})).toEqual([]);
  expect((await asha.post('update_bank_account', { ...form, edit_id: String(bank.id) })).httpStatus).toBe(
    404,
  );
  const confirmedUser = await openConfirmedSession(asha);
  expect((await createBankAccount(confirmedUser, '50100417704417')).id).not.toBe(bank.id);
  expect((await createUpiAccount(confirmedUser, 'asha@okbank')).id).not.toBe(upi.id);
  const events = await world.db
    .selectFrom('security_event')
    .select('kind')
    .where('user_id', '=', asha.id)
    .where('kind', '<>', 'access_refused')
    .orderBy('id')
    .execute();
  expect(events.map(({ kind }) => kind)).toEqual([
    'payout_account_added',
    'payout_account_added',
    'payout_account_removed',
    'payout_account_removed',
    'payout_account_added',
    'payout_account_added',
  ]);
});

/** The same user in a new session that has just been confirmed with a code. */
async function openConfirmedSession(user: TestUser): Promise<TestUser> {
  const now = world.clock.now();
  const token = await createSession(world.db, {
    userId: user.id,
    now,
    ttlMs: 3600_000,
    client: 'test',
    confirmed: true,
  });
  return new TestUser(world.url, { id: user.id, token, firstName: user.firstName });
}

test('limits name checks at banks to forty a day for each user', async () => {
  world.clock.advanceToNextHour();
  const asha = await createVerifiedUser();
  const upi = await createUpiAccount(asha, 'asha@okbank');
  let answers = 0;
  let last: WireAnswer;
  do {
    answers++;
    last = await asha.post('update_upi_payout', { edit_id: String(upi.id), upi_id: `asha${answers}@okbank` });
  } while (last.httpStatus === 200 && answers < 50);
  expect([answers, last.httpStatus]).toEqual([40, 429]);
});

test('a UPI ID is usable at once when its bank names the verified person', async () => {
  const asha = await createVerifiedUser();
  expect(await createUpiAccount(asha, 'asha@okbank')).toMatchObject({
    kind: 'upi',
    upiId: 'asha@okbank',
    holderName: 'ASHA KALE',
    usableFrom: null,
  });
  expect((await createUpiAccount(asha, 'other@okbank')).usableFrom).not.toBeNull();
  expect((await createUpiAccount(asha, 'fail@okbank')).usableFrom).not.toBeNull();
  await controlSandbox(world, 'faults', { failNext: { path: '/verification/upi', status: 503 } });
  expect((await createUpiAccount(asha, 'asha2@okbank')).usableFrom).not.toBeNull();
  const list = await asha.done(upiAccountList, {});
  expect(list.map((account) => account.upiId)).toEqual([
    'asha2@okbank',
    'fail@okbank',
    'other@okbank',
    'asha@okbank',
  ]);
});

test('refuses the same account twice, also concurrently and in another letter case', async () => {
  const asha = await createVerifiedUser();
  const answers = await Promise.all(Array.from({ length: 4 }, () => add(asha, {})));
  expect(answers.map((answer) => answer.httpStatus).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  expect(answers.find((answer) => answer.httpStatus === 422)?.errors).toEqual({
    account_number: 'You have already added this account',
  });
  await createUpiAccount(asha, 'asha@okbank');
  expect(await asha.call(addUpiAccount, { upiId: 'ASHA@okbank', address: '' })).toMatchObject({
    httpStatus: 422,
    errors: { upiId: 'You have already added this account' },
  });
});

test('lists only the accounts of the user', async () => {
  const [asha, ravi] = [await createVerifiedUser(), await createVerifiedUser('Ravi', 'Rao')];
  await createBankAccount(asha, '50100417704417');
  expect((await ravi.call(bankAccountList, {})).data).toEqual([]);
  expect((await world.guest.call(bankAccountList, {})).httpStatus).toBe(401);
  expect((await add(world.guest, {})).httpStatus).toBe(401);
});

test('refuses the twenty-first account', async () => {
  const asha = await createVerifiedUser();
  for (let number = 0; number < 20; number++) await createBankAccount(asha, String(100_000 + number));
  expect((await add(asha, {})).httpStatus).toBe(409);
});

test.each<[string, Partial<typeof form>, string[]]>([
  [
    'no number',
    { account_number: '', confirm_account_number: '' },
    ['account_number', 'confirm_account_number'],
  ],
  ['letters', { account_number: '12345a', confirm_account_number: '12345a' }, ['account_number']],
  [
    '19 digits',
    { account_number: '1'.repeat(19), confirm_account_number: '1'.repeat(19) },
    ['account_number'],
  ],
  ['two numbers', { confirm_account_number: '50100417704418' }, ['confirm_account_number']],
  ['a wrong IFSC', { ifsc_code: 'SBIN1001234' }, ['ifsc_code']],
  ['no IFSC', { ifsc_code: '' }, ['ifsc_code']],
  ['no name', { account_holder_name: '  ' }, ['account_holder_name']],
  ['a long name', { account_holder_name: 'A'.repeat(121) }, ['account_holder_name']],
  ['a long address', { address: 'A'.repeat(301) }, ['address']],
])('refuses a bank account with %s', async (_, fields, invalidFields) => {
  const answer = await add(await createVerifiedUser(), fields);
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual(invalidFields);
});

test.each(['', 'asha', 'asha@', 'asha@1bank', 'a b@okbank', `${'a'.repeat(257)}@okbank`])(
  'refuses "%s" as a UPI ID',
  async (upiId) => {
    const answer = await (await createVerifiedUser()).call(addUpiAccount, { upiId, address: '' });
    expect(answer.httpStatus).toBe(422);
    expect(Object.keys(answer.errors ?? {})).toEqual(['upiId']);
  },
);

test('takes account numbers, IFSC and UPI IDs as people write them', async () => {
  const asha = await createVerifiedUser();
  const typed = {
    account_number: '5010 0417-7044 17',
    confirm_account_number: '50100417704417',
    ifsc_code: 'sbin 0001234',
  };
  expect(await add(asha, typed)).toMatchObject({
    data: [{ account_number: 'XXXX4417', ifsc_code: 'SBIN0001234', bank_name: 'State Bank of India' }],
  });
  const [{ id } = { id: 0 }] = await asha.done(bankAccountList, {});
  expect(await readStoredNumber(world, id)).toBe('50100417704417');
  const changed = { account_number: '5010 0417 7055', confirm_account_number: '5010-0417-7055' };
  expect(await asha.post('update_bank_account', { ...form, ...changed, edit_id: String(id) })).toMatchObject({
    data: [{ account_number: 'XXXX7055' }],
  });
  expect(await asha.post('add_upi_payout', { upi_id: ' 98765 43210 @OKBANK ' })).toMatchObject({
    data: [{ upi_id: '9876543210@okbank' }],
  });
  expect((await asha.post('add_upi_payout', { upi_id: '9876543210@okbank' })).httpStatus).toBe(422);
});

test('stores a name that contains a script as plain text', async () => {
  const asha = await createVerifiedUser();
  const name = '<script>alert(1)</script>';
  const answer = await asha.call(addBankAccount, {
    accountNumber: '123456',
    confirmAccountNumber: '123456',
    ifsc: 'SBIN0001234',
    bankName: name,
    holderName: name,
    address: '',
  });
  expect(answer.data).toMatchObject({ holderName: name, bankName: name });
});

test('logs no account number and no UPI ID', () => {
  expect(logLines.join('\n')).not.toMatch(/5010041770|okbank/);
});
