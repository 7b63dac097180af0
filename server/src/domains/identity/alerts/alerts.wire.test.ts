import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alertDeny, ownerAlert } from '@fws/contract/identity/alerts/calls';
import { notificationList } from '@fws/contract/notifications/calls';
import { updateUpiAccount } from '@fws/contract/payouts/calls';
import {
  createBankAccount,
  waitForWithdrawal,
  createUpiAccount,
  withdraw,
  parseWithdrawalId,
} from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { createAlertSteps } from '../../../../test/identity/alerts.ts';
import { waitForCode } from '../../../../test/identity/codes.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let asha: TestUser;
const { createOwner, sendAlert, readTexts, readLink, deny, isSignedIn, findRow, isStopped } =
  createAlertSteps(() => world);
beforeAll(async () => {
  world = await startWorld({ env: { LIMIT_ALERT_LINK_ADDRESS: '30/1h' } });
});
beforeEach(async () => {
  world.clock.reset();
  asha = await createOwner();
});
afterAll(() => world.close());

test('alerts the owner about a new payout account once by SMS, by e-mail and in the app', async () => {
  await createBankAccount(asha, '50100417703333');
  const reference = await readLink(asha.mobile);
  await readLink(asha.email);
  await world.drain();
  const [sms, mail] = [await readTexts(asha.mobile), await readTexts(asha.email)];
  expect(sms).toHaveLength(1);
  expect(sms[0]).toMatch(/^An account was added .*: bank account ending 3333\. It can be used from \d/);
  expect(sms[0]).toContain(`${world.url}/not-me/${reference}`);
  expect(mail).toHaveLength(1);
  expect(mail[0]).toContain('press “This was not me”');
  const { items } = await asha.done(notificationList, {});
  expect(items).toMatchObject([
    {
      type: 'payout_account_added',
      text: 'State Bank of India ··3333 was added to the accounts you can be paid to. Was this you?',
      path: `/not-me/${reference.split('-')[0]}`,
    },
  ]);
});

test('alerts about the first withdrawal to an account, and again after the account was changed', async () => {
  await earn(world, { poster: await world.user(), worker: asha }, '7000');
  const { id } = await createUpiAccount(asha, 'asha@okbank');
  const listFirstUseTexts = async () => {
    await world.drain();
    return (await readTexts(asha.mobile)).filter((text) => text.includes('for the first time'));
  };
  for (const rupees of ['5', '6'])
    await waitForWithdrawal(world, parseWithdrawalId(await withdraw(asha, id, rupees)), 'paid');
  expect(await listFirstUseTexts()).toHaveLength(1);
  expect((await listFirstUseTexts())[0]).toMatch(
    /^Rs 5 is on its way from your FWS passbook, for the first time to this account: UPI ID asha@okbank\./,
  );
  await asha.done(updateUpiAccount, { accountId: String(id), upiId: 'asha.new@okbank', address: '' });
  await waitForWithdrawal(world, parseWithdrawalId(await withdraw(asha, id, '6989')), 'paid');
  expect((await listFirstUseTexts())[0]).toMatch(/^Rs 6,989 is on its way .* UPI ID asha\.new@okbank\./);
});

test('sends the alert about a changed contact to its former value, not to the new one', async () => {
  const [mobile, email] = ['+917000099001', 'asha.new@mail.example'];
  await asha.post('update_mobile', { mobile_number: mobile });
  await asha.post('verify_mobile', {
    mobile_number: mobile,
    otp: await waitForCode(world.sandboxUrl, mobile),
  });
  await world.drain();
  for (const to of [asha.mobile, asha.email])
    expect((await readTexts(to))[0]).toMatch(/^The mobile number of your FWS account was changed\./);
  expect((await readTexts(mobile)).filter((text) => text.includes('was changed'))).toEqual([]);

  await asha.post('update_email', { email_id: email });
  await asha.post('verify_email', { email_id: email, otp: await waitForCode(world.sandboxUrl, email) });
  await world.drain();
  for (const to of [mobile, asha.email])
    expect((await readTexts(to))[0]).toMatch(/^The e-mail of your FWS account was changed\./);
  expect((await readTexts(email)).filter((text) => text.includes('was changed'))).toEqual([]);
});

test('shows the alert to anyone with its link, and opening it changes nothing', async () => {
  const account = await createBankAccount(asha, '50100417703333');
  const reference = await readLink(asha.mobile);
  const shown = await world.guest.done(ownerAlert, { alert: reference });
  expect(shown).toMatchObject({
    kind: 'payout_account_added',
    answer: 'none',
    facts: {
      account: {
        kind: 'bank',
        bankName: 'State Bank of India',
        ending: '3333',
        nameAtBank: 'ANOTHER PERSON',
      },
    },
    account: { usableFrom: account.usableFrom, removed: false },
    told: { sms: true, email: true },
    own: false,
  });
  expect(JSON.stringify(shown)).not.toContain('50100417703333');
  const [number = ''] = reference.split('-');
  expect(await asha.done(ownerAlert, { alert: number })).toMatchObject({ own: true, answer: 'none' });
  expect(await isSignedIn(asha)).toBe(true);
  expect(await findRow(asha)).toMatchObject({ withdrawals_stopped_at: null });
});

test('refuses a forged link, the alert of another user and an expired link, and limits guesses', async () => {
  world.clock.advanceToNextHour();
  await sendAlert(asha, 'new_device');
  const reference = await readLink(asha.mobile);
  const [number = '', mac = ''] = reference.split(/-(.*)/s);
  const stranger = await createOwner();
  const unknown = { httpStatus: 404, message: 'This link is not complete, or not one of ours' };
  expect(await world.guest.call(alertDeny, { alert: number })).toMatchObject(unknown);
  expect(await stranger.call(alertDeny, { alert: number })).toMatchObject(unknown);
  expect(await stranger.call(ownerAlert, { alert: number })).toMatchObject(unknown);
  expect(await deny(`${number}-${mac.toLowerCase()}x`)).toMatchObject(unknown);
  expect(await deny(`${Number(number) + 1}-${mac}`)).toMatchObject(unknown);
  for (const malformed of ['', '0', '-', 'abc', `${number}-`, `${number}-${'a'.repeat(65)}`])
    expect((await deny(malformed)).httpStatus, malformed).toBe(422);

  world.clock.advance(30 * DAY_MS + 60_000);
  const old = { httpStatus: 404, message: 'This link is too old. It could be used for 30 days' };
  expect(await deny(reference)).toMatchObject(old);
  expect(await isStopped(asha)).toBe(false);

  let tries = 0;
  let last: number;
  do {
    tries++;
    last = (await deny(`${number}-${'A'.repeat(22)}`)).httpStatus;
  } while (last === 404 && tries < 40);
  expect([tries, last]).toEqual([31, 429]);
});

test('clears the contacts of an alert after 60 days', async () => {
  await sendAlert(asha, 'new_device', { former: { mobile: '+919999999999' } });
  const readContacts = () =>
    world.db.selectFrom('owner_alert').select(['mobile', 'email']).where('user_id', '=', asha.id).execute();
  const runForgetTask = async () => {
    await inTx(world.db, (tx) => enqueue(tx, 'delete_expired_sign_ins', {}));
    await world.drain();
  };
  world.clock.advance(59 * DAY_MS);
  await runForgetTask();
  expect(await readContacts()).toEqual([{ mobile: '+919999999999', email: asha.email }]);
  world.clock.advance(2 * DAY_MS);
  await runForgetTask();
  expect(await readContacts()).toEqual([{ mobile: '', email: '' }]);
});
