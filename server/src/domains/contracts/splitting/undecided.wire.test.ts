import { answerSplit, cancelJob, proposeSplit } from '@fws/contract/contracts/calls';
import { issueDetail, openIssues, raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { expect, test } from 'vitest';
import { awardParts, buildCancelParams, waitForRefunds } from '../../../../test/cancelling.ts';
import { setUpSplits, getSplit, toAnswer, toProposal } from '../../../../test/splitting.ts';
import { fund, getMilestoneAt, readFundState, sendFundStep, sendWorkStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

// How a split ends on which the two sides do not agree.

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let poster: TestUser;
let worker: TestUser;

const { cancelStarted, countNotifications, read, settle } = setUpSplits(
  (fixture) => ({ world, poster, worker } = fixture),
);
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
