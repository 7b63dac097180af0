import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../../../test/identity/browser.ts';
import { toWrongCode, waitForCode } from '../../../../test/identity/codes.ts';
import { createLoginSteps, PASSWORD } from '../../../../test/identity/logins.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
const MINUTE = 60_000;
/** All tests share one IP address, whose attempts are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

const { createMember, logIn, isSignedIn, countCodes, listEventKinds, openKnownBrowser, addAuthenticator } =
  createLoginSteps(() => world);

type Member = Awaited<ReturnType<typeof createMember>>;

const BOTH = ['session_end', 'session_end_others'] as const;
type Ending = (typeof BOTH)[number];

/** The owner's laptop and a phone, both signed in for longer than a confirmation counts. */
async function createOwner(): Promise<{ owner: Member; laptop: Browser; phone: Browser }> {
  const owner = await createMember();
  const laptop = await openKnownBrowser(owner);
  world.clock.advance(MINUTE);
  const phone = await openKnownBrowser(owner);
  world.clock.advance(11 * MINUTE);
  return { owner, laptop, phone };
}

async function findOther(browser: Browser): Promise<string> {
  const { items } = (await browser.call('session_list')).data as {
    items: { id: number; current: boolean }[];
  };
  return String(items.find(({ current }) => !current)?.id);
}

/** Ends the other session of a browser, in one of the two ways. */
const end = async (name: Ending, browser: Browser, proof: Record<string, string> = {}) =>
  browser.call(name, name === 'session_end' ? { sessionId: await findOther(browser), ...proof } : proof);

const setPassword = (id: number, password_hash: string | null) =>
  world.db.updateTable('user_account').set({ password_hash }).where('id', '=', id).execute();

const ASKED = 'Please enter your password, or confirm with the code we send to your mobile';

test.each(BOTH)('%s needs nothing more within ten minutes of a code', async (name) => {
  const owner = await createMember();
  const phone = await openKnownBrowser(owner);
  const laptop = await openKnownBrowser(owner);
  world.clock.advance(9 * MINUTE);
  expect(await end(name, laptop)).toMatchObject({ httpStatus: 200 });
  expect(await isSignedIn(phone)).toBe(false);
});

test.each(BOTH)('%s needs nothing more after a login with an authenticator app', async (name) => {
  const owner = await createMember();
  const phone = await openKnownBrowser(owner);
  const { totp } = await addAuthenticator(phone);
  world.clock.advance(11 * MINUTE);
  const laptop = new Browser(world);
  await logIn(laptop, owner.email);
  const code = totp.generate({ timestamp: world.clock.now().getTime() });
  expect(await laptop.call('login_confirm', { method: 'authenticator', code })).toMatchObject({
    httpStatus: 200,
  });
  expect(await end(name, laptop)).toMatchObject({ httpStatus: 200 });
  expect(await isSignedIn(phone)).toBe(false);
});

test.each(BOTH)('%s from a stolen session is refused without a password or code', async (name) => {
  const { owner, laptop, phone } = await createOwner();
  const refused = { httpStatus: 403, step_up: 'password', message: `${ASKED} (send_otp_mobile sends it)` };
  expect(await end(name, phone)).toMatchObject(refused);
  expect(await end(name, phone, { password: '', otp: '' })).toMatchObject(refused);
  expect(await isSignedIn(laptop)).toBe(true);
  expect(await listEventKinds(owner.id)).not.toContain(`${name}ed`);
});

test.each(BOTH)('%s takes the password, which confirms nothing else', async (name) => {
  const { laptop, phone } = await createOwner();
  expect(await end(name, laptop, { password: PASSWORD })).toMatchObject({ httpStatus: 200 });
  expect(await isSignedIn(phone)).toBe(false);
  expect(await isSignedIn(laptop)).toBe(true);
  expect(await laptop.call('passkey_begin')).toMatchObject({ httpStatus: 403, step_up: 'otp' });
  expect(await laptop.call('session_end_others')).toMatchObject({ httpStatus: 403, step_up: 'password' });
});

test.each(BOTH)('%s with a wrong password is refused beside the field, and logged', async (name) => {
  const { owner, laptop, phone } = await createOwner();
  for (const password of ['monsoon2027', ` ${PASSWORD}`, PASSWORD.toUpperCase()])
    expect(await end(name, laptop, { password })).toMatchObject({
      httpStatus: 422,
      errors: { password: 'This password is wrong' },
    });
  expect(await end(name, laptop, { password: 'x'.repeat(201) })).toMatchObject({
    httpStatus: 422,
    errors: { password: 'Please use at most 200 characters' },
  });
  expect(await isSignedIn(phone)).toBe(true);
  const failures = (await listEventKinds(owner.id)).filter((kind) => kind === 'step_up_failed');
  expect(failures).toHaveLength(3);
});

test('a thief uses up the password tries of the stolen session, not those of the owner', async () => {
  const { laptop, phone } = await createOwner();
  const guess = (n: number) => phone.call('session_end_others', { password: `guess${n}aaaa` });
  const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => guess(n)));
  expect(guesses.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(10);
  expect(guesses.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(4);
  // The tries are those of both calls, and a right guess comes too late.
  for (const name of BOTH)
    expect(await end(name, phone, { password: PASSWORD })).toMatchObject({ httpStatus: 429 });
  expect(await end('session_end', laptop, { password: PASSWORD })).toMatchObject({ httpStatus: 200 });
  expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
});

test.each(BOTH)('%s forgives the tries of the right password', async (name) => {
  const { laptop, phone } = await createOwner();
  for (let time = 0; time < 9; time++) await laptop.call('session_end_others', { password: 'guess1aaaa' });
  expect(await end(name, laptop, { password: PASSWORD })).toMatchObject({ httpStatus: 200 });
  expect(await laptop.call('session_end_others', { password: 'guess1aaaa' })).toMatchObject({
    httpStatus: 422,
  });
  expect(await isSignedIn(phone)).toBe(false);
});

test.each(BOTH)('%s takes a code instead of the password', async (name) => {
  const { owner, laptop, phone } = await createOwner();
  const sent = await countCodes(owner.mobile);
  expect(await laptop.call('send_otp_mobile', { mobile: owner.mobile })).toMatchObject({ httpStatus: 200 });
  const otp = await waitForCode(world.sandboxUrl, owner.mobile, sent + 1);
  expect(await end(name, laptop)).toMatchObject({
    httpStatus: 403,
    step_up: 'password',
    // So many seconds are left when the code has arrived.
    message: expect.stringMatching(
      new RegExp(`^${ASKED} \\(send_otp_mobile sends a new one in (?:[12]?\\d|30) seconds\\)$`),
    ),
  });
  expect(await end(name, laptop, { otp: toWrongCode(otp) })).toMatchObject({
    httpStatus: 422,
    errors: { otp: expect.stringContaining('This one time password is wrong') },
  });
  expect(await isSignedIn(phone)).toBe(true);
  expect(await end(name, laptop, { otp })).toMatchObject({ httpStatus: 200 });
  expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
});

test.each(BOTH)('%s asks an owner without a password for a code', async (name) => {
  const { owner, laptop, phone } = await createOwner();
  await setPassword(owner.id, null);
  expect(await end(name, laptop)).toMatchObject({ httpStatus: 403, step_up: 'otp' });
  expect(await end(name, laptop, { password: PASSWORD })).toMatchObject({
    httpStatus: 409,
    message: 'This account has no password yet. Please use Forgot password to set one',
  });
  expect(await isSignedIn(phone)).toBe(true);
  const sent = await countCodes(owner.mobile);
  await laptop.call('send_otp_mobile', { mobile: owner.mobile });
  const otp = await waitForCode(world.sandboxUrl, owner.mobile, sent + 1);
  expect(await end(name, laptop, { otp })).toMatchObject({ httpStatus: 200 });
  expect(await isSignedIn(phone)).toBe(false);
});

test('the own password ends no session of somebody else', async () => {
  const [mine, theirs] = [await createOwner(), await createOwner()];
  const sessionId = await findOther(theirs.laptop);
  expect(await mine.laptop.call('session_end', { sessionId, password: PASSWORD })).toMatchObject({
    httpStatus: 404,
  });
  await setPassword(theirs.owner.id, null);
  expect(await mine.laptop.call('session_end_others', { password: PASSWORD })).toMatchObject({
    httpStatus: 200,
  });
  expect(await Promise.all([theirs.laptop, theirs.phone].map(isSignedIn))).toEqual([true, true]);
});
