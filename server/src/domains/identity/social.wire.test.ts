import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { TestUser } from '../../../test/user.ts';
import { Browser, type Person, type Provider } from '../../../test/identity/browser.ts';
import { createIdentityToken } from '../../../test/identity/identity-token.ts';
import { buildAadhaarNumber, buildRegistrationForm } from '../../../test/identity/registration.ts';
import { waitForCode } from '../../../test/identity/codes.ts';
import { socialRegister } from '@fws/contract/identity/calls';
import { readLegacyForm } from '../../../test/legacy.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const TYPE = { google: 'gmail_login', facebook: 'fb_login' } as const;

let people = 0;
/** The fields of the issuer's sign-in form for a new person. */
function createPerson(changes: Person = {}): Person {
  people += 1;
  const email = `social${people}@mail.example`;
  return { given_name: 'Asha', family_name: 'Rao', email, email_verified: 'true', ...changes };
}

/** The registration form with empty passwords. */
const buildDetails = (changes: Record<string, string> = {}) =>
  buildRegistrationForm({ password: '', confrm_password: '', ...changes });

const createToken = (provider: Provider, person: Person) => createIdentityToken(world, provider, person);
const postSocialLogin = (fields: Record<string, string>) => world.guest.post('social_login', fields);
type UserData = { id?: number; auth_token?: string; [field: string]: unknown };
const getUser = (answer: { data: unknown }) => answer.data as { id: number };
const GOOGLE = { provider: 'google', idToken: '', nonce: '', otp: '' };
/** Sends the form as the web app does. */
const register = async (browser: Browser, form: Record<string, string>, extra: object = {}) =>
  browser.call('social_register', { ...(await readLegacyForm(socialRegister, form)), ...extra });
const getUserData = (answer: { data: unknown }) => (answer.data as UserData[])[0] as UserData;

test('registers a new person with data of the issuer and the form, and recognises them next time', async () => {
  const person = createPerson();
  const browser = new Browser(world);
  const landed = await browser.completeSignIn('google', person, '/job/7');
  expect(landed).toBe('/register?social=google&next=%2Fjob%2F7');
  const profile = await browser.call('social_login', GOOGLE);
  expect(profile).toMatchObject({
    httpStatus: 200,
    data: {
      firstTime: true,
      profile: { firstName: 'Asha', lastName: 'Rao', email: person['email'], emailVerified: true },
    },
  });
  expect((profile.data as { profile: object }).profile).not.toHaveProperty('ticket');

  const form = buildDetails({ email_id: person['email'] ?? '', first_name: 'Asha', last_name: 'Rao' });
  const registered = await register(browser, form);
  expect(registered).toMatchObject({
    httpStatus: 200,
    data: { email: person['email'], emailVerified: true, mobileVerified: false },
  });
  expect(browser.cookies.has('fws_session')).toBe(true);
  expect(browser.cookies.has('fws_ticket')).toBe(false);
  await waitForCode(world.sandboxUrl, `+91${form['mobile_number']}`);
  // The issuer has verified the e-mail, so no code is asked for.
  const row = await world.db
    .selectFrom('user_account')
    .select(['password_hash', 'email_verified_at'])
    .where('id', '=', getUser(registered).id)
    .executeTakeFirstOrThrow();
  expect(row.password_hash).toBeNull();
  expect(row.email_verified_at).not.toBeNull();

  const again = new Browser(world);
  expect(await again.completeSignIn('google', person, '/job/7')).toBe('/job/7');
  expect(getUser(await again.call('current_user')).id).toBe(getUser(registered).id);
});

test('a session by Google counts as confirmed for ten minutes after a code was given', async () => {
  const person = createPerson();
  const browser = new Browser(world);
  await browser.completeSignIn('google', person);
  const form = buildDetails({ email_id: person['email'] ?? '' });
  await register(browser, form);
  const mobile = form['mobile_number'] ?? '';
  const first = await waitForCode(world.sandboxUrl, `+91${mobile}`);
  await browser.call('verify_mobile', { mobile, otp: first });
  world.clock.advance(11 * 60_000);
  expect(await browser.call('update_email', { email: 'new-for-asha@mail.example', otp: '' })).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
  });
  await browser.call('send_otp_mobile', { mobile });
  const otp = await waitForCode(world.sandboxUrl, `+91${mobile}`, 2);
  expect(await browser.call('update_email', { email: 'new-for-asha@mail.example', otp })).toMatchObject({
    httpStatus: 200,
  });
  world.clock.reset();
});

test('another site cannot send a browser through a login', async () => {
  const startLogin = (site: string) =>
    fetch(`${world.url}/api/social/google?next=%2Fpayment`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': site },
    });
  const refused = await startLogin('cross-site');
  expect(refused.headers.get('location')).toBe('/login?social=expired&next=%2Fpayment');
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect((await startLogin('same-origin')).headers.get('location')).toMatch(/^https?:\/\//);
});

test('accepts state, cookie and code once, in the browser that started the login', async () => {
  const person = createPerson();
  const browser = new Browser(world);
  const callback = await browser.signInAtIssuer('google', person);
  expect(await new Browser(world).visit(callback)).toBe('/login?social=expired&next=%2F');
  const stranger = new Browser(world);
  await stranger.signInAtIssuer('google', createPerson());
  expect(await stranger.visit(callback)).toBe('/login?social=expired&next=%2F');
  expect(await browser.visit(callback.replace('/google/', '/facebook/'))).toBe(
    '/login?social=expired&next=%2F',
  );
  const landed = await browser.visit(await browser.signInAtIssuer('google', person));
  expect(landed).toMatch(/^\/register/);
  const used = await browser.signInAtIssuer('google', person);
  await browser.visit(used);
  expect(await browser.visit(used)).toBe('/login?social=expired&next=%2F');
});

test('refuses a forged answer of the issuer', async () => {
  const browser = new Browser(world);
  const callback = new URL(await browser.signInAtIssuer('google', createPerson()));
  callback.searchParams.set('code', 'invented');
  expect(await browser.visit(callback.href)).toBe('/login?social=failed&next=%2F');
  const refused = new Browser(world);
  expect(await refused.visit(await refused.signInAtIssuer('google', { answer: 'no' }))).toBe(
    '/login?social=cancelled&next=%2F',
  );
  expect(await refused.visit('/api/social/google/callback')).toBe('/login?social=expired&next=%2F');
  expect(await refused.visit('/api/social/twitter')).toBe('status 404');
});

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  String.raw`/\elsewhere.example`,
  'javascript:1',
])('redirects only to our own pages, never to %s', async (next) => {
  const browser = new Browser(world);
  expect(await browser.completeSignIn('google', createPerson(), next)).toBe(
    '/register?social=google&next=%2F',
  );
});

test('links an account only when both sides have verified the e-mail', async () => {
  const verified = await world.user();
  const joined = new Browser(world);
  const fromGoogle = createPerson({ email: verified.email });
  // Google is the first factor; a new browser must give a code as well.
  expect(await joined.completeSignIn('google', fromGoogle)).toBe('/login?confirm=1&next=%2F');
  expect((await joined.call('current_user')).httpStatus).toBe(401);
  await joined.confirmLogin(verified.mobile);
  expect(getUser(await joined.call('current_user')).id).toBe(verified.id);

  const unverifiedHere = await world.user({ emailVerified: false });
  const claims = new Browser(world);
  const itsOwner = createPerson({ email: unverifiedHere.email });
  expect(await claims.completeSignIn('google', itsOwner)).toMatch(/^\/register/);
  // The issuer has proven it, so it goes to a new account, and the other has it unverified.
  expect(await register(claims, buildDetails({ email_id: unverifiedHere.email }))).toMatchObject({
    httpStatus: 200,
    data: { email: unverifiedHere.email, emailVerified: true },
  });

  const unverifiedThere = new Browser(world);
  const pretender = createPerson({ email: verified.email, email_verified: 'false' });
  // The sandbox identifies people by e-mail, and this one is linked with Google already, so use another issuer.
  expect(await unverifiedThere.completeSignIn('facebook', pretender)).toMatch(/^\/register/);
});

test('asks a suspended user for the same code as everybody', async () => {
  const user = await world.user();
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', user.id)
    .execute();
  expect(await new Browser(world).completeSignIn('google', createPerson({ email: user.email }))).toBe(
    '/login?confirm=1&next=%2F',
  );
});

test('registers an API client with the identity token and the ticket that it gets', async () => {
  const person = createPerson();
  const form = { first_name: 'Asha', last_name: 'Rao', mobile_number: '', email_id: person['email'] ?? '' };
  const id_token = await createToken('google', person);
  const first = await postSocialLogin({ ...form, type: 'gmail_login', id_token });
  expect(first).toMatchObject({
    httpStatus: 200,
    is_first_time: 'Yes',
    message: 'Welcome. Please complete your details',
  });
  const { auth_token: ticket = '' } = getUserData(first);
  expect((await new TestUser(world.url, { id: 0, token: ticket }).post('current_user', {})).httpStatus).toBe(
    401,
  );
  const registration = buildDetails({ email_id: person['email'] ?? '', auth_token: ticket });
  const registered = await world.guest.post('social_register', registration);
  expect(registered).toMatchObject({ httpStatus: 200, data: [{ verify_email: 1 }] });
  const { id, auth_token: token = '' } = getUserData(registered);
  expect((await new TestUser(world.url, { id: 0, token }).post('current_user', {})).httpStatus).toBe(200);
  // The ticket is spent.
  expect((await world.guest.post('social_register', buildDetails({ auth_token: ticket }))).httpStatus).toBe(
    401,
  );

  const second = await postSocialLogin({
    type: 'gmail_login',
    id_token: await createToken('google', person),
  });
  expect(second).toMatchObject({ is_first_time: 'No', data: [{ id }] });
});

test('accepts only a token that this issuer signed for us', async () => {
  const user = await world.user();
  const person = createPerson({ email: user.email });
  const spec = {
    first_name: 'A',
    last_name: 'B',
    mobile_number: '',
    email_id: user.email,
    type: 'gmail_login',
  };
  const good = await createToken('google', person);
  const [head = '', , signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString()) as object;
  const forgeToken = (changes: object) =>
    [head, Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url'), signature].join('.');
  const unsigned = [
    Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url'),
    good.split('.')[1],
    '',
  ].join('.');
  const attempts: Record<string, string>[] = [
    {},
    { id_token: 'x' },
    { id_token: 'x'.repeat(7_000) },
    { id_token: forgeToken({ sub: '1', email: 'another@mail.example' }) },
    { id_token: forgeToken({}) + 'x' },
    { id_token: unsigned },
    { id_token: good, type: 'fb_login' },
    { id_token: good, nonce: 'another' },
    { id_token: await createToken('facebook', person) },
  ];
  for (const attempt of attempts)
    expect(await postSocialLogin({ ...spec, ...attempt })).toMatchObject({
      httpStatus: 401,
      message: 'We could not confirm this with Google or Facebook. Please try again',
      data: null,
    });
  expect((await postSocialLogin({ ...spec, id_token: 'x'.repeat(9_000) })).httpStatus).toBe(422);
  expect(await postSocialLogin({ ...spec, type: 'twitter', id_token: good })).toMatchObject({
    httpStatus: 422,
    errors: { type: 'Please choose Google or Facebook' },
  });
  expect(await postSocialLogin({ ...spec, id_token: good, nonce: 'n-1' })).toMatchObject({ httpStatus: 200 });
});

test('a ticket is valid for half an hour, for one account, and for registration only', async () => {
  const person = createPerson();
  const browser = new Browser(world);
  await browser.completeSignIn('facebook', person);
  const form = buildDetails({ email_id: person['email'] ?? '' });
  for (const [changes, errors] of [
    [{ first_name: '' }, { firstName: 'Please enter your first name' }],
    [{ mobile_number: '123' }, { mobile: 'Please enter a mobile number of 10 to 12 digits' }],
    [{ aadhaar_number: '234567890123' }, { aadhaarNumber: 'This is not a valid Aadhaar number' }],
    [{ register_for: 'company', company_name: '' }, { companyName: 'Please enter the company name' }],
    [{ location: 'x'.repeat(201) }, { location: 'Please use at most 200 characters' }],
  ] as const)
    expect(await register(browser, { ...form, ...changes })).toMatchObject({
      httpStatus: 422,
      errors,
    });
  const smuggled = {
    role: 'admin',
    identity: 'verified',
    rating: '5',
    mobileVerified: '1',
    verified: '1',
    id: '1',
  };
  const script = '<script>alert(1)</script>';
  const answers = await Promise.all(
    [1, 2, 3].map((serial) =>
      register(
        browser,
        {
          ...form,
          first_name: script,
          mobile_number: String(7_111_000_000 + serial),
          email_id: `same-ticket${serial}@mail.example`,
          aadhaar_number: buildAadhaarNumber(500 + serial),
        },
        smuggled,
      ),
    ),
  );
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  const registered = answers.find(({ httpStatus }) => httpStatus === 200);
  expect(registered?.data).toMatchObject({
    firstName: script,
    identity: 'none',
    rating: null,
    mobileVerified: false,
    emailVerified: false,
  });

  const late = new Browser(world);
  await late.completeSignIn('google', createPerson());
  world.clock.advance(31 * 60_000);
  expect((await late.call('social_login', GOOGLE)).httpStatus).toBe(401);
  expect((await register(late, buildDetails())).httpStatus).toBe(401);
  expect((await world.guest.post('social_register', buildDetails())).httpStatus).toBe(401);
});

test('lists the configured providers', async () => {
  expect(await world.guest.post('social_providers', {})).toMatchObject({
    httpStatus: 200,
    data: Object.values(TYPE),
  });
});

test('redirects to the login when the issuer cannot be reached', async () => {
  const other = await startWorld({
    worker: false,
    env: {
      GOOGLE_ISSUER: 'http://localhost:9',
      GOOGLE_CLIENT_ID: 'fws',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  try {
    const response = await fetch(`${other.url}/api/social/google?next=/job/7`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('/login?social=off&next=%2Fjob%2F7');
    expect(await other.guest.post('social_login', { type: 'gmail_login', id_token: 'a.b.c' })).toMatchObject({
      httpStatus: 503,
    });
  } finally {
    await other.close();
  }
});
