import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendOtpMobile } from '@fws/contract/identity/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { createBankAccount, readWalletPaise, withdraw } from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { waitForCode, toWrongCode } from '../../../test/identity/codes.ts';

let world: World;
let user: TestUser;
let accountId: number;
beforeAll(async () => {
  world = await startWorld();
  const poster = await world.user();
  user = await world.user({ identity: 'verified' });
  await earn(world, { poster, worker: user }, '500');
  accountId = (await createBankAccount(user, '50100417700123')).id;
  world.clock.advance(11 * 60_000);
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

test('a refusal for a missing code names the call that sends one, and the seconds when it is too soon', async () => {
  const other = await world.user({ identity: 'verified' });
  world.clock.advance(11 * 60_000);
  const add = () => other.post('add_upi_payout', { upi_id: 'Other @okbank ' });
  // The UPI ID is named as it will be paid to.
  const sentence = 'Please confirm the UPI ID other@okbank with the code we send to your mobile';
  expect(await add()).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
    message: `${sentence} (send_otp_mobile sends it)`,
  });
  await other.post('send_otp_mobile', { mobile_number: other.mobile });
  const { message } = await add();
  const [, seconds] = /\(send_otp_mobile sends a new one in (\d+) seconds\)$/.exec(message) ?? [];
  expect(Number(seconds)).toBeGreaterThan(20);
  expect(Number(seconds)).toBeLessThanOrEqual(30);
});

test('a withdrawal requires a recent code, and is made once the code is given', async () => {
  const headers = { 'Idempotency-Key': 'step-up' };
  expect(await withdraw(user, accountId, '100', { headers })).toMatchObject({
    httpStatus: 403,
    step_up: 'otp',
    message: 'Please confirm with the code we send to your mobile',
  });
  await user.done(sendOtpMobile, { mobile: user.mobile });
  const otp = await waitForCode(world.sandboxUrl, user.mobile);
  const wrongCodeAnswer = await withdraw(user, accountId, '100', { otp: toWrongCode(otp), headers });
  expect(wrongCodeAnswer).toMatchObject({ httpStatus: 422 });
  expect(Object.keys(wrongCodeAnswer.errors ?? {})).toEqual(['otp']);
  expect(await readWalletPaise(world, user)).toBe(500_00);

  const formerToken = user.token;
  const answer = await withdraw(user, accountId, '100', { otp, headers });
  expect(answer).toMatchObject({ httpStatus: 200, auth_token: expect.any(String) as string });
  expect(user.token).not.toBe(formerToken);
  const formerUser = new TestUser(world.url, { id: user.id, token: formerToken });
  expect((await formerUser.post('wallet', {})).httpStatus).toBe(200);
  world.clock.advance(61_000);
  expect((await formerUser.post('wallet', {})).httpStatus).toBe(401);
  expect((await user.post('wallet', {})).httpStatus).toBe(200);
  expect(await readWalletPaise(world, user)).toBe(400_00);
  expect(await withdraw(user, accountId, '50')).toMatchObject({ httpStatus: 200 });
});

test('asks for no code when the withdrawal is refused anyway', async () => {
  world.clock.advance(11 * 60_000);
  const stranger = await world.user({ identity: 'none' });
  world.clock.advance(11 * 60_000);
  expect(await withdraw(stranger, accountId, '1')).toMatchObject({
    httpStatus: 403,
    message: 'Complete eKYC to receive funds',
  });
  // No new code is needed: the session is asked for one only when everything else is valid.
  expect((await withdraw(user, 999_999, '1')).httpStatus).toBe(404);
});
