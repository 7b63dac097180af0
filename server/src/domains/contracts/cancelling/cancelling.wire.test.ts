import { expect, test } from 'vitest';
import { cancelJob, requestChange } from '@fws/contract/contracts/calls';
import type { Contract, JobCancelled } from '@fws/contract/contracts/schemas';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { myQuotes } from '@fws/contract/quotes/calls';
import {
  buildCancelParams,
  readContract,
  readFundStates,
  setUpRefunds,
  waitForRefunds,
  type RefundControl,
} from '../../../../test/cancelling.ts';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import {
  award,
  getMilestoneAt,
  openOrder,
  post,
  quote,
  sendFundStep,
  sendWorkStep,
  simulatePayment,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { getBalance, toWalletAccount } from '../../ledger/index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let refunds: RefundControl;
let poster: TestUser;
let worker: TestUser;

const { awardContract, fundAt, acceptAt } = setUpRefunds(
  (fixture) => ({ world, refunds, poster, worker } = fixture),
);
const countNotifications = async (user: TestUser, type: string) =>
  (await listNotifications(world, user, type)).length;

const listOutcomes = ({ plan }: JobCancelled) => plan?.parts.map(({ outcome }) => outcome);
const startAt = async (contract: Contract, position: number) => {
  await fundAt(contract, position);
  expect((await sendWorkStep(worker, getMilestoneAt(contract, position), 'started')).status).toBe(200);
};
const completeAt = async (contract: Contract, position: number) => {
  await startAt(contract, position);
  expect((await sendWorkStep(worker, getMilestoneAt(contract, position), 'completed')).status).toBe(200);
};
const requestAt = async (contract: Contract, position: number) => {
  await completeAt(contract, position);
  const at = getMilestoneAt(contract, position);
  expect((await sendWorkStep(worker, at, 'payment_requested')).status).toBe(200);
};

test('refunds what is not started less two percent and cancels the job at once', async () => {
  const contract = await awardContract(200, 600, 200);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  const before = await readContract(poster, contract);
  expect(before.refundChargeBps).toBe(200);
  const toPart = (position: number, outcome: string, amountPaise: number, refundPaise: number) => ({
    milestoneId: getMilestoneAt(contract, position).milestoneId,
    position,
    outcome,
    amountPaise,
    refundPaise,
    chargePaise: outcome === 'refunded' ? amountPaise - refundPaise : 0,
    releasePaise: 0,
  });
  const plan = {
    parts: [
      toPart(1, 'refunded', 200_00, 196_00),
      toPart(2, 'refunded', 600_00, 588_00),
      toPart(3, 'closed', 200_00, 0),
    ],
    refundPaise: 784_00,
    chargePaise: 16_00,
    releasePaise: 0,
    releasedPaise: 0,
    waitingPaise: 0,
    goesToFws: false,
  };
  expect(before.cancel).toEqual({
    ability: { allowed: true },
    plan,
    ending: null,
    foreseen: null,
    counts: true,
  });
  const answer = await poster.call(cancelJob, buildCancelParams(contract, { refundText: '784' }));
  expect(answer).toMatchObject({
    status: 200,
    data: { outcome: 'cancelled', plan },
    message: 'The job is cancelled',
  });
  await waitForRefunds(poster, contract);
  const after = await readContract(worker, contract);
  expect(after.state).toBe('cancelled');
  expect(after.milestones.map(({ fund: state }) => state)).toEqual(['refunded', 'refunded', 'unfunded']);
  expect(after.cancel).toMatchObject({
    ability: { allowed: false, reason: 'contracts.job_closed' },
    plan: null,
    ending: { side: 'poster', comment: 'Plans changed' },
  });
  expect([
    await countNotifications(worker, 'contract_cancelled'),
    await countNotifications(poster, 'contract_cancelled'),
  ]).toEqual([1, 1]);
  expect(await countNotifications(poster, 'refund_sent')).toBe(2);
});

test('a poster cannot cancel finished work that was asked for: nothing moves', async () => {
  const contract = await awardContract(1000);
  await requestAt(contract, 1);
  expect((await readContract(poster, contract)).cancel).toMatchObject({
    ability: { allowed: false, reason: 'contracts.cancel_nothing' },
  });
  const answer = await poster.call(cancelJob, buildCancelParams(contract));
  expect(answer.httpStatus).toBe(409);
  expect(answer.message).toContain(
    'Finished work is released or changed, and either side can raise an issue',
  );
  expect(await readFundStates(poster, contract)).toEqual(['funded']);
  expect(refunds.sentIds).toEqual([]);
});

test('By Terms with all parts finished and the first released: the other two are still paid', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '10000', term: 'terms' });
  for (const position of [1, 2, 3]) await requestAt(contract, position);
  for (const step of ['accepted', 'released'] as const)
    expect((await sendFundStep(poster, getMilestoneAt(contract, 1), step)).status).toBe(200);
  expect((await poster.call(cancelJob, buildCancelParams(contract))).httpStatus).toBe(409);
  world.clock.advance(15 * DAY_MS);
  for (const position of [2, 3]) {
    const { milestoneId } = getMilestoneAt(contract, position);
    await inTx(world.db, (tx) => enqueue(tx, 'auto_release', { milestoneId }));
  }
  await world.drain();
  // The sessions of both are over by then.
  const job = await world.db
    .selectFrom('job')
    .select('state')
    .where('id', '=', contract.jobId)
    .executeTakeFirstOrThrow();
  expect(job.state).toBe('completed');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(10_000_00);
});

test('ends each milestone by its own state, and the job once the last is settled', async () => {
  const contract = await awardContract(100, 200, 300, 150, 250);
  await fundAt(contract, 1);
  await acceptAt(contract, 1);
  await requestAt(contract, 2);
  await completeAt(contract, 3);
  await startAt(contract, 4);
  await fundAt(contract, 5);
  const cancelled = await poster.done(cancelJob, buildCancelParams(contract, { refundText: '245' }));
  expect(cancelled).toMatchObject({
    outcome: 'ending',
    plan: {
      refundPaise: 245_00,
      chargePaise: 5_00,
      releasePaise: 100_00,
      waitingPaise: 650_00,
      goesToFws: true,
    },
  });
  expect(listOutcomes(cancelled)).toEqual(['released', 'answer', 'answer', 'split', 'refunded']);
  await waitForRefunds(poster, contract);
  const ending = await readContract(worker, contract);
  expect(ending.state).toBe('ending');
  expect(ending.milestones.map(({ fund }) => fund)).toEqual([
    'released',
    'funded',
    'funded',
    'funded',
    'refunded',
  ]);
  expect(ending.cancel).toMatchObject({
    ability: { allowed: false, reason: 'contracts.job_ending' },
    plan: null,
  });
  expect(await countNotifications(worker, 'job_ending')).toBe(1);
  expect(listOutcomes(await poster.done(cancelJob, buildCancelParams(contract)))).toEqual([
    'settled',
    'answer',
    'answer',
    'split',
    'settled',
  ]);

  for (const position of [2, 3])
    expect((await sendFundStep(poster, getMilestoneAt(contract, position), 'accepted')).status).toBe(200);
  expect(await readFundStates(poster, contract)).toEqual([
    'released',
    'released',
    'released',
    'funded',
    'refunded',
  ]);
  expect((await sendWorkStep(worker, getMilestoneAt(contract, 4), 'completed')).status).toBe(200);
  expect((await readContract(worker, contract)).milestones[3]?.split).toBeNull();
  expect((await sendFundStep(poster, getMilestoneAt(contract, 4), 'accepted')).status).toBe(200);
  expect(await readContract(worker, contract)).toMatchObject({ state: 'cancelled' });
  expect(await countNotifications(worker, 'contract_cancelled')).toBe(1);
});

test('the worker gives up: what is not started goes back in full', async () => {
  const contract = await awardContract(400, 600);
  await fundAt(contract, 1);
  expect((await readContract(worker, contract)).cancel).toMatchObject({
    ability: { allowed: true },
    plan: { refundPaise: 400_00, chargePaise: 0 },
  });
  const answer = await worker.done(cancelJob, buildCancelParams(contract, { refundText: '400' }));
  expect(answer.outcome).toBe('cancelled');
  await waitForRefunds(poster, contract);
  expect(await readFundStates(poster, contract)).toEqual(['refunded', 'unfunded']);
  expect((await readContract(poster, contract)).cancel.ending).toMatchObject({ side: 'worker' });
});

test('nothing new is started or funded in a cancelled job, and its late payment goes back', async () => {
  const contract = await awardContract(400, 600);
  await startAt(contract, 1);
  const orderId = await openOrder(poster, getMilestoneAt(contract, 2));
  await poster.done(cancelJob, buildCancelParams(contract));
  expect(await readFundStates(poster, contract)).toEqual(['funded', 'unfunded']);
  const second = getMilestoneAt(contract, 2);
  expect(await sendFundStep(poster, second, 'funded')).toMatchObject({
    status: 409,
    message: 'This job was cancelled. Nothing new can be started or funded',
  });
  expect(await sendWorkStep(worker, second, 'started')).toMatchObject({ status: 409 });
  await simulatePayment(world, orderId, 'SUCCESS');
  await inTx(world.db, (tx) => enqueue(tx, 'check_order', { orderId }));
  await world.drain();
  expect(await readFundStates(poster, contract)).toEqual(['funded', 'unfunded']);
});

test('a milestone is started only when those before it are completed or ended', async () => {
  const contract = await awardContract(400, 600);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  const second = getMilestoneAt(contract, 2);
  expect(await sendWorkStep(worker, second, 'started')).toMatchObject({
    status: 409,
    message: 'Complete the milestones before this one first',
  });
  expect((await readContract(worker, contract)).milestones[1]?.next).toEqual({
    step: 'started',
    ability: { allowed: false, reason: 'contracts.order_first' },
  });
  await sendWorkStep(worker, getMilestoneAt(contract, 1), 'started');
  await sendWorkStep(worker, getMilestoneAt(contract, 1), 'completed');
  expect((await sendWorkStep(worker, second, 'started')).status).toBe(200);
});

test('work that is sent back in a cancelled job can be ended by a split', async () => {
  const contract = await awardContract(400, 600);
  await completeAt(contract, 1);
  await poster.done(cancelJob, buildCancelParams(contract));
  const { milestoneId } = getMilestoneAt(contract, 1);
  const change = { jobId: String(contract.jobId), milestoneId: String(milestoneId), comment: 'Again' };
  const returned = await poster.done(requestChange, change);
  expect(returned.milestones[0]).toMatchObject({
    work: 'started',
    split: { version: 0, proposal: null, propose: { allowed: true } },
  });
});

test('allows only the two sides to cancel, with a reason, and only if the refund amount is unchanged', async () => {
  const contract = await awardContract(400, 600);
  const stranger = await world.user();
  expect((await stranger.call(cancelJob, buildCancelParams(contract))).httpStatus).toBe(404);
  expect((await world.guest.call(cancelJob, buildCancelParams(contract))).httpStatus).toBe(401);
  for (const user of [poster, worker])
    expect((await user.call(cancelJob, buildCancelParams(contract, { comment: ' ' }))).errors).toEqual({
      comment: 'Please say why you cancel',
    });
  expect((await poster.post('cancel_job', { job_id: '1; DROP' })).httpStatus).toBe(422);
  expect(
    (await poster.call(cancelJob, { ...buildCancelParams(contract), jobId: '99999999' })).httpStatus,
  ).toBe(404);
  await fundAt(contract, 1);
  expect((await poster.call(cancelJob, buildCancelParams(contract, { refundText: '0' }))).httpStatus).toBe(
    409,
  );
  expect(await readFundStates(poster, contract)).toEqual(['funded', 'unfunded']);
});

test('leaves what a dispute holds, and goes on when the dispute is withdrawn', async () => {
  const contract = await awardContract(400, 600);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  const { milestoneId } = getMilestoneAt(contract, 1);
  const issue = await worker.done(raiseIssue, {
    jobId: String(contract.jobId),
    issue: 'payment',
    details: 'Not as agreed',
    milestoneIds: String(milestoneId),
  });
  expect(issue.held).toEqual([{ milestoneId, position: 1, amountPaise: 400_00 }]);
  const cancelled = await poster.done(cancelJob, buildCancelParams(contract));
  expect(listOutcomes(cancelled)).toEqual(['held', 'refunded']);
  await waitForRefunds(poster, contract);
  expect(await readFundStates(poster, contract)).toEqual(['funded', 'refunded']);
  await worker.done(withdrawIssue, { issueId: String(issue.id) });
  await inTx(world.db, (tx) => enqueue(tx, 'watch_endings', {}));
  await world.drain();
  await waitForRefunds(poster, contract);
  expect(await readFundStates(poster, contract)).toEqual(['refunded', 'refunded']);
  expect(await readContract(poster, contract)).toMatchObject({ state: 'cancelled' });
});

test('cancels an open job without a reason and notifies workers who quoted', async () => {
  const job = await post(world, poster);
  await quote(worker, job.id);
  const cancel = { jobId: String(job.id), comment: '', refundText: '' };
  expect(await worker.call(cancelJob, cancel)).toMatchObject({
    httpStatus: 403,
    message: 'Only the poster can cancel this job. You can cancel your quote under Jobs I applied',
  });
  expect((await (await world.user()).call(cancelJob, cancel)).httpStatus).toBe(404);
  const answers = await Promise.all([poster.call(cancelJob, cancel), poster.call(cancelJob, cancel)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await poster.done(jobDetail, { jobId: cancel.jobId })).state).toBe('cancelled');
  expect((await worker.done(myQuotes, {})).items[0]?.state).toBe('not_selected');
  expect(await countNotifications(worker, 'job_cancelled')).toBe(1);
});
