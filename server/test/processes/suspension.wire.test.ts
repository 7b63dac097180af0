import { adminUserRestore, adminUserSuspend } from '@fws/contract/admin/users/calls';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { createAdmin, type TestAdmin } from '../admin/admins.ts';
import type { TestRedis } from '../network/redis-server.ts';
import { startRedisStandIn } from '../network/redis-stand-in.ts';
import { post } from '../story.ts';
import { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';
import { startSecondProcess } from './second-process.ts';

// Two web processes with Redis. Their clock stands still, so a page that a process keeps stays kept until the process
// learns of the suspension.

let redis: TestRedis;
let world: World;
let other: RunningServer;
let support: TestAdmin;
let poster: TestUser;
let readers: TestUser[];
let jobId: number;
beforeAll(async () => {
  redis = await startRedisStandIn();
  world = await startWorld({ clockStopped: true, env: { REDIS_URL: redis.url } });
  other = await startSecondProcess(world);
  support = await createAdmin(world, 'support');
  poster = await world.user();
  const reader = await world.user();
  readers = [reader, new TestUser(other.url, { id: reader.id, token: reader.token })];
  jobId = (await post(world, poster)).id;
});
afterAll(async () => {
  await other.close();
  await world.close();
  await redis.close();
});

const listsJob = async (reader: TestUser): Promise<boolean> =>
  (await reader.done(exploreJobs, { location: '', categoryId: '', sort: 'latest' })).items.some(
    ({ id }) => id === jobId,
  );
/** Whether both list it, once they agree. */
async function waitForBoth(isListed: boolean): Promise<boolean[]> {
  let listed: boolean[] = [];
  await waitFor(`both processes to ${isListed ? 'show' : 'forget'} the job`, async () => {
    listed = await Promise.all(readers.map(listsJob));
    return listed.every((each) => each === isListed);
  });
  return listed;
}

async function suspendAndRestore() {
  const command = { userId: String(poster.id), reason: 'Asked for a fee' };
  // A page that both keep.
  const kept = await Promise.all(readers.map(listsJob));
  await support.user.done(adminUserSuspend, command);
  const suspended = await waitForBoth(false);
  await support.user.done(adminUserRestore, command);
  return { kept, suspended, restored: await waitForBoth(true) };
}

const BOTH = { kept: [true, true], suspended: [false, false], restored: [true, true] };

test('every process forgets a suspended person’s jobs', async () => {
  expect(await suspendAndRestore()).toEqual(BOTH);
});

test('and so it does without Redis', async () => {
  await redis.close();
  expect(await suspendAndRestore()).toEqual(BOTH);
});
