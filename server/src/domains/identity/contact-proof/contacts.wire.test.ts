import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readOutbox, waitForCode } from '../../../../test/identity/codes.ts';
import { PASSWORD } from '../../../../test/identity/logins.ts';
import { buildRegistrationForm } from '../../../../test/identity/registration.ts';
import { TestUser, type WireAnswer } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { findUserIdByEmail } from '../../admin/service.ts';

// An unverified contact reserves nothing: who proves it takes it, and a verified one is never moved by a code alone.

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
/** Codes to one contact are counted per hour: each test starts a new hour. */
beforeEach(() => world.clock.advanceToNextHour());

interface Newcomer {
  user: TestUser;
  answer: WireAnswer;
  mobile: string;
  email: string;
}

async function register(changes: Record<string, string> = {}): Promise<Newcomer> {
  const form = buildRegistrationForm(changes);
  const answer = await world.guest.post('user_register', form);
  expect(answer).toMatchObject({ httpStatus: 200 });
  const [{ id, auth_token: token }] = answer.data as [{ id: number; auth_token: string }];
  const mobile = `+91${form['mobile_number']}`;
  return { user: new TestUser(world.url, { id, token }), answer, mobile, email: form['email_id'] ?? '' };
}

const toDigits = (mobile: string) => mobile.slice(3);
const verifyMobile = (user: TestUser, mobile: string, otp: string) =>
  user.post('verify_mobile', { mobile_number: mobile, otp });
const listTexts = async (to: string) => {
  await world.drain();
  return (await readOutbox(world.sandboxUrl, to)).map(({ subject, text }) => subject ?? text);
};
const countCodes = async (to: string) => {
  await world.drain();
  return (await readOutbox(world.sandboxUrl, to)).filter(({ otp }) => otp !== null).length;
};

/** Registers and proves the mobile number. */
async function registerOwner(): Promise<Newcomer> {
  const owner = await register();
  const otp = await waitForCode(world.sandboxUrl, owner.mobile);
  expect(await verifyMobile(owner.user, owner.mobile, otp)).toMatchObject({ httpStatus: 200 });
  const mailed = await waitForCode(world.sandboxUrl, owner.email);
  expect(await owner.user.post('verify_email', { email_id: owner.email, otp: mailed })).toMatchObject({
    httpStatus: 200,
  });
  return owner;
}

test('a stranger who registered a contact does not keep its owner from registering and proving it', async () => {
  const stranger = await register();
  await waitForCode(world.sandboxUrl, stranger.mobile);
  const owner = await register({ mobile_number: toDigits(stranger.mobile), email_id: stranger.email });
  expect(owner.user.id).not.toBe(stranger.user.id);
  const otp = await waitForCode(world.sandboxUrl, owner.mobile, 2);
  // The code of one account proves nothing for the other.
  expect((await verifyMobile(stranger.user, stranger.mobile, otp)).httpStatus).toBe(422);
  expect(await verifyMobile(owner.user, owner.mobile, otp)).toMatchObject({ httpStatus: 200 });
  const mailed = await waitForCode(world.sandboxUrl, owner.email);
  expect(await owner.user.post('verify_email', { email_id: owner.email, otp: mailed })).toMatchObject({
    httpStatus: 200,
  });
  // The stranger cannot prove it any more, not even with a new code, which is not sent.
  world.clock.advance(31_000);
  const sent = await countCodes(stranger.mobile);
  expect(await stranger.user.post('send_otp_mobile', { mobile_number: stranger.mobile })).toMatchObject({
    httpStatus: 200,
    message: 'We have sent a code to your mobile',
  });
  expect(await countCodes(stranger.mobile)).toBe(sent);
  // A login by the contact means its owner, and a reset code goes to them.
  const login = await world.guest.post('user_login', { user_name: owner.mobile, password: PASSWORD });
  expect(login).toMatchObject({ httpStatus: 200, data: [{ id: owner.user.id }] });
  await world.guest.post('forgot_password', { user_name: owner.email });
  expect(await countCodes(owner.email)).toBe(2);
});

test('a registration with contacts of another account is answered alike, sends no code and tells the owner', async () => {
  const owner = await registerOwner();
  const codes = await countCodes(owner.mobile);
  const free = await register();
  const taken = await register({ mobile_number: toDigits(owner.mobile), email_id: owner.email });
  const shape = ({ answer }: Newcomer) => {
    const [{ id, auth_token, mobile_number, email_id, ...rest }] = answer.data as Record<
      string,
      unknown
    >[] as [Record<string, unknown>];
    return {
      message: answer.message,
      rest,
      types: [id, auth_token, mobile_number, email_id].map((v) => typeof v),
    };
  };
  expect(shape(taken)).toEqual(shape(free));
  expect(await countCodes(owner.mobile)).toBe(codes);
  expect(await listTexts(owner.email)).toContain('You already have an FWS account');
  // Once a day, however often somebody tries.
  await register({ mobile_number: toDigits(owner.mobile), email_id: owner.email });
  expect((await listTexts(owner.email)).filter((text) => text.startsWith('You already'))).toHaveLength(1);
  // Wrong guesses are answered as for any account.
  expect((await verifyMobile(taken.user, owner.mobile, '123456')).httpStatus).toBe(422);
  expect(await owner.user.post('current_user', {})).toMatchObject({ data: [{ verify_mobile: 1 }] });
});

test('takes as long for taken contacts as for free ones', async () => {
  const owner = await registerOwner();
  const measure = async (changes: Record<string, string>) => {
    const startedAt = performance.now();
    await register(changes);
    return performance.now() - startedAt;
  };
  const times = { taken: [] as number[], free: [] as number[] };
  for (let n = 0; n < 8; n++) {
    times.taken.push(await measure({ mobile_number: toDigits(owner.mobile), email_id: owner.email }));
    times.free.push(await measure({}));
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[4] ?? 0;
  // Both hash a password, which is most of the time. A refusal without it would take a tenth.
  expect(median(times.taken)).toBeGreaterThan(median(times.free) / 2);
  expect(median(times.taken)).toBeLessThan(median(times.free) * 2);
});

test('of two accounts that prove one number at once, one has it', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 10; round++) {
    const first = await register();
    const code = await waitForCode(world.sandboxUrl, first.mobile);
    const second = await register({ mobile_number: toDigits(first.mobile) });
    const otherCode = await waitForCode(world.sandboxUrl, first.mobile, 2);
    const answers = await Promise.all([
      verifyMobile(first.user, first.mobile, code),
      verifyMobile(second.user, first.mobile, otherCode),
    ]);
    const statuses = answers.map(({ httpStatus }) => httpStatus);
    // The loser finds the number taken, or its code ended.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 422)).toHaveLength(1);
    const holders = await world.db
      .selectFrom('user_account')
      .select('id')
      .where('mobile', '=', first.mobile)
      .where('mobile_verified_at', 'is not', null)
      .execute();
    expect(holders).toHaveLength(1);
  }
});

test('who loses an unverified number to its owner is told by their verified e-mail, and can enter another', async () => {
  const loser = await register();
  await waitForCode(world.sandboxUrl, loser.mobile);
  await world.db
    .updateTable('user_account')
    .set({ email_verified_at: world.clock.now() })
    .where('id', '=', loser.user.id)
    .execute();
  const owner = await register({ mobile_number: toDigits(loser.mobile) });
  const otp = await waitForCode(world.sandboxUrl, owner.mobile, 2);
  await verifyMobile(owner.user, owner.mobile, otp);
  expect(await listTexts(loser.email)).toContain('Please enter your own mobile number on FWS');
  const own = '9876511122';
  expect(await loser.user.post('update_mobile', { mobile_number: own })).toMatchObject({ httpStatus: 200 });
  const code = await waitForCode(world.sandboxUrl, `+91${own}`);
  expect(await verifyMobile(loser.user, own, code)).toMatchObject({ httpStatus: 200 });
});

test('a role is granted by a verified e-mail only, whoever registered with it', async () => {
  const stranger = await register();
  expect(await findUserIdByEmail(world.db, stranger.email)).toBeNull();
  const owner = await registerOwner();
  await register({ email_id: owner.email });
  expect(await findUserIdByEmail(world.db, owner.email)).toBe(owner.user.id);
});

test('a login by an unverified contact finds the account whose password it is', async () => {
  const first = await register({ password: 'first-pass-12', confrm_password: 'first-pass-12' });
  const second = await register({ mobile_number: toDigits(first.mobile), email_id: first.email });
  const logIn = async (password: string) => {
    const { data } = await world.guest.post('user_login', { user_name: first.mobile, password });
    return (data as [{ id: number }] | null)?.[0].id;
  };
  expect(await logIn('first-pass-12')).toBe(first.user.id);
  expect(await logIn(PASSWORD)).toBe(second.user.id);
  expect(await logIn('neither-1234')).toBeUndefined();
});
