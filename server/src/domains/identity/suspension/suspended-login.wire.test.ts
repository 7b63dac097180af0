import { adminUserRestore, adminUserSuspend } from '@fws/contract/admin/users/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { currentUser } from '@fws/contract/identity/session/calls';
import { bankAccountList, paymentHistory, wallet } from '@fws/contract/payouts/calls';
import { publicJobs } from '@fws/contract/site/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createLoginSteps } from '../../../../test/identity/logins.ts';
import { waitForCode } from '../../../../test/identity/codes.ts';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import {
  createBankAccount,
  parseWithdrawalId,
  waitForWithdrawal,
  withdraw,
} from '../../../../test/payouts.ts';
import { earn, post } from '../../../../test/story.ts';
import { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createSession } from '../sessions/store.ts';

const REASON = 'Asked workers for a registration fee';

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
  support = await createAdmin(world, 'support');
});
afterAll(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
  await world.close();
});
const { createMember, openKnownBrowser, logInByToken } = createLoginSteps(() => world);

const suspend = (userId: number) =>
  support.user.done(adminUserSuspend, { userId: String(userId), reason: REASON });

/** As after a login with a code. */
async function openSession(user: TestUser): Promise<TestUser> {
  const now = world.clock.now();
  const session = { userId: user.id, now, ttlMs: 3600_000, client: 'test', confirmed: true };
  return new TestUser(world.url, {
    id: user.id,
    token: await createSession(world.db, session),
    firstName: user.firstName,
  });
}

test('a suspended person logs in with a code as usual and reads why', async () => {
  const member = await createMember();
  const before = await openKnownBrowser(member);
  await suspend(member.id);
  expect((await before.call('current_user')).httpStatus).toBe(401);

  const browser = await openKnownBrowser(member);
  expect(await browser.call('current_user')).toMatchObject({
    httpStatus: 200,
    data: { id: member.id, suspension: { reason: REASON } },
  });
  expect(await browser.call('explore_jobs', { location: '', categoryId: '' })).toMatchObject({
    httpStatus: 403,
    message: 'This account is suspended. It can only withdraw what it has earned',
  });
  await support.user.done(adminUserRestore, { userId: String(member.id), reason: 'It was a mistake' });
  expect(await browser.call('current_user')).toMatchObject({ data: { suspension: null } });
  expect((await browser.call('own_profile')).httpStatus).toBe(200);
});

test('the password of a suspended account alone reads neither its money nor the reason', async () => {
  const member = await createMember();
  await suspend(member.id);
  const [{ auth_token: token }] = (await logInByToken(member.email)).data as [{ auth_token: string }];
  const client = new TestUser(world.url, { id: member.id, token });
  expect((await client.post('wallet', {})).httpStatus).toBe(403);
  expect((await client.done(currentUser, {})).suspension).toBeNull();
  const sent = (await client.post('send_otp_mobile', { mobile_number: member.mobile })).httpStatus;
  expect(sent).toBe(200);
  const otp = await waitForCode(world.sandboxUrl, member.mobile, 2);
  expect((await client.post('verify_mobile', { mobile_number: member.mobile, otp })).httpStatus).toBe(200);
  expect((await client.post('wallet', {})).httpStatus).toBe(200);
  expect((await client.post('explore_jobs', {})).httpStatus).toBe(403);
});

test('a suspended worker withdraws what was earned, and does nothing else', async () => {
  const [poster, worker] = [await world.user(), await world.user({ identity: 'verified' })];
  await earn(world, { poster, worker }, '2000');
  const job = await post(world, poster);
  await suspend(worker.id);
  expect((await worker.call(wallet, {})).httpStatus).toBe(401);

  const session = await openSession(worker);
  const { suspended_at: at } = await world.db
    .selectFrom('user_account')
    .select('suspended_at')
    .where('id', '=', worker.id)
    .executeTakeFirstOrThrow();
  expect((await session.done(currentUser, {})).suspension).toEqual({ at: at?.toISOString(), reason: REASON });
  expect((await session.done(wallet, {})).balancePaise).toBe(2000_00);
  const account = await createBankAccount(session, '50100123456789');
  expect((await session.done(bankAccountList, {})).map(({ id }) => id)).toEqual([account.id]);
  const asked = await withdraw(session, account.id, '1500');
  expect(asked).toMatchObject({ httpStatus: 200 });
  await waitForWithdrawal(world, parseWithdrawalId(asked), 'paid');
  expect((await session.done(paymentHistory, {})).withdrawals).toHaveLength(1);
  expect((await session.call(jobDetail, { jobId: String(job.id) })).httpStatus).toBe(403);
  // A public call knows nobody.
  expect((await session.call(publicJobs, { city: '', category: '' })).httpStatus).toBe(200);
});

test('a suspended session opens no event stream and no files', async () => {
  const user = await world.user();
  await suspend(user.id);
  const session = await openSession(user);
  for (const path of ['/api/events', '/api/files/1/a.webp'])
    expect(
      (await fetch(world.url + path, { headers: { authorization: `Bearer ${session.token}` } })).status,
      path,
    ).toBe(401);
});
