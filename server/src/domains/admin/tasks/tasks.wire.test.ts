import { adminQueue } from '@fws/contract/admin/queue/calls';
import * as calls from '@fws/contract/admin/tasks/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueueAnyTask } from '../../../../test/queued-task.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  boss = await createAdmin(world, 'admin');
});
afterAll(() => world.close());

/** Enqueues a task that fails on its only attempt. */
async function createFailedTask(payload: object): Promise<string> {
  const knownIds = new Set((await listWaiting()).map(({ id }) => id));
  await enqueueAnyTask(world.db, 'check_refund', payload, { maxAttempts: 1 });
  const findNew = async () => (await listWaiting()).find(({ id }) => !knownIds.has(id));
  await waitFor('the job to fail', async () => (await findNew()) !== undefined);
  return String((await findNew())?.id);
}
const listWaiting = async () => (await boss.user.done(adminQueue, { kind: 'task' })).items;
const isWaiting = async (taskId: string) => (await listWaiting()).some(({ id }) => String(id) === taskId);
const decide = (by: TestAdmin, taskId: string, decision: 'retry' | 'dismiss', reason = '') =>
  by.user.call(calls.adminTaskDecide, { taskId, decision, reason });
const sortStatuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test('shows a task that has failed for good with its error and ids, and nothing else of its payload', async () => {
  const taskId = await createFailedTask({ orderId: 'order_7', text: 'Your code is 123456', otp: '123456' });
  const taskCase = await boss.user.done(calls.adminTask, { taskId });
  expect(taskCase).toMatchObject({
    task: 'check_refund',
    attempts: 1,
    error: expect.stringContaining('came without its refundId') as string,
    about: [{ name: 'orderId', value: 'order_7' }],
  });
  expect(JSON.stringify(taskCase)).not.toContain('123456');
  expect((await listWaiting()).find(({ id }) => String(id) === taskId)).toMatchObject({
    title: 'check_refund',
  });
});

test('dismisses a failed task once, with a reason', async () => {
  const taskId = await createFailedTask({});
  expect((await decide(boss, taskId, 'dismiss')).status).toBe(422);
  const answers = await Promise.all(
    [1, 2].map(() => decide(boss, taskId, 'dismiss', 'Of a test that is over')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await isWaiting(taskId)).toBe(false);
  expect((await decide(boss, taskId, 'dismiss', 'again')).status).toBe(404);
  const auditEntries = await world.db
    .selectFrom('audit_log')
    .select(['act', 'reason'])
    .where('subject', '=', 'task')
    .where('subject_id', '=', taskId)
    .execute();
  expect(auditEntries).toEqual([{ act: 'task_dismissed', reason: 'Of a test that is over' }]);
});

test('retries a task with all its attempts, and lists it again when it still fails', async () => {
  const taskId = await createFailedTask({});
  expect(sortStatuses([await decide(boss, taskId, 'retry')])).toEqual([200]);
  await waitFor('the job to fail again', () => isWaiting(taskId));
  await world.drain();
  expect((await boss.user.done(calls.adminTask, { taskId })).attempts).toBe(1);
});

test('lets the application read only failed tasks of the queue', async () => {
  await expect(sql`SELECT * FROM graphile_worker._private_jobs`.execute(world.db)).rejects.toThrow(
    'permission',
  );
  await expect(sql`DELETE FROM failed_job`.execute(world.db)).rejects.toThrow('failed_job');
  const { rows } = await sql<{ acted: boolean }>`SELECT retry_failed_job(999999) AS acted`.execute(world.db);
  expect(rows).toEqual([{ acted: false }]);
});

test('allows only the role admin to decide about tasks', async () => {
  for (const role of ['support', 'finance'] as const) {
    const other = await createAdmin(world, role);
    expect((await decide(other, '1', 'retry')).status).toBe(403);
  }
});
