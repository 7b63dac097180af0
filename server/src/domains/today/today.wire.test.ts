import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  awardedProjects,
  cancelJob,
  exploreMyJobs,
  proposeSplit,
  requestChange,
} from '@fws/contract/contracts/calls';
import type { Contract, ContractStatus } from '@fws/contract/contracts/schemas';
import { commentIssue, raiseIssue } from '@fws/contract/disputes/calls';
import { DOCUMENT_DAYS, REVIEW_DAYS } from '@fws/contract/disputes/model';
import { getEndOfIstDay, toIstDate } from '@fws/contract/platform/dates';
import { inviteWorker, muteInvitations, unmuteInvitations } from '@fws/contract/invitations/calls';
import { askAnotherQuote, cancelQuote } from '@fws/contract/quotes/calls';
import { repeatJob } from '@fws/contract/repeats/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { today } from '@fws/contract/today/calls';
import { buildIssue } from '../../../test/disputes/issues.ts';
import {
  award,
  earn,
  endRests,
  fund,
  getMilestoneAt,
  post,
  quote,
  sendFundStep,
  sendWorkStep,
  setJobState,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

const DAY_MS = 24 * 3600_000;
/** The first category's work is done in person. */
const RELEASE_DAYS = 3;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
});
afterAll(() => world.close());

const NOTHING = { items: [], waiting: null, waitingMore: 0 };
const read = (user: TestUser) => user.done(today, {});
const ROW = {
  side: null,
  jobId: null,
  jobNumber: null,
  milestoneId: null,
  position: null,
  quoteId: null,
  disputeId: null,
  amountPaise: null,
  count: null,
  dueAt: null,
  name: null,
};
const buildMilestoneRow = (contract: Contract, position: number) => ({
  ...ROW,
  jobId: contract.jobId,
  jobNumber: contract.jobNumber,
  milestoneId: getMilestoneAt(contract, position).milestoneId,
  position,
  amountPaise: getMilestoneAt(contract, position).milestone.amountPaise,
});
/** The status on the job's card, as its poster and its worker see it. */
async function readStatuses(): Promise<(ContractStatus | undefined)[]> {
  const lists = [
    await poster.done(awardedProjects, {}),
    await worker.done(exploreMyJobs, { scope: 'all', filter: 'all' }),
  ];
  return lists.map(({ items }) => items[0]?.status);
}

test('shows nothing to a user without jobs', async () => {
  expect(await read(poster)).toEqual(NOTHING);
});

test('asks the worker to answer an invitation, unless they take no notices of it', async () => {
  const job = await post(world, poster);
  const jobId = String(job.id);
  await poster.done(inviteWorker, { jobId, userId: String(worker.id), note: '' });
  const items = [
    {
      ...ROW,
      kind: 'answer_invitation',
      side: 'worker',
      jobId: job.id,
      jobNumber: job.number,
      dueAt: world.clock.format(7 * DAY_MS),
      name: 'Meera',
    },
  ];
  expect((await read(worker)).items).toEqual(items);
  for (const muted of [{ userId: String(poster.id) }, {}]) {
    await worker.done(muteInvitations, muted);
    expect((await read(worker)).items).toEqual([]);
    await worker.done(unmuteInvitations, muted);
  }
  expect((await read(worker)).items).toEqual(items);
  await worker.done(blockUser, { userId: String(poster.id) });
  expect((await read(worker)).items).toEqual([]);
  await worker.done(unblockUser, { userId: String(poster.id) });
  await setJobState(world, job.id, 'cancel');
  expect((await read(worker)).items).toEqual([]);
});

test('asks the poster to answer quotes until the first of them lapses, and warns its worker', async () => {
  const job = await post(world, poster);
  const { id: quoteId } = await quote(worker, job.id, { rupees: '15000' });
  const sentAt = world.clock.format();
  const lapsesAt = world.clock.format(7 * DAY_MS);
  const row = {
    ...ROW,
    jobId: job.id,
    jobNumber: job.number,
    dueAt: lapsesAt,
    kind: 'answer_quotes',
    side: 'poster',
  };
  expect(await read(poster)).toEqual({
    items: [{ ...row, amountPaise: 15_000_00, count: 1, name: 'Imran' }],
    waiting: null,
    waitingMore: 0,
  });
  expect(await read(worker)).toEqual({
    items: [],
    waiting: { kind: 'quote', jobNumber: job.number, amountPaise: 15_000_00, dueAt: lapsesAt, name: 'Meera' },
    waitingMore: 0,
  });
  const other = await world.user();
  await quote(other, job.id, { rupees: '12000' });
  expect((await read(poster)).items).toEqual([{ ...row, amountPaise: 12_000_00, count: 2, name: null }]);

  // As if both had been sent five days ago.
  const past = new Date(Date.parse(sentAt) - 5 * DAY_MS);
  await world.db.updateTable('quote').set({ created_at: past }).where('job_id', '=', job.id).execute();
  const dueAt = world.clock.format(2 * DAY_MS);
  expect(await read(worker)).toEqual({
    items: [
      {
        ...ROW,
        kind: 'quote_lapses',
        side: 'worker',
        jobId: job.id,
        jobNumber: job.number,
        quoteId,
        amountPaise: 15_000_00,
        dueAt,
        name: 'Meera',
      },
    ],
    waiting: null,
    waitingMore: 0,
  });
  await poster.done(askAnotherQuote, { quoteId: String(quoteId), bidText: '14000' });
  expect((await read(worker)).items).toMatchObject([
    { kind: 'revise_quote', quoteId, amountPaise: 15_000_00, dueAt: world.clock.format(7 * DAY_MS) },
  ]);
  expect((await read(poster)).items).toMatchObject([{ kind: 'answer_quotes', count: 1, dueAt }]);
  for (const user of [worker, other]) {
    const own = await world.db
      .selectFrom('quote')
      .select('id')
      .where('worker_id', '=', user.id)
      .executeTakeFirstOrThrow();
    await user.done(cancelQuote, { quoteId: String(own.id), comment: 'No time' });
  }
  expect(await read(poster)).toEqual(NOTHING);
  expect(await read(worker)).toEqual(NOTHING);
});

test('leads both sides through a milestone, and shows the same on the cards', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '15000' });
  const at = getMilestoneAt(contract);
  const row = buildMilestoneRow(contract, 1);
  const { jobNumber, amountPaise } = row;
  const waiting = { jobNumber, amountPaise, dueAt: null };
  const status = { amountPaise, releasesAt: null };

  expect(await read(poster)).toEqual({
    ...NOTHING,
    items: [{ ...row, kind: 'funded', side: 'poster', name: 'Imran' }],
  });
  expect(await read(worker)).toEqual({ ...NOTHING, waiting: { ...waiting, kind: 'funding', name: 'Meera' } });
  expect(await readStatuses()).toEqual([
    { ...status, kind: 'your_turn', task: 'funded' },
    { ...status, kind: 'their_turn', task: 'funded' },
  ]);

  await fund(world, poster, at);
  expect(await read(poster)).toEqual({ ...NOTHING, waiting: { ...waiting, kind: 'work', name: 'Imran' } });
  for (const [shown, step] of [
    ['started', 'started'],
    ['completed', 'completed'],
  ] as const) {
    expect(await read(worker)).toEqual({
      ...NOTHING,
      items: [{ ...row, kind: shown, side: 'worker', name: 'Meera' }],
    });
    await sendWorkStep(worker, at, step);
  }
  expect((await read(worker)).items).toEqual([
    { ...row, kind: 'payment_requested', side: 'worker', name: 'Meera' },
  ]);
  expect((await read(poster)).items).toEqual([{ ...row, kind: 'accepted', side: 'poster', name: 'Imran' }]);

  await poster.done(requestChange, {
    jobId: String(contract.jobId),
    milestoneId: String(at.milestoneId),
    comment: 'The ceiling too',
  });
  expect((await read(worker)).items).toEqual([{ ...row, kind: 'change', side: 'worker', name: 'Meera' }]);
  expect((await readStatuses())[1]).toEqual({ ...status, kind: 'your_turn', task: 'change' });

  for (const step of ['completed', 'payment_requested'] as const) await sendWorkStep(worker, at, step);
  const releasesAt = world.clock.format(RELEASE_DAYS * DAY_MS);
  expect(await read(worker)).toEqual({
    ...NOTHING,
    waiting: { ...waiting, kind: 'payment', dueAt: releasesAt, name: 'Meera' },
  });
  expect((await read(poster)).items).toEqual([
    { ...row, kind: 'accepted', side: 'poster', dueAt: releasesAt, name: 'Imran' },
  ]);
  await sendFundStep(poster, at, 'accepted');
  expect((await read(poster)).items).toEqual([
    { ...row, kind: 'released', side: 'poster', dueAt: releasesAt, name: 'Imran' },
  ]);
  expect(await readStatuses()).toEqual([
    { kind: 'your_turn', task: 'released', amountPaise, releasesAt },
    { kind: 'their_turn', task: 'released', amountPaise, releasesAt },
  ]);

  await sendFundStep(poster, at, 'released');
  expect((await read(worker)).items).toEqual([]);
  await endRests(world, worker);
  expect(await read(worker)).toEqual({
    items: [{ ...ROW, kind: 'withdraw', amountPaise }],
    waiting: { ...waiting, kind: 'funding', amountPaise: 9_000_00, name: 'Meera' },
    waitingMore: 0,
  });
  expect((await read(poster)).items).toEqual([
    { ...buildMilestoneRow(contract, 2), kind: 'funded', side: 'poster', name: 'Imran' },
  ]);
});

test('asks a worker without a verified identity to verify it before the withdrawal', async () => {
  const newcomer = await world.user({ firstName: 'Asha' });
  const contract = await earn(world, { poster, worker: newcomer }, '1500');
  const review = {
    ...ROW,
    kind: 'write_review',
    side: 'worker',
    jobId: contract.jobId,
    jobNumber: contract.jobNumber,
    dueAt: expect.any(String) as string,
    name: 'Meera',
  };
  expect(await read(newcomer)).toEqual({
    ...NOTHING,
    items: [{ ...ROW, kind: 'verify_identity', amountPaise: 1_500_00 }, review],
  });
  await sql`UPDATE user_account SET identity_state = 'pending' WHERE id = ${newcomer.id}`.execute(world.db);
  expect(await read(newcomer)).toEqual({
    ...NOTHING,
    items: [review],
    waiting: { kind: 'identity', jobNumber: null, amountPaise: 1_500_00, dueAt: null, name: null },
  });
});

test('asks both sides of a dispute for their papers, then says when FWS decides', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '9600', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  const { id: disputeId } = await poster.done(raiseIssue, buildIssue(contract.jobId));
  const formatDay = (days: number) =>
    getEndOfIstDay(toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS))).toISOString();
  const row = {
    ...buildMilestoneRow(contract, 1),
    milestoneId: null,
    disputeId,
    dueAt: formatDay(DOCUMENT_DAYS),
  };
  expect(await read(worker)).toEqual({
    ...NOTHING,
    items: [{ ...row, kind: 'answer_dispute', side: 'worker', name: 'Meera' }],
  });
  expect(await read(poster)).toEqual({
    ...NOTHING,
    items: [{ ...row, kind: 'send_documents', side: 'poster', name: 'Imran' }],
  });
  const status = { kind: 'disputed', task: null, amountPaise: 9_600_00, releasesAt: null };
  expect(await readStatuses()).toEqual([status, status]);

  await worker.done(commentIssue, { issueId: String(disputeId), text: 'The pipe is on order' });
  expect(await read(worker)).toEqual({
    ...NOTHING,
    waiting: {
      kind: 'dispute',
      jobNumber: contract.jobNumber,
      amountPaise: 9_600_00,
      dueAt: formatDay(DOCUMENT_DAYS + REVIEW_DAYS),
      name: null,
    },
  });
});

test('asks both sides of a cancelled job for a sum, and then the other side for an answer', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  await poster.done(cancelJob, { jobId: String(contract.jobId), comment: 'We move', refundText: '' });
  const row = buildMilestoneRow(contract, 1);
  const { jobNumber, amountPaise } = row;
  const dueAt = new Date(world.clock.now().getTime() + 3 * 24 * 3600_000).toISOString();
  const proposing = { ...row, kind: 'propose_split', dueAt };
  expect((await read(poster)).items).toEqual([{ ...proposing, side: 'poster', name: 'Imran' }]);
  expect((await read(worker)).items).toEqual([
    { ...proposing, side: 'worker', name: 'Meera' },
    { ...row, kind: 'completed', side: 'worker', name: 'Meera' },
  ]);
  const proposal = { milestoneId: String(at.milestoneId), workerText: '400', comment: '', version: '0' };
  await poster.done(proposeSplit, proposal);
  expect((await read(worker)).items[0]).toEqual({
    ...row,
    kind: 'answer_split',
    side: 'worker',
    dueAt,
    name: 'Meera',
  });
  expect(await read(poster)).toEqual({
    ...NOTHING,
    waiting: { kind: 'split', jobNumber, amountPaise, dueAt, name: 'Imran' },
  });
  const status = { task: 'answer_split', amountPaise, releasesAt: null };
  expect(await readStatuses()).toEqual([
    { ...status, kind: 'their_turn' },
    { ...status, kind: 'your_turn' },
  ]);
});

test('shows one account its work on both sides', async () => {
  const hired = await award(world, { poster, worker }, { rupees: '1000', term: 'completion' });
  const hiring = await award(
    world,
    { poster: worker, worker: poster },
    { rupees: '2000', term: 'completion' },
  );
  await fund(world, worker, getMilestoneAt(hiring));
  await fund(world, poster, getMilestoneAt(hired));
  expect(await read(poster)).toEqual({
    items: [{ ...buildMilestoneRow(hiring, 1), kind: 'started', side: 'worker', name: 'Imran' }],
    waiting: { kind: 'work', jobNumber: hired.jobNumber, amountPaise: 1_000_00, dueAt: null, name: 'Imran' },
    waitingMore: 0,
  });
});

test('a worker is asked to repeat a job', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  await poster.done(repeatJob, { jobId: String(contract.jobId), rule: 'FREQ=DAILY;COUNT=3' });
  expect((await read(worker)).items).toEqual([
    {
      ...ROW,
      kind: 'answer_repeat',
      side: 'worker',
      jobId: contract.jobId,
      jobNumber: contract.jobNumber,
      amountPaise: 1500_00,
      count: 3,
      dueAt: world.clock.format(7 * DAY_MS),
      name: 'Meera',
    },
  ]);
  await worker.done(blockUser, { userId: String(poster.id) });
  expect((await read(worker)).items).toEqual([]);
});
