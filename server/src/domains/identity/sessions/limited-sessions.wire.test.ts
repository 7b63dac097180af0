import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/session/calls';
import { Browser } from '../../../../test/identity/browser.ts';
import { readOutbox, toWrongCode, waitForCode } from '../../../../test/identity/codes.ts';
import { createLoginSteps, PASSWORD } from '../../../../test/identity/logins.ts';
import { TestUser, type WireAnswer } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** All tests share one IP address, whose attempts are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

const { createMember, logIn, logInByToken, openKnownBrowser, listEventKinds, countCodes } = createLoginSteps(
  () => world,
);

type Member = Awaited<ReturnType<typeof createMember>>;

const getFirst = (answer: WireAnswer) => (answer.data as [Record<string, unknown>])[0];

/** Logs a client of the specification in by the password alone. */
async function openLimitedSession({ id, email }: Member): Promise<TestUser> {
  const answer = await logInByToken(email);
  expect(answer).toMatchObject({ httpStatus: 200 });
  return new TestUser(world.url, { id, token: String(getFirst(answer)['auth_token']) });
}

test('a password alone neither moves money, nor ends sessions, nor reads what is private', async () => {
  const owner = await createMember();
  const browser = await openKnownBrowser(owner);
  const thief = await openLimitedSession(owner);
  for (const name of [
    'mark_as_completed_new',
    'accept_quote',
    'cancel_job',
    'withdraw_request',
    'add_bank_account',
    'session_end_others',
    'wallet',
    'own_profile',
    'my_contracts',
    'profile_list',
    'explore_jobs',
    'session_list',
    'update_mobile',
  ])
    expect(await thief.post(name, {}), name).toMatchObject({
      httpStatus: 403,
      step_up: 'device',
      message: 'Please confirm with a code to your mobile first (send_otp_mobile, then verify_mobile)',
    });
  expect((await thief.post('category_list', {})).httpStatus).toBe(200);
  expect((await browser.call('current_user')).httpStatus).toBe(200);
});

test('a limited session sees whom to greet and where the code goes', async () => {
  const owner = await createMember();
  const answer = await logInByToken(owner.email);
  const { auth_token: token, ...user } = getFirst(answer);
  expect(token).toMatch(/\S{20,}/);
  expect(user).toMatchObject({
    id: owner.id,
    first_name: 'Meera',
    mobile_number: owner.mobile,
    verify_mobile: 0,
    verify_email: 1,
    last_name: '',
    email_id: '',
    location: '',
    profile_image: '',
    certificates_upload: [],
    personal_preference_mobile1: '',
  });
  const limited = new TestUser(world.url, { id: owner.id, token: String(token) });
  expect(getFirst(await limited.post('current_user', {}))).toEqual(user);
  expect(await limited.done(currentUser, {})).toEqual({
    id: owner.id,
    firstName: 'Meera',
    lastName: '',
    email: '',
    mobile: owner.mobile,
    mobileVerified: false,
    emailVerified: true,
    profileImage: '',
    location: '',
    registerFor: 'individual',
    lookingFor: [],
    skills: [],
    identity: 'none',
    rating: null,
    completedProjects: 0,
    suspension: null,
    limited: true,
  });
});

test('a code to the mobile number makes the session full, with the same token', async () => {
  const owner = await createMember();
  const client = await openLimitedSession(owner);
  const { token } = client;
  const sent = await countCodes(owner.mobile);
  expect(await client.post('send_otp_mobile', { mobile_number: owner.mobile })).toMatchObject({
    httpStatus: 200,
  });
  const otp = await waitForCode(world.sandboxUrl, owner.mobile, sent + 1);
  const verified = await client.post('verify_mobile', { mobile_number: owner.mobile, otp });
  expect(verified).toMatchObject({ httpStatus: 200 });
  expect(verified['auth_token']).toBeUndefined();
  expect(client.token).toBe(token);
  expect(getFirst(await client.post('current_user', {}))).toMatchObject({
    verify_mobile: 1,
    last_name: 'Joshi',
    email_id: owner.email,
  });
  expect((await client.post('wallet', {})).httpStatus).toBe(200);
  expect(await listEventKinds(owner.id)).toEqual(['registered', 'new_device', 'logged_in', 'step_up']);
  // The next session by the password alone is limited again.
  const other = await openLimitedSession(owner);
  expect((await other.post('wallet', {})).httpStatus).toBe(403);
});

test('a registration is confirmed by its first code, and other sessions by the password are limited from then on', async () => {
  const owner = await createMember();
  await world.db
    .updateTable('user_account')
    .set({ mobile_verified_at: null })
    .where('id', '=', owner.id)
    .execute();
  const [first, second] = [await openLimitedSession(owner), await openLimitedSession(owner)];
  expect(getFirst(await first.post('current_user', {}))).toMatchObject({
    last_name: 'Joshi',
    verify_mobile: 0,
  });
  const otp = await waitForCode(world.sandboxUrl, owner.mobile);
  expect(await first.post('verify_mobile', { mobile_number: owner.mobile, otp })).toMatchObject({
    httpStatus: 200,
  });
  expect((await first.post('wallet', {})).httpStatus).toBe(200);
  expect((await second.post('wallet', {})).httpStatus).toBe(403);
});

test('whoever knows the password cannot use up the codes of the owner, and guesses slowly', async () => {
  const owner = await createMember();
  const browser = await openKnownBrowser(owner);
  const thief = await openLimitedSession(owner);
  for (let n = 0; n < 6; n++) {
    await thief.post('send_otp_mobile', { mobile_number: owner.mobile });
    world.clock.advance(31_000);
  }
  expect((await thief.post('send_otp_mobile', { mobile_number: owner.mobile })).httpStatus).toBe(429);
  expect(await browser.call('send_otp_mobile', { mobile: owner.mobile })).toMatchObject({ httpStatus: 200 });
  await world.drain();
  // The owner's own code does not open the session of somebody else.
  const [newest] = (await readOutbox(world.sandboxUrl, owner.mobile)).filter(({ otp }) => otp !== null);
  const verify = (otp: string) => thief.post('verify_mobile', { mobile_number: owner.mobile, otp });
  const wrong = toWrongCode(newest?.otp ?? '');
  expect(await verify(newest?.otp ?? '')).toMatchObject({ httpStatus: 422 });
  for (let n = 0; n < 4; n++) expect((await verify(wrong)).httpStatus).toBe(422);
  for (let n = 0; n < 5; n++) expect((await verify(wrong)).httpStatus).toBe(422);
  expect((await verify(wrong)).httpStatus).toBe(429);
  expect((await thief.post('wallet', {})).httpStatus).toBe(403);
});

test('a browser ends other sessions for thirty days after its last code, then needs a new one', async () => {
  const owner = await createMember();
  const browser = await openKnownBrowser(owner);
  world.clock.advance(20 * DAY);
  await browser.call('logout');
  expect((await logIn(browser, owner.email)).httpStatus).toBe(200);
  const end = () => browser.call('session_end_others', { password: PASSWORD });
  expect((await end()).httpStatus).toBe(200);
  world.clock.advance(11 * DAY);
  expect(await end()).toMatchObject({
    httpStatus: 403,
    step_up: 'device',
    message: 'It is more than 30 days since you entered a code on this device. Please enter a new one',
  });
  // What moves neither money nor access goes on.
  expect((await browser.call('wallet')).httpStatus).toBe(200);
  const sent = await countCodes(owner.mobile);
  await browser.call('send_otp_mobile', { mobile: owner.mobile });
  const otp = await waitForCode(world.sandboxUrl, owner.mobile, sent + 1);
  const copy = new Browser(world);
  copy.cookies.set('fws_session', browser.cookies.get('fws_session') ?? '');
  expect((await browser.call('verify_mobile', { mobile: owner.mobile, otp })).httpStatus).toBe(200);
  expect((await browser.call('session_end_others')).httpStatus).toBe(200);
  // A copied cookie ends with the code.
  world.clock.advance(61_000);
  expect((await copy.call('current_user')).httpStatus).toBe(401);
  expect((await browser.call('current_user')).httpStatus).toBe(200);
});

test('a second factor opens a full session, which still needs a code for access and money', async () => {
  const owner = await createMember();
  const browser = await openKnownBrowser(owner);
  const { addAuthenticator } = createLoginSteps(() => world);
  const { totp } = await addAuthenticator(browser);
  world.clock.advance(60_000);
  const answer = await world.guest.post('user_login', {
    user_name: owner.email,
    password: PASSWORD,
    otp: totp.generate({ timestamp: world.clock.now().getTime() }),
  });
  expect(answer).toMatchObject({ httpStatus: 200, data: [{ last_name: 'Joshi', verify_mobile: 1 }] });
  const user = new TestUser(world.url, { id: owner.id, token: String(getFirst(answer)['auth_token']) });
  expect((await user.post('session_end_others', {})).httpStatus).toBe(200);
  // Money out needs a code to the mobile number all the same.
  expect(await user.post('update_email', { email_id: 'new@mail.example' })).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
  });
});
