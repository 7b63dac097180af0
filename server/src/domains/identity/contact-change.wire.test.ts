import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitForCode, toWrongCode, readOutbox } from '../../../test/identity/codes.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let serial = 0;
let mobile = '';
let email = '';
beforeEach(() => {
  serial += 1;
  mobile = `+9170000${String(10_000 + serial)}`;
  email = `new${serial}@mail.example`;
});

const readContacts = async (user: TestUser) => {
  const { data } = await user.post('current_user', {});
  const [me] = data as [
    { mobile_number: string; verify_mobile: number; email_id: string; verify_email: number },
  ];
  return { mobile: me.mobile_number, email: me.email_id, verified: [me.verify_mobile, me.verify_email] };
};

test('changes the mobile number only after its code comes back', async () => {
  const user = await world.user();
  expect(await user.post('update_mobile', { mobile_number: mobile.slice(3) })).toMatchObject({
    httpStatus: 200,
    message: 'We have sent a code to your mobile',
  });
  const code = await waitForCode(world.sandboxUrl, mobile);
  expect(await readContacts(user)).toMatchObject({ mobile: user.mobile, verified: [1, 1] });
  expect(await user.post('verify_mobile', { mobile_number: mobile, otp: toWrongCode(code) })).toMatchObject({
    httpStatus: 422,
  });
  expect(await readContacts(user)).toMatchObject({ mobile: user.mobile });
  expect(await user.post('verify_mobile', { mobile_number: mobile, otp: code })).toMatchObject({
    httpStatus: 200,
    message: 'Your mobile number is changed',
  });
  expect(await readContacts(user)).toMatchObject({ mobile, verified: [1, 1] });
  // The old number is free again and receives no more codes.
  expect((await user.post('send_otp_mobile', { mobile_number: user.mobile })).httpStatus).toBe(422);
  await world.drain();
  expect((await readOutbox(world.sandboxUrl, user.email))[0]?.text).toMatch(
    /^The mobile number of your FWS account was changed\./,
  );
});

test('changes the e-mail only after its code comes back', async () => {
  const user = await world.user();
  await user.post('update_email', { email_id: email.toUpperCase() });
  const code = await waitForCode(world.sandboxUrl, email);
  expect(await user.post('verify_email', { email_id: email, otp: code })).toMatchObject({
    httpStatus: 200,
    message: 'Your e-mail is changed',
  });
  expect(await readContacts(user)).toMatchObject({ email, verified: [1, 1] });
  await world.drain();
  expect((await readOutbox(world.sandboxUrl, user.mobile))[0]?.text).toMatch(
    /^The e-mail of your FWS account was changed\./,
  );
});

test('resends the code, and accepts only the last of two new numbers', async () => {
  const user = await world.user();
  const laterMobile = mobile.replace('+9170', '+9171');
  await user.post('update_mobile', { mobile_number: mobile });
  const first = await waitForCode(world.sandboxUrl, mobile);
  expect((await user.post('send_otp_mobile', { mobile_number: mobile })).httpStatus).toBe(429);
  world.clock.advance(31_000);
  expect((await user.post('send_otp_mobile', { mobile_number: mobile })).httpStatus).toBe(200);
  await waitForCode(world.sandboxUrl, mobile, 2);
  await user.post('update_mobile', { mobile_number: laterMobile });
  const second = await waitForCode(world.sandboxUrl, laterMobile);
  expect(await user.post('verify_mobile', { mobile_number: mobile, otp: first })).toMatchObject({
    httpStatus: 422,
    errors: { mobile_number: 'This is not the number or e-mail of your account' },
  });
  expect((await user.post('verify_mobile', { mobile_number: laterMobile, otp: second })).httpStatus).toBe(
    200,
  );
});

test('corrects mistyped contacts without a message to whoever has them', async () => {
  const user = await world.user({ mobileVerified: false, emailVerified: false });
  expect((await user.post('update_email', { email_id: email })).httpStatus).toBe(403);
  expect(await user.post('update_mobile', { mobile_number: mobile })).toMatchObject({ httpStatus: 200 });
  const otp = await waitForCode(world.sandboxUrl, mobile);
  expect(await user.post('verify_mobile', { mobile_number: mobile, otp })).toMatchObject({ httpStatus: 200 });
  // From now on a change needs a code to the corrected number.
  world.clock.advance(11 * 60_000);
  expect(await user.post('update_email', { email_id: email })).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
  });
  await user.post('send_otp_mobile', { mobile_number: mobile });
  const confirmed = await user.post('update_email', {
    email_id: email,
    otp: await waitForCode(world.sandboxUrl, mobile, 2),
  });
  expect(confirmed.httpStatus).toBe(200);
  const code = await waitForCode(world.sandboxUrl, email);
  expect((await user.post('verify_email', { email_id: email, otp: code })).httpStatus).toBe(200);
  expect(await readContacts(user)).toEqual({ mobile, email, verified: [1, 1] });
  await world.drain();
  for (const wrong of [user.mobile, user.email])
    expect(await readOutbox(world.sandboxUrl, wrong)).toEqual([]);
});

test('returns 409 for a change of an unverified number that protects a verified identity', async () => {
  const user = await world.user({ mobileVerified: false, identity: 'verified' });
  expect(await user.post('update_mobile', { mobile_number: mobile })).toMatchObject({
    httpStatus: 409,
    errors: { mobile_number: 'Please verify your present mobile number first' },
  });
});

test('answers alike for a contact that another account has verified, and sends no code to it', async () => {
  const [user, other] = [await world.user(), await world.user()];
  for (const mobile_number of [other.mobile, '9876500077'])
    expect(await user.post('update_mobile', { mobile_number })).toMatchObject({
      httpStatus: 200,
      message: 'We have sent a code to your mobile',
    });
  expect(await user.post('update_email', { email_id: other.email })).toMatchObject({ httpStatus: 200 });
  await world.drain();
  expect(await readOutbox(world.sandboxUrl, other.mobile)).toEqual([]);
  const mails = await readOutbox(world.sandboxUrl, other.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have an FWS account']);
});

test('refuses a contact that is unchanged', async () => {
  const user = await world.user();
  expect(await user.post('update_mobile', { mobile_number: user.mobile })).toMatchObject({
    httpStatus: 422,
    errors: { mobile_number: 'This is your mobile number already' },
  });
  expect(await user.post('update_email', { email_id: user.email })).toMatchObject({
    errors: { email_id: 'This is your e-mail already' },
  });
});

test('gives a number to one of two users who verify it at once', async () => {
  const [firstUser, secondUser] = [await world.user(), await world.user()];
  await firstUser.post('update_mobile', { mobile_number: mobile });
  const first = await waitForCode(world.sandboxUrl, mobile);
  world.clock.advance(31_000);
  await secondUser.post('update_mobile', { mobile_number: mobile });
  const second = await waitForCode(world.sandboxUrl, mobile, 2);
  const answers = await Promise.all([
    firstUser.post('verify_mobile', { mobile_number: mobile, otp: first }),
    secondUser.post('verify_mobile', { mobile_number: mobile, otp: second }),
  ]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('asks for a code to the current mobile number when the session gave none lately', async () => {
  const user = await world.user();
  world.clock.advance(11 * 60_000);
  const update = (otp?: string) =>
    user.post('update_mobile', { mobile_number: mobile, ...(otp === undefined ? {} : { otp }) });
  expect(await update()).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
    message: 'Please confirm with the code we send to your mobile (send_otp_mobile sends it)',
  });
  await user.post('send_otp_mobile', { mobile_number: user.mobile });
  const code = await waitForCode(world.sandboxUrl, user.mobile);
  expect((await update(toWrongCode(code))).httpStatus).toBe(422);
  expect(await readOutbox(world.sandboxUrl, mobile)).toEqual([]);
  expect((await update(code)).httpStatus).toBe(200);
  await waitForCode(world.sandboxUrl, mobile);
});

test('returns 429 after ten changes an hour', async () => {
  world.clock.advanceToNextHour();
  const user = await world.user();
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      user.post('update_email', { email_id: `many${serial}-${n}@mail.example` }),
    ),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(10);
  expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(4);
});

test.each([
  ['update_mobile', { mobile_number: '' }, { mobile_number: 'Please enter valid Mobile Number' }],
  ['update_mobile', { mobile_number: 'letters' }, { mobile_number: 'Please enter valid Mobile Number' }],
  [
    'update_mobile',
    { mobile_number: '9'.repeat(4000) },
    { mobile_number: 'Please enter valid Mobile Number' },
  ],
  ['update_email', { email_id: '' }, { email_id: 'Please enter valid Email' }],
  ['update_email', { email_id: '<script>@mail.example' }, { email_id: 'Please enter valid Email' }],
  [
    'update_email',
    { email_id: `${'x'.repeat(300)}@mail.example` },
    { email_id: 'Please use at most 254 characters' },
  ],
])('%s refuses %j', async (name, fields, errors) => {
  const user = await world.user();
  expect(await user.post(name, fields as Record<string, string>)).toMatchObject({ httpStatus: 422, errors });
});

test('returns 401 without a session, and never changes another user', async () => {
  const [user, other] = [await world.user(), await world.user()];
  expect((await world.guest.post('update_mobile', { mobile_number: mobile })).httpStatus).toBe(401);
  expect((await world.guest.post('update_email', { email_id: email })).httpStatus).toBe(401);
  const smuggled = { user_id: String(other.id), id: String(other.id), role: 'admin', verify_mobile: '1' };
  await user.post('update_mobile', { mobile_number: mobile, ...smuggled });
  const otp = await waitForCode(world.sandboxUrl, mobile);
  expect((await other.post('verify_mobile', { mobile_number: mobile, otp })).httpStatus).toBe(422);
  await user.post('verify_mobile', { mobile_number: mobile, otp, ...smuggled });
  expect(await readContacts(other)).toMatchObject({ mobile: other.mobile });
  expect(await readContacts(user)).toMatchObject({ mobile });
});
