import { adminContest } from '@fws/contract/admin/contests/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { personDetail } from '@fws/contract/connections/calls';
import { changeList, milestoneRest } from '@fws/contract/contracts/calls';
import { contractRequests, quoteHistory } from '@fws/contract/quotes/calls';
import { myReliability } from '@fws/contract/reliability/calls';
import { reviewList } from '@fws/contract/reviews/calls';
import { today } from '@fws/contract/today/calls';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../../scripts/demo/load.ts';
import { demoChange, demoQuotes } from '../../scripts/demo/negotiations.ts';
import { demoContest } from '../../scripts/demo/records.ts';
import { DEMO_EMAILS } from '../src/demo-users.ts';
import { createSession } from '../src/domains/identity/index.ts';
import { createAdmin } from './admin/admins.ts';
import { TestUser } from './user.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await loadDemo({ databaseUrl: world.config.databaseUrl, dataDir: tmpdir(), log: () => {} });
});
afterAll(() => world.close());

async function logInAs(email: string): Promise<TestUser> {
  const { id } = await world.db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const token = await createSession(world.db, {
    userId: id,
    now: world.clock.now(),
    ttlMs: 3600_000,
    client: 'test',
    confirmed: true,
  });
  return new TestUser(world.url, { id, token });
}

test('whoever tries the demo as the poster can fund what is not funded yet', async () => {
  const meera = await logInAs(DEMO_EMAILS.meera);
  const unfunded = await world.db
    .selectFrom('milestone')
    .innerJoin('job', 'job.id', 'milestone.job_id')
    .select(['milestone.id', 'milestone.job_id'])
    .where('job.poster_id', '=', meera.id)
    .where('milestone.fund_state', '=', 'unfunded')
    .execute();
  expect(unfunded.length).toBeGreaterThan(0);
  for (const { id, job_id: jobId } of unfunded) {
    const { obstacle } = await meera.done(milestoneRest, {
      jobId: String(jobId),
      milestoneId: String(id),
    });
    expect(obstacle).toBeNull();
  }
});

test('whoever tries the demo finds a job to review, and reviews of another with a reply', async () => {
  const [meera, imran] = [await logInAs(DEMO_EMAILS.meera), await logInAs(DEMO_EMAILS.imran)];
  const { items } = await meera.done(today, {});
  expect(items.filter(({ kind }) => kind === 'write_review')).toHaveLength(1);
  const reviews = await meera.done(reviewList, { userId: String(imran.id), cursor: '' });
  expect(reviews.items).toMatchObject([
    { stars: 4, reply: null },
    { stars: 5, reply: { text: 'Thank you. The channels are good for ten years.' } },
  ]);
});

test('whoever tries the demo finds a record with a late job, and a contest that waits for FWS', async () => {
  const [meera, imran] = [await logInAs(DEMO_EMAILS.meera), await logInAs(DEMO_EMAILS.imran)];
  const asWorker = { kept: 4, cancelled: 1, late: 1 };
  const asPoster = { kept: 5, cancelled: 0, late: 0 };
  expect(await imran.done(myReliability, {})).toMatchObject({ asWorker, asPoster: null });
  expect((await meera.done(personDetail, { userId: String(imran.id) })).reliability?.asWorker).toEqual(
    asWorker,
  );
  expect(await meera.done(myReliability, {})).toMatchObject({ asWorker: null, asPoster });
  const outcomes = (await imran.done(myReliability, {})).items.map(({ reason, state }) => [reason, state]);
  expect(outcomes).toEqual([
    ['cancelled', 'contested'],
    ['done', 'open'],
    ['late_work', 'open'],
    ['done', 'open'],
    ['done', 'open'],
    ['done', 'open'],
  ]);
  const support = await createAdmin(world, 'support');
  const { items } = await support.user.done(adminQueue, { kind: 'contest' });
  expect(items).toHaveLength(1);
  // Meera, whom the README makes an admin, is neither side of it.
  expect(await support.user.done(adminContest, { contestId: String(items[0]?.id) })).toMatchObject({
    by: { name: 'Imran Shaikh' },
    other: { name: 'Lakshmi Prasad' },
    text: demoContest.text,
  });
});

test('whoever tries the demo finds quotes of which one was asked for again, and a change to answer', async () => {
  const [meera, imran] = [await logInAs(DEMO_EMAILS.meera), await logInAs(DEMO_EMAILS.imran)];
  const findJobId = async (title: string) => {
    const job = await world.db
      .selectFrom('job')
      .select('id')
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
    return String(job.id);
  };
  const { items } = await meera.done(contractRequests, { jobId: await findJobId(demoQuotes.job) });
  // The oldest first.
  expect(items.map(({ state, bidPaise }) => [state, bidPaise])).toEqual([
    ['asked', 56_000_00],
    ['submitted', 59_500_00],
  ]);
  const asked = items.find(({ state }) => state === 'asked');
  const history = await imran.done(quoteHistory, { quoteId: String(asked?.id) });
  expect(history.items.map(({ step, bidPaise }) => [step, bidPaise])).toEqual([
    ['offered', 56_000_00],
    ['asked', 52_000_00],
  ]);
  const changes = await meera.done(changeList, { jobId: await findJobId(demoChange.job) });
  expect(changes.items).toMatchObject([{ state: 'proposed', agree: { allowed: true } }]);
});
