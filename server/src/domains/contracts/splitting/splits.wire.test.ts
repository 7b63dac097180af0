import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  answerSplit,
  awardedJob,
  awardedProjects,
  cancelJob,
  paymentReceipts,
  proposeSplit,
} from '@fws/contract/contracts/calls';
import type { Contract, Split } from '@fws/contract/contracts/schemas';
import { issueDetail, openIssues, raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { paymentHistory } from '@fws/contract/payouts/calls';
import { awardParts, buildCancelParams, waitForRefunds } from '../../../../test/cancelling.ts';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { fund, getMilestoneAt, readFundState, sendFundStep, sendWorkStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { recountPoster } from '../../jobs/poster-record.ts';
import { escrowEvents } from '../index.ts';
import { settleDispute } from '../../disputes/index.ts';
import { getBalance, toEscrowAccount, toWalletAccount } from '../../ledger/index.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let poster: TestUser;
let worker: TestUser;

beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha', identity: 'verified' });
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

/** A cancelled job whose first milestone was started; the others were never paid for. */
async function cancelStarted(rupees: readonly number[] = [1000], by = poster): Promise<Contract> {
  const contract = await awardParts(world, { poster, worker }, rupees);
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  expect((await sendWorkStep(worker, at, 'started')).status).toBe(200);
  await by.done(cancelJob, buildCancelParams(contract));
  return read(contract);
}

const read = (contract: Contract, by = poster) => by.done(awardedJob, { jobId: String(contract.jobId) });
function getSplit(contract: Contract, position = 1): Split {
  const { split } = getMilestoneAt(contract, position).milestone;
  if (!split) throw new Error(`milestone ${position} has no open split`);
  return split;
}
const toProposal = (contract: Contract, workerText: string, change: object = {}) => ({
  milestoneId: String(getMilestoneAt(contract).milestoneId),
  workerText,
  comment: 'So far',
  version: String(getSplit(contract).version),
  ...change,
});
const toAnswer = (
  contract: Contract,
  answer: 'agree' | 'counter' | 'refuse',
  { workerText = '', ...change }: { workerText?: string; version?: string } = {},
) => {
  const { id, version } = getSplit(contract);
  return { splitId: String(id), answer, workerText, comment: '', version: String(version), ...change };
};
async function passDays(days: number): Promise<void> {
  for (let halfDay = 0; halfDay < 2 * days; halfDay++) {
    world.clock.advance(DAY_MS / 2);
    await runTimers();
    // Who uses the app stays logged in.
    for (const user of [poster, worker]) await user.done(openIssues, {});
  }
}
async function runTimers(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'watch_endings', {}));
  await world.drain();
}
/** An admin divides a milestone. */
async function settle(
  disputeId: number,
  part: { milestoneId: number; toWorkerPaise: number; toPosterPaise: number },
): Promise<void> {
  const adminId = (await world.user()).id;
  const settlement = { disputeId, adminId, parts: [part], chargeBps: 200, reason: 'A part was done' };
  const outcome = await inTx(world.db, (tx) =>
    settleDispute(tx, settlement, { escrowEvents, now: world.clock.now() }),
  );
  expect(outcome.ok).toBe(true);
}
const countNotifications = async (user: TestUser, type: string) => {
  await world.drain();
  const rows = await world.db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .execute();
  return rows.length;
};

test('both agree: one transaction pays both, less the charge, with a receipt, and ends the job', async () => {
  const contract = await cancelStarted();
  const proposed = await poster.done(proposeSplit, toProposal(contract, '400.50'));
  expect(getSplit(proposed).proposal).toMatchObject({
    side: 'poster',
    workerPaise: 400_50,
    posterPaise: 599_50,
    chargePaise: 11_99,
    refundPaise: 587_51,
    comment: 'So far',
  });
  expect(await countNotifications(worker, 'split_proposed')).toBe(1);
  const own = await poster.call(answerSplit, toAnswer(proposed, 'agree'));
  expect(own).toMatchObject({ httpStatus: 409, message: 'The other side answers your proposal' });
  const agreed = await worker.done(answerSplit, toAnswer(proposed, 'agree'));
  expect(agreed).toMatchObject({ state: 'cancelled' });
  expect(agreed.milestones[0]).toMatchObject({
    fund: 'released',
    split: null,
    division: { workerPaise: 400_50, posterPaise: 599_50, chargePaise: 11_99, refundPaise: 587_51 },
  });
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(400_50);
  const { milestoneId } = getMilestoneAt(contract);
  expect(await getBalance(world.db, toEscrowAccount(milestoneId))).toBe(0);
  expect((await poster.done(paymentReceipts, {})).items[0]).toMatchObject({
    kind: 'settled',
    amountPaise: 1_000_00,
    releasedPaise: 400_50,
    refundedPaise: 587_51,
    chargePaise: 11_99,
  });
  for (const user of [poster, worker]) expect(await countNotifications(user, 'split_agreed')).toBe(1);
  // The same answer again changes nothing.
  expect((await worker.call(answerSplit, toAnswer(proposed, 'agree'))).httpStatus).toBe(200);
  await waitFor('the refund', async () => {
    const refund = await world.db
      .selectFrom('refund')
      .selectAll()
      .where('milestone_id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    return refund.state === 'succeeded' && refund.amount_paise === 587_51;
  });
  // What was divided counts as far as it was released, everywhere.
  await world.drain();
  const { invoices } = await worker.done(paymentHistory, {});
  expect(invoices.map(({ amountPaise }) => amountPaise)).toEqual([400_50]);
  await recountPoster(world.db, poster.id, world.clock.now());
  const record = await world.db
    .selectFrom('poster_record')
    .select('released_paise')
    .where('poster_id', '=', poster.id)
    .executeTakeFirstOrThrow();
  expect(record.released_paise).toBe(400_50);
  expect((await poster.done(awardedProjects, {})).items[0]).toMatchObject({ releasedPaise: 400_50 });
});

test('what an admin divided before is shown as far as it was released', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  const jobId = String(contract.jobId);
  const { id } = await poster.done(raiseIssue, { jobId, issue: 'payment', details: 'Half done' });
  await settle(id, { milestoneId: at.milestoneId, toWorkerPaise: 150_00, toPosterPaise: 450_00 });
  const [card] = (await poster.done(awardedProjects, {})).items;
  expect(card).toMatchObject({ jobId: contract.jobId, releasedPaise: 150_00 });
  expect((await read(contract)).cancel.plan).toMatchObject({ releasedPaise: 150_00 });
  const { plan } = await poster.done(cancelJob, buildCancelParams(contract));
  expect(plan).toMatchObject({ releasedPaise: 150_00 });
});

test('each names another sum in turn, at most six, and only of the version that was seen', async () => {
  const contract = await cancelStarted([600, 400]);
  let current = await worker.done(proposeSplit, toProposal(contract, '590'));
  expect(await poster.call(proposeSplit, toProposal(current, '10'))).toMatchObject({ httpStatus: 409 });
  for (const [user, workerText] of [
    [poster, '10'],
    [worker, '580'],
    [poster, '20'],
    [worker, '570'],
    [poster, '30'],
  ] as const) {
    const stale = toAnswer(current, 'counter', { workerText, version: '0' });
    expect(await user.call(answerSplit, stale)).toMatchObject({
      httpStatus: 409,
      message: 'The proposal has changed meanwhile. Please look at it again',
    });
    current = await user.done(answerSplit, toAnswer(current, 'counter', { workerText }));
  }
  expect(getSplit(current)).toMatchObject({ version: 6 });
  expect(getSplit(current).turns).toHaveLength(6);
  const seventh = await worker.call(answerSplit, toAnswer(current, 'counter', { workerText: '560' }));
  expect(seventh).toMatchObject({ httpStatus: 409 });
  expect(seventh.message).toContain('Six sums were named');
  expect(getSplit(await read(contract, worker))).toMatchObject({
    agree: { allowed: true },
    counter: { allowed: false, reason: 'contracts.split_turns_over' },
    refuse: { allowed: true },
  });
});

test('checks who and what: strangers, wrong sums, unknown splits', async () => {
  const contract = await cancelStarted();
  const stranger = await world.user();
  expect((await stranger.call(proposeSplit, toProposal(contract, '1'))).httpStatus).toBe(404);
  expect((await world.guest.call(proposeSplit, toProposal(contract, '1'))).httpStatus).toBe(401);
  for (const amount of ['1000.01', '-1', 'all'])
    expect((await poster.call(proposeSplit, toProposal(contract, amount))).errors).toEqual({
      workerText: 'Please enter an amount from ₹0 to the amount of the milestone',
    });
  const proposed = await poster.done(proposeSplit, toProposal(contract, '400'));
  expect((await stranger.call(answerSplit, toAnswer(proposed, 'agree'))).httpStatus).toBe(404);
  expect(
    (await worker.call(answerSplit, { ...toAnswer(proposed, 'agree'), splitId: '99999999' })).httpStatus,
  ).toBe(404);
  const running = await awardParts(world, { poster, worker }, [1000]);
  await fund(world, poster, getMilestoneAt(running));
  await sendWorkStep(worker, getMilestoneAt(running), 'started');
  const early = {
    milestoneId: String(getMilestoneAt(running).milestoneId),
    workerText: '1',
    comment: '',
    version: '0',
  };
  expect(await poster.call(proposeSplit, early)).toMatchObject({
    httpStatus: 409,
    message: 'A sum can be proposed once the job is cancelled',
  });
});

test('two answers at once: one takes effect', async () => {
  for (let round = 0; round < 3; round++) {
    const contract = await cancelStarted();
    const proposed = await poster.done(proposeSplit, toProposal(contract, '400'));
    const answers = await Promise.all([
      worker.call(answerSplit, toAnswer(proposed, 'agree')),
      worker.call(answerSplit, toAnswer(proposed, 'refuse')),
    ]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
});

test('whoever gives in needs no answer: the worker names nothing, or the poster all of it', async () => {
  const first = await cancelStarted([1000], worker);
  const given = await worker.done(proposeSplit, toProposal(first, '0'));
  // The worker cancelled, so the poster pays no charge.
  expect(given.milestones[0]?.division).toMatchObject({
    workerPaise: 0,
    chargePaise: 0,
    refundPaise: 1_000_00,
  });
  expect(given.state).toBe('cancelled');
  await waitForRefunds(poster, first);
  const second = await cancelStarted();
  const paid = await poster.done(proposeSplit, toProposal(second, '1000'));
  expect(paid).toMatchObject({ state: 'completed', milestones: [{ fund: 'released' }] });
});

test('a refusal opens a dispute of that milestone at once, which nobody withdraws and an admin settles', async () => {
  const contract = await cancelStarted();
  const proposed = await poster.done(proposeSplit, toProposal(contract, '100'));
  const refused = await worker.done(answerSplit, toAnswer(proposed, 'refuse'));
  expect(refused.milestones[0]).toMatchObject({ onHold: true, split: null });
  const [issue] = (await worker.done(openIssues, {})).items;
  expect(issue).toMatchObject({ raisedByMe: true, origin: 'refused_split', heldPaise: 1_000_00 });
  const issueId = String(issue?.id);
  expect(await worker.call(withdrawIssue, { issueId })).toMatchObject({
    httpStatus: 409,
    message: 'No sum was agreed, so FWS decides. This issue cannot be withdrawn',
  });
  for (const user of [poster, worker]) expect(await countNotifications(user, 'dispute_opened')).toBe(1);
  const { milestoneId } = getMilestoneAt(contract);
  await settle(Number(issueId), { milestoneId, toWorkerPaise: 300_00, toPosterPaise: 700_00 });
  expect(await read(contract)).toMatchObject({ state: 'cancelled', milestones: [{ fund: 'released' }] });
  expect((await poster.done(issueDetail, { issueId })).settlement).toMatchObject({ toWorkerPaise: 300_00 });
});

test('where most of the job is completed, another sum opens the dispute at once', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  for (const position of [1, 2]) {
    const at = getMilestoneAt(contract, position);
    await fund(world, poster, at);
    await sendWorkStep(worker, at, 'started');
    if (position === 1) await sendWorkStep(worker, at, 'completed');
  }
  await poster.done(cancelJob, buildCancelParams(contract));
  const ending = await read(contract);
  expect(getSplit(ending, 2).goesToFws).toBe(true);
  const { milestoneId } = getMilestoneAt(contract, 2);
  const values = { milestoneId: String(milestoneId), workerText: '100', comment: '', version: '0' };
  const proposed = await poster.done(proposeSplit, values);
  const { id, version } = getSplit(proposed, 2);
  const counter = {
    splitId: String(id),
    answer: 'counter',
    workerText: '300',
    comment: '',
    version: String(version),
  } as const;
  const countered = await worker.done(answerSplit, counter);
  expect(countered.milestones.map(({ onHold }) => onHold)).toEqual([false, true]);
  expect((await worker.done(openIssues, {})).items[0]).toMatchObject({ origin: 'refused_split' });
  // The finished milestone goes on.
  expect((await sendFundStep(poster, getMilestoneAt(contract, 1), 'accepted')).status).toBe(200);
  expect(await readFundState(world, getMilestoneAt(contract, 1))).toBe('released');
});

test('without an agreement in three days a dispute opens by itself, and both are reminded before', async () => {
  const contract = await cancelStarted();
  await passDays(2);
  for (const user of [poster, worker]) expect(await countNotifications(user, 'split_reminder')).toBe(2);
  expect((await read(contract)).milestones[0]?.onHold).toBe(false);
  await passDays(1);
  const after = await read(contract);
  expect(after.milestones[0]).toMatchObject({ onHold: true, split: null, fund: 'funded' });
  expect(after.state).toBe('ending');
  expect((await poster.done(openIssues, {})).items).toMatchObject([
    { origin: 'late_split', raisedByMe: true, issue: 'cancel_project' },
  ]);
});

test('a proposal of 0 stands after three days in which the worker was reminded twice and shows no work', async () => {
  const contract = await cancelStarted();
  await poster.done(proposeSplit, toProposal(contract, '0'));
  expect(getSplit(await read(contract, worker)).standsUnanswered).toBe(true);
  world.clock.advance(HOUR_MS);
  await passDays(2);
  // The worker reads the reminders in the app.
  await world.db
    .updateTable('notification')
    .set({ read_at: world.clock.now() })
    .where('user_id', '=', worker.id)
    .execute();
  await passDays(1);
  const after = await read(contract);
  expect(after.milestones[0]?.division).toMatchObject({ workerPaise: 0, refundPaise: 980_00 });
  expect(after.state).toBe('cancelled');
  for (const user of [poster, worker]) expect(await countNotifications(user, 'split_stands')).toBe(1);
  await waitForRefunds(poster, contract);
});

test('a proposal of 0 does not stand where the work was completed before', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  for (const step of ['started', 'completed'] as const) await sendWorkStep(worker, at, step);
  await poster.post('request_change', {
    job_id: String(contract.jobId),
    milestone: String(at.milestoneId),
    milestone_comment: 'Again',
  });
  await poster.done(cancelJob, buildCancelParams(contract));
  const proposed = await poster.done(proposeSplit, toProposal(await read(contract), '0'));
  expect(getSplit(proposed).standsUnanswered).toBe(false);
  await passDays(2);
  await world.db
    .updateTable('notification')
    .set({ read_at: world.clock.now() })
    .where('user_id', '=', worker.id)
    .execute();
  await passDays(1);
  expect((await read(contract)).milestones[0]).toMatchObject({ onHold: true, fund: 'funded' });
});

test('completing the work ends an open proposal, and so does a dispute', async () => {
  const first = await cancelStarted();
  const proposed = await poster.done(proposeSplit, toProposal(first, '100'));
  expect((await sendWorkStep(worker, getMilestoneAt(first), 'completed')).status).toBe(200);
  expect((await worker.call(answerSplit, toAnswer(proposed, 'agree'))).httpStatus).toBe(409);
  expect((await read(first)).milestones[0]).toMatchObject({ split: null, work: 'completed' });

  const second = await cancelStarted();
  const again = await poster.done(proposeSplit, toProposal(second, '100'));
  const issue = await worker.done(raiseIssue, {
    jobId: String(second.jobId),
    issue: 'payment',
    details: 'More was done',
  });
  expect((await worker.call(answerSplit, toAnswer(again, 'agree'))).httpStatus).toBe(409);
  await worker.done(withdrawIssue, { issueId: String(issue.id) });
  await runTimers();
  // It begins anew, and its version goes on.
  expect(getSplit(await read(second))).toMatchObject({ version: 1, proposal: null });
});

test('a cancelled job can be disputed for seven days', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  await poster.done(cancelJob, buildCancelParams(contract));
  const values = { jobId: String(contract.jobId), issue: 'payment', details: 'I bought tiles' } as const;
  const issue = await worker.done(raiseIssue, values);
  expect(issue).toMatchObject({ heldPaise: 0, milestoneIds: [] });
  await worker.done(withdrawIssue, { issueId: String(issue.id) });
  await world.db
    .updateTable('contract')
    .set({ cancelled_at: new Date(world.clock.now().getTime() - 8 * DAY_MS) })
    .where('job_id', '=', contract.jobId)
    .execute();
  expect(await worker.call(raiseIssue, values)).toMatchObject({ httpStatus: 409 });
});
