import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../user.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { LIMIT_ACCESS_REFUSED_USER: '3/1h' } });
});
afterAll(() => world.close());

const listRefusals = (user: TestUser) =>
  world.db
    .selectFrom('security_event')
    .select(['kind', 'details', 'address', 'device'])
    .where('user_id', '=', user.id)
    .where('kind', '=', 'access_refused')
    .orderBy('id')
    .execute();

const openFile = (user: TestUser) =>
  fetch(`${world.url}/api/files/00000000-0000-4000-8000-000000000000/id.png`, {
    headers: { authorization: `Bearer ${user.token}`, 'user-agent': 'curl/8' },
  });

test('logs a refused access as a security event with call, address and device', async () => {
  const user = await world.user();
  expect((await user.post('awarded_job', { job_id: '999999' })).httpStatus).toBe(404);
  expect((await user.post('admin_users', {})).httpStatus).toBe(403);
  expect((await openFile(user)).status).toBe(404);
  const refusals = await listRefusals(user);
  expect(refusals.map(({ details }) => details)).toEqual([
    { call: 'awarded_job', status: 404 },
    { call: 'admin_users', status: 403 },
    { call: '/api/files', status: 404 },
  ]);
  expect(refusals.at(-1)).toMatchObject({
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
    device: 'curl/8',
  });

  // The limit of three an hour protects the log.
  expect((await user.post('awarded_job', { job_id: '999998' })).httpStatus).toBe(404);
  expect(await listRefusals(user)).toHaveLength(3);
  // Only admins see these events. An old broken link would alarm the user.
  expect((await user.post('security_events', {})).data).toEqual([]);
});

test('logs no security event for guests, invalid forms and unverified mobile numbers', async () => {
  const user = await world.user();
  await world.guest.post('awarded_job', { job_id: '999999' });
  expect((await user.post('awarded_job', { job_id: 'x' })).httpStatus).toBe(422);
  await world.db
    .updateTable('user_account')
    .set({ mobile_verified_at: null })
    .where('id', '=', user.id)
    .execute();
  expect((await user.post('add_bank_account', {})).httpStatus).toBe(403);
  expect(await listRefusals(user)).toEqual([]);
});
