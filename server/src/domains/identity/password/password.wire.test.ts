import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { composeDeps } from '../../../compose.ts';
import { readConfig } from '../../../config/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { loadKeyring } from '../../../platform/keys.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { TestUser } from '../../../../test/user.ts';
import { resetPassword } from './service.ts';
import * as rules from '../rules.ts';
import { createPasswordSteps, NEW_PASSWORD } from '../../../../test/identity/passwords.ts';
import { waitForCode, toWrongCode, readOutbox } from '../../../../test/identity/codes.ts';

vi.mock('../rules.ts', async (original) => {
  const real = await original<typeof rules>();
  return { ...real, isOtpCode: vi.fn<typeof real.isOtpCode>(real.isOtpCode) };
});

let world: World;
beforeAll(async () => {
  world = await startWorld({
    env: { LIMIT_RESET_ADDRESS: '60/1h', LIMIT_RESET_CODE_ADDRESS: '100/15m' },
  });
});
afterAll(() => world.close());
/** All tests share one IP address, whose attempts are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

const SENT = 'If an account has this verified e-mail or mobile number, we have sent a code to it';
const WRONG = 'This one time password is wrong. Please check it or ask for a new one';
const OVER = 'This one time password is no longer valid. Please ask for a new one';
const RULE = 'Password Must Contain 8 Characters, Letters and Numbers only';

const { createMember, requestReset, reset, change, logIn, isSignedIn } = createPasswordSteps(() => world);
const getToken = (answer: { data: unknown }) => (answer.data as [{ auth_token: string }])[0].auth_token;

test('resets a forgotten password with the code sent by e-mail, and ends every session', async () => {
  const { user, email, mobile } = await createMember();
  const elsewhere = new TestUser(world.url, { id: 0, token: getToken(await logIn(email, 'monsoon2026')) });
  expect(await requestReset(email.toUpperCase())).toMatchObject({ httpStatus: 200, message: SENT });
  const code = await waitForCode(world.sandboxUrl, email);

  expect(await reset(email, toWrongCode(code))).toMatchObject({ httpStatus: 422, errors: { otp: WRONG } });
  expect(await isSignedIn(user)).toBe(true);
  expect(await reset(email, code)).toMatchObject({
    httpStatus: 200,
    message: 'Your password is changed. Please log in',
    data: null,
  });
  expect(await isSignedIn(user)).toBe(false);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await logIn(mobile, 'monsoon2026')).httpStatus).toBe(401);
  expect((await logIn(mobile, NEW_PASSWORD)).httpStatus).toBe(200);
  expect(await reset(email, code)).toMatchObject({ httpStatus: 422, errors: { otp: OVER } });

  await world.drain();
  const [message] = await readOutbox(world.sandboxUrl, email);
  expect(message?.text).toMatch(/^The password of your FWS account was changed\./);
});

test('resets a password with the code sent by SMS, and lifts the login limit', async () => {
  const { mobile } = await createMember();
  for (let n = 0; n < 11; n++) await logIn(mobile, `guess${n}aaaa`);
  expect((await logIn(mobile, 'monsoon2026')).httpStatus).toBe(429);
  await requestReset(mobile);
  const code = await waitForCode(world.sandboxUrl, mobile, 2);
  expect((await reset(mobile.slice(3), code)).httpStatus).toBe(200);
  expect((await logIn(mobile, NEW_PASSWORD)).httpStatus).toBe(200);
});

test('gives unknown and unverified contacts the same answers and rows, and sends them nothing', async () => {
  const verified = await createMember();
  const unverified = await createMember(false);
  await waitForCode(world.sandboxUrl, unverified.mobile);
  const names = [verified.email, unverified.email, 'nobody@mail.example', '7999900000'];
  const rowsBefore = await countOtpRows();
  const first = await Promise.all(names.map(requestReset));
  const again = await Promise.all(names.map(requestReset));
  expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(again.every(({ httpStatus }) => httpStatus === 429)).toBe(true);
  expect((await countOtpRows()) - rowsBefore).toBe(4);

  await waitForCode(world.sandboxUrl, verified.email);
  await world.drain();
  expect(await readOutbox(world.sandboxUrl, unverified.email)).toEqual([]);
  expect(await readOutbox(world.sandboxUrl, 'nobody@mail.example')).toEqual([]);
  const stored = await world.db.selectFrom('otp').selectAll().where('purpose', '=', 'reset').execute();
  expect(JSON.stringify(stored)).not.toMatch(/nobody@|79999/);

  // Guesses are limited to five for each of them as well.
  for (const name of names) {
    const errors: unknown[] = [];
    for (let n = 0; n < 7; n++) errors.push((await reset(name, '000000')).errors?.['otp']);
    expect(errors).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, OVER, OVER]);
  }
});

const countOtpRows = async (): Promise<number> => {
  const { count } = await world.db
    .selectFrom('otp')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('purpose', '=', 'reset')
    .executeTakeFirstOrThrow();
  return count;
};

test('refuses the right code of a reset that was sent to nobody', async () => {
  await requestReset('ghost@mail.example');
  const row = await world.db
    .selectFrom('otp')
    .selectAll()
    .where('address', '=', rules.toResetAddress({ email: 'ghost@mail.example' }).address)
    .executeTakeFirstOrThrow();
  const code = rules.deriveOtpCode(
    loadKeyring({ secret: null, previousSecrets: [], dataDir: world.dataDir }).current,
    row,
  );
  expect(await reset('ghost@mail.example', code)).toMatchObject({ httpStatus: 422, errors: { otp: WRONG } });
});

test('refuses a code that was issued for another purpose', async () => {
  const { user, mobile } = await createMember(false);
  const verifying = await waitForCode(world.sandboxUrl, mobile);
  expect(await reset(mobile, verifying)).toMatchObject({ httpStatus: 422, errors: { otp: OVER } });
  expect((await user.post('verify_mobile', { mobile_number: mobile, otp: verifying })).httpStatus).toBe(200);
  await requestReset(mobile);
  const resetting = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await user.post('verify_mobile', { mobile_number: mobile, otp: resetting })).toMatchObject({
    httpStatus: 422,
    errors: { otp: OVER },
  });
});

test('limits reset codes to five an hour per account and sixty per IP address', async () => {
  const { email } = await createMember();
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) {
    statuses.push((await requestReset(email)).httpStatus);
    world.clock.advance(31_000);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  world.clock.advanceToNextHour();
  const many = await Promise.all(
    Array.from({ length: 70 }, (_, n) => requestReset(`stranger${n}@mail.example`)),
  );
  expect(many.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(60);
  expect(many.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(10);
});

test('checks five of 120 parallel guesses over HTTP', async () => {
  const { email } = await createMember();
  await requestReset(email);
  const code = await waitForCode(world.sandboxUrl, email);
  vi.mocked(rules.isOtpCode).mockClear();
  const answers = await Promise.all(Array.from({ length: 120 }, () => reset(email, toWrongCode(code))));
  expect(vi.mocked(rules.isOtpCode)).toHaveBeenCalledTimes(5);
  // One IP address is limited to a hundred requests, whatever it guesses at.
  expect(answers.filter(({ errors }) => errors?.['otp'] === WRONG)).toHaveLength(5);
  expect(answers.filter(({ errors }) => errors?.['otp'] === OVER)).toHaveLength(95);
  // A busy machine says so to some of the others before they are counted.
  expect(answers.filter(({ httpStatus }) => httpStatus === 429 || httpStatus === 503)).toHaveLength(20);
  world.clock.advance(60_000);
  expect((await reset(email, code)).httpStatus).not.toBe(200);
});

test('checks five of 2,000 parallel guesses from different IP addresses', async () => {
  const { email } = await createMember();
  await requestReset(email);
  const code = await waitForCode(world.sandboxUrl, email);
  const config = readConfig({
    databaseUrl: world.config.databaseUrl,
    queueUrl: world.config.queueUrl,
    dataDir: world.dataDir,
    port: 0,
    publicUrl: world.url,
    sandbox: { url: world.sandboxUrl, smtpPort: 1 },
    env: { NODE_ENV: 'test' },
  });
  const { deps, close } = composeDeps(config, { ports: { clock: world.clock }, log: silentLog });
  try {
    vi.mocked(rules.isOtpCode).mockClear();
    const guess = (n: number) =>
      resetPassword(
        deps,
        { identifier: email, otp: String(n).padStart(6, '0'), password: NEW_PASSWORD },
        { addressKey: `10.0.${n >> 8}.${n & 255}` },
      );
    // A range of 2,000 codes without the right one.
    const first = Number(code) < 500_000 ? 600_000 : 100_000;
    // Run 100 in parallel: a request that waits more than ten seconds for a connection fails without guessing.
    const lanes = Array.from({ length: 100 }, async (_, lane) => {
      const outcomes: Awaited<ReturnType<typeof guess>>[] = [];
      for (let n = lane; n < 2_000; n += 100) outcomes.push(await guess(first + n));
      return outcomes;
    });
    const outcomes = (await Promise.all(lanes)).flat();
    expect(outcomes).toHaveLength(2_000);
    expect(vi.mocked(rules.isOtpCode)).toHaveBeenCalledTimes(5);
    expect(outcomes.filter((outcome) => outcome.ok)).toEqual([]);
    expect(await guess(Number(code))).toMatchObject({ ok: false });
    expect(vi.mocked(rules.isOtpCode)).toHaveBeenCalledTimes(5);
  } finally {
    await close();
  }
}, 120_000);

test('accepts the right code once when it is sent many times in parallel', async () => {
  const { email } = await createMember();
  await requestReset(email);
  const code = await waitForCode(world.sandboxUrl, email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reset(email, code)));
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
});

test('returns field errors for an invalid form without using a try', async () => {
  const { email } = await createMember();
  await requestReset(email);
  const code = await waitForCode(world.sandboxUrl, email);
  for (const [changes, errors] of [
    [{ otp: '' }, { otp: 'Please enter one time password' }],
    [{ otp: '12345' }, { otp: 'The one time password is 6 digits' }],
    [{ otp: '1'.repeat(5000) }, { otp: 'The one time password is 6 digits' }],
    [{ password: '' }, { password: 'Please enter new password' }],
    [{ password: 'short1', confirm_password: 'short1' }, { password: RULE }],
    [{ password: 'lettersonly', confirm_password: 'lettersonly' }, { password: RULE }],
    [{ password: '1234567890', confirm_password: '1234567890' }, { password: RULE }],
    [{ password: 'x1'.repeat(101) }, { password: 'Please use at most 200 characters' }],
    [{ confirm_password: '' }, { confirm_password: 'Please enter confirm password' }],
    [{ confirm_password: 'ganga-river-8' }, { confirm_password: 'The two passwords are not the same' }],
    [{ user_name: '' }, { user_name: 'Please enter e-mail or mobile number' }],
    [{ user_name: 'x'.repeat(255) }, { user_name: 'Please use at most 254 characters' }],
  ] as [Record<string, string>, Record<string, string>][])
    expect(await reset(email, code, changes)).toMatchObject({ httpStatus: 422, errors });
  expect(await requestReset('')).toMatchObject({ httpStatus: 422 });
  expect(await requestReset('<script>alert(1)</script>')).toMatchObject({ httpStatus: 200, message: SENT });
  expect((await reset(email, code, { role: 'admin', user_id: '1', is_kyc_updated: '1' })).httpStatus).toBe(
    200,
  );
});

test('changes the password after checking the old one, and ends other sessions', async () => {
  const { user, email } = await createMember();
  const other = await createMember();
  const elsewhere = new TestUser(world.url, { id: 0, token: getToken(await logIn(email, 'monsoon2026')) });
  expect(await change(user, { old_password: 'monsoon2027' })).toMatchObject({
    httpStatus: 422,
    errors: { old_password: 'The old password is wrong' },
  });
  expect(await isSignedIn(elsewhere)).toBe(true);
  // The session determines the account, not the form.
  expect(await change(user, { user_id: String(other.user.id), id: String(other.user.id) })).toMatchObject({
    httpStatus: 200,
    message: 'Your password is changed. Your other devices are logged out',
  });
  expect(await isSignedIn(user)).toBe(true);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await logIn(email, 'monsoon2026')).httpStatus).toBe(401);
  expect((await logIn(email, NEW_PASSWORD)).httpStatus).toBe(200);
  expect((await logIn(other.email, 'monsoon2026')).httpStatus).toBe(200);
});

test.each([
  [{ old_password: '' }, { old_password: 'Please enter old password' }],
  [{ new_password: '' }, { new_password: 'Please enter new password' }],
  [{ new_password: 'letters', confrm_password: 'letters' }, { new_password: RULE }],
  [{ confrm_password: '' }, { confrm_password: 'Please enter confirm password' }],
  [{ confrm_password: 'other-river-9' }, { confrm_password: 'The two passwords are not the same' }],
  [{ old_password: 'x'.repeat(201) }, { old_password: 'Please use at most 200 characters' }],
])('returns 422 for a password change with %j', async (fields, errors) => {
  const { user } = await createMember();
  expect(await change(user, fields)).toMatchObject({ httpStatus: 422, errors });
});

test('requires a recent code to the mobile number for a change', async () => {
  const { user, mobile } = await createMember();
  await waitForCode(world.sandboxUrl, mobile);
  world.clock.advance(11 * 60_000);
  expect(await change(user)).toMatchObject({ httpStatus: 403, step_up: 'otp' });
  await user.post('send_otp_mobile', { mobile_number: mobile });
  const otp = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await change(user, { otp: toWrongCode(otp) })).toMatchObject({ httpStatus: 422 });
  expect(await change(user, { otp })).toMatchObject({ httpStatus: 200 });
});

test.each(['reset_password', 'change_password'])('%s refuses common and personal passwords', async (call) => {
  const { user, email } = await createMember();
  await requestReset(email);
  const otp = call === 'reset_password' ? await waitForCode(world.sandboxUrl, email) : '';
  const set = (password: string) =>
    call === 'reset_password'
      ? reset(email, otp, { password, confirm_password: password })
      : change(user, { new_password: password, confrm_password: password });
  const field = call === 'reset_password' ? 'password' : 'new_password';
  expect(await set('password1')).toMatchObject({
    httpStatus: 422,
    errors: { [field]: 'Too many people use this password. Please choose another one' },
  });
  expect(await set('meera-joshi-1')).toMatchObject({
    httpStatus: 422,
    errors: {
      [field]: 'This password is made of your name, number or e-mail. Please choose another one',
    },
  });
  // The refusal does not use up the code.
  expect(await set(NEW_PASSWORD)).toMatchObject({ httpStatus: 200 });
});

test('requires a session for a change, and limits guesses of the old password', async () => {
  expect((await change(world.guest)).httpStatus).toBe(401);
  const { user } = await createMember();
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, n) => change(user, { old_password: `guess${n}aaaa` })),
  );
  expect(guesses.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(10);
  expect(guesses.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(4);
  expect((await change(user)).httpStatus).toBe(429);
});

test('applies one of two parallel changes', async () => {
  const { user } = await createMember();
  const answers = await Promise.all([
    change(user, { new_password: 'first-river-1', confrm_password: 'first-river-1' }),
    change(user, { new_password: 'second-river-2', confrm_password: 'second-river-2' }),
  ]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('returns 409 with a hint for an account without a password', async () => {
  const user = await world.user();
  expect(await change(user)).toMatchObject({
    httpStatus: 409,
    message: 'This account has no password yet. Please use Forgot password to set one',
  });
});
