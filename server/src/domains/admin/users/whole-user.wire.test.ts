import * as calls from '@fws/contract/admin/users/calls';
import { userLogin, userRegister } from '@fws/contract/identity/calls';
import { alertDeny } from '@fws/contract/identity/alerts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createAlertSteps } from '../../../../test/identity/alerts.ts';
import { submit } from '../../../../test/kyc/identity-checks.ts';
import { expectPages } from '../../../../test/pages.ts';
import { earn } from '../../../../test/story.ts';
import { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createSession } from '../../identity/index.ts';

// Every field of a user in the admin area, and of the lines of their security log.

let world: World;
let finance: TestAdmin;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true, env: { TRUST_PROXY: 'loopback' } });
  finance = await createAdmin(world, 'finance');
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ADDRESS = '203.0.113.9';
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36';
const headers = { 'x-forwarded-for': ADDRESS, 'user-agent': PHONE };
const PASSWORD = 'monsoon2026';
const form = {
  firstName: 'Meera',
  lastName: 'Joshi',
  email: 'meera@mail.example',
  mobile: '9876543210',
  registerFor: 'company' as const,
  lookingFor: ['projects' as const],
  location: 'Baner, Pune',
  companyName: 'Joshi & Daughters',
  aadhaarNumber: '',
};

async function register(): Promise<TestUser> {
  const consents = { termsAccepted: true, isAdult: true };
  const registration = { ...form, ...consents, password: PASSWORD, confirmPassword: PASSWORD };
  const { id } = await world.guest.done(userRegister, registration, { headers });
  const session = { userId: id, now: world.clock.now(), ttlMs: DAY_MS, client: 'test', confirmed: true };
  return new TestUser(world.url, { id, token: await createSession(world.db, session) });
}

test('shows every field of a user, until they deny an event and are suspended', async () => {
  const user = await register();
  const registeredAt = world.clock.format();
  const params = { userId: String(user.id) };
  const shown = {
    id: user.id,
    mayDecide: { allowed: true },
    name: 'Meera Joshi',
    email: 'meera@mail.example',
    mobile: '+919876543210',
    location: 'Baner, Pune',
    registeredAt,
    identity: 'none',
    companyName: 'Joshi & Daughters',
    emailVerified: false,
    mobileVerified: false,
    hasSecondFactor: false,
    factorProofs: [],
    factorsRemovedAt: null,
    identityName: '',
    suspendedReason: '',
    suspendedAt: null,
    withdrawalsStoppedAt: null,
    fundingStoppedAt: null,
    sessions: 2,
    jobsPosted: 0,
    contracts: 0,
    completedProjects: 0,
    walletPaise: null,
    linkedUsers: [],
  };
  expect(await support.user.done(calls.adminUser, params)).toEqual(shown);

  world.clock.advance(MINUTE_MS);
  const now = world.clock.now();
  await world.db
    .updateTable('user_account')
    .set({ email_verified_at: now, mobile_verified_at: now })
    .where('id', '=', user.id)
    .execute();
  expect((await submit(user, 'pan', 'ABCPE1234F')).status).toBe(200);
  await earn(world, { poster: await world.user(), worker: user }, '500');
  await world.drain();
  const { sendAlert, readLink } = createAlertSteps(() => world);
  await sendAlert(user, 'new_device');
  await world.guest.done(alertDeny, { alert: await readLink(form.email) });
  const withdrawalsStoppedAt = world.clock.format();
  world.clock.advance(MINUTE_MS);
  await support.user.done(calls.adminUserSuspend, { ...params, reason: 'Asked for money outside' });
  expect(await finance.user.done(calls.adminUser, params)).toEqual({
    ...shown,
    identity: 'verified',
    factorProofs: ['video_document', 'office_document'],
    identityName: 'MEERA JOSHI',
    emailVerified: true,
    mobileVerified: true,
    suspendedReason: 'Asked for money outside',
    suspendedAt: world.clock.format(),
    withdrawalsStoppedAt,
    sessions: 0,
    contracts: 1,
    completedProjects: 1,
    walletPaise: 500_00,
    linkedUsers: null,
  });
  expect((await support.user.done(calls.adminUsers, { search: form.email })).items).toEqual([
    {
      id: user.id,
      name: 'Meera Joshi',
      email: 'me…@mail.example',
      mobile: '…3210',
      location: 'Baner, Pune',
      registeredAt,
      identity: 'verified',
      suspendedAt: world.clock.format(),
    },
  ]);
});

test('shows the accounts that one is linked to, and since when they share what', async () => {
  const [asha, binod] = [await world.user(), await world.user({ firstName: 'Binod', lastName: 'Rao' })];
  const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS);
  const seen = (userId: number, kind: 'device' | 'address', [first, last]: [number, number]) => ({
    user_id: userId,
    kind,
    value_hash: Buffer.alloc(32, kind),
    first_seen_at: daysAgo(first),
    last_seen_at: daysAgo(last),
  });
  await world.db
    .insertInto('account_signal')
    .values([
      seen(asha.id, 'device', [9, 1]),
      seen(binod.id, 'device', [5, 2]),
      seen(asha.id, 'address', [4, 3]),
      seen(binod.id, 'address', [8, 0]),
    ])
    .execute();
  const { linkedUsers } = await support.user.done(calls.adminUser, { userId: String(asha.id) });
  expect(linkedUsers).toEqual([
    {
      id: binod.id,
      name: 'Binod Rao',
      links: [
        {
          kind: 'address',
          strength: 'weak',
          since: daysAgo(4).toISOString(),
          lastSeenAt: daysAgo(3).toISOString(),
        },
        {
          kind: 'device',
          strength: 'strong',
          since: daysAgo(5).toISOString(),
          lastSeenAt: daysAgo(2).toISOString(),
        },
      ],
    },
  ]);
});

test('lists users newest first to the end of the list', async () => {
  const rows = await world.db.selectFrom('user_account').select('id').orderBy('id', 'desc').execute();
  await expectPages(
    (page) => support.user.done(calls.adminUsers, page),
    rows.map(({ id }) => id),
    { pick: ({ id }) => id },
  );
});

test('shows every field of the security log of a user, newest first to its end', async () => {
  Object.assign(form, { email: 'asha@mail.example', mobile: '9876500000' });
  const user = await register();
  const registeredAt = world.clock.format();
  const logIn = (password: string) =>
    world.guest.call(userLogin, { identifier: form.email, password }, { headers });
  world.clock.advance(MINUTE_MS);
  const failedAt = world.clock.format();
  expect((await logIn('wrong-pass-1')).httpStatus).toBe(401);
  world.clock.advance(MINUTE_MS);
  const loggedInAt = world.clock.format();
  expect((await logIn(PASSWORD)).httpStatus).toBe(200);
  world.clock.advance(MINUTE_MS);
  const params = { userId: String(user.id) };
  const suspension = { ...params, reason: 'Asked for money outside' };
  await support.user.done(calls.adminUserSuspend, suspension, { headers });
  const ids = await world.db
    .selectFrom('security_event')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const own = { device: 'Chrome · Android', address: ADDRESS, actorId: null, details: {} };
  const lines = [
    { ...own, at: world.clock.format(), kind: 'suspended', actorId: support.user.id },
    { ...own, at: loggedInAt, kind: 'logged_in', details: { proof: 'none' } },
    { ...own, at: loggedInAt, kind: 'new_device' },
    { ...own, at: failedAt, kind: 'login_failed' },
    { ...own, at: registeredAt, kind: 'registered' },
  ];
  await expectPages(
    (page) => support.user.done(calls.adminUserSecurity, { ...page, ...params }),
    lines.map((line, place) => ({ id: ids[place]?.id, ...line })),
  );
});
