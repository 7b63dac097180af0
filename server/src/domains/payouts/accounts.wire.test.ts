import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBankAccount, addUpiAccount, bankAccountList, upiAccountList } from '@fws/contract/payouts/calls';
import { bankAccount, control, upiAccount } from '../../../test/payouts.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createLog } from '../../platform/log.ts';

let world: World;
const logged: string[] = [];
beforeAll(async () => {
  world = await startWorld({ worker: false, log: createLog((line) => logged.push(line)) });
});
afterAll(() => world.close());

const verified = (firstName = 'Asha', lastName = 'Kale'): Promise<TestUser> =>
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

test('a bank account in the own name can be used at once; of its number four digits are shown', async () => {
  const asha = await verified();
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
  const list = await asha.call(bankAccountList, {});
  expect(list.data).toEqual(answer.data);
  expect(JSON.stringify([answer, list])).not.toContain('50100417704417');
});

test('a bank that is not on our list keeps the name as typed, or none', async () => {
  const asha = await verified();
  expect((await bankAccount(asha, '123456', { ifsc: 'QQQQ0000001', bankName: 'Our Bank' })).bankName).toBe(
    'Our Bank',
  );
  expect((await bankAccount(asha, '123457', { ifsc: 'QQQQ0000001' })).bankName).toBe('');
});

test('an account in another name waits a day; so does one of somebody who is not verified', async () => {
  const dayLater = world.clock.now().getTime() + 24 * 3600_000;
  const asha = await verified();
  const unverified = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  for (const account of [
    await bankAccount(asha, '50100417704417', { holderName: 'Ravi Kale' }),
    await bankAccount(unverified, '50100417704417', { holderName: 'Asha Kale' }),
  ]) {
    const usableFrom = Date.parse(account.usableFrom ?? '');
    expect(Math.abs(usableFrom - dayLater)).toBeLessThan(60_000);
  }
});

test('a UPI ID is usable at once when its bank names the verified person', async () => {
  const asha = await verified();
  expect(await upiAccount(asha, 'asha@okbank')).toMatchObject({
    kind: 'upi',
    upiId: 'asha@okbank',
    holderName: 'ASHA KALE',
    usableFrom: null,
  });
  expect((await upiAccount(asha, 'other@okbank')).usableFrom).not.toBeNull();
  expect((await upiAccount(asha, 'fail@okbank')).usableFrom).not.toBeNull();
  await control(world, 'faults', { failNext: { path: '/verification/upi', status: 503 } });
  expect((await upiAccount(asha, 'asha2@okbank')).usableFrom).not.toBeNull();
  const list = await asha.done(upiAccountList, {});
  expect(list.map((account) => account.upiId)).toEqual([
    'asha2@okbank',
    'fail@okbank',
    'other@okbank',
    'asha@okbank',
  ]);
});

test('the same account twice, also at once and in other letters', async () => {
  const asha = await verified();
  const answers = await Promise.all(Array.from({ length: 4 }, () => add(asha, {})));
  expect(answers.map((answer) => answer.httpStatus).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  expect(answers.find((answer) => answer.httpStatus === 422)?.errors).toEqual({
    account_number: 'You have already added this account',
  });
  await upiAccount(asha, 'asha@okbank');
  expect(await asha.call(addUpiAccount, { upiId: 'ASHA@okbank', address: '' })).toMatchObject({
    httpStatus: 422,
    errors: { upi_id: 'You have already added this account' },
  });
});

test('everybody sees their own', async () => {
  const [asha, ravi] = [await verified(), await verified('Ravi', 'Rao')];
  await bankAccount(asha, '50100417704417');
  expect((await ravi.call(bankAccountList, {})).data).toEqual([]);
  expect((await world.guest.call(bankAccountList, {})).httpStatus).toBe(401);
  expect((await add(world.guest, {})).httpStatus).toBe(401);
});

test('twenty accounts are enough', async () => {
  const asha = await verified();
  for (let number = 0; number < 20; number++) await bankAccount(asha, String(100_000 + number));
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
])('%s', async (_, fields, wrong) => {
  const answer = await add(await verified(), fields);
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual(wrong);
});

test.each(['', 'asha', 'asha@', 'asha@1bank', 'a b@okbank', `${'a'.repeat(257)}@okbank`])(
  'no UPI ID: "%s"',
  async (upiId) => {
    const answer = await (await verified()).call(addUpiAccount, { upiId, address: '' });
    expect(answer.httpStatus).toBe(422);
    expect(Object.keys(answer.errors ?? {})).toEqual(['upi_id']);
  },
);

test('a name full of script is a name', async () => {
  const asha = await verified();
  const name = '<script>alert(1)</script>';
  const answer = await asha.call(addBankAccount, {
    accountNumber: '123456',
    confirmAccountNumber: '123456',
    ifsc: 'SBIN0001234',
    bankName: name,
    holderName: name,
    address: '',
  });
  expect(answer.data).toEqual([expect.objectContaining({ account_holder_name: name, bank_name: name })]);
});

test('no account number and no UPI ID is in any log', () => {
  expect(logged.join('\n')).not.toMatch(/5010041770|okbank/);
});
