import * as calls from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { awardedJob } from '@fws/contract/contracts/calls';
import { beforeEach, expect, test } from 'vitest';
import {
  buildIssue,
  createDoneJob,
  listNotificationTypes,
  raiseIssue,
  toIssueId,
} from '../../../test/disputes/issues.ts';
import {
  award,
  earn,
  fund,
  readFundState,
  sendFundStep,
  getMilestoneAt,
  sendWorkStep,
} from '../../../test/story.ts';
import { awardParts } from '../../../test/cancelling.ts';
import { changeBothAgree, getMilestoneId } from '../../../test/change-orders.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { getBalance, toWalletAccount } from '../ledger/index.ts';
import { setUpSides } from '../../../test/sides.ts';
import type { TestUser } from '../../../test/user.ts';
import { buildDocx } from '../../../test/files/office-files.ts';
import { notificationList } from '@fws/contract/notifications/calls';
import { formatDate } from '@fws/contract/platform/moments';
import { createTranslate } from '../../platform/messages.ts';
import type { World } from '../../../test/world.ts';
import type { Issue } from '@fws/contract/disputes/schemas';

const DAY_MS = 24 * 3600_000;
let world: World;
let poster: TestUser;
let worker: TestUser;
let stranger: TestUser;

setUpSides((fixture) => ({ world, poster, worker } = fixture), { worker: { firstName: 'Imran' } });
beforeEach(async () => {
  stranger = await world.user();
});

test('a milestone that a change removed is not counted', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 300, 100]);
  const removed = [getMilestoneId(contract, 2)];
  await changeBothAgree({ from: poster, to: worker }, contract, { removed });
  await fund(world, poster, getMilestoneAt(contract, 3));
  const issue = await raiseIssue(poster, contract.jobId);
  expect(issue).toMatchObject({
    held: [{ milestoneId: getMilestoneId(contract, 3), position: 3, amountPaise: 100_00 }],
    milestoneCount: 2,
  });
});

test('holds the job’s money until the issue is withdrawn, and shows the issue to both sides', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const answer = await poster.call(calls.raiseIssue, buildIssue(at.jobId));
  expect(answer.message).toMatch(/^Your issue is raised. Ticket FWS-D-\d{6}$/);
  const issue = answer.data as Issue;
  expect(issue).toMatchObject({
    ticket: formatTicketNumber(issue.id),
    jobId: at.jobId,
    issue: 'not_completed',
    state: 'open',
    side: 'poster',
    raisedByMe: true,
    withId: worker.id,
    withName: 'Imran Kumar',
    heldPaise: 9600_00,
    held: [{ position: 1, amountPaise: 9600_00 }],
    milestoneCount: 1,
    settlement: null,
  });
  expect(await sendFundStep(poster, at, 'accepted')).toMatchObject({
    status: 409,
    message: 'This milestone is on hold while an issue is open',
  });
  expect(await sendWorkStep(worker, at, 'payment_requested')).toMatchObject({ status: 409 });

  expect((await worker.post('open_complaint_history', {})).data).toMatchObject([
    { status: 'Open', complaint: 'Not Completed', awarded_to_user_name: 'Imran Kumar' },
  ]);
  const theirs = await worker.done(calls.openIssues, {});
  expect(theirs.items).toMatchObject([{ id: issue.id, raisedByMe: false, withName: 'Meera Kumar' }]);
  expect(await listNotificationTypes(world, worker)).toContain('dispute_raised');
  expect(await worker.call(calls.withdrawIssue, toIssueId(issue.id))).toMatchObject({ status: 403 });

  const closed = await poster.done(calls.withdrawIssue, toIssueId(issue.id));
  expect(closed).toMatchObject({ state: 'closed', ending: 'withdrawn', heldPaise: 0, held: [] });
  expect((await poster.call(calls.withdrawIssue, toIssueId(issue.id))).status).toBe(200);
  expect(await listNotificationTypes(world, worker)).toContain('dispute_withdrawn');
  expect((await sendFundStep(poster, at, 'accepted')).status).toBe(200);
  expect((await sendFundStep(poster, at, 'released')).status).toBe(200);
  expect((await poster.done(calls.openIssues, {})).items).toEqual([]);
  expect((await worker.done(calls.closedIssues, {})).items).toMatchObject([{ id: issue.id }]);
  expect((await worker.post('closed_complaint_history', {})).data).toMatchObject([{ status: 'Closed' }]);
});

test('before funding an issue is a record for FWS: it holds nothing, and one is enough', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { term: 'completion' }));
  const issue = await raiseIssue(worker, at.jobId);
  expect(issue).toMatchObject({ side: 'worker', heldPaise: 0, milestoneIds: [], withName: 'Meera Kumar' });
  expect(await poster.call(calls.raiseIssue, buildIssue(at.jobId))).toMatchObject({ status: 409 });
  const seen = await poster.done(awardedJob, { jobId: String(at.jobId) });
  expect(seen.milestones[0]).toMatchObject({ onHold: false });
});

test('issues about different milestones are open together, and each holds and frees its own', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  const [first, second] = [getMilestoneAt(contract, 1), getMilestoneAt(contract, 2)];
  await fund(world, poster, first);
  await fund(world, poster, second);
  const raise = (user: TestUser, milestoneIds: string) =>
    user.call(calls.raiseIssue, { ...buildIssue(contract.jobId), milestoneIds });
  const one = (await raise(poster, String(first.milestoneId))).data as Issue;
  expect(one).toMatchObject({ milestoneIds: [first.milestoneId], heldPaise: 200_00, origin: 'party' });
  expect((await raise(worker, String(first.milestoneId))).status).toBe(409);
  expect((await raise(worker, `${second.milestoneId},99999999`)).status).toBe(409);
  expect((await poster.done(calls.issueJobs, {})).items).toHaveLength(1);
  // Without names, all in escrow that are in no issue yet.
  const two = (await worker.call(calls.raiseIssue, buildIssue(contract.jobId))).data as Issue;
  expect(two).toMatchObject({ milestoneIds: [second.milestoneId], heldPaise: 600_00 });
  expect((await poster.call(calls.raiseIssue, buildIssue(contract.jobId))).status).toBe(409);
  expect((await poster.done(calls.issueJobs, {})).items).toEqual([]);
  await poster.done(calls.withdrawIssue, toIssueId(one.id));
  const { milestones } = await poster.done(awardedJob, { jobId: String(contract.jobId) });
  expect(milestones.map(({ onHold }) => onHold)).toEqual([false, true, false]);
  expect((await sendWorkStep(worker, first, 'started')).status).toBe(200);
});

test('allows one open issue per job under concurrent requests', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const answers = await Promise.all(
    [poster, worker, poster, worker].map((user) => user.call(calls.raiseIssue, buildIssue(at.jobId))),
  );
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect((await poster.done(calls.openIssues, {})).items).toHaveLength(1);
  expect((await poster.done(calls.issueJobs, {})).items).toEqual([]);
});

test('creates one issue per idempotency key and repeats the answer', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const headers = { 'idempotency-key': 'raise-1' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => poster.call(calls.raiseIssue, buildIssue(at.jobId), { headers })),
  );
  expect(answers.map((answer) => answer.message)).toEqual(answers.map(() => answers[0]?.message));
  expect(answers[0]?.status).toBe(200);
});

test('either releases or holds the money when an issue and a release race', async () => {
  const at = await createDoneJob(world, { poster, worker });
  await sendFundStep(poster, at, 'accepted');
  const [released, raised] = await Promise.all([
    sendFundStep(poster, at, 'released'),
    worker.call(calls.raiseIssue, buildIssue(at.jobId)),
  ]);
  expect(raised.status).toBe(200);
  expect(await readFundState(world, at)).toBe(released.status === 200 ? 'released' : 'accepted');
});

test('lists awarded jobs of either side to raise an issue about, newest first, by page', async () => {
  const first = await award(world, { poster, worker }, { term: 'completion' });
  const second = await award(world, { poster: worker, worker: poster }, { term: 'completion' });
  const page = await poster.done(calls.issueJobs, { limit: '1' });
  expect(page.items).toMatchObject([{ jobId: second.jobId, side: 'worker', withName: 'Imran Kumar' }]);
  const secondPage = await poster.done(calls.issueJobs, { limit: '1', cursor: page.nextCursor ?? '' });
  expect(secondPage).toMatchObject({ items: [{ jobId: first.jobId, side: 'poster' }], nextCursor: null });
  for (const name of ['get_all_job_id', 'open_complaint_history', 'closed_complaint_history'])
    expect((await poster.post(name, { cursor: 'nonsense' })).status).toBe(400);
  expect((await stranger.done(calls.issueJobs, {})).items).toEqual([]);
});

test('lists issues of both sides together, newest first, by page', async () => {
  const mine = await raiseIssue(poster, (await award(world, { poster, worker })).jobId);
  const theirs = await raiseIssue(worker, (await award(world, { poster, worker })).jobId);
  const page = await poster.done(calls.openIssues, { limit: '1' });
  expect(page.items).toMatchObject([{ id: theirs.id, raisedByMe: false }]);
  const secondPage = await poster.done(calls.openIssues, { limit: '1', cursor: page.nextCursor ?? '' });
  expect(secondPage).toMatchObject({ items: [{ id: mine.id, raisedByMe: true }], nextCursor: null });
});

test('accepts an issue about a completed job and leaves its money where it is', async () => {
  const contract = await earn(world, { poster, worker }, '500');
  const issue = await raiseIssue(poster, contract.jobId);
  expect(issue).toMatchObject({ heldPaise: 0 });
  expect(await readFundState(world, getMilestoneAt(contract))).toBe('released');
});

test('reminds both sides before each due date while the ticket is open', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const other = getMilestoneAt(await award(world, { poster, worker }, { term: 'completion' }));
  const issue = await raiseIssue(poster, at.jobId);
  const withdrawn = await raiseIssue(worker, other.jobId);
  await worker.done(calls.withdrawIssue, toIssueId(withdrawn.id));
  await remind(['documents', 'review']);
  const types = await listNotificationTypes(world, worker);
  expect(types.filter((type) => type === 'dispute_documents_due')).toHaveLength(1);
  expect(types.filter((type) => type === 'dispute_review_due')).toHaveLength(1);
  expect(await listNotificationTypes(world, poster)).toContain('dispute_documents_due');
  expect(issue.documentsDueOn < issue.reviewDueOn).toBe(true);
  // The messages name the days by which the ticket's own deadlines end.
  const { items } = await poster.done(notificationList, {});
  const formatDay = (day: string) => formatDate(createTranslate('en'), day);
  expect(items.find(({ type }) => type === 'dispute_documents_due')?.text).toContain(
    `by ${formatDay(issue.documentsDueOn)}`,
  );
  expect(items.find(({ type }) => type === 'dispute_review_due')?.text).toContain(
    `by ${formatDay(issue.reviewDueOn)}`,
  );
});

/** Runs the reminders as if the days had passed, because the queue waits by the database's clock. */
async function remind(kinds: readonly string[]): Promise<void> {
  const owner = await import('pg').then(
    ({ default: pg }) => new pg.Client({ connectionString: world.ownerUrl }),
  );
  await owner.connect();
  const { rows } = await owner.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM graphile_worker.jobs WHERE task_identifier = 'remind_dispute'`,
  );
  expect(rows[0]?.due).toBeGreaterThanOrEqual(2 * kinds.length);
  await owner.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), now()) FROM graphile_worker.jobs WHERE task_identifier = 'remind_dispute'`,
  );
  await owner.end();
  await world.drain();
}

test('returns 404 to strangers and 401 to guests', async () => {
  const at = await createDoneJob(world, { poster, worker });
  expect((await stranger.call(calls.raiseIssue, buildIssue(at.jobId))).status).toBe(404);
  expect((await poster.call(calls.raiseIssue, buildIssue(999_999))).status).toBe(404);
  const issue = await raiseIssue(poster, at.jobId);
  const files = { document: new File([buildDocx()], 'letter.docx') };
  const answers = [
    await stranger.call(calls.issueDetail, toIssueId(issue.id)),
    await stranger.call(calls.commentIssue, { ...toIssueId(issue.id), text: 'Hello' }),
    await stranger.call(calls.addIssueDocument, toIssueId(issue.id), { files }),
    await stranger.call(calls.withdrawIssue, toIssueId(issue.id)),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  for (const user of [stranger, poster])
    expect((await user.call(calls.issueDetail, toIssueId(999_999))).status).toBe(404);
  const guests = [
    await world.guest.call(calls.openIssues, {}),
    await world.guest.call(calls.closedIssues, {}),
    await world.guest.call(calls.issueJobs, {}),
    await world.guest.call(calls.raiseIssue, buildIssue(at.jobId)),
    await world.guest.call(calls.issueDetail, toIssueId(issue.id)),
    await world.guest.call(calls.commentIssue, { ...toIssueId(issue.id), text: 'Hello' }),
    await world.guest.call(calls.addIssueDocument, toIssueId(issue.id), { files }),
    await world.guest.call(calls.withdrawIssue, toIssueId(issue.id)),
  ];
  expect(guests.map((answer) => answer.status)).toEqual(guests.map(() => 401));
});

test('returns an error beside each missing or invalid field', async () => {
  const at = await createDoneJob(world, { poster, worker });
  expect(await poster.post('raise_complaint', {})).toMatchObject({
    status: 422,
    errors: {
      job_id: 'Please select a JobId',
      complaint: 'Please select an Issue',
      details: 'Please enter valid details',
    },
  });
  const fields = { job_id: String(at.jobId), complaint: 'Payment related', details: 'Not paid' };
  const malformed: Record<string, string>[] = [
    { ...fields, job_id: "1' OR '1'='1" },
    { ...fields, complaint: 'Anything' },
    { ...fields, details: '   ' },
    { ...fields, details: 'x'.repeat(2001) },
  ];
  for (const body of malformed) expect((await poster.post('raise_complaint', body)).status).toBe(422);
  for (const name of ['complaint_detail', 'complaint_comment', 'complaint_document', 'withdraw_complaint'])
    expect((await poster.post(name, { dispute_id: '-1', comment: 'So' })).status).toBe(422);
  expect((await poster.post('raise_complaint', fields)).status).toBe(200);
  const [issue] = (await poster.done(calls.openIssues, {})).items;
  const empty = await poster.post('complaint_comment', { dispute_id: String(issue?.id), comment: ' ' });
  expect(empty).toMatchObject({ status: 422, errors: { comment: 'Please write your comment' } });
});

test('releases nothing during an issue, and leaves the poster 48 hours when it is withdrawn late', async () => {
  const at = await createDoneJob(world, { poster, worker });
  // Remote work is released after 14 days.
  const remote = world.db.selectFrom('category').select('id').where('in_person', '=', false).limit(1);
  await world.db.updateTable('job').set({ category_id: remote }).where('id', '=', at.jobId).execute();
  await sendWorkStep(worker, at, 'payment_requested');
  const advanceClock = async (ms: number) => {
    // Keep sessions valid while the clock advances.
    world.clock.advance(ms);
    const expiresAt = new Date(world.clock.now().getTime() + 24 * 3600_000);
    await world.db.updateTable('session').set({ expires_at: expiresAt }).execute();
    await inTx(world.db, (tx) => enqueue(tx, 'watch_releases', {}));
    await world.drain();
    return readFundState(world, at);
  };
  expect(await advanceClock(13 * DAY_MS)).toBe('funded');
  const issue = await raiseIssue(poster, at.jobId);
  // Past the deadline, and long past it.
  expect(await advanceClock(2 * DAY_MS)).toBe('funded');
  expect(await advanceClock(7 * DAY_MS)).toBe('funded');
  // A release task queued before the issue checks again.
  await inTx(world.db, (tx) => enqueue(tx, 'auto_release', { milestoneId: at.milestoneId }));
  await world.drain();
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(0);
  expect(await listNotificationTypes(world, poster)).not.toContain('released_by_itself');

  await poster.done(calls.withdrawIssue, toIssueId(issue.id));
  // A day was left.
  expect(await advanceClock(2 * DAY_MS - 60_000)).toBe('funded');
  expect(await advanceClock(2 * 60_000)).toBe('released');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(9600_00);
});
