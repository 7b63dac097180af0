import * as approvals from '@fws/contract/admin/approvals/calls';
import * as calls from '@fws/contract/admin/disputes/calls';
import { conversationEdit, conversationSend, conversationTakeBack } from '@fws/contract/conversations/calls';
import * as issues from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { upload } from '../../../../test/files/photos.ts';
import { buildLedgerEntry } from '../../../../test/ledger/entries.ts';
import { listTxnIds, readJobNumber } from '../../../../test/rows.ts';
import { award, fund, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

// Every field of a dispute as admins see it.

let world: World;
let poster: TestUser;
let worker: TestUser;
let finance: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ env: { SECOND_APPROVER_ABOVE_RUPEES: '5000' }, clockStopped: true });
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  finance = await createAdmin(world, 'finance');
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The last moment of a day in India. */
const getEndOfDay = (aheadMs: number) =>
  new Date(`${toIstDate(new Date(world.clock.format(aheadMs)))}T23:59:59.999+05:30`).toISOString();

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
const bill = new File([PDF], 'bill.pdf', { type: 'application/pdf' });

/** Funds the first of three milestones and lets the worker raise an issue, each a minute after the other. */
async function createDispute(rupees: string) {
  const contract = await award(world, { poster, worker }, { rupees });
  await fund(world, poster, getMilestoneAt(contract));
  await world.drain();
  const fundedAt = world.clock.format();
  world.clock.advance(MINUTE_MS);
  const values = { jobId: String(contract.jobId), issue: 'not_completed' as const, details: 'Half done' };
  const { id } = await worker.done(issues.raiseIssue, values);
  const { jobId } = contract;
  const { milestoneId } = getMilestoneAt(contract);
  const number = await readJobNumber(world, jobId);
  return {
    id,
    jobId,
    milestoneId,
    number,
    fundedAt,
    raisedAt: world.clock.format(),
    params: { disputeId: String(id) },
  };
}

test('shows every field of an open dispute with a document and a comment', async () => {
  const { id, jobId, milestoneId, number, fundedAt, raisedAt, params } = await createDispute('1000');
  const txnId = (await listTxnIds(world)).at(-1);
  const [documentsDueAt, reviewDueAt] = [getEndOfDay(7 * DAY_MS), getEndOfDay(12 * DAY_MS)];
  world.clock.advance(MINUTE_MS);
  const commentedAt = world.clock.format();
  await poster.done(issues.commentIssue, { issueId: String(id), text: 'Nobody came' });
  world.clock.advance(MINUTE_MS);
  const addedAt = world.clock.format();
  await worker.done(issues.addIssueDocument, { issueId: String(id) }, { files: { document: bill } });
  const { file_id: fileId } = await world.db
    .selectFrom('dispute_document')
    .select('file_id')
    .where('dispute_id', '=', id)
    .executeTakeFirstOrThrow();
  const url = `/api/files/${fileId}/bill.pdf`;
  expect(await finance.user.done(calls.adminDispute, params)).toEqual({
    id,
    mayDecide: { allowed: true },
    ticket: formatTicketNumber(id),
    state: 'open',
    issue: 'not_completed',
    details: 'Half done',
    raisedBy: 'worker',
    origin: 'party',
    waitsForFws: false,
    raisedAt,
    documentsDueAt,
    reviewDueAt,
    job: { id: jobId, number, title: 'Paint a flat', totalPaise: 1_000_00, acceptedPaise: 0 },
    poster: { id: poster.id, name: 'Meera Kumar', verified: false },
    worker: { id: worker.id, name: 'Imran Kumar', verified: true },
    held: [{ milestoneId, position: 1, name: 'Initial', amountPaise: 200_00 }],
    comments: [{ by: 'poster', at: commentedAt, text: 'Nobody came', cited: null }],
    documents: [{ by: 'worker', at: addedAt, name: 'bill.pdf', bytes: PDF.length, image: false, url }],
    ledger: [
      buildLedgerEntry(txnId, fundedAt, 'payment_verified', {
        provider_clearing: 200_00,
        [`escrow:${milestoneId}`]: -200_00,
      }),
    ],
    chargeBps: 200,
    settlement: null,
    approval: null,
    visit: null,
  });
  const headers = { authorization: `Bearer ${finance.user.token}` };
  expect(await (await fetch(world.url + url, { headers })).text()).toBe(PDF);
});

test('shows who asked for which approval, and afterwards who settled the dispute and how', async () => {
  const { id, milestoneId, params } = await createDispute('50000');
  world.clock.advance(MINUTE_MS);
  const askedAt = world.clock.format();
  const { approvalId } = await finance.user.done(calls.adminDisputeSettle, {
    disputeId: String(id),
    decision: 'split',
    toWorker: JSON.stringify({ [milestoneId]: 4_000_00 }),
    reason: 'A part was done',
  });
  const { id: storedId } = await world.db
    .selectFrom('admin_approval')
    .select('id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(approvalId).toBe(storedId);
  const approval = {
    id: storedId,
    askedBy: `${finance.user.firstName} Kumar`,
    at: askedAt,
    reason: 'A part was done',
  };
  expect(await finance.user.done(calls.adminDispute, params)).toMatchObject({ approval, settlement: null });

  world.clock.advance(MINUTE_MS);
  const second = await createAdmin(world, 'finance');
  expect(await second.user.done(approvals.adminApproval, { approvalId: String(storedId) })).toEqual({
    id: storedId,
    state: 'waiting',
    mayDecide: { allowed: true },
    about: 'dispute',
    subjectId: id,
    amountPaise: 10_000_00,
    decision: 'split',
    reason: 'A part was done',
    askedBy: `${finance.user.firstName} Kumar`,
    askedAt,
    own: false,
  });
  await second.user.done(approvals.adminApprove, { approvalId: String(storedId), decision: 'approve' });
  expect(await finance.user.done(calls.adminDispute, params)).toMatchObject({
    state: 'closed',
    held: [],
    approval: null,
    settlement: {
      toWorkerPaise: 4_000_00,
      toPosterPaise: 6_000_00,
      reason: 'A part was done',
      by: `${finance.user.firstName} Kumar`,
      at: world.clock.format(),
    },
  });
});

test('who decides reads what the two wrote, as it was written, and that is recorded', async () => {
  const { id, jobId, params } = await createDispute('1000');
  const names = (other: TestUser) => ({ jobId: String(jobId), userId: String(other.id) });
  const sentAt = world.clock.format();
  const photo = await upload(worker);
  await worker.done(conversationSend, {
    ...names(poster),
    text: 'On Monday',
    photoIds: [photo.id],
    clientId: 'client-first',
  });
  await worker.done(conversationEdit, { ...names(poster), number: '1', text: 'On Tuesday' });
  const files = { file: bill };
  const second = { ...names(worker), text: 'No', clientId: 'client-second' };
  await poster.done(conversationSend, second, { files });
  await poster.done(conversationTakeBack, { ...names(worker), number: '2' });
  await poster.done(conversationSend, { ...names(worker), text: 'Fine', clientId: 'client-third' });
  const { id: fileId } = await world.db
    .selectFrom('file')
    .select('id')
    .where('subject', '=', 'message_file')
    .executeTakeFirstOrThrow();
  const plain = { at: sentAt, before: [], isTakenBack: false, isTakenDown: false, photos: [], file: null };
  const newest = [
    { ...plain, number: 3, by: 'poster', text: 'Fine' },
    {
      ...plain,
      number: 2,
      by: 'poster',
      text: 'No',
      isTakenBack: true,
      file: { url: `/api/files/${fileId}/bill.pdf`, name: 'bill.pdf', bytes: PDF.length, image: false },
    },
  ] as const;
  const first = await finance.user.done(calls.adminDisputeMessages, { ...params, limit: '2' });
  expect(first.items).toEqual(newest);
  const rest = await finance.user.done(calls.adminDisputeMessages, {
    ...params,
    limit: '2',
    cursor: first.nextCursor ?? '',
  });
  expect(rest).toEqual({
    items: [
      { ...plain, number: 1, by: 'worker', text: 'On Tuesday', before: ['On Monday'], photos: [photo] },
    ],
    nextCursor: null,
  });
  const listOpened = () =>
    world.db
      .selectFrom('audit_log')
      .select(['admin_id', 'act'])
      .where('subject', '=', 'dispute')
      .where('subject_id', '=', String(id))
      .execute();
  const entry = { admin_id: finance.user.id, act: 'conversation_viewed' };
  expect(await listOpened()).toEqual([entry]);
  // A screen that reloads by itself is no new opening.
  await finance.user.done(calls.adminDisputeMessages, params);
  expect(await listOpened()).toEqual([entry]);
  world.clock.advance(10 * MINUTE_MS);
  await finance.user.done(calls.adminDisputeMessages, params);
  expect(await listOpened()).toEqual([entry, entry]);
  const file = await fetch(`${world.url}/api/files/${fileId}/bill.pdf`, {
    headers: { authorization: `Bearer ${finance.user.token}` },
  });
  expect(file.status).toBe(200);
  const picture = await fetch(`${world.url}${photo.url}`, {
    headers: { authorization: `Bearer ${finance.user.token}` },
  });
  expect(picture.status).toBe(200);

  const support = await createAdmin(world, 'support');
  expect((await support.user.call(calls.adminDisputeMessages, params)).httpStatus).toBe(403);
  expect((await poster.call(calls.adminDisputeMessages, params)).httpStatus).toBe(403);
  const unknown = { disputeId: '999999' };
  expect((await finance.user.call(calls.adminDisputeMessages, unknown)).httpStatus).toBe(404);
});
