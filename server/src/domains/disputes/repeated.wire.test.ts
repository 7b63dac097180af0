import { adminDispute, adminDisputeAsk, adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import { awardedJob } from '@fws/contract/contracts/calls';
import * as calls from '@fws/contract/disputes/calls';
import type { Issue } from '@fws/contract/disputes/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdmin } from '../../../test/admin/admins.ts';
import { buildIssue, listNotificationTypes, raiseIssue, toIssueId } from '../../../test/disputes/issues.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  award,
  fund,
  getMilestoneAt,
  readFundState,
  sendWorkStep,
  type MilestoneAt,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let at: MilestoneAt;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran' });
  at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '1500', term: 'completion' }));
  await fund(world, poster, at);
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await sendWorkStep(worker, at, step);
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

async function raiseAndWithdraw(user: TestUser): Promise<void> {
  const issue = await raiseIssue(user, at.jobId);
  expect(issue).toMatchObject({ waitsForFws: false, heldPaise: 1500_00 });
  await user.done(calls.withdrawIssue, toIssueId(issue.id));
}
async function readReleaseTime(): Promise<string | null> {
  const [milestone] = (await worker.done(awardedJob, { jobId: String(at.jobId) })).milestones;
  return milestone?.releasesAt ?? null;
}
/** As if the clock of the payment request had run for so many days. */
async function passDays(days: number): Promise<void> {
  await world.db
    .updateTable('milestone')
    .set((eb) => ({
      payment_requested_at: eb.fn<Date>('date_subtract', [
        'payment_requested_at',
        eb.val(`${days * 24} hours`),
      ]),
    }))
    .where('job_id', '=', at.jobId)
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'watch_releases', {}));
  await world.drain();
}

test('a second issue of the same side waits for FWS and stops no clock, each side on its own', async () => {
  await raiseAndWithdraw(poster);
  const releasesAt = await readReleaseTime();
  const answer = await poster.call(calls.raiseIssue, buildIssue(at.jobId));
  expect(answer.message).toMatch(/FWS looks at this one first\. The money is not on hold until then$/);
  const again = answer.data as Issue;
  expect(again).toMatchObject({ state: 'open', waitsForFws: true, heldPaise: 0, held: [] });
  expect(again.milestoneIds).toEqual([at.milestoneId]);
  expect(await readReleaseTime()).toBe(releasesAt);
  expect(await listNotificationTypes(world, worker)).toContain('dispute_raised_again');
  expect(await poster.call(calls.raiseIssue, buildIssue(at.jobId))).toMatchObject({
    httpStatus: 409,
    message:
      'Your issue about this milestone waits for FWS already. Please add your comments and papers there',
  });

  // The other side's own issue still holds the money at once.
  const theirs = await raiseIssue(worker, at.jobId);
  expect(theirs).toMatchObject({ waitsForFws: false, heldPaise: 1500_00 });
  expect(await readReleaseTime()).toBeNull();
  expect(await poster.done(calls.issueDetail, toIssueId(again.id))).toMatchObject({ heldPaise: 0, held: [] });
  await poster.done(calls.withdrawIssue, toIssueId(again.id));
  expect(await readReleaseTime()).toBeNull();
  await worker.done(calls.withdrawIssue, toIssueId(theirs.id));
  expect(await readReleaseTime()).not.toBeNull();
});

test('raising and withdrawing again and again does not put off the release', async () => {
  // Work in person: three days.
  await passDays(1);
  for (let count = 0; count < 4; count++)
    for (const user of [poster, worker]) {
      const issue = await raiseIssue(user, at.jobId);
      await user.done(calls.withdrawIssue, toIssueId(issue.id));
      expect(issue.waitsForFws).toBe(count > 0);
    }
  await passDays(2.01);
  expect(await readFundState(world, at)).toBe('released');
});

test('FWS takes it up by asking both sides: the money is on hold, and the settlement divides it', async () => {
  await raiseAndWithdraw(poster);
  const { id } = await raiseIssue(poster, at.jobId);
  const disputeId = String(id);
  const { user: finance } = await createAdmin(world, 'finance');
  expect(await finance.done(adminDispute, { disputeId })).toMatchObject({ waitsForFws: true, held: [] });
  await finance.done(adminDisputeAsk, { disputeId, comment: 'Please send photos of the pipe' });
  expect(await finance.done(adminDispute, { disputeId })).toMatchObject({
    waitsForFws: false,
    held: [{ milestoneId: at.milestoneId, amountPaise: 1500_00 }],
  });
  expect(await readReleaseTime()).toBeNull();
  await finance.done(adminDisputeSettle, { disputeId, decision: 'refund', reason: 'Nothing was done' });
  expect(await readFundState(world, at)).toBe('refund_pending');
});

test('a decision about an issue that holds nothing closes it and moves no money', async () => {
  await raiseAndWithdraw(worker);
  const { id } = await raiseIssue(worker, at.jobId);
  const { user: finance } = await createAdmin(world, 'finance');
  // The other side's issue holds the money: it is not this one's to divide.
  const theirs = await raiseIssue(poster, at.jobId);
  const decision = { disputeId: String(id), decision: 'refund' as const, reason: 'Nothing new' };
  await finance.done(adminDisputeSettle, decision);
  expect(await worker.done(calls.issueDetail, toIssueId(id))).toMatchObject({
    state: 'closed',
    waitsForFws: false,
  });
  expect(await readFundState(world, at)).toBe('funded');
  expect(await poster.done(calls.issueDetail, toIssueId(theirs.id))).toMatchObject({ heldPaise: 1500_00 });
});

test('holds a milestone at once about which no issue was withdrawn, beside one that waits', async () => {
  await raiseAndWithdraw(poster);
  const contract = await award(world, { poster, worker }, { rupees: '2000' });
  const [first, second] = [getMilestoneAt(contract), getMilestoneAt(contract, 2)];
  await fund(world, poster, first);
  await poster.done(calls.withdrawIssue, toIssueId((await raiseIssue(poster, contract.jobId)).id));
  await fund(world, poster, second);
  const issue = await raiseIssue(poster, contract.jobId);
  expect(issue).toMatchObject({ waitsForFws: true, held: [{ milestoneId: second.milestoneId }] });
  expect(issue.milestoneIds).toEqual([first.milestoneId, second.milestoneId]);
});
