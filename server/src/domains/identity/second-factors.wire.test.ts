import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SoftPasskey } from '../../../test/identity/passkey.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createLoginSteps } from '../../../test/identity/logins.ts';
import { waitForCode } from '../../../test/identity/codes.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
const HOUR = 3600_000;
/** All tests share one IP address, whose attempts are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

const { createMember, logIn, logInByToken, countCodes, openKnownBrowser, setAttemptCount, addAuthenticator } =
  createLoginSteps(() => world);

test('asks every client for the code of an authenticator app that was set up', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
  const { totp, recoveryCodes } = await addAuthenticator(browser);
  expect(recoveryCodes).toHaveLength(10);
  const generateCode = () => totp.generate({ timestamp: world.clock.now().getTime() });

  // The code that set the app up cannot be used again.
  expect(await logIn(browser, person.email)).toMatchObject({ httpStatus: 403, step_up: 'login' });
  expect(await browser.call('login_challenge')).toMatchObject({
    data: { methods: ['authenticator', 'recovery_code'], sentTo: null },
  });
  const confirm = (method: string, code: string) => browser.call('login_confirm', { method, code });
  expect((await confirm('authenticator', generateCode())).httpStatus).toBe(422);
  expect((await confirm('otp', '123456')).httpStatus).toBe(422);
  world.clock.advance(60_000);
  expect((await confirm('authenticator', generateCode())).httpStatus).toBe(200);

  expect(await logInByToken(person.email)).toMatchObject({ httpStatus: 403, step_up: 'totp' });
  world.clock.advance(60_000);
  expect(await logInByToken(person.email, { otp: generateCode() })).toMatchObject({ httpStatus: 200 });

  const [recovery = ''] = recoveryCodes;
  await logIn(browser, person.email);
  expect((await confirm('recovery_code', recovery.toLowerCase())).httpStatus).toBe(200);
  await logIn(browser, person.email);
  expect((await confirm('recovery_code', recovery)).httpStatus).toBe(422);
  expect((await browser.call('second_factors')).data).toMatchObject({
    authenticator: { setAt: expect.any(String) as string },
    passkeys: [],
    recoveryCodesLeft: 9,
  });
});

test('pauses authenticator codes after many wrong ones, except in a known browser of the owner', async () => {
  const person = await createMember();
  const own = await openKnownBrowser(person);
  const { totp, recoveryCodes } = await addAuthenticator(own);
  await setAttemptCount('login_code_account', `user ${person.id}`, 24 * HOUR, 50);
  world.clock.advance(60_000);
  const generateCode = () => totp.generate({ timestamp: world.clock.now().getTime() });
  expect(await logInByToken(person.email, { otp: generateCode() })).toMatchObject({
    httpStatus: 429,
    message: expect.stringContaining('too many wrong codes') as string,
  });
  expect((await logInByToken(person.email, { otp: recoveryCodes[0] ?? '' })).httpStatus).toBe(200);
  await own.call('logout');
  await logIn(own, person.email);
  expect(
    (await own.call('login_confirm', { method: 'authenticator', code: generateCode() })).httpStatus,
  ).toBe(200);
});

test('removes an authenticator app and its recovery codes only with a code to the mobile number', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
  const { recoveryCodes } = await addAuthenticator(browser);
  expect(await browser.call('authenticator_begin')).toMatchObject({ httpStatus: 409 });
  world.clock.advance(11 * 60_000);
  expect(await browser.call('authenticator_remove')).toMatchObject({ httpStatus: 403, step_up: 'otp' });
  const sent = await countCodes(person.mobile);
  await browser.call('send_otp_mobile', { mobile: person.mobile });
  const otp = await waitForCode(world.sandboxUrl, person.mobile, sent + 1);
  expect((await browser.call('authenticator_remove', { otp })).httpStatus).toBe(200);
  expect((await browser.call('second_factors')).data).toEqual({
    authenticator: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
  await browser.call('logout');
  expect((await logIn(browser, person.email)).httpStatus).toBe(200);
  expect(recoveryCodes).toHaveLength(10);
  expect(await browser.call('recovery_codes_renew')).toMatchObject({ httpStatus: 403 });
});
test('asks for a passkey at every login, and accepts it for one challenge on this site only', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
  const phone = new SoftPasskey(world.url);
  const begin = async () => (await browser.call('passkey_begin')).data as string;
  const add = (passkey: string) => browser.call('passkey_add', { name: 'My phone', passkey });

  expect((await add(phone.create(await begin(), 'https://elsewhere.example'))).httpStatus).toBe(422);
  const options = await begin();
  expect(await add(phone.create(options))).toMatchObject({
    httpStatus: 200,
    message: 'Your passkey is added',
    data: expect.objectContaining({ length: 10 }) as string[],
  });
  // The challenge is used up.
  expect((await add(phone.create(options))).httpStatus).toBe(422);

  await browser.call('logout');
  expect(await logIn(browser, person.email)).toMatchObject({ httpStatus: 403, step_up: 'login' });
  const readChallenge = async () =>
    (await browser.call('login_challenge')).data as { methods: string[]; passkeyOptions: string };
  const { methods, passkeyOptions } = await readChallenge();
  expect(methods).toEqual(['passkey', 'recovery_code']);
  const confirm = (passkey: string) => browser.call('login_confirm', { method: 'passkey', passkey });
  const otherPasskey = new SoftPasskey(world.url);
  const refused = { httpStatus: 422, message: 'Your device could not confirm the passkey. Please try again' };
  expect(await confirm(otherPasskey.get(passkeyOptions))).toMatchObject(refused);
  expect(await confirm(phone.get(passkeyOptions, 'https://elsewhere.example'))).toMatchObject(refused);
  expect(await confirm('{"id": "x"}')).toMatchObject(refused);
  const answer = phone.get(passkeyOptions);
  expect((await confirm(answer)).httpStatus).toBe(200);

  await browser.call('logout');
  await logIn(browser, person.email);
  expect(await confirm(answer)).toMatchObject(refused);
  // A counter that falls behind reveals a copy of the key.
  phone.counter = 0;
  expect(await confirm(phone.get((await readChallenge()).passkeyOptions))).toMatchObject(refused);
  phone.counter = 9;
  expect((await confirm(phone.get((await readChallenge()).passkeyOptions))).httpStatus).toBe(200);
  expect((await browser.call('second_factors')).data).toMatchObject({
    passkeys: [{ name: 'My phone', lastUsedAt: expect.any(String) as string }],
  });
});

test('lets only the owner remove a passkey', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
  const options = (await browser.call('passkey_begin')).data as string;
  await browser.call('passkey_add', {
    name: 'My phone',
    passkey: new SoftPasskey(world.url).create(options),
  });
  const { data } = await browser.call('second_factors');
  const [passkey] = (data as { passkeys: { id: number }[] }).passkeys;
  const passkey_id = String(passkey?.id);
  const stranger = await openKnownBrowser(await createMember());
  expect((await stranger.call('passkey_remove', { passkeyId: passkey_id })).httpStatus).toBe(404);
  expect((await browser.call('passkey_remove', { passkeyId: passkey_id })).httpStatus).toBe(200);
  expect((await browser.call('passkey_remove', { passkeyId: passkey_id })).httpStatus).toBe(404);
  await browser.call('logout');
  expect((await logIn(browser, person.email)).httpStatus).toBe(200);
});
