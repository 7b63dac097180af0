import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { killNow } from '../../../test/server-process.ts';
import { forkStuckWorker } from '../../../test/stuck-worker.ts';
import { waitFor } from '../../../test/wait.ts';
import { inTx } from '../db/index.ts';
import { silentLog } from '../log.ts';
import { enqueue, type Tasks } from './index.ts';
import { startWorker } from './worker.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const work = (tasks: Tasks) =>
  startWorker({ ownerUrl: database.ownerUrl, tasks, log: silentLog, heartbeatMs: 150 });

test('a job enqueued in a transaction runs when it commits, and not when it does not', async () => {
  const ran: unknown[] = [];
  const worker = await work({ note: async ({ n }) => void ran.push(n) });
  await expect(
    inTx(database.db, async (tx) => {
      await enqueue(tx, 'note', { n: 1 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await inTx(database.db, (tx) => enqueue(tx, 'note', { n: 2 }));
  await waitFor('the job to run', () => ran.length > 0);
  expect(ran).toEqual([2]);
  await worker.stop();
});

test('a job that fails runs again', async () => {
  let tries = 0;
  const worker = await work({
    shaky: async () => {
      tries++;
      if (tries === 1) throw new Error('not yet');
    },
  });
  await inTx(database.db, (tx) => enqueue(tx, 'shaky', {}));
  await waitFor('the second try', () => tries > 1);
  expect(tries).toBe(2);
  await worker.stop();
});

test("a killed worker's job is taken over by another", async () => {
  await inTx(database.db, (tx) => enqueue(tx, 'stuck', { n: 7 }));
  const killed = await forkStuckWorker(database.ownerUrl, 'stuck');
  await killNow(killed);
  const ran: unknown[] = [];
  const worker = await work({ stuck: async ({ n }) => void ran.push(n) });
  await waitFor('the job to be taken over', () => ran.length > 0);
  expect(ran).toEqual([7]);
  await worker.stop();
});
