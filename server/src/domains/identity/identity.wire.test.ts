import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOTICE_VERSIONS } from '@fws/contract/identity/notices';
import { startWorld, type World } from '../../../test/world.ts';
import { TestUser } from '../../../test/user.ts';
import { buildAadhaarNumber, buildRegistrationForm } from '../../../test/identity/registration.ts';
import { userRegister } from '@fws/contract/identity/calls';
import { readLegacyForm } from '../../../test/legacy.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { LIMIT_LOGIN_ADDRESS: '100/15m' } });
});
afterAll(() => world.close());
const QUARTER_MS = 15 * 60_000;
/**
 * All tests share one IP address, whose login attempts are counted per quarter hour. Each test begins with one, so that
 * none counts in two of them, however slow the machine is.
 */
beforeEach(() => world.clock.advanceToNextHour());

type Registered = { id: number; auth_token?: string; [field: string]: unknown };
const getUserData = (answer: { data: unknown }) => (answer.data as Registered[])[0] as Registered;
const register = (changes: Record<string, string> = {}) =>
  world.guest.post('user_register', buildRegistrationForm(changes));
const logIn = (user_name: string, password: string, headers = {}) =>
  world.guest.post('user_login', { user_name, password }, headers);
const createUserWithToken = (token = '') => new TestUser(world.url, { id: 0, token });

test('registers and signs in, and stores no Aadhaar number, password or token in plain', async () => {
  const form = buildRegistrationForm();
  const answer = await world.guest.post('user_register', form);
  expect(answer).toMatchObject({
    httpStatus: 200,
    message: 'You are registered. We have sent a code to your mobile',
    data: [
      {
        first_name: 'Meera',
        mobile_number: `+91${form['mobile_number']}`,
        verify_mobile: 0,
        verify_email: 0,
        looking_for: 'projects,services',
        is_kyc_updated: 0,
        user_rating: null,
      },
    ],
  });
  const { id, auth_token: token = '' } = getUserData(answer);
  expect((await createUserWithToken(token).post('current_user', {})).data).toMatchObject([{ id }]);

  const row = await world.db
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.aadhaar_last4).toBe(form['aadhaar_number']?.slice(-4));
  expect(row.password_hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(row)).not.toContain(form['aadhaar_number']);
  const sessions = await world.db.selectFrom('session').selectAll().where('user_id', '=', id).execute();
  expect(sessions).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain(token);
});

test('requires a company name instead of an Aadhaar number from a company', async () => {
  const company = { register_for: 'company', aadhaar_number: '' };
  expect(await register(company)).toMatchObject({
    httpStatus: 422,
    errors: { company_name: 'Please enter the company name' },
  });
  const { id } = getUserData(
    await register({ ...company, company_name: 'Asha Interiors', aadhaar_number: buildAadhaarNumber(77) }),
  );
  const row = await world.db
    .selectFrom('user_account')
    .select(['company_name', 'aadhaar_last4'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ company_name: 'Asha Interiors', aadhaar_last4: '' });
});

test.each([
  [{ first_name: '' }, { first_name: 'Please enter your first name' }],
  [{ last_name: 'x'.repeat(61) }, { last_name: 'Please use at most 60 characters' }],
  [{ email_id: 'meera@' }, { email_id: 'Please enter valid Email' }],
  [{ mobile_number: '12345' }, { mobile_number: 'Please enter valid Mobile Number' }],
  [{ password: 'lettersonly' }, { password: 'Password Must Contain 8 Characters, Letters and Numbers only' }],
  [{ confrm_password: 'monsoon2027' }, { confrm_password: 'The two passwords are not the same' }],
  [{ register_for: 'ngo' }, { register_for: 'Please choose individual or company' }],
  [{ 'looking_for[]': 'everything' }, { looking_for: 'Please choose projects, services or both' }],
  [{ terms_accepted: '' }, { terms_accepted: 'Please Accept the terms and Condition' }],
  [{ terms_accepted: '0' }, { terms_accepted: 'Please Accept the terms and Condition' }],
  [{ is_adult: 'no' }, { is_adult: 'You must be 18 or older to use FWS' }],
  [
    { password: 'password1', confrm_password: 'password1' },
    { password: 'Too many people use this password. Please choose another one' },
  ],
  [
    { password: 'Meera@1234', confrm_password: 'Meera@1234' },
    { password: 'This password is made of your name, number or e-mail. Please choose another one' },
  ],
  [{ aadhaar_number: '234567890123' }, { aadhaar_number: 'This is not a valid Aadhaar number' }],
  [{ location: ' ' }, { location: 'Please enter a valid location' }],
])('returns 422 with the field error for %j', async (changes, errors) => {
  const form = buildRegistrationForm(changes);
  expect(await world.guest.post('user_register', form)).toMatchObject({ httpStatus: 422, errors });
  const { count } = await world.db
    .selectFrom('user_account')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('mobile', '=', `+91${form['mobile_number']}`)
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test('registers without an Aadhaar number, and records the consents', async () => {
  const form = buildRegistrationForm({ aadhaar_number: '' });
  const answer = await world.guest.post('user_register', form, { 'accept-language': 'hi' });
  const { id } = getUserData(answer);
  const consents = await world.db
    .selectFrom('consent')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('notice')
    .execute();
  const agreed = { user_id: id, locale: 'hi', client: 'api', agreed_at: expect.any(Date) as Date };
  expect(consents).toEqual(
    (['adult', 'privacy', 'terms'] as const).map((notice) => ({
      ...agreed,
      notice,
      version: NOTICE_VERSIONS[notice],
    })),
  );
});

test('returns a name with markup unchanged', async () => {
  const answer = await register({ first_name: '<script>alert(1)</script>', last_name: 'मीरा' });
  expect(getUserData(answer)).toMatchObject({ first_name: '<script>alert(1)</script>', last_name: 'मीरा' });
});

test.each([
  [{ first_name: 'FWS', last_name: 'Support' }, 'first_name', 'This looks like a name or a badge of FWS.'],
  [{ first_name: 'Ramesh', last_name: 'Vеrifiеd' }, 'last_name', 'This looks like a name or a badge of FWS.'],
  [{ first_name: 'Ramesh', last_name: '9876543210' }, 'last_name', 'A name cannot hold a phone number'],
  [{ first_name: 'rameshplumbers.com' }, 'first_name', 'A name cannot hold a phone number'],
  [{ last_name: 'Kale ✔' }, 'last_name', 'Please enter the name in letters'],
  [
    { register_for: 'company', aadhaar_number: '', company_name: 'FWS Payments Pvt Ltd' },
    'company_name',
    'This looks like a name or a badge of FWS.',
  ],
])('refuses %j as a name', async (changes, field, message) => {
  expect(await register(changes)).toMatchObject({
    httpStatus: 422,
    errors: { [field]: expect.stringContaining(message) },
  });
});

test('accepts names with the initials of FWS, and without a last name', async () => {
  for (const name of [
    { first_name: 'F. W. S.', last_name: 'Perera' },
    { first_name: 'J.R.D.Tata', last_name: '.' },
    { first_name: 'عمران', last_name: 'خان' },
  ])
    expect(getUserData(await register(name))).toMatchObject(name);
});

test('ignores fields that a registration may not set', async () => {
  const answer = await register({
    role: 'admin',
    id: '1',
    is_kyc_updated: '1',
    identity_state: 'verified',
    user_rating: '5',
    rating_sum: '5',
    rating_count: '1',
    is_fws_verified: '1',
    verify_mobile: '1',
    verify_email: '1',
    email_verified_at: '2026-01-01',
  });
  expect(getUserData(answer)).toMatchObject({
    is_kyc_updated: 0,
    user_rating: null,
    verify_mobile: 0,
    verify_email: 0,
  });
});

test('logs in with e-mail or mobile number in any usual notation, and with any body type', async () => {
  const form = buildRegistrationForm();
  const { id } = getUserData(await world.guest.post('user_register', form));
  const mobile = form['mobile_number'] ?? '';
  for (const name of [(form['email_id'] ?? '').toUpperCase(), mobile, `0${mobile}`, `+91 ${mobile}`])
    expect(getUserData(await logIn(name, 'monsoon2026')).id).toBe(id);

  const fields = { user_name: mobile, password: 'monsoon2026' };
  for (const [type, body] of [
    ['application/json', JSON.stringify(fields)],
    ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()],
  ] as const) {
    const response = await fetch(`${world.url}/api/user_login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const token = getUserData((await response.json()) as { data: unknown }).auth_token;
    const me = await fetch(`${world.url}/api/current_user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(200);
  }
});

test('an unknown account and a wrong password get the same answer', async () => {
  const form = buildRegistrationForm();
  await world.guest.post('user_register', form);
  const wrong = await logIn(form['email_id'] ?? '', 'monsoon2027');
  const unknown = await logIn('nobody@mail.example', 'monsoon2027');
  expect(wrong).toMatchObject({
    httpStatus: 401,
    message: 'The e-mail, mobile number or password is wrong',
  });
  expect(unknown).toEqual(wrong);
});

test('gives the web an HttpOnly cookie and no token', async () => {
  const form = buildRegistrationForm();
  const response = await fetch(`${world.url}/api/user_register`, {
    method: 'POST',
    headers: { 'x-fws-client': 'web', 'content-type': 'application/json' },
    body: JSON.stringify(await readLegacyForm(userRegister, form)),
  });
  const { data } = (await response.json()) as { data: object };
  expect(data).toHaveProperty('id');
  expect(data).not.toHaveProperty('authToken');
  const setCookie = response.headers.get('set-cookie') ?? '';
  expect(setCookie).toMatch(/^fws_session=[\w-]{43}; /);
  expect(setCookie).toContain('HttpOnly');
  expect(setCookie).toContain('SameSite=Lax');
  expect(setCookie).toContain('Path=/');

  const cookie = setCookie.split(';')[0] ?? '';
  const postAsUser = (name: string, headers: Record<string, string>) =>
    fetch(`${world.url}/api/${name}`, { method: 'POST', headers: { cookie, ...headers } });
  expect((await postAsUser('current_user', { 'x-fws-client': 'web' })).status).toBe(200);
  // A form of any site sends the cookie, but not the header.
  expect((await postAsUser('logout', {})).status).toBe(403);
  const loggedOut = await postAsUser('logout', { 'x-fws-client': 'web' });
  expect(loggedOut.headers.get('set-cookie')).toMatch(/^fws_session=;.*Expires=Thu, 01 Jan 1970/);
  expect(loggedOut.headers.get('clear-site-data')).toBe('"cache"');
  expect(loggedOut.headers.get('cache-control')).toBe('no-store');
  expect((await postAsUser('current_user', { 'x-fws-client': 'web' })).status).toBe(401);
});

test('checks ten parallel password guesses, then returns 429 until the window ends', async () => {
  const form = buildRegistrationForm();
  await world.guest.post('user_register', form);
  const name = form['mobile_number'] ?? '';
  // All identifiers of an account count as one account.
  const names = [name, `+91${name}`, form['email_id'] ?? ''];
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => logIn(names[n % 3] ?? '', `guess${n}aaaa`)),
  );
  const statuses = guesses.map((answer) => answer.httpStatus);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  const right = await logIn(name, 'monsoon2026');
  expect(right.httpStatus).toBe(429);
  expect(right.message).toMatch(/^Too many tries\. Please wait \d+ seconds and try again$/);
  world.clock.advance(QUARTER_MS);
  expect((await logIn(name, 'monsoon2026')).httpStatus).toBe(200);
});

test('does not limit successful logins', async () => {
  const form = buildRegistrationForm();
  await world.guest.post('user_register', form);
  for (let n = 0; n < 12; n++)
    expect((await logIn(form['email_id'] ?? '', 'monsoon2026')).httpStatus).toBe(200);
});

test('returns 429 after a hundred guesses at many accounts from one IP address', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 110 }, (_, n) => logIn(`stranger${n}@mail.example`, 'guess12345')),
  );
  expect(guesses.filter((answer) => answer.httpStatus === 401)).toHaveLength(100);
  expect(guesses.filter((answer) => answer.httpStatus === 429)).toHaveLength(10);
});

test('logging out ends this session and no other', async () => {
  const form = buildRegistrationForm();
  const here = createUserWithToken(getUserData(await world.guest.post('user_register', form)).auth_token);
  const there = createUserWithToken(
    getUserData(await logIn(form['email_id'] ?? '', 'monsoon2026')).auth_token,
  );
  expect((await here.post('logout', {})).message).toBe('You are logged out');
  expect((await here.post('current_user', {})).httpStatus).toBe(401);
  expect((await there.post('current_user', {})).httpStatus).toBe(200);
});

test('the language of the last login is remembered', async () => {
  const form = buildRegistrationForm();
  const { id } = getUserData(await world.guest.post('user_register', form));
  const answer = await logIn(form['email_id'] ?? '', 'monsoon2026', { 'accept-language': 'hi-IN,en;q=0.5' });
  expect(answer.message).toBe('लॉगिन हो गया');
  const row = await world.db
    .selectFrom('user_account')
    .select('locale')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.locale).toBe('hi');
});

test('returns 401 for a missing, unknown or malformed token', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), `' OR 1=1 --`, 'न'.repeat(2000)])
    expect(await createUserWithToken(token).post('current_user', {})).toMatchObject({
      httpStatus: 401,
      message: 'Please log in first',
    });
});

test('extends a session on use, and ends it thirty days after the last use', async () => {
  const day = 24 * 3600_000;
  const user = createUserWithToken(getUserData(await register()).auth_token);
  for (const days of [29, 29, 29]) {
    world.clock.advance(days * day);
    expect((await user.post('current_user', {})).httpStatus).toBe(200);
  }
  world.clock.advance(31 * day);
  expect((await user.post('current_user', {})).httpStatus).toBe(401);
});

test('a session ends after ninety days however much it is used', async () => {
  const day = 24 * 3600_000;
  const user = createUserWithToken(getUserData(await register()).auth_token);
  for (const days of [29, 29, 29, 2.99]) {
    world.clock.advance(days * day);
    expect((await user.post('current_user', {})).httpStatus).toBe(200);
  }
  world.clock.advance(0.02 * day);
  expect((await user.post('current_user', {})).httpStatus).toBe(401);
});
