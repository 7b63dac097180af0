import {
  answerSplit,
  awardedProjects,
  cancelJob,
  paymentReceipts,
  proposeSplit,
} from '@fws/contract/contracts/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { paymentHistory } from '@fws/contract/payouts/calls';
import { expect, test } from 'vitest';
import { awardParts, buildCancelParams, waitForRefunds } from '../../../../test/cancelling.ts';
import { setUpSplits, getSplit, toAnswer, toProposal } from '../../../../test/splitting.ts';
import { fund, getMilestoneAt, sendWorkStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import type { World } from '../../../../test/world.ts';
import { recountPoster } from '../../jobs/poster-record/service.ts';
import { getBalance, toEscrowAccount, toWalletAccount } from '../../ledger/index.ts';

// Both sides of a cancelled job say what started work is worth, until they agree.

let world: World;
let poster: TestUser;
let worker: TestUser;

const { cancelStarted, countNotifications, read, settle } = setUpSplits(
  (fixture) => ({ world, poster, worker } = fixture),
);

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
  const tooMuch = 'Please enter an amount from ₹0 to the amount of the milestone';
  const noAmount = 'Please enter the amount in rupees, such as 5000 or 1,00,000.50';
  for (const [amount, message] of Object.entries({ '1000.01': tooMuch, '-1': noAmount, all: noAmount }))
    expect((await poster.call(proposeSplit, toProposal(contract, amount))).errors).toEqual({
      workerText: message,
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
