import type { Updateable } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminUserSecurity } from '@fws/contract/admin/users/calls';
import { securityEvents, socialLogin, socialRegister, userRegister } from '@fws/contract/identity/calls';
import * as factors from '@fws/contract/identity/factors/calls';
import { updateProfile } from '@fws/contract/profile/calls';
import { createAdmin } from '../../../test/admin/admins.ts';
import { Browser } from '../../../test/identity/browser.ts';
import { createIdentityToken } from '../../../test/identity/identity-token.ts';
import { PASSWORD, PHONE } from '../../../test/identity/logins.ts';
import { SoftPasskey } from '../../../test/identity/passkey.ts';
import { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import type { Database } from '../../platform/db/tables.ts';
import { buildPhotoUrl } from '../../platform/files.ts';
import { createSession } from './sessions/store.ts';

// Every field of replies about second factors, the security log and logins by Google.

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true, env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => world.close());
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** All tests share one IP address, whose attempts are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

const RECOVERY_CODES = Array.from(
  { length: 10 },
  () => expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/) as string,
);

/** Logs in by password in this browser, and confirms by a passkey or a recovery code. */
async function logIn(browser: Browser, user: TestUser, confirm: (options: string) => object) {
  await browser.call('user_login', { identifier: user.email, password: PASSWORD, otp: '' });
  const { data } = await browser.call('login_challenge');
  const answer = confirm((data as { passkeyOptions: string }).passkeyOptions);
  return browser.call('login_confirm', answer as Record<string, unknown>);
}

test('shows the second factors of a user, whose app, passkey and recovery codes open a login', async () => {
  const user = await world.user({ firstName: 'Asha', password: PASSWORD });
  const { secret, uri } = await user.done(factors.authenticatorBegin, {});
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  const setAt = world.clock.format();
  const code = new TOTP({ secret }).generate({ timestamp: world.clock.now().getTime() });
  const firstCodes = await user.done(factors.authenticatorSet, { code });
  expect(firstCodes).toEqual(RECOVERY_CODES);

  world.clock.advance(MINUTE_MS);
  const createdAt = world.clock.format();
  const phone = new SoftPasskey(world.url);
  const options = await user.done(factors.passkeyBegin, {});
  expect(options).toMatch(/"challenge":"[\w-]{43}"/);
  expect(JSON.parse(options)).toMatchObject({
    rp: { name: 'FWS', id: 'localhost' },
    user: { name: user.email, displayName: 'Asha Kumar' },
  });
  await user.done(factors.passkeyAdd, { name: 'My phone', passkey: phone.create(options) });
  const { id } = await world.db
    .selectFrom('passkey')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const passkey = { id, name: 'My phone', createdAt };
  expect(await user.done(factors.secondFactors, {})).toEqual({
    authenticator: { setAt },
    passkeys: [{ ...passkey, lastUsedAt: null }],
    recoveryCodesLeft: 10,
  });

  world.clock.advance(MINUTE_MS);
  const browser = new Browser(world);
  const answer = await logIn(browser, user, (challenge) => ({
    method: 'passkey',
    passkey: phone.get(challenge),
  }));
  expect(answer.httpStatus).toBe(200);
  const lastUsedAt = world.clock.format();
  const newCodes = await user.done(factors.recoveryCodesRenew, {});
  expect(newCodes).toEqual(RECOVERY_CODES);
  const giveCode = (recoveryCode: string | undefined) =>
    logIn(browser, user, () => ({ method: 'recovery_code', code: recoveryCode }));
  expect((await giveCode(firstCodes[0])).httpStatus).toBe(422);
  expect((await giveCode(newCodes[0])).httpStatus).toBe(200);
  expect(await user.done(factors.secondFactors, {})).toEqual({
    authenticator: { setAt },
    passkeys: [{ ...passkey, lastUsedAt }],
    recoveryCodesLeft: 9,
  });
});

test('shows every field of the security log, without the device and address of staff', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': PHONE };
  const { id } = await world.guest.done(
    userRegister,
    {
      ...PERSON,
      email: 'log@mail.example',
      mobile: '9876500001',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    },
    { headers },
  );
  const registeredAt = world.clock.format();
  world.clock.advance(MINUTE_MS);
  const support = await createAdmin(world, 'support');
  await support.user.done(adminUserSecurity, { userId: String(id) }, { headers });
  const ids = await world.db
    .selectFrom('security_event')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  const session = { userId: id, now: world.clock.now(), ttlMs: HOUR_MS, client: 'test', confirmed: true };
  const user = new TestUser(world.url, { id, token: await createSession(world.db, session) });
  expect(await user.done(securityEvents, {})).toEqual([
    {
      id: ids[0]?.id,
      at: world.clock.format(),
      kind: 'personal_data_read',
      device: '',
      address: '',
      byStaff: true,
    },
    {
      id: ids[1]?.id,
      at: registeredAt,
      kind: 'registered',
      device: 'Chrome · Android',
      address: '203.0.113.9',
      byStaff: false,
    },
  ]);
});

const PERSON = {
  firstName: 'Asha',
  lastName: 'Rao',
  registerFor: 'individual' as const,
  lookingFor: ['projects' as const],
  location: 'Kothrud, Pune',
  companyName: '',
  aadhaarNumber: '',
  termsAccepted: true,
  isAdult: true,
};

test('shows what Google says of a new person, whose ticket registers them, and the whole user afterwards', async () => {
  const email = 'asha.rao@mail.example';
  const person = { given_name: 'Asha', family_name: 'Rao', email, email_verified: 'true' };
  const logInByGoogle = async () =>
    world.guest.done(socialLogin, {
      provider: 'google',
      idToken: await createIdentityToken(world, 'google', person),
      nonce: 'n-1',
    });
  const newcomer = await logInByGoogle();
  expect(newcomer).toEqual({
    firstTime: true,
    profile: {
      firstName: 'Asha',
      lastName: 'Rao',
      email,
      emailVerified: true,
      ticket: expect.stringMatching(/^[\w-]{43}$/) as string,
    },
  });
  const ticket = newcomer.firstTime ? newcomer.profile.ticket : '';
  const form = { ...PERSON, email, mobile: '9876500002', ticket };
  const { id } = await world.guest.done(socialRegister, form);
  const session = { userId: id, now: world.clock.now(), ttlMs: HOUR_MS, client: 'test', confirmed: true };
  const user = new TestUser(world.url, { id, token: await createSession(world.db, session) });
  const changeUser = (change: Updateable<Database['user_account']>) =>
    world.db.updateTable('user_account').set(change).where('id', '=', id).execute();
  await changeUser({ mobile_verified_at: world.clock.now() });
  const photo = new File([Buffer.from(PIXEL, 'base64')], 'me.png', { type: 'image/png' });
  await user.done(updateProfile, { skills: ['Painting', 'Putty'] }, { files: { photo } });
  // Without a verified mobile number a login in a new browser asks for no code.
  const standing = { rating_sum: 9, rating_count: 2, completed_projects: 3 };
  await changeUser({ mobile_verified_at: null, ...standing });
  const { photo_id: photoId } = await world.db
    .selectFrom('user_account')
    .select('photo_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const whole = {
    id,
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    mobile: '+919876500002',
    mobileVerified: false,
    emailVerified: true,
    profileImage: buildPhotoUrl(photoId),
    location: 'Kothrud, Pune',
    registerFor: 'individual',
    lookingFor: ['projects'],
    skills: ['Painting', 'Putty'],
    identity: 'none',
    rating: 4.5,
    completedProjects: 3,
    suspension: null,
  };
  expect(await logInByGoogle()).toEqual({ firstTime: false, user: whole });
  const suspended = { suspended_at: world.clock.now(), suspended_reason: 'Asked for money outside' };
  await changeUser(suspended);
  expect(await logInByGoogle()).toEqual({
    firstTime: false,
    user: { ...whole, suspension: { at: world.clock.format(), reason: 'Asked for money outside' } },
  });
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
