import { may, ROLES, type Role } from '@fws/contract/platform/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { admin, mountedCalls, type TestAdmin } from './testing.ts';

// Role by role over every call of the admin's, as the server mounts them.

let world: World;
const people = new Map<Role, TestAdmin>();
beforeAll(async () => {
  world = await startWorld();
  for (const role of ROLES) people.set(role, await admin(world, role));
});
afterAll(() => world.close());

test('each call of the admin’s goes by the table, and by nothing but it', async () => {
  const calls = (await mountedCalls(world)).filter((call) => call.access === 'admin');
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    const { permission } = call;
    if (!permission) throw new Error(`${call.name} says no permission`);
    for (const role of ROLES) {
      // Nothing is filled in: who may is told what is missing, who may not is told that.
      const answer = await people.get(role)?.user.post(call.name, {});
      const refused = answer?.status === 403 && answer.message.startsWith('Your role does not allow this');
      expect(refused, `${call.name} as ${role}`).toBe(!may(role, permission));
    }
  }
});

test('to users, guests and admins at the door every one of them is shut', async () => {
  const user = await world.user();
  const calls = (await mountedCalls(world)).filter((call) => call.access === 'admin');
  for (const call of calls) {
    expect((await user.post(call.name, {})).status, call.name).toBe(403);
    expect((await world.guest.post(call.name, {})).status, call.name).toBe(401);
  }
});
