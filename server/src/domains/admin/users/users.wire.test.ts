import { auditLog } from '@fws/contract/admin/calls';
import * as calls from '@fws/contract/admin/users/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { buildRegistrationForm } from '../../../../test/identity/registration.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const findIds = async (search: string) => {
  const { items } = await support.user.done(calls.adminUsers, { search });
  return items.map(({ id }) => id);
};
const buildCommand = (user: TestUser, reason = 'Asked for money outside') => ({
  userId: String(user.id),
  reason,
});

test('finds users by prefixes of name, e-mail and mobile, in any script', async () => {
  const meera = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  const hindi = await world.user({ firstName: 'लक्ष्मी', lastName: 'पिल्लै' });
  expect(await findIds('meera jo')).toEqual([meera.id]);
  expect(await findIds('लक्ष्मी')).toEqual([hindi.id]);
  expect(await findIds(meera.email.toUpperCase().slice(0, -6))).toContain(meera.id);
  expect(await findIds(meera.mobile)).toEqual([meera.id]);
  expect(await findIds(meera.mobile.replace('+91', '0'))).toEqual([meera.id]);
  expect(await findIds(meera.mobile.slice(3))).toEqual([meera.id]);
  for (const unmatched of ['%', '_@', "' OR 1=1 --", '!!', 'zzzz', '\\@'])
    expect(await findIds(unmatched), unmatched).toEqual([]);
});

test('lists all users newest first, by pages, without a search', async () => {
  const users = [await world.user(), await world.user(), await world.user()];
  const first = await support.user.done(calls.adminUsers, { limit: '2' });
  const next = await support.user.done(calls.adminUsers, { limit: '2', cursor: first.nextCursor ?? '' });
  expect([...first.items, ...next.items].map(({ id }) => id).slice(0, 3)).toEqual(
    users.map(({ id }) => id).toReversed(),
  );
  expect((await support.user.call(calls.adminUsers, { cursor: 'x' })).status).toBe(400);
});

test('shows a user with their activity, and the wallet only with the money permission', async () => {
  const user = await world.user({ identity: 'verified' });
  const params = { userId: String(user.id) };
  expect(await support.user.done(calls.adminUser, params)).toMatchObject({
    identity: 'verified',
    sessions: 1,
    jobsPosted: 0,
    contracts: 0,
    walletPaise: null,
  });
  const finance = await createAdmin(world, 'finance');
  expect(await finance.user.done(calls.adminUser, params)).toMatchObject({ walletPaise: 0 });
  expect((await support.user.call(calls.adminUser, { userId: '999999' })).status).toBe(404);
});

test('ends a suspended user’s sessions at once, notifies them of the reason, and opens the account when restored', async () => {
  const form = buildRegistrationForm();
  const registered = await world.guest.post('user_register', form);
  const [{ id, auth_token: token }] = registered.data as [{ id: number; auth_token: string }];
  const user = new TestUser(world.url, { id, token });
  await support.user.done(calls.adminUserSuspend, buildCommand(user));

  for (const name of ['current_user', 'explore_jobs', 'post_job', 'wallet', 'notification_list'])
    expect((await user.post(name, {})).status, name).toBe(401);
  const login = { user_name: form['email_id'] ?? '', password: 'monsoon2026' };
  await world.drain();
  const mails = (await (
    await fetch(`${world.sandboxUrl}/outbox.json?to=${encodeURIComponent(form['email_id'] ?? '')}`)
  ).json()) as { text: string }[];
  expect(mails[0]?.text).toContain('Asked for money outside');
  expect(await support.user.done(calls.adminUser, { userId: String(id) })).toMatchObject({
    suspendedReason: 'Asked for money outside',
    sessions: 0,
  });

  expect((await support.user.call(calls.adminUserSuspend, buildCommand(user))).status).toBe(409);
  await support.user.done(calls.adminUserRestore, buildCommand(user, 'It was a mistake'));
  expect((await support.user.call(calls.adminUserRestore, buildCommand(user))).status).toBe(409);
  expect((await user.post('current_user', {})).status).toBe(401);
  expect((await world.guest.post('user_login', login)).status).toBe(200);

  const boss = await createAdmin(world, 'admin');
  const { items } = await boss.user.done(auditLog, { subject: 'user', subjectId: String(id) });
  expect(items.map(({ act, reason }) => [act, reason])).toEqual([
    ['user_restored', 'It was a mistake'],
    ['viewed', ''],
    ['user_suspended', 'Asked for money outside'],
  ]);
});

test('refuses to suspend without a reason, oneself, or other staff', async () => {
  const user = await world.user();
  expect(await support.user.call(calls.adminUserSuspend, buildCommand(user, '  '))).toMatchObject({
    status: 422,
    errors: { reason: 'Please write the reason' },
  });
  expect((await support.user.call(calls.adminUserSuspend, buildCommand(support.user))).status).toBe(403);
  const boss = await createAdmin(world, 'admin');
  expect((await support.user.call(calls.adminUserSuspend, buildCommand(boss.user))).status).toBe(409);
  const unknownUser = { userId: '999999', reason: 'x' };
  expect((await support.user.call(calls.adminUserSuspend, unknownUser)).status).toBe(404);
  expect((await support.user.call(calls.adminUserRestore, unknownUser)).status).toBe(404);
});

test('masks contacts in lists, and shows them in the record, which is logged in the audit and security logs', async () => {
  const user = await world.user({ firstName: 'Farida', lastName: 'Contractor' });
  const { items } = await support.user.done(calls.adminUsers, { search: 'farida' });
  expect(items[0]).toMatchObject({
    email: `${user.email.slice(0, 2)}…@mail.example`,
    mobile: `…${user.mobile.slice(-4)}`,
  });
  expect(await listSecurityEvents(user)).toEqual([]);
  const params = { userId: String(user.id) };
  expect(await support.user.done(calls.adminUser, params)).toMatchObject({ email: user.email });
  // A second read, as when the screen reloads by itself.
  await support.user.done(calls.adminUser, params);
  expect(await listSecurityEvents(user)).toEqual([
    { kind: 'personal_data_read', actorId: support.user.id, details: { subject: 'user' } },
  ]);
  const boss = await createAdmin(world, 'admin');
  const audit = await boss.user.done(auditLog, { subject: 'user', subjectId: String(user.id) });
  expect(audit.items.map(({ act, adminId }) => [act, adminId])).toEqual([['viewed', support.user.id]]);
  // The user sees that staff read their data, without address and device.
  expect((await user.post('security_events', {})).data).toEqual([
    expect.objectContaining({ kind: 'personal_data_read', byStaff: true, address: '', device: '' }),
  ]);
});

async function listSecurityEvents(user: TestUser) {
  const rows = await world.db
    .selectFrom('security_event')
    .select(['kind', 'actor_id as actorId', 'details'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute();
  return rows;
}

test('lists the security log of a user by pages for support and admins, and records the read', async () => {
  const form = buildRegistrationForm();
  const registered = await world.guest.post('user_register', form);
  const [{ id }] = registered.data as [{ id: number }];
  for (const password of ['wrong-pass-1', 'wrong-pass-2', 'monsoon2026'])
    await world.guest.post(
      'user_login',
      { user_name: form['email_id'] ?? '', password },
      { 'user-agent': `client of ${password}` },
    );
  const page = await support.user.done(calls.adminUserSecurity, { userId: String(id), limit: '3' });
  expect(page.items.map(({ kind, device, actorId }) => [kind, device, actorId])).toEqual([
    ['logged_in', 'client of monsoon2026', null],
    ['new_device', 'client of monsoon2026', null],
    ['login_failed', 'client of wrong-pass-2', null],
  ]);
  const nextPage = await support.user.done(calls.adminUserSecurity, {
    userId: String(id),
    cursor: page.nextCursor ?? '',
  });
  // The read itself is now the newest line, before the cursor.
  expect(nextPage.items.map(({ kind }) => kind)).toEqual(['login_failed', 'registered']);
  const finance = await createAdmin(world, 'finance');
  expect((await finance.user.call(calls.adminUserSecurity, { userId: String(id) })).status).toBe(403);
});
