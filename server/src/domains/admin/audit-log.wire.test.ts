import * as calls from '@fws/contract/admin/calls';
import { adminUser, adminUserSuspend } from '@fws/contract/admin/users/calls';
import { afterAll, beforeAll, test } from 'vitest';
import { createAdmin } from '../../../test/admin/admins.ts';
import { expectPages } from '../../../test/pages.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { markRestored } from './restore/mark.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

test('shows every field of what admins and the command line did, newest first to the end', async () => {
  const boss = await createAdmin(world);
  const createdAt = world.clock.format();
  world.clock.advance(60_000);
  const viewedAt = world.clock.format();
  const meera = await world.user();
  const userId = String(meera.id);
  await boss.user.done(adminUser, { userId });
  world.clock.advance(60_000);
  const suspendedAt = world.clock.format();
  await boss.user.done(adminUserSuspend, { userId, reason: 'Asked for money outside' });
  world.clock.advance(60_000);
  const restored = await markRestored(world.db, world.clock.now(), world.clock.now());
  const byBoss = { adminId: boss.user.id, adminName: `${boss.user.firstName} Kumar` };
  const byNobody = { adminId: null, adminName: '' };
  const ofUser = { subject: 'user', subjectId: userId };
  const ofBoss = { subject: 'admin', subjectId: String(boss.user.id) };
  const entries = [
    {
      ...byNobody,
      at: world.clock.format(),
      act: 'database_restored',
      subject: 'restore',
      subjectId: String(restored?.restore.id),
      reason: '',
      details: { restoredTo: world.clock.format(), isDetected: false },
    },
    {
      ...byBoss,
      ...ofUser,
      at: suspendedAt,
      act: 'user_suspended',
      reason: 'Asked for money outside',
      details: {},
    },
    { ...byBoss, ...ofUser, at: viewedAt, act: 'viewed', reason: '', details: {} },
    { ...byBoss, ...ofBoss, at: createdAt, act: 'factor_set', reason: '', details: {} },
    { ...byNobody, ...ofBoss, at: createdAt, act: 'role_granted', reason: '', details: { role: 'admin' } },
  ];
  const ids = await world.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').execute();
  await expectPages(
    (page) => boss.user.done(calls.auditLog, page),
    entries.map((entry, place) => ({ id: ids[place]?.id, ...entry })),
  );
});
