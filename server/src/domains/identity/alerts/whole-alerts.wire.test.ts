import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertConfirm, ownerAlert } from '@fws/contract/identity/alerts/calls';
import { socialLogin } from '@fws/contract/identity/calls';
import { updateUpiAccount, withdrawRequest } from '@fws/contract/payouts/calls';
import { createAlertSteps } from '../../../../test/identity/alerts.ts';
import { createIdentityToken } from '../../../../test/identity/identity-token.ts';
import { PHONE } from '../../../../test/identity/logins.ts';
import { createUpiAccount } from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

// Every field of alerts about a payout account and about a login by Google.

let world: World;
let asha: TestUser;
const { createOwner, readLink } = createAlertSteps(() => world);
beforeAll(async () => {
  world = await startWorld({ clockStopped: true, env: { TRUST_PROXY: 'loopback' } });
  asha = await createOwner();
  await earn(world, { poster: await world.user(), worker: asha }, '500');
  await world.drain();
});
afterAll(() => world.close());

const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': PHONE };
const origin = { device: 'Chrome · Android', address: '203.0.113.9' };

/** The newest alert of the owner, after it was sent. */
async function readNewestId(): Promise<number> {
  await world.drain();
  const { id } = await world.db
    .selectFrom('owner_alert')
    .select('id')
    .where('user_id', '=', asha.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

test('shows what a payout account was before it was changed, and the first withdrawal to it', async () => {
  const { id: accountId } = await createUpiAccount(asha, 'asha@okbank');
  const change = { accountId: String(accountId), upiId: 'asha.new@okbank', address: '' };
  await asha.done(updateUpiAccount, change, { headers });
  const changedAt = world.clock.format();
  const changedId = await readNewestId();
  const account = {
    kind: 'upi',
    bankName: '',
    ending: '',
    upiId: 'asha.new@okbank',
    nameAtBank: 'ASHA KALE',
  };
  const alert = {
    ...origin,
    account: { usableFrom: null, removed: false },
    told: { sms: true, email: true },
    own: true,
  };
  expect(await asha.done(ownerAlert, { alert: String(changedId) })).toEqual({
    ...alert,
    id: changedId,
    kind: 'payout_account_changed',
    at: changedAt,
    answer: 'none',
    facts: { account, before: 'asha@okbank' },
  });

  world.clock.advance(60_000);
  const withdrawal = { amountText: '200', accountId: String(accountId), otp: '' };
  await asha.done(withdrawRequest, withdrawal, { headers });
  const usedId = await readNewestId();
  expect(await asha.done(alertConfirm, { alert: String(usedId) })).toEqual({
    ...alert,
    id: usedId,
    kind: 'payout_account_used',
    at: world.clock.format(),
    answer: 'confirmed',
    facts: { account, amountPaise: 200_00 },
  });
});

test('shows which issuer was linked with the account, to whoever has the link', async () => {
  const person = { given_name: 'Asha', family_name: 'Kale', email: asha.email, email_verified: 'true' };
  const idToken = await createIdentityToken(world, 'google', person);
  const linked = { provider: 'google' as const, idToken, nonce: 'n-1' };
  // The account is linked; only then does the new browser have to give a code.
  expect((await world.guest.call(socialLogin, linked, { headers })).httpStatus).toBe(403);
  const id = await readNewestId();
  const link = await readLink(asha.mobile);
  expect(link).toMatch(new RegExp(`^${id}-`));
  expect(await world.guest.done(ownerAlert, { alert: link })).toEqual({
    ...origin,
    id,
    kind: 'social_linked',
    at: world.clock.format(),
    answer: 'none',
    facts: { provider: 'Google' },
    account: null,
    told: { sms: true, email: true },
    own: false,
  });
});
