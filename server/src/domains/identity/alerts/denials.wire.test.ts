import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminUserWithdrawalsAllow } from '@fws/contract/admin/users/calls';
import { sendOtpMobile } from '@fws/contract/identity/calls';
import { alertConfirm } from '@fws/contract/identity/alerts/calls';
import { notificationList } from '@fws/contract/notifications/calls';
import {
  addUpiAccount,
  bankAccountList,
  paymentHistory,
  updateUpiAccount,
  wallet,
} from '@fws/contract/payouts/calls';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  waitForPostponement,
  createUpiAccount,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
} from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { createAlertSteps } from '../../../../test/identity/alerts.ts';
import { createIdentityToken } from '../../../../test/identity/identity-token.ts';
import { waitForCode } from '../../../../test/identity/codes.ts';

const STOPPED =
  'Withdrawals are stopped, because you told us that something was not you. Please write to support to start them again';

let world: World;
let asha: TestUser;
const {
  createOwner,
  sendAlert,
  readTexts,
  readLink,
  deny,
  isSignedIn,
  logIn,
  resetWithCode,
  isStopped,
  signInAgain,
} = createAlertSteps(() => world);
beforeAll(async () => {
  world = await startWorld({ env: { LIMIT_ALERT_LINK_ADDRESS: '30/1h' } });
});
beforeEach(async () => {
  world.clock.reset();
  asha = await createOwner();
});
afterAll(() => world.close());

test('a denial deletes known devices and second factors added since, and keeps earlier factors', async () => {
  const minutesFromNow = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000);
  const addPasskey = (user: TestUser, name: string, created_at: Date) =>
    world.db
      .insertInto('passkey')
      .values({
        user_id: user.id,
        credential_id: `${name} of ${user.id}`,
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        name,
        created_at,
        last_used_at: null,
      })
      .execute();
  const insertRecoveryCode = (user: TestUser) =>
    world.db
      .insertInto('recovery_code')
      .values({ user_id: user.id, code_hash: Buffer.from(`code ${user.id}`), used_at: null })
      .execute();
  const readRemaining = async (user: TestUser) => ({
    passkeys: (
      await world.db.selectFrom('passkey').select('name').where('user_id', '=', user.id).execute()
    ).map(({ name }) => name),
    codes: (await world.db.selectFrom('recovery_code').selectAll().where('user_id', '=', user.id).execute())
      .length,
    devices: (await world.db.selectFrom('known_device').selectAll().where('user_id', '=', user.id).execute())
      .length,
  });
  const ravi = await createOwner();
  for (const user of [asha, ravi]) {
    await insertRecoveryCode(user);
    await addPasskey(user, 'stranger', minutesFromNow(5));
    await world.db
      .insertInto('known_device')
      .values({
        user_id: user.id,
        token_hash: Buffer.from(`device ${user.id}`),
        name: '',
        confirmed_at: null,
        created_at: minutesFromNow(1),
        seen_at: minutesFromNow(1),
      })
      .execute();
  }
  await addPasskey(asha, 'own', minutesFromNow(-5));
  for (const user of [asha, ravi]) {
    await sendAlert(user, 'new_device');
    expect((await deny(await readLink(user.mobile))).httpStatus).toBe(200);
  }
  expect(await readRemaining(asha)).toEqual({ passkeys: ['own'], codes: 1, devices: 0 });
  expect(await readRemaining(ravi)).toEqual({ passkeys: [], codes: 0, devices: 0 });
});

test('a denial stops withdrawals, removes the account, ends sessions and the password, and notifies the owner', async () => {
  await earn(world, { poster: await world.user(), worker: asha }, '500');
  const keptAccount = await createUpiAccount(asha, 'asha@okbank');
  await controlSandbox(world, 'faults', { failNext: { path: '/payout/transfers', status: 503 } });
  const waiting = parseWithdrawalId(await withdraw(asha, keptAccount.id, '200'));
  await waitForPostponement(world, waiting);
  const added = await createBankAccount(asha, '50100417703333');
  await waitFor('the alert of the new account', async () =>
    (await readTexts(asha.mobile)).some((text) => text.includes('ending 3333')),
  );
  const link = await readLink(asha.mobile);
  const elsewhere = new TestUser(world.url, { id: asha.id, token: asha.token });

  const answer = await deny(link);
  expect(answer).toMatchObject({
    httpStatus: 200,
    message: 'Withdrawals are stopped and every device is logged out',
    data: { kind: 'payout_account_added', answer: 'denied', account: { removed: true } },
  });
  for (const session of [asha, elsewhere]) expect(await isSignedIn(session)).toBe(false);
  expect((await logIn(asha.email)).httpStatus).toBe(401);
  // The withdrawal that was not handed to the provider yet is back in the wallet; nothing was sent.
  await waitForWithdrawal(world, waiting, 'failed');
  expect(await readWalletPaise(world, asha)).toBe(500_00);
  await world.drain();
  for (const to of [asha.mobile, asha.email])
    expect(await readTexts(to)).toContainEqual(expect.stringMatching(/^You told (FWS|us).*not (me|you)/));
  const events = await world.db
    .selectFrom('security_event')
    .select('kind')
    .where('user_id', '=', asha.id)
    .where('kind', 'in', ['denied_by_owner', 'payout_account_removed'])
    .orderBy('id')
    .execute();
  expect(events.map(({ kind }) => kind)).toEqual(['denied_by_owner', 'payout_account_removed']);

  // Denying again changes nothing.
  const sentCount = (await readTexts(asha.mobile)).length;
  expect(await deny(link)).toMatchObject({ httpStatus: 200, data: { answer: 'denied' } });
  await world.drain();
  expect(await readTexts(asha.mobile)).toHaveLength(sentCount);

  const back = await signInAgain(asha);
  expect(await back.done(bankAccountList, {})).toEqual([]);
  expect((await back.done(wallet, { limit: '', cursor: '' })).stoppedAt).not.toBeNull();
  expect((await back.done(paymentHistory, { limit: '', cursor: '' })).withdrawals).toMatchObject([
    { id: waiting, state: 'failed', reason: 'You stopped withdrawals. The money is back in your passbook' },
  ]);
  const refused = { httpStatus: 403, message: STOPPED };
  expect(await withdraw(back, keptAccount.id, '1')).toMatchObject(refused);
  expect(await back.call(addUpiAccount, { upiId: 'asha2@okbank', address: '' })).toMatchObject(refused);
  expect(
    await back.call(updateUpiAccount, {
      accountId: String(keptAccount.id),
      upiId: 'asha2@okbank',
      address: '',
    }),
  ).toMatchObject(refused);
  expect((await withdraw(back, added.id, '1')).httpStatus).toBe(403);
  await expectSoundLedger(world.db);

  const support = await createAdmin(world, 'support');
  const about = { userId: String(asha.id), reason: 'Called, and answered three questions' };
  expect((await back.call(adminUserWithdrawalsAllow, about)).httpStatus).toBe(403);
  expect(await support.user.call(adminUserWithdrawalsAllow, { ...about, reason: ' ' })).toMatchObject({
    httpStatus: 422,
  });
  expect(await support.user.call(adminUserWithdrawalsAllow, about)).toMatchObject({
    httpStatus: 200,
    message: 'They can withdraw again, and have been told',
  });
  expect((await support.user.call(adminUserWithdrawalsAllow, about)).httpStatus).toBe(409);
  expect(
    (await support.user.call(adminUserWithdrawalsAllow, { ...about, userId: '999999' })).httpStatus,
  ).toBe(404);
  await world.drain();
  for (const to of [asha.mobile, asha.email])
    expect((await readTexts(to))[0]).toMatch(/Withdrawals from your passbook are on again/);
  expect((await withdraw(back, keptAccount.id, '500')).httpStatus).toBe(200);
  const acts = await world.db
    .selectFrom('audit_log')
    .select(['act', 'reason'])
    .where('subject_id', '=', String(asha.id))
    .execute();
  expect(acts).toEqual([{ act: 'withdrawals_allowed', reason: about.reason }]);
});

test('accepts a denial from anyone with the link, also after a confirmation', async () => {
  await sendAlert(asha, 'new_device');
  const link = await readLink(asha.mobile);
  const [number = ''] = link.split('-');
  expect(await asha.call(alertConfirm, { alert: number })).toMatchObject({
    message: 'Thank you. Nothing is changed',
    data: { answer: 'confirmed' },
  });
  expect([await isSignedIn(asha), await isStopped(asha)]).toEqual([true, false]);
  expect(await deny(link)).toMatchObject({ data: { answer: 'denied' } });
  expect([await isSignedIn(asha), await isStopped(asha)]).toEqual([false, true]);
  expect(await world.guest.call(alertConfirm, { alert: link })).toMatchObject({ data: { answer: 'denied' } });
});

test('lets the signed-in owner deny by the alert id, and ends that session too', async () => {
  await sendAlert(asha, 'password_changed');
  await world.drain();
  const { items } = await asha.done(notificationList, {});
  const number = /^\/not-me\/(\d+)$/.exec(items[0]?.path ?? '')?.[1] ?? '';
  expect(await deny(number, asha)).toMatchObject({ httpStatus: 200, data: { own: true, answer: 'denied' } });
  expect(await isSignedIn(asha)).toBe(false);
  expect((await deny(number, asha)).httpStatus).toBe(404);
});

test('sends no reset code to a contact changed before a denied event, but to the others', async () => {
  const changed = 'not.asha@mail.example';
  await asha.post('update_email', { email_id: changed });
  await asha.post('verify_email', { email_id: changed, otp: await waitForCode(world.sandboxUrl, changed) });
  // Requested before the denial, and used after it.
  await world.guest.post('forgot_password', { user_name: changed });
  const early = await waitForCode(world.sandboxUrl, changed, 2);
  world.clock.advance(60_000);
  await sendAlert(asha, 'new_device');
  await waitFor('the alert', async () =>
    (await readTexts(asha.mobile)).some((text) => text.includes('new device')),
  );
  await deny(await readLink(asha.mobile));
  await world.drain();
  const sentBefore = (await readTexts(changed)).length;
  const password = 'ganga-river-9';
  const form = { user_name: changed, otp: early, password, confirm_password: password };
  expect((await world.guest.post('reset_password', form)).httpStatus).toBe(422);
  world.clock.advance(60_000);
  expect(await resetWithCode(changed)).toBe(0);
  expect(await resetWithCode(asha.mobile)).toBe(200);
  // Later alerts do not go there either: their link could lock the owner out.
  await world.drain();
  expect(await readTexts(changed)).toHaveLength(sentBefore);
  expect((await readTexts(asha.mobile))[0]).toMatch(/^The password of your FWS account was changed\./);
});

test('a denial unlinks Google and Facebook, and an untrusted e-mail does not link them again', async () => {
  const person = { given_name: 'Asha', family_name: 'Kale', email: asha.email, email_verified: 'true' };
  const logInWithGoogle = async () =>
    world.guest.post('social_login', {
      type: 'gmail_login',
      id_token: await createIdentityToken(world, 'google', person),
      nonce: 'n-1',
    });
  expect(await logInWithGoogle()).toMatchObject({ is_first_time: 'No' });
  await waitFor('the alert', async () =>
    (await readTexts(asha.mobile)).some((text) => text.includes('Google')),
  );
  await deny(await readLink(asha.mobile));
  const linked = await world.db
    .selectFrom('social_identity')
    .select('provider')
    .where('user_id', '=', asha.id)
    .execute();
  expect(linked).toEqual([]);
  const now = world.clock.now();
  await world.db
    .updateTable('user_account')
    .set({ email_verified_at: now })
    .where('id', '=', asha.id)
    .execute();
  expect(await logInWithGoogle()).toMatchObject({ is_first_time: 'Yes' });
});

test('returns 401 for a code in a session that a denial ended', async () => {
  world.clock.advance(11 * 60_000);
  await asha.done(sendOtpMobile, { mobile: asha.mobile });
  const otp = await waitForCode(world.sandboxUrl, asha.mobile);
  await sendAlert(asha, 'new_device');
  await deny(await readLink(asha.mobile));
  expect((await asha.post('add_upi_payout', { upi_id: 'other@okbank', otp })).httpStatus).toBe(401);
});
