import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SoftPasskey } from '../../../test/passkey.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { TestUser } from '../../../test/user.ts';
import { Browser } from './social-testing.ts';
import { codeSent, newcomer, otherCode, outbox } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
const HOUR = 3600_000;
/** Everybody here comes from one address, whose attempts are counted by the hour: each test begins one. */
beforeEach(() => world.clock.advance(HOUR - (world.clock.now().getTime() % HOUR)));

const PASSWORD = 'monsoon2026';
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36';

interface Member {
  id: number;
  email: string;
  mobile: string;
}

/** Registered by a client without cookies, with both contacts verified. */
async function member(): Promise<Member> {
  const form = newcomer();
  const answer = await world.guest.post('user_register', form);
  const [{ id }] = answer.data as [{ id: number }];
  const now = world.clock.now();
  await world.db
    .updateTable('user_account')
    .set({ mobile_verified_at: now, email_verified_at: now })
    .where('id', '=', id)
    .execute();
  const mobile = `+91${form['mobile_number']}`;
  // The code of the registration is out of the way.
  await codeSent(world.sandboxUrl, mobile);
  return { id, email: form['email_id'] ?? '', mobile };
}

const logIn = (browser: Browser, user_name: string, password = PASSWORD) =>
  browser.call('user_login', { user_name, password });
const logInByToken = (user_name: string, fields: Record<string, string> = {}) =>
  world.guest.post('user_login', { user_name, password: PASSWORD, ...fields });
const isIn = async (browser: Browser) => (await browser.call('current_user')).httpStatus === 200;
/** Once everything that is due has been sent. */
async function codesTo(mobile: string): Promise<number> {
  await world.drain();
  return (await outbox(world.sandboxUrl, mobile)).filter(({ otp }) => otp !== null).length;
}

async function kindsOf(userId: number): Promise<string[]> {
  const rows = await world.db
    .selectFrom('security_event')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.kind);
}

/** In a browser that is known from then on. */
async function knownBrowser({ email, mobile }: Member): Promise<Browser> {
  const browser = new Browser(world);
  const sent = await codesTo(mobile);
  await logIn(browser, email);
  const code = await codeSent(world.sandboxUrl, mobile, sent + 1);
  expect(await browser.call('login_confirm', { method: 'otp', code })).toMatchObject({ httpStatus: 200 });
  return browser;
}

test('a right password in a new browser lets nobody in before the code to the mobile number', async () => {
  const { id, email, mobile } = await member();
  const browser = new Browser(world);
  const ending = mobile.slice(-4);
  expect(await logIn(browser, email)).toMatchObject({
    httpStatus: 403,
    step_up: 'login',
    message: `We have sent a code to your mobile ending in ${ending}`,
    data: null,
  });
  expect(browser.cookies.has('fws_session')).toBe(false);
  expect(await isIn(browser)).toBe(false);
  expect(await browser.call('login_challenge')).toMatchObject({
    httpStatus: 200,
    data: {
      methods: ['otp'],
      sentTo: ending,
      passkeyOptions: null,
      outboxUrl: `${world.sandboxUrl}/outbox`,
    },
  });
  const code = await codeSent(world.sandboxUrl, mobile, 2);
  expect(await browser.call('login_confirm', { method: 'otp', code: otherCode(code) })).toMatchObject({
    httpStatus: 422,
    errors: { code: 'This code is wrong. Please check it and try again' },
  });
  expect(await browser.call('login_confirm', { method: 'otp', code })).toMatchObject({
    httpStatus: 200,
    data: [{ id }],
  });
  expect(await isIn(browser)).toBe(true);
  // The code counts once, and for this browser alone.
  expect((await browser.call('login_confirm', { method: 'otp', code })).httpStatus).toBe(401);
  expect(await kindsOf(id)).toEqual(['registered', 'login_code_failed', 'new_device', 'logged_in']);
});

test('a known browser is asked again after thirty days, and after everything else was signed out', async () => {
  const person = await member();
  const browser = await knownBrowser(person);
  const again = async () => {
    await browser.call('logout');
    return (await logIn(browser, person.email)).httpStatus;
  };
  expect(await again()).toBe(200);
  world.clock.advance(29 * 24 * HOUR);
  expect(await again()).toBe(200);
  world.clock.advance(2 * 24 * HOUR);
  expect(await again()).toBe(403);

  const other = await knownBrowser(person);
  await other.call('session_end_others');
  await other.call('logout');
  expect((await logIn(other, person.email)).httpStatus).toBe(200);
  const first = await knownBrowser(person);
  await other.call('session_end_others');
  expect(await isIn(first)).toBe(false);
  expect((await logIn(first, person.email)).httpStatus).toBe(403);
});

test('a browser is known to the accounts that proved themselves there, and to no other', async () => {
  const [asha, ravi] = [await member(), await member()];
  const shared = await knownBrowser(asha);
  await shared.call('logout');
  expect((await logIn(shared, ravi.email)).httpStatus).toBe(403);
  expect((await logIn(shared, asha.email)).httpStatus).toBe(200);
});

test('the owner hears of another device by SMS and by e-mail, and of the first and of known ones not', async () => {
  const person = await member();
  const alerts = async (to: string) => {
    await world.drain();
    return (await outbox(world.sandboxUrl, to)).filter(({ text }) => text.includes('/not-me/'));
  };
  const first = await knownBrowser(person);
  expect(await alerts(person.mobile)).toEqual([]);
  await knownBrowser(person);
  const [sms] = await alerts(person.mobile);
  expect(sms?.text).toMatch(/^Your FWS account was opened on a new device: /);
  expect(await alerts(person.email)).toHaveLength(1);
  await first.call('logout');
  await logIn(first, person.email);
  expect(await alerts(person.mobile)).toHaveLength(1);
});

test('who has the password cannot send the owner more than ten messages a day about devices', async () => {
  const person = await member();
  await knownBrowser(person);
  for (let device = 0; device < 12; device++) {
    const agent = { 'user-agent': `device ${device}` };
    const login = { user_name: person.email, password: PASSWORD };
    expect((await world.guest.post('user_login', login, agent)).httpStatus).toBe(200);
  }
  await world.drain();
  const sent = (await outbox(world.sandboxUrl, person.mobile)).filter(({ text }) =>
    text.includes('/not-me/'),
  );
  expect(sent).toHaveLength(10);
  expect((await kindsOf(person.id)).filter((kind) => kind === 'new_device')).toHaveLength(13);
});

test('five tries a challenge, and five sends, half a minute apart', async () => {
  const { email, mobile } = await member();
  const browser = new Browser(world);
  await logIn(browser, email);
  const code = await codeSent(world.sandboxUrl, mobile, 2);
  expect(await browser.call('login_code_send')).toMatchObject({ httpStatus: 429 });
  world.clock.advance(31_000);
  expect(await browser.call('login_code_send')).toMatchObject({ httpStatus: 200 });
  // The same code again: whoever asks twice does not have to know which message is the newer one.
  expect(await codeSent(world.sandboxUrl, mobile, 3)).toBe(code);
  const wrong = { method: 'otp', code: otherCode(code) };
  const tries = await Promise.all(Array.from({ length: 8 }, () => browser.call('login_confirm', wrong)));
  expect(tries.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(5);
  expect((await browser.call('login_confirm', { method: 'otp', code })).httpStatus).toBe(429);
  world.clock.advance(11 * 60_000);
  expect(await browser.call('login_confirm', { method: 'otp', code })).toMatchObject({
    httpStatus: 401,
    message: 'This took too long. Please log in again',
  });
});

test('a token client’s login answers as the specification says, and takes no money out', async () => {
  const { email, id } = await member();
  const answer = await logInByToken(email);
  expect(answer).toMatchObject({ httpStatus: 200, data: [{ id, auth_token: expect.any(String) as string }] });
  const [{ auth_token: token }] = answer.data as [{ auth_token: string }];
  const user = new TestUser(world.url, { id, token });
  for (const [call, fields] of [
    [
      'change_password',
      { old_password: PASSWORD, new_password: 'ganga-river-9', confrm_password: 'ganga-river-9' },
    ],
    ['update_email', { email_id: 'thief@mail.example' }],
    ['update_mobile', { mobile_number: '9876500000' }],
    ['authenticator_begin', {}],
    ['passkey_begin', {}],
  ] as const)
    expect(await user.post(call, fields), call).toMatchObject({ httpStatus: 403, step_up: 'otp' });
});

test('strangers who guess at an account slow themselves down and never its owner', async () => {
  const person = await member();
  const own = await knownBrowser(person);
  await own.call('logout');
  const guess = (n: number) =>
    logInByToken(n % 2 ? person.email : person.mobile, { password: `guess${n}aaaa` });
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
  expect(guesses.filter(({ httpStatus }) => httpStatus === 401)).toHaveLength(10);
  expect(guesses.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(30);
  expect((await logInByToken(person.email)).httpStatus).toBe(429);
  // From the very same address.
  expect((await logIn(own, person.email)).httpStatus).toBe(200);
});

test('after many wrong guesses from many places a token client needs a code as well', async () => {
  const { id, email, mobile } = await member();
  await countAttempts('login_account', `user ${id}`, HOUR, 30);
  expect(await logInByToken(email)).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
    message: `We have sent a code to your mobile ending in ${mobile.slice(-4)}`,
  });
  const otp = await codeSent(world.sandboxUrl, mobile, 2);
  expect(await logInByToken(email, { otp: otherCode(otp) })).toMatchObject({ httpStatus: 422 });
  expect(await logInByToken(email, { otp })).toMatchObject({ httpStatus: 200 });
});

/** As if so many attempts had been made in the present window, from many places. */
async function countAttempts(scope: string, subject: string, windowMs: number, count: number): Promise<void> {
  await world.db
    .insertInto('attempt_counter')
    .values({
      scope,
      // As the counters keep whom they count.
      subject: createHash('sha256').update(subject).digest('base64url'),
      window_start: new Date(Math.floor(world.clock.now().getTime() / windowMs) * windowMs),
      count,
    })
    .onConflict((row) => row.columns(['scope', 'subject', 'window_start']).doUpdateSet({ count }))
    .execute();
}

/** Sets up an authenticator app in that browser, whose session was confirmed by its login. */
async function addAuthenticator(browser: Browser): Promise<{ totp: TOTP; recoveryCodes: string[] }> {
  const begun = await browser.call('authenticator_begin');
  const { secret, uri } = begun.data as { secret: string; uri: string };
  expect(uri).toContain(secret);
  const totp = new TOTP({ secret });
  const code = totp.generate({ timestamp: world.clock.now().getTime() });
  expect((await browser.call('authenticator_set', { code: otherCode(code) })).httpStatus).toBe(422);
  const set = await browser.call('authenticator_set', { code });
  expect(set.httpStatus).toBe(200);
  return { totp, recoveryCodes: set.data as string[] };
}

test('who has set up an authenticator app is asked for its code by every client, everywhere', async () => {
  const person = await member();
  const browser = await knownBrowser(person);
  const { totp, recoveryCodes } = await addAuthenticator(browser);
  expect(recoveryCodes).toHaveLength(10);
  const codeNow = () => totp.generate({ timestamp: world.clock.now().getTime() });

  // The code that set it up does not count twice.
  expect(await logIn(browser, person.email)).toMatchObject({ httpStatus: 403, step_up: 'login' });
  expect(await browser.call('login_challenge')).toMatchObject({
    data: { methods: ['authenticator', 'recovery_code'], sentTo: null },
  });
  const confirm = (method: string, code: string) => browser.call('login_confirm', { method, code });
  expect((await confirm('authenticator', codeNow())).httpStatus).toBe(422);
  expect((await confirm('otp', '123456')).httpStatus).toBe(422);
  world.clock.advance(60_000);
  expect((await confirm('authenticator', codeNow())).httpStatus).toBe(200);

  expect(await logInByToken(person.email)).toMatchObject({ httpStatus: 403, step_up: 'totp' });
  world.clock.advance(60_000);
  expect(await logInByToken(person.email, { otp: codeNow() })).toMatchObject({ httpStatus: 200 });

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

test('wrong codes from many places end with passkeys and recovery codes, but not in the owner’s browser', async () => {
  const person = await member();
  const own = await knownBrowser(person);
  const { totp, recoveryCodes } = await addAuthenticator(own);
  await countAttempts('login_code_account', `user ${person.id}`, 24 * HOUR, 50);
  world.clock.advance(60_000);
  const codeNow = () => totp.generate({ timestamp: world.clock.now().getTime() });
  expect(await logInByToken(person.email, { otp: codeNow() })).toMatchObject({
    httpStatus: 429,
    message: expect.stringContaining('too many wrong codes') as string,
  });
  expect((await logInByToken(person.email, { otp: recoveryCodes[0] ?? '' })).httpStatus).toBe(200);
  await own.call('logout');
  await logIn(own, person.email);
  expect((await own.call('login_confirm', { method: 'authenticator', code: codeNow() })).httpStatus).toBe(
    200,
  );
});

test('an authenticator app is taken away by a code to the mobile number only, and its recovery codes with it', async () => {
  const person = await member();
  const browser = await knownBrowser(person);
  const { recoveryCodes } = await addAuthenticator(browser);
  expect(await browser.call('authenticator_begin')).toMatchObject({ httpStatus: 409 });
  world.clock.advance(11 * 60_000);
  expect(await browser.call('authenticator_remove')).toMatchObject({ httpStatus: 403, step_up: 'otp' });
  const sent = await codesTo(person.mobile);
  await browser.call('send_otp_mobile', { mobile_number: person.mobile });
  const otp = await codeSent(world.sandboxUrl, person.mobile, sent + 1);
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

test('the security log tells its owner what happened where, and nobody else', async () => {
  const person = await member();
  const browser = await knownBrowser(person);
  await world.guest.post(
    'user_login',
    { user_name: person.email, password: 'guess12345' },
    { 'user-agent': PHONE },
  );
  const { data } = (await browser.call('security_events')) as { data: Record<string, unknown>[] };
  expect(data.map(({ kind }) => kind)).toEqual(['login_failed', 'logged_in', 'new_device', 'registered']);
  expect(data[0]).toMatchObject({
    device: 'Chrome · Android',
    address: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
    byStaff: false,
  });
  const stranger = await knownBrowser(await member());
  const { data: theirs } = (await stranger.call('security_events')) as { data: unknown[] };
  expect(theirs).toHaveLength(3);
  // No identifier that was typed is kept.
  const rows = await world.db.selectFrom('security_event').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(person.email);
});

test('a login replaces the session that the browser had', async () => {
  const [asha, ravi] = [await member(), await member()];
  const browser = await knownBrowser(asha);
  const copy = new Browser(world);
  copy.cookies.set('fws_session', browser.cookies.get('fws_session') ?? '');
  expect(await isIn(copy)).toBe(true);
  await logIn(browser, ravi.email);
  expect(await isIn(copy)).toBe(true);
  await browser.call('login_confirm', {
    method: 'otp',
    code: await codeSent(world.sandboxUrl, ravi.mobile, 2),
  });
  expect(await isIn(browser)).toBe(true);
  expect(await isIn(copy)).toBe(false);
});

test('a password reset forgets every browser and every login under way', async () => {
  const person = await member();
  const known = await knownBrowser(person);
  const waiting = new Browser(world);
  await logIn(waiting, person.email);
  const loginCode = await codeSent(world.sandboxUrl, person.mobile, 3);
  await world.guest.post('forgot_password', { user_name: person.email });
  const otp = await codeSent(world.sandboxUrl, person.email);
  const password = 'ganga-river-9';
  const reset = { user_name: person.email, otp, password, confirm_password: password };
  expect((await world.guest.post('reset_password', reset)).httpStatus).toBe(200);
  expect((await waiting.call('login_confirm', { method: 'otp', code: loginCode })).httpStatus).toBe(401);
  expect((await logIn(known, person.email, password)).httpStatus).toBe(403);
});

test('a passkey is asked for at every login, answers one challenge, and only on this site', async () => {
  const person = await member();
  const browser = await knownBrowser(person);
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
  const challenge = async () =>
    (await browser.call('login_challenge')).data as { methods: string[]; passkeyOptions: string };
  const { methods, passkeyOptions } = await challenge();
  expect(methods).toEqual(['passkey', 'recovery_code']);
  const confirm = (passkey: string) => browser.call('login_confirm', { method: 'passkey', passkey });
  const strangers = new SoftPasskey(world.url);
  const refused = { httpStatus: 422, message: 'Your device could not confirm the passkey. Please try again' };
  expect(await confirm(strangers.get(passkeyOptions))).toMatchObject(refused);
  expect(await confirm(phone.get(passkeyOptions, 'https://elsewhere.example'))).toMatchObject(refused);
  expect(await confirm('{"id": "x"}')).toMatchObject(refused);
  const answer = phone.get(passkeyOptions);
  expect((await confirm(answer)).httpStatus).toBe(200);

  await browser.call('logout');
  await logIn(browser, person.email);
  expect(await confirm(answer)).toMatchObject(refused);
  // A copy of the key has fallen behind the counter.
  phone.counter = 0;
  expect(await confirm(phone.get((await challenge()).passkeyOptions))).toMatchObject(refused);
  phone.counter = 9;
  expect((await confirm(phone.get((await challenge()).passkeyOptions))).httpStatus).toBe(200);
  expect((await browser.call('second_factors')).data).toMatchObject({
    passkeys: [{ name: 'My phone', lastUsedAt: expect.any(String) as string }],
  });
});

test('a passkey is removed by its owner alone', async () => {
  const person = await member();
  const browser = await knownBrowser(person);
  const options = (await browser.call('passkey_begin')).data as string;
  await browser.call('passkey_add', {
    name: 'My phone',
    passkey: new SoftPasskey(world.url).create(options),
  });
  const { data } = await browser.call('second_factors');
  const [passkey] = (data as { passkeys: { id: number }[] }).passkeys;
  const passkey_id = String(passkey?.id);
  const stranger = await knownBrowser(await member());
  expect((await stranger.call('passkey_remove', { passkey_id })).httpStatus).toBe(404);
  expect((await browser.call('passkey_remove', { passkey_id })).httpStatus).toBe(200);
  expect((await browser.call('passkey_remove', { passkey_id })).httpStatus).toBe(404);
  await browser.call('logout');
  expect((await logIn(browser, person.email)).httpStatus).toBe(200);
});
