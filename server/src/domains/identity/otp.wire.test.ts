import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeDeps } from '../../compose.ts';
import { readConfig } from '../../config/index.ts';
import { silentLog } from '../../platform/log.ts';
import { countOutbox } from '../../../test/outbox.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { TestUser } from '../../../test/user.ts';
import { createAuthenticator } from './sessions/authenticator.ts';
import { buildRegistrationForm } from '../../../test/identity/registration.ts';
import { waitForCode, toWrongCode, readOutbox } from '../../../test/identity/codes.ts';
import { userRegister } from '@fws/contract/identity/calls';
import { readLegacyForm } from '../../../test/legacy.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const WRONG = 'This one time password is wrong. Please check it or ask for a new one';
const OVER = 'This one time password is no longer valid. Please ask for a new one';

interface Person {
  user: TestUser;
  mobile: string;
  email: string;
  verifyMobile: (otp: string) => ReturnType<TestUser['post']>;
}

/** Registers a new user; the first code is on its way. */
async function registerPerson(on: World = world): Promise<Person> {
  const form = buildRegistrationForm();
  const answer = await on.guest.post('user_register', form);
  const { id, auth_token: token } = (answer.data as [{ id: number; auth_token: string }])[0];
  const mobile = `+91${form['mobile_number']}`;
  const user = new TestUser(on.url, { id, token });
  return {
    user,
    mobile,
    email: form['email_id'] ?? '',
    verifyMobile: (otp) => user.post('verify_mobile', { mobile_number: mobile, otp }),
  };
}

const readVerifiedFlags = async (user: TestUser) => {
  const { data } = await user.post('current_user', {});
  const [me] = data as [{ verify_mobile: number; verify_email: number }];
  return [me.verify_mobile, me.verify_email];
};

test('verifies the mobile number and then the e-mail with the codes that were sent', async () => {
  const { user, mobile, email, verifyMobile } = await registerPerson();
  const code = await waitForCode(world.sandboxUrl, mobile);
  const [sms] = await readOutbox(world.sandboxUrl, mobile);
  expect(sms?.text).toBe(
    `${code} is your FWS code. It is valid for 10 minutes. Do not share it with anyone.\n@localhost #${code}`,
  );

  expect(await verifyMobile(toWrongCode(code))).toMatchObject({ httpStatus: 422, errors: { otp: WRONG } });
  expect(await readVerifiedFlags(user)).toEqual([0, 0]);
  expect((await verifyMobile(code)).message).toBe('Your mobile number is verified');
  expect(await readVerifiedFlags(user)).toEqual([1, 0]);
  expect(await verifyMobile(code)).toMatchObject({ httpStatus: 422, errors: { otp: OVER } });

  const mailed = await waitForCode(world.sandboxUrl, email);
  const [mail] = await readOutbox(world.sandboxUrl, email);
  expect(mail?.subject).toBe(`${mailed} is your FWS code`);
  const verified = await user.post('verify_email', { email_id: email.toUpperCase(), otp: mailed });
  expect(verified.message).toBe('Your e-mail is verified');
  expect(await readVerifiedFlags(user)).toEqual([1, 1]);
});

test('checks five of 200 parallel guesses, then refuses the right code too', async () => {
  const { user, mobile, verifyMobile } = await registerPerson();
  const code = await waitForCode(world.sandboxUrl, mobile);
  const guesses = await Promise.all(Array.from({ length: 200 }, () => verifyMobile(toWrongCode(code))));
  const errors = guesses.map((answer) => answer.errors?.['otp']);
  expect(errors.filter((error) => error === WRONG)).toHaveLength(5);
  expect(errors.filter((error) => error === OVER)).toHaveLength(195);
  expect(await verifyMobile(code)).toMatchObject({ httpStatus: 422, errors: { otp: OVER } });
  expect(await readVerifiedFlags(user)).toEqual([0, 0]);
});

test('accepts the right code once when it is sent many times in parallel', async () => {
  const { mobile, verifyMobile } = await registerPerson();
  const code = await waitForCode(world.sandboxUrl, mobile);
  const answers = await Promise.all(Array.from({ length: 20 }, () => verifyMobile(code)));
  expect(answers.filter((answer) => answer.httpStatus === 200)).toHaveLength(1);
});

test('replaces the code after 30 seconds, and sends at most five an hour', async () => {
  const { user, mobile, verifyMobile } = await registerPerson();
  const first = await waitForCode(world.sandboxUrl, mobile);
  const requestCode = () => user.post('send_otp_mobile', { mobile_number: mobile });
  const early = await requestCode();
  expect(early.httpStatus).toBe(429);
  expect(early.message).toMatch(/^Please wait ([1-9]|[12]\d|30) seconds before asking for a new code$/);

  // The wait is over after an hour.
  world.clock.advance(3600_000);
  world.clock.advanceToNextHour();
  const together = await Promise.all([requestCode(), requestCode(), requestCode(), requestCode()]);
  expect(together.filter((answer) => answer.httpStatus === 200)).toHaveLength(1);
  expect(together.filter((answer) => answer.httpStatus === 429)).toHaveLength(3);
  const second = await waitForCode(world.sandboxUrl, mobile, 2);
  expect(await verifyMobile(first === second ? toWrongCode(second) : first)).toMatchObject({
    errors: { otp: WRONG },
  });

  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    world.clock.advance(31_000);
    statuses.push((await requestCode()).httpStatus);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('a code lasts ten minutes', async () => {
  const { mobile, verifyMobile } = await registerPerson();
  const code = await waitForCode(world.sandboxUrl, mobile);
  world.clock.advance(10 * 60_000);
  expect(await verifyMobile(code)).toMatchObject({ httpStatus: 422, errors: { otp: OVER } });
});

test('sends and accepts codes only for contacts of the caller', async () => {
  const me = await registerPerson();
  const other = await registerPerson();
  const code = await waitForCode(world.sandboxUrl, other.mobile);
  // Whether they have arrived is told later.
  const listCodes = async () => (await readOutbox(world.sandboxUrl, other.mobile)).map(({ otp }) => otp);
  const before = await listCodes();
  world.clock.advance(31_000);
  for (const [name, fields, field] of [
    ['send_otp_mobile', { mobile_number: other.mobile }, 'mobile_number'],
    ['send_otp_email', { email_id: other.email }, 'email_id'],
    ['verify_mobile', { mobile_number: other.mobile, otp: code }, 'mobile_number'],
    ['verify_email', { email_id: other.email, otp: code }, 'email_id'],
  ] as const)
    expect(await me.user.post(name, fields)).toMatchObject({
      httpStatus: 422,
      errors: { [field]: 'This is not the number or e-mail of your account' },
    });
  await world.drain();
  expect(await listCodes()).toEqual(before);
  expect(await readVerifiedFlags(other.user)).toEqual([0, 0]);
  expect(await world.guest.post('send_otp_mobile', { mobile_number: me.mobile })).toMatchObject({
    httpStatus: 401,
  });
});

test('refuses a malformed code without using a try, and accepts Devanagari digits', async () => {
  const { mobile, verifyMobile } = await registerPerson();
  const code = await waitForCode(world.sandboxUrl, mobile);
  for (const otp of ['', '12345', '1234567', 'abcdef', '12 456', '1'.repeat(5000), '<b>123</b>'])
    expect((await verifyMobile(otp)).httpStatus).toBe(422);
  const devanagari = code.replace(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));
  expect((await verifyMobile(devanagari)).httpStatus).toBe(200);
});

test('confirms the session with a new code', async () => {
  const person = await world.user();
  const config = readConfig({
    databaseUrl: world.config.databaseUrl,
    queueUrl: world.config.queueUrl,
    dataDir: world.dataDir,
    port: 0,
    publicUrl: world.url,
    sandbox: { url: world.sandboxUrl, smtpPort: 1 },
    env: { NODE_ENV: 'test' },
  });
  const composed = composeDeps(config, { ports: { clock: world.clock }, log: silentLog });
  try {
    const identity = createAuthenticator(composed.deps);
    const getConfirmedAt = async () => (await identity.authenticate(person.token))?.confirmedAt;
    const caller = await identity.authenticate(person.token);
    if (!caller) throw new Error('the session is unknown');
    const atLogin = await getConfirmedAt();
    world.clock.advance(3600_000);
    await person.post('send_otp_mobile', { mobile_number: person.mobile });
    const code = await waitForCode(world.sandboxUrl, person.mobile);

    expect(await identity.confirm(caller, toWrongCode(code))).toMatchObject({ ok: false });
    expect(await identity.confirm(caller, 'abc')).toMatchObject({ ok: false });
    expect(await getConfirmedAt()).toEqual(atLogin);
    const confirmed = await identity.confirm(caller, code);
    if (!confirmed.ok) throw new Error('the right code was refused');
    expect((await identity.authenticate(confirmed.value.token))?.sessionId).toBe(caller.sessionId);
    expect((await getConfirmedAt())?.getTime()).toBeGreaterThan((atLogin?.getTime() ?? 0) + 3500_000);
    expect(await identity.confirm(caller, code)).toMatchObject({ ok: false });
  } finally {
    await composed.close();
  }
});

test('binds the cookie to the host on HTTPS, and stores no code in the queue', async () => {
  const secure = await startWorld({ env: { PUBLIC_URL: 'https://fws.example' }, worker: false });
  const owner = new Client({ connectionString: secure.ownerUrl });
  try {
    const response = await fetch(`${secure.url}/api/user_register`, {
      method: 'POST',
      headers: { 'x-fws-client': 'web', 'content-type': 'application/json' },
      body: JSON.stringify(await readLegacyForm(userRegister, buildRegistrationForm())),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-fws_session=[\w-]{43}; /);
    expect(cookie).toContain('Secure');
    expect(cookie).not.toContain('Domain');

    await waitFor('the relay to hand the task on', async () => (await countOutbox(secure.ownerUrl)) === 0);
    await owner.connect();
    const { rows } = await owner.query<{ payload: object }>(
      "SELECT payload FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id WHERE task.identifier = 'send_otp'",
    );
    expect(rows).toEqual([{ payload: { purpose: 'verify', userId: expect.any(Number), channel: 'mobile' } }]);
  } finally {
    await owner.end();
    await secure.close();
  }
});

test('an address has a number of codes a day for contacts of strangers, by registration and reset together', async () => {
  const limited = await startWorld({ env: { LIMIT_CODE_ADDRESS: '3/1d' }, worker: false });
  limited.clock.advanceToNextHour();
  const register = () => limited.guest.post('user_register', buildRegistrationForm());
  const reset = (n: number) => limited.guest.post('forgot_password', { user_name: `98220${10_000 + n}` });
  const statuses = [];
  for (const call of [register, () => reset(1), register, register, () => reset(2)])
    statuses.push((await call()).httpStatus);
  await limited.close();
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});
