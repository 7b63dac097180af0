import { adminUser, adminUserFactorsReset } from '@fws/contract/admin/users/calls';
import { auditLog } from '@fws/contract/admin/calls';
import { ownerAlert } from '@fws/contract/identity/alerts/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createAlertSteps } from '../../../../test/identity/alerts.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { toLatestStep } from '../../../platform/authenticator.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

const HOUR_MS = 3600_000;

let world: World;
let support: TestAdmin;
const { createOwner, readLink, readTexts, deny, isStopped } = createAlertSteps(() => world);
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

async function createOwnerWithApp(): Promise<TestUser> {
  const owner = await createOwner();
  await world.db
    .insertInto('authenticator')
    .values({ user_id: owner.id, secret: Buffer.from('sealed'), set_at: world.clock.now() })
    .execute();
  return owner;
}

const ask = ({ id }: TestUser, proof: 'video_document' | 'both_contacts' = 'video_document') =>
  support.user.call(adminUserFactorsReset, { userId: String(id), proof, reason: 'Face and name agree' });
const readCase = ({ id }: TestUser) => support.user.done(adminUser, { userId: String(id) });
const listKinds = async ({ id }: TestUser) => {
  const rows = await world.db.selectFrom('security_event').select('kind').where('user_id', '=', id).execute();
  return rows.map(({ kind }) => kind);
};

/** Sessions of admins do not last that long. */
async function passHours(hours: number): Promise<void> {
  world.clock.advance(hours * HOUR_MS);
  support = await createAdmin(world, 'support');
}

/** Runs the removal as the queue does when it is due. */
async function runRemoval({ id }: TestUser): Promise<void> {
  const { id: alertId } = await world.db
    .selectFrom('owner_alert')
    .select('id')
    .where('user_id', '=', id)
    .where('kind', '=', 'second_factor_lost')
    .executeTakeFirstOrThrow();
  await inTx(world.db, (tx) => enqueue(tx, 'remove_lost_factors', { alertId }));
  await world.drain();
}

test('tells the owner at once, and removes the factors a day later', async () => {
  const owner = await createOwnerWithApp();
  expect(await readCase(owner)).toMatchObject({
    hasSecondFactor: true,
    factorProofs: ['video_document', 'office_document'],
    factorsRemovedAt: null,
  });
  const askedAt = world.clock.now().getTime();
  expect((await ask(owner)).status).toBe(200);
  const { hasSecondFactor, factorsRemovedAt } = await readCase(owner);
  expect(hasSecondFactor).toBe(true);
  const waitMs = Date.parse(factorsRemovedAt ?? '') - askedAt;
  expect(waitMs).toBeGreaterThanOrEqual(24 * HOUR_MS);
  expect(waitMs).toBeLessThan(25 * HOUR_MS);
  const link = await readLink(owner.mobile);
  const alert = await world.guest.done(ownerAlert, { alert: link });
  expect(alert.facts.dueAt).toBe(factorsRemovedAt);
  await readLink(owner.email);
  const [mail] = await readTexts(owner.email);
  expect(mail).toContain('FWS support was asked to remove the second step of your login');
  expect(mail).not.toContain('Internet address');
  expect((await ask(owner)).status).toBe(409);

  await passHours(23);
  await runRemoval(owner);
  expect(await readCase(owner)).toMatchObject({ hasSecondFactor: true });
  await passHours(1);
  await runRemoval(owner);
  expect(await readCase(owner)).toMatchObject({ hasSecondFactor: false, factorsRemovedAt: null });
  expect(await listKinds(owner)).toEqual(
    expect.arrayContaining(['second_factor_reset_asked', 'second_factor_reset']),
  );
  const alerts = await world.db
    .selectFrom('owner_alert')
    .select('kind')
    .where('user_id', '=', owner.id)
    .orderBy('id')
    .execute();
  expect(alerts.map(({ kind }) => kind)).toEqual(['second_factor_lost', 'second_factor_changed']);
});

test('“This was not me” keeps the factors and stops withdrawals', async () => {
  const owner = await createOwnerWithApp();
  expect((await ask(owner)).status).toBe(200);
  const link = await readLink(owner.mobile);
  expect((await deny(link)).status).toBe(200);
  expect(await readCase(owner)).toMatchObject({ factorsRemovedAt: null });
  await passHours(25);
  await runRemoval(owner);
  expect(await readCase(owner)).toMatchObject({ hasSecondFactor: true });
  expect(await isStopped(owner)).toBe(true);
});

test('a factor that is used meanwhile is not lost', async () => {
  const owner = await createOwnerWithApp();
  expect((await ask(owner)).status).toBe(200);
  await passHours(2);
  await world.db
    .updateTable('authenticator')
    .set({ last_step: toLatestStep(world.clock.now()) })
    .where('user_id', '=', owner.id)
    .execute();
  await passHours(23);
  await runRemoval(owner);
  expect(await readCase(owner)).toMatchObject({ hasSecondFactor: true });
});

test('needs a proof from the list that FWS can compare, a reason and a factor', async () => {
  const owner = await createOwnerWithApp();
  // Both contacts were verified today.
  const refused = await ask(owner, 'both_contacts');
  expect(refused).toMatchObject({
    status: 409,
    message: 'This cannot prove who they are: the account does not have it verified',
  });
  const command = { userId: String(owner.id), proof: 'video_document', reason: 'Face and name agree' };
  for (const [field, value] of [
    ['proof', ''],
    ['proof', 'knows_birthday'],
    ['reason', ' '],
  ] as const) {
    const answer = await support.user.post('admin_user_factors_reset', { ...command, [field]: value });
    expect(answer.httpStatus, `${field} ${value}`).toBe(422);
  }
  expect(await ask(await createOwner())).toMatchObject({
    status: 409,
    message: 'This account has no second step',
  });
  expect((await ask(owner)).status).toBe(200);
  const admin = await createAdmin(world, 'admin');
  const { items } = await admin.user.done(auditLog, { subject: 'user', subjectId: String(owner.id) });
  expect(items.find(({ act }) => act === 'user_factors_reset')).toMatchObject({
    reason: 'Face and name agree',
    details: { proof: 'video_document' },
  });
});
