import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForBlocked } from '../../../test/locks.ts';
import { award, getMilestoneAt, type MilestoneAt } from '../../../test/story.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import { lockAwardedJob, lockMilestoneContext } from './lock.ts';

let world: World;
let at: MilestoneAt;
beforeAll(async () => {
  world = await startWorld();
  const [poster, worker] = [await world.user(), await world.user({ firstName: 'Imran' })];
  at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '5000', term: 'completion' }));
});
afterAll(() => world.close());

const lockJobRow = (tx: Tx) => sql`SELECT 1 FROM job WHERE id = ${at.jobId} FOR NO KEY UPDATE`.execute(tx);
/** Fails at once if another transaction has the lock. */
const lockMilestoneRow = (tx: Tx) =>
  sql`SELECT 1 FROM milestone WHERE job_id = ${at.jobId} AND id = ${at.milestoneId}
    FOR NO KEY UPDATE NOWAIT`.execute(tx);

test('locks the job before the milestone, and returns both as they are once it has the locks', async () => {
  let waiting: ReturnType<typeof lockMilestoneContext> | undefined;
  await inTx(world.db, async (tx) => {
    await lockJobRow(tx);
    waiting = inTx(world.db, (other) => lockMilestoneContext(other, at));
    await waitForBlocked(world.db);
    await lockMilestoneRow(tx);
    await sql`UPDATE milestone SET comment = 'Changed meanwhile' WHERE id = ${at.milestoneId}`.execute(tx);
    await sql`UPDATE job SET title = 'Renamed meanwhile' WHERE id = ${at.jobId}`.execute(tx);
  });
  expect(await waiting).toMatchObject({
    job: { id: at.jobId, title: 'Renamed meanwhile', state: 'awarded' },
    contract: { job_id: at.jobId, worker_name: 'Imran Kumar' },
    milestone: { id: at.milestoneId, job_id: at.jobId, comment: 'Changed meanwhile' },
  });
});

test('returns a changed milestone also when its job did not change', async () => {
  let waiting: ReturnType<typeof lockMilestoneContext> | undefined;
  await inTx(world.db, async (tx) => {
    await lockJobRow(tx);
    waiting = inTx(world.db, (other) => lockMilestoneContext(other, at));
    await waitForBlocked(world.db);
    await sql`UPDATE milestone SET comment = 'Changed alone' WHERE id = ${at.milestoneId}`.execute(tx);
  });
  expect((await waiting)?.milestone.comment).toBe('Changed alone');
});

test('keeps both rows locked until the transaction ends', async () => {
  await inTx(world.db, async (tx) => {
    await lockMilestoneContext(tx, at);
    const lockHeldJob = inTx(world.db, (other) =>
      sql`SELECT 1 FROM job WHERE id = ${at.jobId} FOR NO KEY UPDATE NOWAIT`.execute(other),
    );
    await expect(lockHeldJob).rejects.toThrow('could not obtain lock');
    await expect(inTx(world.db, lockMilestoneRow)).rejects.toThrow('could not obtain lock');
  });
});

test('finds no milestone of another job, and no job that was not awarded', async () => {
  const other = { jobId: at.jobId + 1, milestoneId: at.milestoneId };
  expect(await inTx(world.db, (tx) => lockMilestoneContext(tx, other))).toBeNull();
  expect(await inTx(world.db, (tx) => lockAwardedJob(tx, at.jobId + 1))).toBeNull();
});

test('returns every column of the milestone', async () => {
  const stored = await world.db
    .selectFrom('milestone')
    .selectAll()
    .where('id', '=', at.milestoneId)
    .executeTakeFirstOrThrow();
  const locked = await inTx(world.db, (tx) => lockMilestoneContext(tx, at));
  expect(locked?.milestone).toEqual(stored);
});
