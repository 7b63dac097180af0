import { adminLeave, auditLog } from '@fws/contract/admin/calls';
import { IMPERSONATION_MS } from '@fws/contract/admin/impersonation/model';
import { adminUserSuspend } from '@fws/contract/admin/users/calls';
import type { Role } from '@fws/contract/platform/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCallNames, listMountedCalls } from '../../../../test/access/mounted.ts';
import { recordReply } from '../../../../test/coverage/replies.ts';
import { dump } from '../../../../test/dump.ts';
import type { TestUser, WireAnswer } from '../../../../test/user.ts';
import { openStream } from '../../../../test/event-stream.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { attachFile, saveFile } from '../../../platform/files.ts';
import { composeDeps } from '../../../compose.ts';
import { readConfig } from '../../../config/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { grantRole, revokeRole } from '../index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
let meera: TestUser;
beforeAll(async () => {
  world = await startWorld();
  boss = await createAdmin(world);
  meera = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
});
afterAll(() => world.close());

interface Answer extends Partial<WireAnswer> {
  status: number;
  cookie: string | undefined;
}

/** Makes a call as a browser does, with cookies. */
async function callFromBrowser(
  name: string,
  cookies: Record<string, string>,
  client = 'web',
  fields = {},
  url = world.url,
) {
  const reply = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'x-fws-client': client,
      cookie: Object.entries(cookies)
        .map((pair) => pair.join('='))
        .join('; '),
    },
    body: JSON.stringify(fields),
  });
  const text = await reply.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as WireAnswer) : {};
  const cookie = reply.headers.getSetCookie().find((set) => set.startsWith('fws_impersonation='));
  const answer: Answer = { ...body, status: reply.status, cookie };
  return recordReply(name, answer, reply.status);
}

/** Starts an impersonation of `target` by `viewer` and returns the cookies of the browser. */
async function impersonate(
  viewer: TestAdmin,
  target: TestUser,
): Promise<{ fws_session: string; fws_impersonation: string }> {
  const own = { fws_session: viewer.user.token };
  const params = { userId: String(target.id), reason: 'She asked why her job is not shown' };
  const begun = await callFromBrowser('admin_impersonation_start', own, 'admin', params, viewer.user.url);
  expect(begun).toMatchObject({ status: 200 });
  expect(begun.cookie).toMatch(/; HttpOnly; SameSite=Lax/);
  return { ...own, fws_impersonation: /=([^;]+)/.exec(begun.cookie ?? '')?.[1] ?? '' };
}
const getCurrentUserId = async (cookies: Record<string, string>, client?: string) => {
  const { status, data } = await callFromBrowser('current_user', cookies, client);
  return status === 200 ? (data as { id: number }).id : status;
};

test('shows the site as the impersonated user, and the admin area as the admin', async () => {
  const cookies = await impersonate(boss, meera);
  expect(await getCurrentUserId(cookies)).toBe(meera.id);
  expect(await getCurrentUserId(cookies, 'admin')).toBe(boss.user.id);
  // The impersonation cookie alone, or with another user's session, is not valid.
  expect(await getCurrentUserId({ fws_impersonation: cookies.fws_impersonation })).toBe(401);
  expect(await getCurrentUserId({ ...cookies, fws_session: meera.token })).toBe(401);
  // A client with its own token sends no cookies. With cookies it is still an impersonation.
  expect(
    (await callFromBrowser('admin_impersonation_start', { fws_session: boss.user.token }, '', {})).status,
  ).toBe(403);

  const ended = await callFromBrowser('impersonation/end', cookies);
  expect(ended).toMatchObject({
    status: 303,
    cookie: expect.stringMatching(/^fws_impersonation=;/) as string,
  });
  expect(await getCurrentUserId(cookies)).toBe(401);
  const { items } = await boss.user.done(auditLog, { subject: 'user', subjectId: String(meera.id) });
  expect(items.map(({ act, adminId, reason }) => [act, adminId, reason])).toEqual([
    ['impersonation_ended', boss.user.id, ''],
    ['impersonation_started', boss.user.id, 'She asked why her job is not shown'],
  ]);
});

test('refuses every call during an impersonation that is not marked as a read of a user', async () => {
  const cookies = await impersonate(boss, meera);
  const calls = await listMountedCalls(world);
  const isUserRead = (call: (typeof calls)[number]) => call.reads && call.access !== 'admin';
  expect(calls.filter(isUserRead).length).toBeGreaterThan(50);
  for (const call of calls) {
    const reads = isUserRead(call);
    expect(call.reads, call.name).toBeTypeOf('boolean');
    expect(call.reads && call.money, call.name).toBeFalsy();
    for (const name of getCallNames(call)) {
      const { status, message } = await callFromBrowser(name, cookies);
      const refused =
        status === 403 && message === 'You are looking as somebody else: nothing can be changed';
      expect(refused, name).toBe(!reads);
    }
  }
});

test('changes nothing in the database by calls marked as reads, not even unread notifications', async () => {
  // Without a worker, so that the dump shows every write and every task that a call enqueues.
  const quiet = await startWorld({ worker: false });
  const viewer = await createAdmin(quiet);
  const person = await quiet.user();
  await quiet.db
    .insertInto('notification')
    .values({
      user_id: person.id,
      type: 'identity_verified',
      values: '{}',
      path: null,
      dedupe_key: 'impersonation',
      created_at: quiet.clock.now(),
      read_at: null,
    })
    .execute();
  const cookies = await impersonate(viewer, person);
  const before = await dump(quiet.ownerUrl);
  for (const { name } of (await listMountedCalls(quiet)).filter(
    (call) => call.reads && call.access !== 'admin',
  )) {
    const fields = {
      jobId: '1',
      quoteId: '1',
      userId: String(person.id),
      orderId: 'none',
      search: 'pune',
    };
    expect((await callFromBrowser(name, cookies, 'web', fields, quiet.url)).status, name).not.toBe(500);
  }
  expect(await dump(quiet.ownerUrl)).toEqual(before);
  await quiet.close();
});

test('ends at its time limit, with the role, with the session, and when the user is suspended', async () => {
  const expectEnded = async (
    endIt: (cookies: Record<string, string>, viewer: TestAdmin) => Promise<unknown>,
  ) => {
    const viewer = await createAdmin(world);
    const cookies = await impersonate(viewer, meera);
    expect(await getCurrentUserId(cookies)).toBe(meera.id);
    await endIt(cookies, viewer);
    const answer = await callFromBrowser('current_user', cookies);
    expect(answer).toMatchObject({ status: 401, message: 'This look has ended' });
    // Refuses even guest calls, so that the admin is never mistaken for a guest or for themselves.
    expect((await callFromBrowser('explore_jobs', cookies)).status).toBe(401);
    expect((await callFromBrowser('user_login', cookies)).status).toBe(401);
  };
  await expectEnded(async () => world.clock.advance(IMPERSONATION_MS));
  world.clock.reset();
  await expectEnded((_, viewer) => revokeRole(world.db, viewer.user.id, world.clock.now()));
  await expectEnded((_, viewer) => grantRole(world.db, viewer.user.id, 'support', world.clock.now()));
  await expectEnded((_, viewer) => viewer.user.done(adminLeave, {}));
  await expectEnded((_, viewer) => viewer.user.post('logout', {}));
  await expectEnded((cookies) => callFromBrowser('impersonation/end', cookies));
  await expectEnded(() =>
    boss.user.done(adminUserSuspend, { userId: String(meera.id), reason: 'Asked for money outside' }),
  );
  const params = { userId: String(meera.id), reason: 'x' };
  const suspended = await callFromBrowser(
    'admin_impersonation_start',
    { fws_session: boss.user.token },
    'admin',
    params,
  );
  expect(suspended.status).toBe(409);
});

test.each<Role>(['support', 'finance'])(
  'refuses impersonation by %s, and impersonation of staff by anybody',
  async (role) => {
    const other = await createAdmin(world, role);
    const person = await world.user();
    const beginFor = (viewer: TestAdmin, target: TestUser) =>
      callFromBrowser('admin_impersonation_start', { fws_session: viewer.user.token }, 'admin', {
        userId: String(target.id),
        reason: 'x',
      });
    expect((await beginFor(other, person)).status).toBe(403);
    expect((await beginFor(boss, other.user)).status).toBe(409);
  },
);

test('opens identity documents by the permission of the admin, and writes an audit entry', async () => {
  const person = await world.user();
  const cookies = await impersonate(boss, person);
  const { deps, close } = composeDeps(readConfig(world.config), {});
  const pdf = Buffer.from('%PDF-1.4 papers');
  const upload = {
    ok: true,
    name: 'a.pdf',
    contentType: 'application/pdf',
    extension: 'pdf',
    body: pdf,
  } as const;
  const open = async (subject: 'job' | 'identity_video', sentCookies: Record<string, string>) => {
    const id = await saveFile(deps, { ownerId: person.id, subject, upload });
    await inTx(deps.db, (tx) => attachFile(tx, id, 1));
    const cookie = Object.entries(sentCookies)
      .map((pair) => pair.join('='))
      .join('; ');
    return (await fetch(`${world.url}/api/files/${id}/a.pdf`, { headers: { cookie } })).status;
  };
  expect(await open('job', cookies)).toBe(200);
  expect(await open('identity_video', cookies)).toBe(200);
  const { items } = await boss.user.done(auditLog, {});
  expect(items[0]).toMatchObject({ act: 'viewed', subject: 'identity_video', adminId: boss.user.id });
  await callFromBrowser('impersonation/end', cookies);
  expect(await open('job', cookies)).toBe(401);
  await close();
});

/** Opens the stream of live updates as a browser does. */
const publishWallet = (userId: number) =>
  inTx(world.db, (tx) => publish(tx, { users: [userId], topic: 'wallet', id: null }));

test('streams live updates of the impersonated user, and closes at once with the role or a suspension', async () => {
  const person = await world.user();
  const viewer = await createAdmin(world);
  const cookies = await impersonate(viewer, person);
  const viewerStream = await openStream(world, {
    cookie: `fws_session=${cookies.fws_session}; fws_impersonation=${cookies.fws_impersonation}`,
  });
  const ownStream = await openStream(world, { authorization: `Bearer ${person.token}` });
  await publishWallet(viewer.user.id);
  await publishWallet(person.id);
  await waitFor('both to hear', async () =>
    [viewerStream, ownStream].every((events) => events.getText().includes('wallet')),
  );
  expect(viewerStream.getText().match(/wallet/g)).toHaveLength(1);

  await revokeRole(world.db, viewer.user.id, world.clock.now());
  await viewerStream.done;
  expect(ownStream.over()).toBe(false);
  const reason = 'Asked for money outside';
  await boss.user.done(adminUserSuspend, { userId: String(person.id), reason });
  await ownStream.done;
  const response = await fetch(`${world.url}/api/events`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(response.status).toBe(401);
});

test('refuses a suspended user in every call at once', async () => {
  const person = await world.user();
  const calls = await listMountedCalls(world);
  await boss.user.done(adminUserSuspend, { userId: String(person.id), reason: 'Asked for money outside' });
  for (const call of calls) {
    for (const name of getCallNames(call)) {
      const userAnswer = await person.post(name, {});
      // Public calls treat a suspended user as a guest.
      const guestAnswer = await world.guest.post(name, {});
      expect(userAnswer, name).toEqual(guestAnswer);
      // These calls continue a login, and none is in progress.
      const needsLogin = ['login_challenge', 'login_code_send'].includes(name);
      expect(userAnswer.status === 401, name).toBe(needsLogin || call.access !== 'public');
    }
  }
  for (const path of [`/api/files/${crypto.randomUUID()}/a.pdf`, '/api/invoices/1/a.pdf'])
    expect(
      (await fetch(world.url + path, { headers: { authorization: `Bearer ${person.token}` } })).status,
    ).toBe(401);
});
