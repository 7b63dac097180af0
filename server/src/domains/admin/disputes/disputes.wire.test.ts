import * as approvals from '@fws/contract/admin/approvals/calls';
import * as calls from '@fws/contract/admin/disputes/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import * as issues from '@fws/contract/disputes/calls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { award, fund, readFundState, getMilestoneAt } from '../../../../test/story.ts';
import { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createSession } from '../../identity/index.ts';
import { getBalance, toEscrowAccount, toWalletAccount } from '../../ledger/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let finance: TestAdmin;
let second: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ env: { SECOND_APPROVER_ABOVE_RUPEES: '5000' } });
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  finance = await createAdmin(world, 'finance');
  second = await createAdmin(world, 'finance');
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

/** Creates a job of three milestones (20, 60, 20%), funds the first `funded` of them, and lets the worker raise an issue. */
async function createDispute(
  funded: number,
  rupees = '1000',
): Promise<{ contract: Contract; disputeId: string }> {
  const contract = await award(world, { poster, worker }, { rupees });
  for (let position = 1; position <= funded; position++)
    await fund(world, poster, getMilestoneAt(contract, position));
  const values = { jobId: String(contract.jobId), issue: 'not_completed' as const, details: 'Half done' };
  const { id } = await worker.done(issues.raiseIssue, values);
  return { contract, disputeId: String(id) };
}

const DAY_MS = 24 * 3600_000;
const pdf = new File(
  ['%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'],
  'bill.pdf',
  { type: 'application/pdf' },
);

/** Gives the user a new session, for use after some days. */
async function logInAgain(user: TestUser): Promise<TestUser> {
  const session = { userId: user.id, now: world.clock.now(), ttlMs: DAY_MS, client: 'test', confirmed: true };
  return new TestUser(world.url, { id: user.id, token: await createSession(world.db, session) });
}

const getMilestoneId = (contract: Contract, position: number) =>
  getMilestoneAt(contract, position).milestoneId;
const buildRefundCommand = (disputeId: string) => ({
  disputeId,
  decision: 'refund' as const,
  reason: 'Nothing was done',
});

test('shows a dispute with comments, documents, held money and the ledger of its job', async () => {
  const { contract, disputeId } = await createDispute(1);
  await poster.done(issues.commentIssue, { issueId: disputeId, text: 'Nobody came' });
  await worker.done(issues.addIssueDocument, { issueId: disputeId }, { files: { document: pdf } });
  const disputeCase = await finance.user.done(calls.adminDispute, { disputeId });
  expect(disputeCase).toMatchObject({
    ticket: `FWS-D-${disputeId.padStart(6, '0')}`,
    state: 'open',
    raisedBy: 'worker',
    details: 'Half done',
    job: { id: contract.jobId, totalPaise: 1000_00, acceptedPaise: 0 },
    poster: { id: poster.id, name: 'Meera Kumar', verified: false },
    worker: { id: worker.id, name: 'Imran Kumar', verified: true },
    held: [{ milestoneId: getMilestoneId(contract, 1), position: 1, amountPaise: 200_00 }],
    comments: [{ by: 'poster', text: 'Nobody came' }],
    documents: [{ by: 'worker', name: 'bill.pdf' }],
    chargeBps: 200,
    settlement: null,
    approval: null,
  });
  expect(disputeCase.ledger).toMatchObject([
    {
      kind: 'payment_verified',
      lines: [
        { account: 'provider_clearing', amountPaise: 200_00 },
        { account: `escrow:${getMilestoneId(contract, 1)}`, amountPaise: -200_00 },
      ],
    },
  ]);
});

test('opens a document of a dispute for an admin who may read it, and returns 404 once the admin session is idle', async () => {
  const { disputeId } = await createDispute(1);
  await worker.done(issues.addIssueDocument, { issueId: disputeId }, { files: { document: pdf } });
  const { documents } = await finance.user.done(calls.adminDispute, { disputeId });
  const open = (user: TestUser) =>
    fetch(`${world.url}${documents[0]?.url}`, { headers: { authorization: `Bearer ${user.token}` } });
  expect((await open(finance.user)).status).toBe(200);
  expect((await open(await world.user())).status).toBe(404);
  world.clock.advance(31 * 60_000);
  expect((await open(finance.user)).status).toBe(404);
});

test('previews the postings of a decision without executing it', async () => {
  const { contract, disputeId } = await createDispute(2);
  const preview = await finance.user.done(calls.adminDisputePreview, {
    disputeId,
    decision: 'split',
    toWorker: JSON.stringify({
      [getMilestoneId(contract, 1)]: 200_00,
      [getMilestoneId(contract, 2)]: 100_00,
    }),
  });
  expect(preview).toMatchObject({ toWorkerPaise: 300_00, toPosterPaise: 490_00, chargePaise: 10_00 });
  expect(preview.lines.reduce((sum, line) => sum + line.amountPaise, 0)).toBe(0);
  expect(preview.lines).toContainEqual({ account: `wallet:${worker.id}`, amountPaise: -300_00 });
  expect(await getBalance(world.db, toEscrowAccount(getMilestoneId(contract, 2)))).toBe(600_00);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(0);
  const disputeCase = await finance.user.done(calls.adminDispute, { disputeId });
  expect(disputeCase).toMatchObject({ state: 'open', held: [{ position: 1 }, { position: 2 }] });
  expect(disputeCase.ledger).toHaveLength(2);
});

test('executes a split once, as previewed, and shows the reason to both sides and in the audit log', async () => {
  const { contract, disputeId } = await createDispute(2);
  const command = {
    disputeId,
    decision: 'split' as const,
    toWorker: JSON.stringify({
      [getMilestoneId(contract, 1)]: 200_00,
      [getMilestoneId(contract, 2)]: 100_00,
    }),
    reason: 'A third was done',
  };
  const answers = await Promise.all(
    [1, 2, 3].map(() => finance.user.call(calls.adminDisputeSettle, command)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(300_00);
  expect(await readFundState(world, getMilestoneAt(contract, 2))).toBe('released');
  for (const side of [poster, worker])
    expect(await side.done(issues.issueDetail, { issueId: disputeId })).toMatchObject({
      state: 'closed',
      settlement: { toWorkerPaise: 300_00, toPosterPaise: 500_00, reason: 'A third was done' },
    });
  const auditEntries = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', 'dispute')
    .where('subject_id', '=', disputeId)
    .execute();
  expect(auditEntries).toMatchObject([
    {
      admin_id: finance.user.id,
      act: 'dispute_settled',
      reason: 'A third was done',
      details: { decision: 'split', toWorkerPaise: 300_00, toPosterPaise: 490_00, chargePaise: 10_00 },
    },
  ]);
  await world.drain();
});

test.each([
  ['a milestone of another job', { 999_999: 1 }],
  ['more than is held', { first: 200_01 }],
  ['less than nothing', { first: -1 }],
  ['half a paisa', { first: 0.5 }],
  ['words', { first: 'all' }],
])('refuses a split with %s and moves no money', async (_, shares) => {
  const { contract, disputeId } = await createDispute(1);
  const toWorker = JSON.stringify(shares).replace('first', String(getMilestoneId(contract, 1)));
  for (const name of ['admin_dispute_preview', 'admin_dispute_settle']) {
    const answer = await finance.user.post(name, {
      disputeId,
      decision: 'split',
      toWorker,
      reason: 'x',
    });
    expect([409, 422]).toContain(answer.status);
  }
  expect(await getBalance(world.db, toEscrowAccount(getMilestoneId(contract, 1)))).toBe(200_00);
});

test('refuses a decision without a reason, a recent code or an open dispute', async () => {
  const { disputeId } = await createDispute(1);
  expect(
    await finance.user.call(calls.adminDisputeSettle, { ...buildRefundCommand(disputeId), reason: ' ' }),
  ).toMatchObject({
    status: 422,
    errors: { reason: expect.any(String) as string },
  });
  world.clock.advance(11 * 60_000);
  expect(await finance.user.call(calls.adminDisputeSettle, buildRefundCommand(disputeId))).toMatchObject({
    status: 403,
    step_up: 'totp',
  });
  await worker.done(issues.withdrawIssue, { issueId: disputeId });
  const fresh = await createAdmin(world, 'finance');
  expect((await fresh.user.call(calls.adminDisputeSettle, buildRefundCommand(disputeId))).status).toBe(409);
  expect((await fresh.user.call(calls.adminDispute, { disputeId: '999999' })).status).toBe(404);
});

test('requires a second admin for a large decision, and refuses approval by its author', async () => {
  const { contract, disputeId } = await createDispute(1, '100000');
  const { needsApproval } = await finance.user.done(calls.adminDisputePreview, buildRefundCommand(disputeId));
  expect(needsApproval).toBe(true);
  const proposal = await finance.user.done(calls.adminDisputeSettle, buildRefundCommand(disputeId));
  expect(proposal).toEqual({ done: false, approvalId: expect.any(Number) as number });
  expect(await getBalance(world.db, toEscrowAccount(getMilestoneId(contract, 1)))).toBe(20_000_00);
  expect((await second.user.call(calls.adminDisputeSettle, buildRefundCommand(disputeId))).status).toBe(409);

  const command = { approvalId: String(proposal.approvalId), decision: 'approve' as const };
  expect(await second.user.done(approvals.adminApproval, { approvalId: command.approvalId })).toMatchObject({
    state: 'waiting',
    about: 'dispute',
    subjectId: Number(disputeId),
    amountPaise: 20_000_00,
    decision: 'refund',
    reason: 'Nothing was done',
    own: false,
  });
  expect((await finance.user.call(approvals.adminApprove, command)).status).toBe(403);
  const answers = await Promise.all(
    [second, second].map(({ user }) => user.call(approvals.adminApprove, command)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await getBalance(world.db, toEscrowAccount(getMilestoneId(contract, 1)))).toBe(0);
  const issue = await poster.done(issues.issueDetail, { issueId: disputeId });
  expect(issue).toMatchObject({ state: 'closed', settlement: { reason: 'Nothing was done' } });
  await world.drain();
});

test('keeps the dispute open after a declined approval and accepts a new decision', async () => {
  const { disputeId } = await createDispute(1, '100000');
  const { approvalId } = await finance.user.done(calls.adminDisputeSettle, buildRefundCommand(disputeId));
  const command = { approvalId: String(approvalId), decision: 'decline' as const, reason: 'Half was done' };
  await second.user.done(approvals.adminApprove, command);
  expect(await second.user.done(calls.adminDispute, { disputeId })).toMatchObject({
    state: 'open',
    approval: null,
  });
  expect((await second.user.call(approvals.adminApprove, { ...command, decision: 'approve' })).status).toBe(
    409,
  );
  expect(await second.user.done(calls.adminDisputeSettle, buildRefundCommand(disputeId))).toMatchObject({
    done: false,
  });
});

test('reopens the time for documents when FWS asks both sides for them', async () => {
  const { disputeId } = await createDispute(1);
  world.clock.advance(8 * DAY_MS);
  const [sameWorker, fresh] = [await logInAgain(worker), await createAdmin(world, 'finance')];
  const uploadDocument = () =>
    sameWorker.call(issues.addIssueDocument, { issueId: disputeId }, { files: { document: pdf } });
  expect((await uploadDocument()).status).toBe(409);
  await fresh.user.done(calls.adminDisputeAsk, { disputeId, comment: 'Please send photos of the pipe' });
  expect((await uploadDocument()).status).toBe(200);
  expect(await sameWorker.done(issues.issueDetail, { issueId: disputeId })).toMatchObject({
    comments: [{ byName: 'FWS', text: 'Please send photos of the pipe' }],
  });
  const { comments, documentsDueAt } = await fresh.user.done(calls.adminDispute, { disputeId });
  expect(comments).toMatchObject([{ by: 'fws' }]);
  expect(Date.parse(documentsDueAt) - world.clock.now().getTime()).toBeGreaterThan(2 * DAY_MS);
});
