import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bankAccountList } from '@fws/contract/payouts/calls';
import { readOutbox, waitForCode } from '../../../test/identity/codes.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { createBankAccount } from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

// Who has only the phone number, by a swapped SIM, resets the password and adds an account in a namesake's name.

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const HOUR = 3600_000;
const PASSWORD = 'ganga-river-9';
const namesakesAccount = {
  account_number: '50100417700999',
  confirm_account_number: '50100417700999',
  ifsc_code: 'HDFC0000123',
  bank_name: '',
  account_holder_name: 'Imran Kumar',
  address: '',
};

/** An owner with money, a payout account that was paid to, and a password. */
async function createOwner(): Promise<{ owner: TestUser; accountId: number }> {
  const owner = await world.user({ firstName: 'Imran', identity: 'verified', password: 'monsoon2026' });
  await earn(world, { poster: await world.user(), worker: owner }, '9000');
  const { id: accountId } = await createBankAccount(owner, '50100417700123');
  const paid = await owner.post('withdraw_request', {
    request_amount: '100',
    request_bank_id: String(accountId),
  });
  expect(paid).toMatchObject({ httpStatus: 200 });
  // The codes of the day before are over, and the session is not.
  world.clock.advance(20 * HOUR);
  return { owner, accountId };
}

/** Takes the account over with nothing but codes to the mobile number. */
async function takeOver(owner: TestUser): Promise<TestUser> {
  const { mobile } = owner;
  await world.guest.post('forgot_password', { user_name: mobile });
  const resetCode = await waitForCode(world.sandboxUrl, mobile);
  const form = { user_name: mobile, otp: resetCode, password: PASSWORD, confirm_password: PASSWORD };
  expect(await world.guest.post('reset_password', form)).toMatchObject({ httpStatus: 200 });
  const login = await world.guest.post('user_login', { user_name: mobile, password: PASSWORD });
  const [{ auth_token: token }] = login.data as [{ auth_token: string }];
  const thief = new TestUser(world.url, { id: owner.id, token, mobile });
  await thief.post('send_otp_mobile', { mobile_number: mobile });
  const otp = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await thief.post('verify_mobile', { mobile_number: mobile, otp })).toMatchObject({
    httpStatus: 200,
  });
  return thief;
}

const addAccount = async (user: TestUser) => {
  const added = await user.post('add_bank_account', namesakesAccount);
  expect(added).toMatchObject({ httpStatus: 200 });
  return (added.data as [{ id: number; wait_reason: string; usable_from: string }])[0];
};
const withdraw = (user: TestUser, accountId: number) =>
  user.post('withdraw_request', { request_amount: '8000', request_bank_id: String(accountId) });

/** A code to the mobile number, because the last one was long ago. */
async function confirm(user: TestUser, mobile: string): Promise<void> {
  await world.drain();
  const sent = (await readOutbox(world.sandboxUrl, mobile)).filter(({ otp }) => otp !== null).length;
  await user.post('send_otp_mobile', { mobile_number: mobile });
  const otp = await waitForCode(world.sandboxUrl, mobile, sent + 1);
  expect(await user.post('verify_mobile', { mobile_number: mobile, otp })).toMatchObject({ httpStatus: 200 });
}

test('a new account rests for a day after a password reset, and the owner can say that it was not them', async () => {
  const { owner, accountId } = await createOwner();
  const resetAt = world.clock.now().getTime();
  const thief = await takeOver(owner);
  const account = await addAccount(thief);
  expect(account).toMatchObject({ name_at_bank: 'IMRAN KUMAR', wait_reason: 'password_reset' });
  expect(new Date(account.usable_from).getTime()).toBeGreaterThanOrEqual(resetAt + 24 * HOUR);
  expect(await withdraw(thief, account.id)).toMatchObject({
    httpStatus: 409,
    message: expect.stringMatching(
      /^Your password was reset\. For your safety, this new account can be used from /,
    ) as string,
  });
  await world.drain();
  const mails = await readOutbox(world.sandboxUrl, owner.email);
  expect(mails.filter(({ text }) => text.includes('/not-me/')).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Your FWS password was changed']),
  );
  // The owner's account is not new: money goes where it always went.
  expect(await thief.done(bankAccountList, {})).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: accountId, usableFrom: null, waitReason: null })]),
  );
});

test('a changed contact after the reset makes it three days', async () => {
  const { owner } = await createOwner();
  const thief = await takeOver(owner);
  const account = await addAccount(thief);
  const changed = 'thief@mail.example';
  expect(await thief.post('update_email', { email_id: changed })).toMatchObject({ httpStatus: 200 });
  const otp = await waitForCode(world.sandboxUrl, changed);
  expect(await thief.post('verify_email', { email_id: changed, otp })).toMatchObject({ httpStatus: 200 });
  expect(await withdraw(thief, account.id)).toMatchObject({
    httpStatus: 409,
    message: expect.stringMatching(
      /^Your password was reset and your mobile number or e-mail was changed\./,
    ) as string,
  });
  await world.drain();
  const former = await readOutbox(world.sandboxUrl, owner.email);
  expect(former.find(({ subject }) => subject?.includes('e-mail'))?.text).toContain('/not-me/');
  world.clock.advance(71 * HOUR);
  await confirm(thief, owner.mobile);
  expect((await withdraw(thief, account.id)).httpStatus).toBe(409);
  world.clock.advance(2 * HOUR);
  await confirm(thief, owner.mobile);
  expect(await withdraw(thief, account.id)).toMatchObject({ httpStatus: 200 });
});

test('a changed contact alone makes a new account rest for a day', async () => {
  const { owner } = await createOwner();
  await confirm(owner, owner.mobile);
  const changed = 'imran-new@mail.example';
  await owner.post('update_email', { email_id: changed });
  const otp = await waitForCode(world.sandboxUrl, changed);
  expect(await owner.post('verify_email', { email_id: changed, otp })).toMatchObject({ httpStatus: 200 });
  const account = await addAccount(owner);
  expect(account.wait_reason).toBe('contact_changed');
  expect((await withdraw(owner, account.id)).httpStatus).toBe(409);
  world.clock.advance(25 * HOUR);
  await confirm(owner, owner.mobile);
  expect(await withdraw(owner, account.id)).toMatchObject({ httpStatus: 200 });
});
