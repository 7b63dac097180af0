import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerCancellation, cancelJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { jobDetail } from '@fws/contract/jobs/calls';
import { myQuotes } from '@fws/contract/quotes/calls';
import {
  acceptPart,
  awardParts,
  buildCancelParams,
  fundPart,
  readContract,
  readFundStates,
  startRefundWorld,
  waitForRefunds,
  type RefundControl,
} from '../../../../test/cancelling.ts';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { getBalance, toWalletAccount } from '../../ledger/index.ts';

let world: World;
let refunds: RefundControl;
let poster: TestUser;
let worker: TestUser;

beforeAll(async () => ({ world, refunds } = await startRefundWorld()));
beforeEach(async () => {
  refunds.outcomes.length = 0;
  refunds.sentIds.length = 0;
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha' });
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const awardContract = (...rupees: number[]) => awardParts(world, { poster, worker }, rupees);
const fundAt = (contract: Contract, position: number) =>
  fundPart(world, { poster, worker }, contract, position);
const acceptAt = (contract: Contract, position: number) => acceptPart({ poster, worker }, contract, position);
const countNotifications = async (user: TestUser, type: string) => {
  await world.drain();
  const rows = await world.db
    .selectFrom('notification')
    .select('path')
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .execute();
  return rows.length;
};

test('refunds funded milestones less two percent and cancels the rest when no work started', async () => {
  const contract = await awardContract(200, 600, 200);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  const before = await readContract(poster, contract);
  expect(before.refundChargeBps).toBe(200);
  expect(before.cancel).toEqual({
    ability: { allowed: true },
    plan: { way: 'direct', refundPaise: 784_00, chargePaise: 16_00, releasePaise: 0 },
    asked: null,
  });
  const answer = await poster.call(cancelJob, buildCancelParams(contract, { refundText: '784' }));
  expect(answer).toMatchObject({
    status: 200,
    data: { outcome: 'cancelled' },
    message: 'The job is cancelled',
  });
  await waitForRefunds(poster, contract);
  const after = await readContract(worker, contract);
  expect(after.state).toBe('cancelled');
  expect(after.milestones.map(({ fund: state }) => state)).toEqual(['refunded', 'refunded', 'unfunded']);
  expect(after.cancel).toMatchObject({ ability: { allowed: false }, plan: null });
  const refunds = await world.db
    .selectFrom('refund')
    .innerJoin('milestone', 'milestone.id', 'refund.milestone_id')
    .select(['refund.amount_paise', 'refund.state'])
    .where('milestone.job_id', '=', contract.jobId)
    .orderBy('milestone.id')
    .execute();
  expect(refunds).toEqual([
    { amount_paise: 196_00, state: 'succeeded' },
    { amount_paise: 588_00, state: 'succeeded' },
  ]);
  expect([
    await countNotifications(worker, 'contract_cancelled'),
    await countNotifications(poster, 'contract_cancelled'),
  ]).toEqual([1, 1]);
  expect(await countNotifications(poster, 'refund_sent')).toBe(2);
});

test('lets the poster cancel alone at exactly 20% accepted and releases the accepted part', async () => {
  const contract = await awardContract(200, 800);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  await acceptAt(contract, 1);
  expect((await readContract(poster, contract)).cancel.plan).toEqual({
    way: 'direct',
    refundPaise: 784_00,
    chargePaise: 16_00,
    releasePaise: 200_00,
  });
  await poster.done(cancelJob, buildCancelParams(contract));
  await waitForRefunds(poster, contract);
  expect(await readFundStates(poster, contract)).toEqual(['released', 'refunded']);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(200_00);
});

test('above 20% nothing moves until the worker agrees, and nobody else may answer', async () => {
  const contract = await awardContract(201, 799);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  await acceptAt(contract, 1);
  const answer = await poster.call(cancelJob, buildCancelParams(contract));
  expect(answer).toMatchObject({
    status: 200,
    data: { outcome: 'asked' },
    message: 'The worker is asked to agree',
  });
  expect(await readFundStates(poster, contract)).toEqual(['accepted', 'funded']);
  expect(await countNotifications(worker, 'cancellation_asked')).toBe(1);
  expect((await poster.call(cancelJob, buildCancelParams(contract))).status).toBe(200);
  expect(await countNotifications(worker, 'cancellation_asked')).toBe(1);
  expect((await readContract(worker, contract)).cancel).toMatchObject({
    plan: { way: 'consent', refundPaise: 783_02, releasePaise: 201_00 },
    asked: { comment: 'Plans changed' },
  });
  const yes = { jobId: String(contract.jobId), agree: 'yes' as const };
  const stranger = await world.user();
  for (const user of [poster, stranger])
    expect((await user.call(answerCancellation, yes)).httpStatus).toBe(404);
  expect((await world.guest.call(answerCancellation, yes)).httpStatus).toBe(401);
  expect((await worker.post('answer_cancellation', { job_id: yes.jobId, agree: 'perhaps' })).errors).toEqual({
    agree: 'Please choose Yes or No',
  });

  const answers = await Promise.all([
    worker.call(answerCancellation, yes),
    worker.call(answerCancellation, yes),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await waitForRefunds(poster, contract);
  expect(await readFundStates(poster, contract)).toEqual(['released', 'refunded']);
  expect(refunds.sentIds).toHaveLength(1);
});

test('keeps the job when the worker declines, and lets the poster ask again', async () => {
  const contract = await awardContract(599, 401);
  await fundAt(contract, 1);
  await acceptAt(contract, 1);
  await poster.done(cancelJob, buildCancelParams(contract));
  const no = { jobId: String(contract.jobId), agree: 'no' as const };
  expect((await worker.done(answerCancellation, no)).state).toBe('in_progress');
  expect(await countNotifications(poster, 'cancellation_declined')).toBe(1);
  expect((await worker.call(answerCancellation, no)).httpStatus).toBe(409);
  expect((await worker.call(answerCancellation, { ...no, agree: 'yes' })).httpStatus).toBe(409);
  await poster.done(cancelJob, buildCancelParams(contract));
  expect(await countNotifications(worker, 'cancellation_asked')).toBe(2);
});

test('refuses cancellation from 60% accepted and points to raising an issue', async () => {
  const contract = await awardContract(600, 400);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  await acceptAt(contract, 1);
  expect((await readContract(poster, contract)).cancel).toEqual({
    ability: { allowed: false, reason: 'contracts.cancel_needs_dispute' },
    plan: null,
    asked: null,
  });
  const answer = await poster.call(cancelJob, buildCancelParams(contract));
  expect(answer.httpStatus).toBe(409);
  expect(answer.message).toContain('raise an issue');
  expect(await readFundStates(poster, contract)).toEqual(['accepted', 'funded']);
});

test('refuses an answer at 60% accepted to a request made at 40%', async () => {
  const contract = await awardContract(400, 200, 400);
  await fundAt(contract, 1);
  await fundAt(contract, 2);
  await acceptAt(contract, 1);
  await poster.done(cancelJob, buildCancelParams(contract));
  await acceptAt(contract, 2);
  expect(
    (await worker.call(answerCancellation, { jobId: String(contract.jobId), agree: 'yes' })).httpStatus,
  ).toBe(409);
  expect(await readFundStates(poster, contract)).toEqual(['accepted', 'accepted', 'unfunded']);
});

test('tells a worker who cancels that the poster has asked them to agree', async () => {
  const contract = await awardContract(300, 700);
  await fundAt(contract, 1);
  await acceptAt(contract, 1);
  await poster.done(cancelJob, buildCancelParams(contract));
  expect(await worker.call(cancelJob, buildCancelParams(contract))).toMatchObject({
    httpStatus: 403,
    message: 'The poster has asked to cancel this job. Please agree or decline on the page of the job',
  });
});

test('allows only the poster to cancel, with a reason, and only if the refund amount is unchanged', async () => {
  const contract = await awardContract(400, 600);
  const stranger = await world.user();
  expect((await stranger.call(cancelJob, buildCancelParams(contract))).httpStatus).toBe(404);
  expect(await worker.call(cancelJob, buildCancelParams(contract))).toMatchObject({
    httpStatus: 403,
    message: 'Only the poster can cancel this job. Please ask them, or raise an issue under Disputes',
  });
  expect((await world.guest.call(cancelJob, buildCancelParams(contract))).httpStatus).toBe(401);
  expect((await poster.call(cancelJob, buildCancelParams(contract, { comment: ' ' }))).errors).toEqual({
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

test('does not cancel while money is on hold', async () => {
  const contract = await awardContract(400, 600);
  await fundAt(contract, 1);
  await world.db
    .updateTable('milestone')
    .set({ on_hold: true })
    .where('job_id', '=', contract.jobId)
    .execute();
  expect((await poster.call(cancelJob, buildCancelParams(contract))).httpStatus).toBe(409);
  await world.db
    .updateTable('milestone')
    .set({ on_hold: false })
    .where('job_id', '=', contract.jobId)
    .execute();
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
