import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccountList, removePayoutAccount, upiAccountList } from '@fws/contract/payouts/calls';
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
} from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createKeyring } from '../../platform/keys.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { BY_PROVIDER } from '../../platform/transition.ts';
import { transitionIdentities } from '../identity/index.ts';
import { openCheck, finalizeCheck } from '../kyc/checks/service.ts';
import { lockApplicant } from '../kyc/applicants/store.ts';

// Accounts after they were added: their holders by their banks, and how their numbers are stored.
let world: World;
let ownerClient: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  ownerClient = new pg.Client({ connectionString: world.ownerUrl });
  await ownerClient.connect();
});
afterAll(async () => {
  await ownerClient.end();
  await world.close();
});

/** Minutes until the bank is asked again; null when no check is queued. */
async function getMinutesToNextCheck(accountId: number): Promise<number | null> {
  const { rows } = await ownerClient.query<{ run_at: Date }>(
    'SELECT run_at FROM graphile_worker.jobs WHERE key = $1',
    [`account-name:${accountId}`],
  );
  const [job] = rows;
  return job ? Math.round((job.run_at.getTime() - world.clock.now().getTime()) / 60_000) : null;
}

/** Verifies the user as an approval by the identity vendor does. */
async function verify(user: TestUser, name: string): Promise<void> {
  await inTx(world.db, async (tx) => {
    const now = world.clock.now();
    // Only an identity that is not verified any more is checked again.
    const { identityState } = await lockApplicant(tx, user.id);
    const identity = { id: user.id, identity_state: identityState };
    if (identityState === 'verified')
      await transitionIdentities(tx, [identity], 'revoke', { by: { role: 'admin', userId: 1 }, at: now });
    const check = await openCheck(tx, {
      userId: user.id,
      identityState: identityState === 'verified' ? 'refused' : identityState,
      kind: 'pan',
      numberLast4: '1234',
      videoId: null,
      providerReference: null,
      nameOnId: '',
      fingerprints: [],
      now,
    });
    const context = { providerReference: null, by: BY_PROVIDER, now };
    const keyring = createKeyring(Buffer.from('of this test'));
    const deps = { keyring, ports: { clock: world.clock } };
    await finalizeCheck(deps, tx, check, { state: 'verified', name }, context);
  });
}

const toWaits = (accounts: PayoutAccount[]) =>
  accounts.map(({ nameAtBank, usableFrom, waitReason }) => [nameAtBank, usableFrom !== null, waitReason]);

const isDecided = async (id: number) => (await readAccountRow(world, id)).wait_reason !== 'unverified';

test('checks the holders of existing accounts when the identity becomes verified', async () => {
  const asha = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const accounts = [
    await createBankAccount(asha, '50100417703333'),
    await createBankAccount(asha, '50100417704417'),
    await createBankAccount(asha, '50100417704444'),
    await createUpiAccount(asha, 'asha@okbank'),
  ];
  expect(toWaits(accounts)).toEqual(accounts.map(() => ['', true, 'unverified']));
  await verify(asha, 'ASHA KALE');
  for (const { id } of accounts) await waitFor(`account ${id} to be decided`, () => isDecided(id));
  expect(toWaits(await asha.done(bankAccountList, {}))).toEqual([
    ['', true, 'no_answer'],
    ['ASHA KALE', false, null],
    ['ANOTHER PERSON', true, 'other_name'],
  ]);
  expect(toWaits(await asha.done(upiAccountList, {}))).toEqual([['ASHA KALE', false, null]]);
});

test('compares the name that a bank gave earlier with a newly verified name', async () => {
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  const account = await createBankAccount(asha, '50100417703333');
  await verify(asha, 'Another Person');
  await waitFor(
    'the wait to end',
    async () => (await readAccountRow(world, account.id)).wait_reason === null,
  );
  expect(toWaits(await asha.done(bankAccountList, {}))).toEqual([['ANOTHER PERSON', false, null]]);
});

test('waits when the bank writes a name that may be the owner’s, and says so', async () => {
  await controlSandbox(world, 'names', { ending: '7781', name: 'ASHA RANE' });
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  const account = await createBankAccount(asha, '50100417707781', { holderName: 'Asha Kale' });
  expect(account).toMatchObject({ waitReason: 'unclear_name', nameAtBank: 'ASHA RANE' });
  const answer = await withdraw(asha, account.id, '1');
  expect(answer.httpStatus).toBe(409);
  expect(answer.message).toMatch(
    /^The bank writes the name on this account differently from your ID\. It can be used from /,
  );
});

test('can be used at once when the bank writes the verified name in another script or with an initial', async () => {
  await controlSandbox(world, 'names', { ending: '7782', name: 'आशा काळे' });
  await controlSandbox(world, 'names', { ending: '7783', name: 'ASHA R KALE' });
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  for (const number of ['50100417707782', '50100417707783'])
    expect(await createBankAccount(asha, number)).toMatchObject({ usableFrom: null, waitReason: null });
});

test('asks a bank again until it answers, about the account as it is then', async () => {
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  await controlSandbox(world, 'faults', {
    failNext: { path: '/verification/bank-account', status: 503, times: 2 },
  });
  const account = await createBankAccount(asha, '50100417704417');
  expect(toWaits([account])).toEqual([['', true, 'no_answer']]);
  const { beneficiary_id: beneficiaryId } = await readAccountRow(world, account.id);
  const enqueueCheck = (payload: { beneficiaryId: string; since: Date }) =>
    inTx(world.db, (tx) =>
      enqueue(
        tx,
        'check_account_name',
        { ...payload, accountId: account.id, since: payload.since.toISOString() },
        { key: `account-name:${account.id}` },
      ),
    );
  const since = world.clock.now();
  await enqueueCheck({ beneficiaryId: 'ben_of_before', since });
  await world.drain();
  await enqueueCheck({ beneficiaryId, since });
  await world.drain();
  // The second missing answer.
  expect((await readAccountRow(world, account.id)).wait_reason).toBe('no_answer');
  expect(await getMinutesToNextCheck(account.id)).toBe(1);
  await enqueueCheck({ beneficiaryId, since });
  await waitFor('the answer', async () => (await readAccountRow(world, account.id)).wait_reason === null);
  expect(toWaits(await asha.done(bankAccountList, {}))).toEqual([['ASHA KALE', false, null]]);
});

test('stops asking a bank that has not answered for a day', async () => {
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  const account = await createBankAccount(asha, '50100417704444');
  const { beneficiary_id: beneficiaryId } = await readAccountRow(world, account.id);
  for (const [hoursAgo, minutes] of [
    [3, 120],
    [24, null],
  ] as const) {
    const since = new Date(world.clock.now().getTime() - hoursAgo * 3600_000).toISOString();
    const key = `account-name:${account.id}`;
    await inTx(world.db, (tx) =>
      enqueue(tx, 'check_account_name', { accountId: account.id, beneficiaryId, since }, { key }),
    );
    await world.drain();
    expect(await getMinutesToNextCheck(account.id)).toBe(minutes);
  }
});

test('registers an account with the provider under the name that its bank gave', async () => {
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  await earn(world, { poster: await world.user(), worker: asha }, '100');
  const account = await createBankAccount(asha, '50100417704417', { holderName: 'Somebody Else' });
  await waitForWithdrawal(world, parseWithdrawalId(await withdraw(asha, account.id, '100')), 'paid');
  const { beneficiary_id: id } = await readAccountRow(world, account.id);
  const answer = await fetch(`${world.sandboxUrl}/payout/beneficiary?beneficiary_id=${id}`, {
    headers: { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2024-01-01' },
  });
  expect(await answer.json()).toMatchObject({
    beneficiary_name: 'ASHA KALE',
    beneficiary_instrument_details: { bank_account_number: '50100417704417', bank_ifsc: 'SBIN0001234' },
  });
});

test('refuses to remove an account while money is on its way to it, and keeps its withdrawals afterwards', async () => {
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  await earn(world, { poster: await world.user(), worker: asha }, '100');
  const account = await createBankAccount(asha, '50100417704417');
  const remove = () => asha.call(removePayoutAccount, { accountId: String(account.id) });
  await controlSandbox(world, 'faults', { failNext: { path: '/payout/transfers', status: 503 } });
  const id = parseWithdrawalId(await withdraw(asha, account.id, '100'));
  await waitForPostponement(world, id);
  expect(await remove()).toMatchObject({
    httpStatus: 409,
    message: 'Money is on its way to this account. You can remove it when it has arrived',
  });
  expect((await asha.done(bankAccountList, {}))[0]?.remove).toEqual({
    allowed: false,
    reason: 'payouts.account_in_use_remove',
  });
  await advanceWithdrawal(world, id);
  await waitForWithdrawal(world, id, 'paid');
  expect((await remove()).httpStatus).toBe(200);
  expect((await withdraw(asha, account.id, '1')).httpStatus).toBe(404);
  const history = await asha.post('withdraw_payment_history', {});
  expect(history['withdrawals']).toMatchObject([{ to: 'State Bank of India ··4417', status: 'paid' }]);
  await expectSoundLedger(world.db);
});

test('reads numbers stored before encryption, and encrypts them by a task', async () => {
  const asha = await world.user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  await earn(world, { poster: await world.user(), worker: asha }, '100');
  const numbers = ['50100417700001', '50100417700002'];
  const ids: number[] = [];
  for (const number of numbers) {
    const { id } = await createBankAccount(asha, `9${number}`);
    const plain = { account_number: number, account_number_sealed: null, account_ending: number.slice(-4) };
    await world.db.updateTable('payout_account').set(plain).where('id', '=', id).execute();
    ids.push(id);
  }
  const [first = 0, second = 0] = ids;
  // A plain number is used, shown and compared like any other.
  expect(await readStoredNumber(world, first)).toBe(numbers[0]);
  expect((await asha.post('add_bank_account', buildForm(numbers[0] ?? ''))).errors).toEqual({
    account_number: 'You have already added this account',
  });
  await waitForWithdrawal(world, parseWithdrawalId(await withdraw(asha, first, '1')), 'paid');

  await inTx(world.db, (tx) => enqueue(tx, 'seal_account_numbers', {}));
  await waitFor('all numbers to be encrypted', async () => {
    const plain = await world.db
      .selectFrom('payout_account')
      .select('id')
      .where('account_number', '<>', '')
      .execute();
    return plain.length === 0;
  });
  expect([await readStoredNumber(world, first), await readStoredNumber(world, second)]).toEqual(numbers);
  expect((await asha.post('add_bank_account', buildForm(numbers[1] ?? ''))).httpStatus).toBe(422);
  await waitForWithdrawal(world, parseWithdrawalId(await withdraw(asha, second, '1')), 'paid');
  expect(await readWalletPaise(world, asha)).toBe(98_00);
});

const buildForm = (number: string) => ({
  account_number: number,
  confirm_account_number: number,
  ifsc_code: 'SBIN0001234',
  bank_name: '',
  account_holder_name: 'Asha Kale',
  address: '',
});
