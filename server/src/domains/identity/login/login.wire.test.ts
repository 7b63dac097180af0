import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { TestUser } from '../../../../test/user.ts';
import { createLoginSteps, PASSWORD, PHONE } from '../../../../test/identity/logins.ts';
import { Browser } from '../../../../test/identity/browser.ts';
import { waitForCode, toWrongCode, readOutbox } from '../../../../test/identity/codes.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
const HOUR = 3600_000;
/** All tests share one IP address, whose attempts are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

const { createMember, logIn, logInByToken, isSignedIn, listEventKinds, openKnownBrowser, setAttemptCount } =
  createLoginSteps(() => world);

test('asks for a code to the mobile number after the right password in a new browser', async () => {
  const { id, email, mobile } = await createMember();
  const browser = new Browser(world);
  const ending = mobile.slice(-4);
  expect(await logIn(browser, email)).toMatchObject({
    httpStatus: 403,
    step_up: 'login',
    message: `We have sent a code to your mobile ending in ${ending}`,
    data: null,
  });
  expect(browser.cookies.has('fws_session')).toBe(false);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await browser.call('login_challenge')).toMatchObject({
    httpStatus: 200,
    data: {
      methods: ['otp'],
      sentTo: ending,
      passkeyOptions: null,
      outboxUrl: `${world.sandboxUrl}/outbox`,
    },
  });
  const code = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await browser.call('login_confirm', { method: 'otp', code: toWrongCode(code) })).toMatchObject({
    httpStatus: 422,
    errors: { code: 'This code is wrong. Please check it and try again' },
  });
  expect(await browser.call('login_confirm', { method: 'otp', code })).toMatchObject({
    httpStatus: 200,
    data: { id },
  });
  expect(await isSignedIn(browser)).toBe(true);
  // The code can be used once, and only in this browser.
  expect((await browser.call('login_confirm', { method: 'otp', code })).httpStatus).toBe(401);
  expect(await listEventKinds(id)).toEqual(['registered', 'login_code_failed', 'new_device', 'logged_in']);
});

test('asks a known browser for a code again after thirty days and after it was signed out from elsewhere', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
  const logInAgain = async () => {
    await browser.call('logout');
    return (await logIn(browser, person.email)).httpStatus;
  };
  expect(await logInAgain()).toBe(200);
  world.clock.advance(29 * 24 * HOUR);
  expect(await logInAgain()).toBe(200);
  world.clock.advance(2 * 24 * HOUR);
  expect(await logInAgain()).toBe(403);

  const other = await openKnownBrowser(person);
  await other.call('session_end_others');
  await other.call('logout');
  expect((await logIn(other, person.email)).httpStatus).toBe(200);
  const first = await openKnownBrowser(person);
  await other.call('session_end_others');
  expect(await isSignedIn(first)).toBe(false);
  expect((await logIn(first, person.email)).httpStatus).toBe(403);
});

test('knows a browser only for the accounts that gave a code there', async () => {
  const [asha, ravi] = [await createMember(), await createMember()];
  const shared = await openKnownBrowser(asha);
  await shared.call('logout');
  expect((await logIn(shared, ravi.email)).httpStatus).toBe(403);
  expect((await logIn(shared, asha.email)).httpStatus).toBe(200);
});

test('alerts the owner about another device, but not about the first or a known one', async () => {
  const person = await createMember();
  const listAlertMessages = async (to: string) => {
    await world.drain();
    return (await readOutbox(world.sandboxUrl, to)).filter(({ text }) => text.includes('/not-me/'));
  };
  const first = await openKnownBrowser(person);
  expect(await listAlertMessages(person.mobile)).toEqual([]);
  await openKnownBrowser(person);
  const [sms] = await listAlertMessages(person.mobile);
  expect(sms?.text).toMatch(/^Your FWS account was opened on a new device: /);
  expect(await listAlertMessages(person.email)).toHaveLength(1);
  await first.call('logout');
  await logIn(first, person.email);
  expect(await listAlertMessages(person.mobile)).toHaveLength(1);
});

test('sends at most ten alerts a day about new devices', async () => {
  const person = await createMember();
  await openKnownBrowser(person);
  for (let device = 0; device < 12; device++) {
    const agent = { 'user-agent': `device ${device}` };
    const login = { user_name: person.email, password: PASSWORD };
    expect((await world.guest.post('user_login', login, agent)).httpStatus).toBe(200);
  }
  await world.drain();
  const sent = (await readOutbox(world.sandboxUrl, person.mobile)).filter(({ text }) =>
    text.includes('/not-me/'),
  );
  expect(sent).toHaveLength(10);
  expect((await listEventKinds(person.id)).filter((kind) => kind === 'new_device')).toHaveLength(13);
});

test('allows five tries per challenge and sends codes 30 seconds apart', async () => {
  const { email, mobile } = await createMember();
  const browser = new Browser(world);
  await logIn(browser, email);
  const code = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await browser.call('login_code_send')).toMatchObject({ httpStatus: 429 });
  world.clock.advance(31_000);
  expect(await browser.call('login_code_send')).toMatchObject({ httpStatus: 200 });
  // The code stays the same, so it does not matter which message is newer.
  expect(await waitForCode(world.sandboxUrl, mobile, 3)).toBe(code);
  const wrong = { method: 'otp', code: toWrongCode(code) };
  const tries = await Promise.all(Array.from({ length: 8 }, () => browser.call('login_confirm', wrong)));
  expect(tries.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(5);
  expect((await browser.call('login_confirm', { method: 'otp', code })).httpStatus).toBe(429);
  world.clock.advance(11 * 60_000);
  expect(await browser.call('login_confirm', { method: 'otp', code })).toMatchObject({
    httpStatus: 401,
    message: 'This took too long. Please log in again',
  });
});

test('asks an API client for a recent code before sensitive changes', async () => {
  const { email, id, mobile } = await createMember();
  const answer = await logInByToken(email);
  expect(answer).toMatchObject({ httpStatus: 200, data: [{ id, auth_token: expect.any(String) as string }] });
  const [{ auth_token: token }] = answer.data as [{ auth_token: string }];
  const user = new TestUser(world.url, { id, token });
  await user.post('send_otp_mobile', { mobile_number: mobile });
  const otp = await waitForCode(world.sandboxUrl, mobile, 2);
  expect((await user.post('verify_mobile', { mobile_number: mobile, otp })).httpStatus).toBe(200);
  world.clock.advance(11 * 60_000);
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

test('limits guesses of strangers without locking the owner out', async () => {
  const person = await createMember();
  const own = await openKnownBrowser(person);
  await own.call('logout');
  const guess = (n: number) =>
    logInByToken(n % 2 ? person.email : person.mobile, { password: `guess${n}aaaa` });
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
  expect(guesses.filter(({ httpStatus }) => httpStatus === 401)).toHaveLength(10);
  expect(guesses.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(30);
  expect((await logInByToken(person.email)).httpStatus).toBe(429);
  // From the same IP address.
  expect((await logIn(own, person.email)).httpStatus).toBe(200);
});

test('asks an API client for a code after many wrong guesses from many places', async () => {
  const { id, email, mobile } = await createMember();
  await setAttemptCount('login_account', `user ${id}`, HOUR, 30);
  expect(await logInByToken(email)).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
    message: `We have sent a code to your mobile ending in ${mobile.slice(-4)}`,
  });
  const otp = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await logInByToken(email, { otp: toWrongCode(otp) })).toMatchObject({ httpStatus: 422 });
  expect(await logInByToken(email, { otp })).toMatchObject({ httpStatus: 200 });
});
test('shows security events with device and address to their owner only', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
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
  const stranger = await openKnownBrowser(await createMember());
  const { data: theirs } = (await stranger.call('security_events')) as { data: unknown[] };
  expect(theirs).toHaveLength(3);
  // No typed identifier is stored.
  const rows = await world.db.selectFrom('security_event').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(person.email);
});

test('a login replaces the session that the browser had', async () => {
  const [asha, ravi] = [await createMember(), await createMember()];
  const browser = await openKnownBrowser(asha);
  const copy = new Browser(world);
  copy.cookies.set('fws_session', browser.cookies.get('fws_session') ?? '');
  expect(await isSignedIn(copy)).toBe(true);
  await logIn(browser, ravi.email);
  expect(await isSignedIn(copy)).toBe(true);
  await browser.call('login_confirm', {
    method: 'otp',
    code: await waitForCode(world.sandboxUrl, ravi.mobile, 2),
  });
  expect(await isSignedIn(browser)).toBe(true);
  expect(await isSignedIn(copy)).toBe(false);
});

test('a password reset deletes known browsers and pending logins', async () => {
  const person = await createMember();
  const browser = await openKnownBrowser(person);
  const waiting = new Browser(world);
  await logIn(waiting, person.email);
  const loginCode = await waitForCode(world.sandboxUrl, person.mobile, 3);
  await world.guest.post('forgot_password', { user_name: person.email });
  const otp = await waitForCode(world.sandboxUrl, person.email);
  const password = 'ganga-river-9';
  const reset = { user_name: person.email, otp, password, confirm_password: password };
  expect((await world.guest.post('reset_password', reset)).httpStatus).toBe(200);
  expect((await waiting.call('login_confirm', { method: 'otp', code: loginCode })).httpStatus).toBe(401);
  expect((await logIn(browser, person.email, password)).httpStatus).toBe(403);
});
