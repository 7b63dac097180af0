import * as calls from '@fws/contract/admin/calls';
import { ADMIN_IDLE_MS } from '@fws/contract/admin/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { startServer } from '../../main.ts';
import { silentLog } from '../../platform/log.ts';
import { createSession } from '../identity/index.ts';
import { grantRole, revokeRole, resetFactor } from './index.ts';
import { createAdmin, generateCode } from '../../../test/admin/admins.ts';

const [SECRET, NEXT_SECRET] = ['f'.repeat(32), 'n'.repeat(32)] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { FWS_SECRET: SECRET } });
});
afterAll(() => world.close());

const readAuditLog = (user: TestUser) => user.call(calls.auditLog, {});
const pickWrongCode = (right: string) => (right === '111111' ? '222222' : '111111');

test('returns 403 for every admin call of a user without a role', async () => {
  const user = await world.user();
  for (const name of ['admin_status', 'admin_factor_begin', 'admin_factor_set', 'admin_enter'])
    expect(await user.post(name, { code: '123456' })).toMatchObject({ status: 403, data: null });
  expect((await readAuditLog(user)).status).toBe(403);
  expect((await world.guest.call(calls.auditLog, {})).status).toBe(401);
});

test('refuses an admin without a second factor until they set one up', async () => {
  const user = await world.user({ firstName: 'Nandini', lastName: 'Rao' });
  await grantRole(world.db, user.id, 'admin', world.clock.now());
  expect(await user.done(calls.adminStatus, {})).toEqual({
    name: 'Nandini Rao',
    role: 'admin',
    factor: 'none',
    entered: false,
  });
  expect(await readAuditLog(user)).toMatchObject({ status: 403, step_up: 'totp' });
  const { secret, uri } = await user.done(calls.adminFactorBegin, {});
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toContain(`secret=${secret}`);
  expect((await user.call(calls.adminEnter, { code: generateCode(secret, world.clock.now()) })).status).toBe(
    409,
  );
  const code = generateCode(secret, world.clock.now());
  expect(await user.call(calls.adminFactorSet, { code: pickWrongCode(code) })).toMatchObject({
    status: 422,
    errors: { code: 'This code is wrong, or it was used already. Please wait for the next one' },
  });
  const recovery = await user.done(calls.adminFactorSet, { code });
  expect(new Set(recovery).size).toBe(10);
  const recoveryCode = expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/) as string;
  expect(recovery).toEqual(Array.from({ length: 10 }, () => recoveryCode));
  expect(await user.done(calls.adminStatus, {})).toMatchObject({ factor: 'set', entered: true });
  expect((await readAuditLog(user)).status).toBe(200);
});

test('stores neither the secret nor the recovery codes in plain text', async () => {
  const { user, secret, recoveryCodes } = await createAdmin(world);
  const rows = await Promise.all([
    world.db.selectFrom('admin_member').selectAll().where('user_id', '=', user.id).execute(),
    world.db.selectFrom('admin_recovery_code').selectAll().where('user_id', '=', user.id).execute(),
    world.db.selectFrom('audit_log').selectAll().where('admin_id', '=', user.id).execute(),
  ]);
  const stored = JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Object && 'type' in value && value.type === 'Buffer' && 'data' in value
      ? Buffer.from(value.data as number[]).toString('latin1')
      : value,
  );
  expect(stored).toContain('factor_set');
  for (const secretText of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ])
    expect(stored).not.toContain(secretText);
});

test('returns 409 when a second factor is already set up', async () => {
  const { user } = await createAdmin(world);
  expect((await user.call(calls.adminFactorBegin, {})).status).toBe(409);
  expect((await user.call(calls.adminFactorSet, { code: '123456' })).status).toBe(409);
});

test('requires a recent password or code to set up a second factor', async () => {
  const user = await world.user();
  await grantRole(world.db, user.id, 'support', world.clock.now());
  world.clock.advance(11 * 60_000);
  expect(await user.call(calls.adminFactorBegin, {})).toMatchObject({ status: 403, step_up: 'otp' });
});

test('accepts a code once, even when it is sent several times at once', async () => {
  const { user, generateNextCode } = await createAdmin(world);
  await user.done(calls.adminLeave, {});
  const code = generateNextCode();
  const answers = await Promise.all([1, 2, 3].map(() => user.call(calls.adminEnter, { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await user.call(calls.adminEnter, { code })).status).toBe(422);
});

test('accepts a recovery code once, in any case and spacing', async () => {
  const { user, recoveryCodes } = await createAdmin(world);
  await user.done(calls.adminLeave, {});
  expect((await readAuditLog(user)).status).toBe(403);
  const code = recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ') ?? '';
  await user.done(calls.adminEnter, { code });
  expect((await readAuditLog(user)).status).toBe(200);
  await user.done(calls.adminLeave, {});
  expect((await user.call(calls.adminEnter, { code })).status).toBe(422);
});

test('asks for a code again after half an hour without a call', async () => {
  const { user, generateNextCode } = await createAdmin(world);
  world.clock.advance(ADMIN_IDLE_MS - 60_000);
  expect((await readAuditLog(user)).status).toBe(200);
  world.clock.advance(ADMIN_IDLE_MS - 60_000);
  expect((await readAuditLog(user)).status).toBe(200);
  world.clock.advance(ADMIN_IDLE_MS + 1000);
  expect(await readAuditLog(user)).toMatchObject({ status: 403, step_up: 'totp' });
  await user.done(calls.adminEnter, { code: generateNextCode() });
  expect((await readAuditLog(user)).status).toBe(200);
});

test('checks five of a hundred simultaneous guesses and returns 429 for the others', async () => {
  world.clock.advanceToNextHour();
  const { user, secret, generateNextCode } = await createAdmin(world);
  await user.done(calls.adminLeave, {});
  const right = generateNextCode();
  const guesses = Array.from({ length: 100 }, () =>
    user.call(calls.adminEnter, { code: pickWrongCode(right) }),
  );
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
  expect((await user.call(calls.adminEnter, { code: generateCode(secret, world.clock.now()) })).status).toBe(
    429,
  );
  world.clock.advance(10 * 60_000);
  await user.done(calls.adminEnter, { code: generateCode(secret, world.clock.now()) });
});

test('admits only the session that gave the code, not another device of the same admin', async () => {
  const { user } = await createAdmin(world);
  const now = world.clock.now();
  const token = await createSession(world.db, {
    userId: user.id,
    now,
    ttlMs: 3600_000,
    client: 'test',
    confirmed: true,
  });
  const otherDevice = new TestUser(world.url, { id: user.id, token });
  expect((await readAuditLog(otherDevice)).status).toBe(403);
  expect((await readAuditLog(user)).status).toBe(200);
});

test('ends admin access at once when a role is revoked, the user suspended or the factor reset', async () => {
  const [removed, suspended, reset] = [
    await createAdmin(world),
    await createAdmin(world),
    await createAdmin(world),
  ];
  const now = world.clock.now();
  expect(await revokeRole(world.db, removed.user.id, now)).toBe(true);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: now })
    .where('id', '=', suspended.user.id)
    .execute();
  expect(await resetFactor(world.db, reset.user.id, now)).toBe(true);
  expect((await readAuditLog(removed.user)).status).toBe(403);
  expect((await readAuditLog(suspended.user)).status).toBe(403);
  expect((await readAuditLog(reset.user)).status).toBe(403);
  expect(await reset.user.done(calls.adminStatus, {})).toMatchObject({ factor: 'none', entered: false });
});

/** Runs `work` as this admin against a server started again with other keys. */
async function withKeys(
  env: Record<string, string>,
  user: TestUser,
  work: (user: TestUser) => Promise<void>,
) {
  const server = await startServer({
    ...world.config,
    port: 0,
    env: { ...world.config.env, ...env },
    ports: { clock: world.clock },
    log: silentLog,
    worker: false,
  });
  try {
    await work(new TestUser(server.url, { id: user.id, token: user.token }));
  } finally {
    await server.close();
  }
}

test('accepts codes of the app after a key rotation that keeps the previous key', async () => {
  const { user, generateNextCode } = await createAdmin(world);
  await user.done(calls.adminLeave, {});
  await withKeys({ FWS_SECRET: NEXT_SECRET, FWS_SECRET_PREVIOUS: SECRET }, user, async (sameUser) => {
    await sameUser.done(calls.adminEnter, { code: generateNextCode() });
    expect((await readAuditLog(sameUser)).status).toBe(200);
  });
});

test('rejects codes of the app after the key is lost, and allows a new setup after a recovery code', async () => {
  const { user, secret, recoveryCodes, generateNextCode } = await createAdmin(world);
  await user.done(calls.adminLeave, {});
  const [recovery = '', unused = ''] = recoveryCodes;
  await withKeys({ FWS_SECRET: NEXT_SECRET }, user, async (sameUser) => {
    expect(await sameUser.done(calls.adminStatus, {})).toMatchObject({ factor: 'lost', entered: false });
    expect(await sameUser.call(calls.adminEnter, { code: generateNextCode() })).toMatchObject({
      status: 422,
      errors: { code: expect.stringContaining('enter a recovery code') },
    });
    expect(await sameUser.call(calls.adminFactorBegin, {})).toMatchObject({ status: 403, step_up: 'totp' });
    expect(await sameUser.call(calls.adminFactorSet, { code: generateNextCode() })).toMatchObject({
      status: 403,
    });

    await sameUser.done(calls.adminEnter, { code: recovery });
    expect(await sameUser.done(calls.adminStatus, {})).toMatchObject({ factor: 'lost', entered: true });
    expect((await readAuditLog(sameUser)).status).toBe(403);
    const renewed = await sameUser.done(calls.adminFactorBegin, {});
    expect(
      await sameUser.call(calls.adminFactorSet, { code: generateCode(secret, world.clock.now()) }),
    ).toMatchObject({
      status: 422,
    });
    const renewedCodes = await sameUser.done(calls.adminFactorSet, {
      code: generateCode(renewed.secret, world.clock.now()),
    });
    expect(await sameUser.done(calls.adminStatus, {})).toMatchObject({ factor: 'set', entered: true });
    expect((await readAuditLog(sameUser)).status).toBe(200);
    await sameUser.done(calls.adminLeave, {});
    expect((await sameUser.call(calls.adminEnter, { code: unused })).status).toBe(422);
    await sameUser.done(calls.adminEnter, { code: renewedCodes[0] ?? '' });
  });
});

test('limits the new setup to the session that gave the recovery code, and keeps the old secret until a code confirms', async () => {
  const { user, recoveryCodes, generateNextCode } = await createAdmin(world);
  await user.done(calls.adminLeave, {});
  const token = await createSession(world.db, {
    userId: user.id,
    now: world.clock.now(),
    ttlMs: 3600_000,
    client: 'test',
    confirmed: true,
  });
  await withKeys({ FWS_SECRET: NEXT_SECRET }, user, async (sameUser) => {
    await sameUser.done(calls.adminEnter, { code: recoveryCodes[0] ?? '' });
    const { secret } = await sameUser.done(calls.adminFactorBegin, {});
    const otherDevice = new TestUser(sameUser.url, { id: user.id, token });
    expect((await otherDevice.call(calls.adminFactorBegin, {})).status).toBe(403);
    const code = generateCode(secret, world.clock.now());
    expect((await otherDevice.call(calls.adminFactorSet, { code })).status).toBe(403);
  });
  // With the key back, the old secret works again.
  await user.done(calls.adminEnter, { code: generateNextCode() });
  expect((await readAuditLog(user)).status).toBe(200);
});

test('lists the audit log newest first by pages, and lets the application neither change nor delete it', async () => {
  const { user } = await createAdmin(world);
  const params = { subject: 'admin', subjectId: String(user.id), limit: '1' };
  const first = await user.done(calls.auditLog, params);
  expect(first.items).toMatchObject([{ act: 'factor_set', adminId: user.id, subjectId: String(user.id) }]);
  const second = await user.done(calls.auditLog, { ...params, cursor: first.nextCursor ?? '' });
  expect(second.items).toMatchObject([{ act: 'role_granted', adminId: null, details: { role: 'admin' } }]);
  expect(second.nextCursor).toBeNull();
  expect((await user.call(calls.auditLog, { cursor: 'x' })).status).toBe(400);
  await expect(world.db.deleteFrom('audit_log').execute()).rejects.toThrow(/permission denied/);
  await expect(world.db.updateTable('audit_log').set({ act: 'x' }).execute()).rejects.toThrow(
    /permission denied/,
  );
});
