import { adminQueue } from '@fws/contract/admin/queue/calls';
import * as calls from '@fws/contract/admin/tasks/calls';
import { sql } from 'kysely';
import pg from 'pg';
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

test('shows every field of a failed task, with the times of its creation and its last try', async () => {
  // Without a worker nothing else changes the task.
  const quiet = await startWorld({ worker: false });
  const admin = await createAdmin(quiet);
  const owner = new pg.Client({ connectionString: quiet.ownerUrl });
  await owner.connect();
  try {
    const [createdAt, failedAt] = ['2026-11-20T08:00:00.000Z', '2026-11-21T09:30:00.000Z'];
    await enqueueAnyTask(quiet.db, 'check_refund', { refundId: 'ref_m7', round: 3 }, { maxAttempts: 5 });
    const { rows } = await owner.query<{ id: string }>(
      `UPDATE graphile_worker._private_jobs SET attempts = 5, last_error = $1, created_at = $2, updated_at = $3
        WHERE payload ->> 'refundId' = 'ref_m7' RETURNING id`,
      ['the provider is gone\n  at line 7', createdAt, failedAt],
    );
    const taskId = String(rows[0]?.id);
    expect(await admin.user.done(calls.adminTask, { taskId })).toEqual({
      id: Number(taskId),
      task: 'check_refund',
      attempts: 5,
      error: 'the provider is gone',
      about: [
        { name: 'refundId', value: 'ref_m7' },
        { name: 'round', value: '3' },
      ],
      createdAt,
      failedAt,
    });
  } finally {
    await owner.end();
    await quiet.close();
  }
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
