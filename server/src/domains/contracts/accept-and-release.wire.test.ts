import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { moveFund, requestChange } from '@fws/contract/contracts/calls';
import type { WorkStep } from '@fws/contract/contracts/model';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { notificationList } from '@fws/contract/notifications/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  award,
  fund,
  getMilestoneAt,
  readFundState,
  sendFundStep,
  sendWorkStep,
  type MilestoneAt,
} from '../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { getBalance, toEscrowAccount, toWalletAccount } from '../ledger/index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const ALL_STEPS: readonly WorkStep[] = ['started', 'completed', 'payment_requested'];

/** A funded milestone of a new worker, whose work has come as far as these steps. */
async function createMilestone(steps: readonly WorkStep[] = ALL_STEPS): Promise<MilestoneAt> {
  worker = await world.user({ firstName: 'Imran' });
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '900', term: 'completion' }));
  await fund(world, poster, at);
  for (const step of steps) await sendWorkStep(worker, at, step);
  return at;
}

interface ReleaseOptions {
  acceptsWork?: string;
  as?: TestUser;
  headers?: Record<string, string>;
}

const release = (
  at: MilestoneAt,
  { acceptsWork = 'true', as = poster, headers = {} }: ReleaseOptions = {},
): Promise<WireAnswer> =>
  as.call(
    moveFund,
    {
      jobId: String(at.jobId),
      milestoneId: String(at.milestoneId),
      step: 'released',
      amountText: '900',
      acceptsWork,
    },
    { headers },
  );

const readHistory = async (at: MilestoneAt) => {
  const { rows } = await sql<object>`
    SELECT from_state, to_state, by_role, by_user FROM state_change
    WHERE subject = 'milestone' AND subject_id = ${String(at.milestoneId)} AND track = 'fund_state'
    ORDER BY id`.execute(world.db);
  return rows.slice(-2);
};

test('accepts requested work and releases its money with one command', async () => {
  const at = await createMilestone();
  expect(await release(at)).toMatchObject({ status: 200, message: '₹900 released to Imran Kumar' });
  expect(await readFundState(world, at)).toBe('released');
  expect(await getBalance(world.db, toEscrowAccount(at.milestoneId))).toBe(0);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(900_00);
  const byPoster = { by_role: 'poster', by_user: poster.id };
  expect(await readHistory(at)).toEqual([
    { from_state: 'funded', to_state: 'accepted', ...byPoster },
    { from_state: 'accepted', to_state: 'released', ...byPoster },
  ]);
});

test('tells the worker of the release only, not of the accepted work too', async () => {
  await release(await createMilestone());
  // Tasks run side by side: the notice of the last event is not always the last.
  await world.drain();
  const { items } = await worker.done(notificationList, {});
  expect(items.map(({ type }) => type).toSorted()).toEqual([
    'job_completed',
    'milestone_funded',
    'payment_released',
    'quote_accepted',
  ]);
});

test('takes completed work before its payment was requested, and work accepted before', async () => {
  const completed = await createMilestone(['started', 'completed']);
  expect((await release(completed)).status).toBe(200);
  const accepted = await createMilestone();
  await sendFundStep(poster, accepted, 'accepted');
  expect((await release(accepted)).status).toBe(200);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(900_00);
});

test('refuses to skip the acceptance without the choice', async () => {
  const at = await createMilestone();
  for (const acceptsWork of ['', 'false', 'no'])
    expect(await release(at, { acceptsWork })).toMatchObject({
      status: 409,
      message: 'This step cannot be taken yet. Please reload to see where the milestone is',
    });
  expect(await readFundState(world, at)).toBe('funded');
});

test('refuses unfinished work, a hold, and everybody but the poster', async () => {
  const started = await createMilestone(['started']);
  expect(await release(started)).toMatchObject({
    status: 409,
    message: 'The worker must complete the work first',
  });
  const at = await createMilestone();
  expect((await release(at, { as: worker })).status).toBe(404);
  expect((await release(at, { as: await world.user() })).status).toBe(404);
  await worker.done(raiseIssue, { jobId: String(at.jobId), issue: 'payment', details: 'Paid late' });
  expect(await release(at)).toMatchObject({ status: 409 });
  expect(await readFundState(world, at)).toBe('funded');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(0);
});

test('refuses a second decision after a change was requested', async () => {
  const at = await createMilestone();
  await poster.done(requestChange, {
    jobId: String(at.jobId),
    milestoneId: String(at.milestoneId),
    comment: 'Once more',
  });
  expect((await release(at)).status).toBe(409);
});

test('moves the money once for concurrent repeats, with and without a key', async () => {
  const at = await createMilestone();
  const answers = await Promise.all([release(at), release(at), release(at), release(at)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(900_00);

  const keyed = await createMilestone();
  const headers = { 'idempotency-key': `accept-and-release-${keyed.milestoneId}` };
  const first = await release(keyed, { headers });
  expect(await release(keyed, { headers })).toEqual(first);
  expect((await release(keyed, { headers, acceptsWork: '' })).status).toBe(409);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(900_00);
});
