import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { acceptQuote } from '@fws/contract/quotes/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  simulatePayment,
  award,
  fund,
  readFundState,
  getOpenedOrder,
  sendFundStep,
  getMilestoneAt,
  openOrder,
  post,
  quote,
  sendWorkStep,
  type MilestoneAt,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { getBalance, listAccountEntries, toWalletAccount } from '../ledger/index.ts';

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const listStatuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map((answer) => answer.status).toSorted((a, b) => a - b);

async function createAcceptedMilestone(worker: TestUser): Promise<MilestoneAt> {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '5000', term: 'completion' }));
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  await sendWorkStep(worker, at, 'completed');
  await sendFundStep(poster, at, 'accepted');
  return at;
}

test('creates one contract when three quotes are accepted at once', async () => {
  const job = await post(world, poster);
  const quotes = [];
  for (let index = 0; index < 3; index++) quotes.push(await quote(await world.user(), job.id));
  expect(
    await listStatuses(quotes.map(({ id }) => poster.call(acceptQuote, { quoteId: String(id) }))),
  ).toEqual([200, 409, 409]);
  const states = await world.db.selectFrom('quote').select('state').where('job_id', '=', job.id).execute();
  expect(states.map((row) => row.state).toSorted()).toEqual(['accepted', 'not_selected', 'not_selected']);
  const milestones = await world.db
    .selectFrom('milestone')
    .select('id')
    .where('job_id', '=', job.id)
    .execute();
  expect(milestones).toHaveLength(3);
});

test('answers every one of several identical accepts and creates one contract', async () => {
  const job = await post(world, poster);
  const { id } = await quote(await world.user(), job.id);
  const accept = () => poster.call(acceptQuote, { quoteId: String(id) });
  expect(await listStatuses([accept(), accept(), accept(), accept()])).toEqual([200, 200, 200, 200]);
});

test('creates one order for four concurrent fundings', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker: await world.user() }));
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendFundStep(poster, at, 'funded')));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(getOpenedOrder)).size).toBe(1);
  const orders = await world.db
    .selectFrom('escrow_order')
    .select('id')
    .where('milestone_id', '=', at.milestoneId)
    .execute();
  expect(orders).toHaveLength(1);
});

test('moves the money once for four concurrent releases', async () => {
  const worker = await world.user();
  const at = await createAcceptedMilestone(worker);
  const releases = Array.from({ length: 4 }, () => sendFundStep(poster, at, 'released'));
  expect(await listStatuses(releases)).toEqual([200, 200, 200, 200]);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(5_000_00);
  expect(await listAccountEntries(world.db, toWalletAccount(worker.id), { limit: 10 })).toHaveLength(1);
});

test('completes the job when its last two milestones are released at once', async () => {
  const worker = await world.user();
  const contract = await award(
    world,
    { poster, worker },
    {
      rupees: '300',
      term: 'milestone',
      rows: [
        ['One', '100'],
        ['Two', '200'],
      ],
    },
  );
  const both = [getMilestoneAt(contract, 1), getMilestoneAt(contract, 2)];
  for (const at of both) {
    await fund(world, poster, at);
    await sendWorkStep(worker, at, 'started');
    await sendWorkStep(worker, at, 'completed');
    await sendFundStep(poster, at, 'accepted');
  }
  expect(await listStatuses(both.map((at) => sendFundStep(poster, at, 'released')))).toEqual([200, 200]);
  const job = await world.db
    .selectFrom('job')
    .select('state')
    .where('id', '=', contract.jobId)
    .executeTakeFirstOrThrow();
  expect(job.state).toBe('completed');
});

test('replays the answer of an idempotency key and refuses another command with it', async () => {
  const worker = await world.user();
  const at = await createAcceptedMilestone(worker);
  const headers = { 'idempotency-key': `release-${at.milestoneId}` };
  const first = await sendFundStep(poster, at, 'released', { headers });
  expect(await sendFundStep(poster, at, 'released', { headers })).toEqual(first);
  expect((await sendFundStep(poster, at, 'accepted', { headers })).status).toBe(409);

  const again = await createAcceptedMilestone(worker);
  const key = { 'idempotency-key': `release-${again.milestoneId}` };
  const four = Array.from({ length: 4 }, () => sendFundStep(poster, again, 'released', { headers: key }));
  expect(await listStatuses(four)).toEqual([200, 200, 200, 200]);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(10_000_00);
});

test('applies a payment once that arrives while the poster asks to fund again', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker: await world.user() }));
  const orderId = await openOrder(poster, at);
  await Promise.all([
    simulatePayment(world, orderId, 'SUCCESS'),
    ...Array.from({ length: 5 }, () => sendFundStep(poster, at, 'funded')),
  ]);
  await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
  const payments = await world.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).execute();
  expect(payments.map((payment) => payment.applied)).toEqual([true]);
});
