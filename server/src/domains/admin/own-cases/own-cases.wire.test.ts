import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cases from '@fws/contract/admin/cases/calls';
import type { OpsCaseKind } from '@fws/contract/admin/cases/model';
import { adminContest } from '@fws/contract/admin/contests/calls';
import { adminDispute, adminDisputePreview, adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import { adminIdentity } from '@fws/contract/admin/identity/calls';
import { adminJob } from '@fws/contract/admin/jobs/calls';
import { adminNameChange } from '@fws/contract/admin/names/calls';
import { adminApproval } from '@fws/contract/admin/approvals/calls';
import { adminReport } from '@fws/contract/admin/reports/calls';
import { reportContent } from '@fws/contract/safety/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { adminUser } from '@fws/contract/admin/users/calls';
import { cancelJob } from '@fws/contract/contracts/calls';
import { contestOutcome } from '@fws/contract/reliability/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { requestNameChange } from '@fws/contract/kyc/calls';
import { DECISION_SUBJECTS, type DecisionSubject } from '@fws/contract/platform/decisions';
import type { AnyCall } from '@fws/contract/platform/call';
import { PERMISSIONS, type Role } from '@fws/contract/platform/permissions';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { submit } from '../../../../test/kyc/identity-checks.ts';
import { listMountedCalls } from '../../../../test/access/mounted.ts';
import { award, fund, getMilestoneAt, post } from '../../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { composeDeps } from '../../../compose.ts';
import { readConfig } from '../../../config/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { recordSignal } from '../../links/index.ts';
import { revokeRole } from '../index.ts';

/** What a call needs beside the id of its case. */
const VALUES: Record<string, Record<string, string>> = {
  admin_approve: { decision: 'decline', reason: 'No' },
  admin_case_preview: { decision: 'ask', amountPaise: '', reference: '' },
  admin_case_decide: { decision: 'ask', amountPaise: '', reference: '', reason: 'Ask' },
  admin_dispute_messages: {},
  admin_dispute_preview: { decision: 'refund', toWorker: '', waiveCharge: '' },
  admin_dispute_settle: { decision: 'refund', toWorker: '', waiveCharge: '', reason: 'Nothing was done' },
  admin_dispute_ask: { comment: 'Please send the bill' },
  admin_identity_review: { decision: 'confirm', reason: '' },
  admin_job_verify: { decision: 'verify', reason: '' },
  admin_name_change_review: { decision: 'approve', reason: 'Seen' },
  admin_report_decide: { decision: 'leave', reason: 'other', words: '' },
  admin_appeal_decide: { decision: 'stands', words: 'It breaks the rule' },
  admin_contest_decide: { decision: 'uphold', words: 'The poster lost a day' },
  admin_user_factors_reset: { reason: 'Lost', proof: 'video_document' },
  admin_user_suspend: { reason: 'Fraud' },
  admin_user_restore: { reason: 'Mistake' },
  admin_user_withdrawals_allow: { reason: 'Seen' },
  admin_user_funding_allow: { reason: 'Seen' },
};

const PARTY =
  'You are a party of this case, or your account is linked to one. Somebody else at FWS decides it.';
const ALONE =
  'You are a party of this case, or your account is linked to one. Nobody else at FWS may decide it yet, so it waits until another person has that role.';

let world: World;
let deps: Deps;
let closeDeps: () => Promise<void>;
let deciding: AnyCall[];
/** Posted the job, raised the dispute, and has an identity check, a name change and cases of their own. */
let party: TestAdmin;
/** Shares a device with the party. */
let linked: TestAdmin;
/** Shares an address with the party, as thousands of customers of one carrier do. */
let neighbour: TestAdmin;
let stranger: TestAdmin;
let worker: TestUser;
let ids: Record<DecisionSubject, string>;

beforeAll(async () => {
  world = await startWorld({ env: { SECOND_APPROVER_ABOVE_RUPEES: '0' } });
  const composed = composeDeps(readConfig(world.config), { log: silentLog });
  ({ deps } = composed);
  closeDeps = composed.close;
  const mounted = (await listMountedCalls(world)) as unknown as AnyCall[];
  deciding = mounted.filter(({ decides }) => decides !== undefined && decides !== 'nothing');
  [party, linked, neighbour, stranger] = [
    await createAdmin(world),
    await createAdmin(world),
    await createAdmin(world),
    await createAdmin(world),
  ];
  worker = await world.user({ identity: 'verified' });
  await share('device', party.user, linked.user);
  await share('address', party.user, neighbour.user);
  ids = await createCases();
});
afterAll(async () => {
  await closeDeps();
  await world.close();
});

const share = (kind: 'device' | 'address', ...users: TestUser[]) =>
  inTx(world.db, async (tx) => {
    for (const user of users) await recordSignal(deps, tx, { userId: user.id, kind, value: 'shared' });
  });

/** One case of each kind, each with the party in it. */
async function createCases(): Promise<typeof ids> {
  const poster = party.user;
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  await fund(world, poster, getMilestoneAt(contract));
  const dispute = await worker.done(raiseIssue, {
    jobId: String(contract.jobId),
    issue: 'payment',
    details: 'Nobody answers',
  });
  const disputeId = String(dispute.id);
  // Above the limit, so that it waits for a second person.
  await stranger.user.done(adminDisputeSettle, {
    ...VALUES['admin_dispute_settle'],
    disputeId,
    decision: 'refund',
    reason: 'Nothing was done',
  });
  const { id: approval } = await world.db.selectFrom('admin_approval').select('id').executeTakeFirstOrThrow();
  const openJob = await post(world, poster);
  await worker.done(reportContent, {
    subjectType: 'job',
    subjectId: String(openJob.id),
    reason: 'not_real',
  });
  const { id: report } = await world.db.selectFrom('report_case').select('id').executeTakeFirstOrThrow();
  await poster.done(requestNameChange, {
    firstName: 'Aasha',
    lastName: 'Kale',
    explanation: 'A spelling mistake',
    otp: '',
  });
  const { id: name } = await world.db.selectFrom('name_change').select('id').executeTakeFirstOrThrow();
  // The vendor answers nothing for this number yet.
  await submit(poster, 'pan', 'ABCPE1111F');
  const { id: identity } = await world.db.selectFrom('identity_check').select('id').executeTakeFirstOrThrow();
  const given = await award(world, { poster, worker }, { rupees: '1000' });
  await worker.done(cancelJob, { jobId: String(given.jobId), comment: 'Not today', refundText: '' });
  await worker.done(contestOutcome, { jobId: String(given.jobId), text: 'The address was wrong' });
  const { id: contest } = await world.db
    .selectFrom('job_outcome')
    .select('id')
    .where('state', '=', 'contested')
    .executeTakeFirstOrThrow();
  return {
    contest: String(contest),
    dispute: disputeId,
    approval: String(approval),
    case: String(await openCase('payment_unapplied', await findPaymentKey())),
    identity: String(identity),
    name: String(name),
    job: String(openJob.id),
    report: String(report),
    user: String(poster.id),
  };
}

async function findPaymentKey(): Promise<string> {
  const { provider, payment_id: id } = await world.db
    .selectFrom('payment')
    .select(['provider', 'payment_id'])
    .executeTakeFirstOrThrow();
  return `${provider}:${id}`;
}

async function openCase(kind: OpsCaseKind, subject: string): Promise<number> {
  const { id } = await world.db
    .insertInto('ops_case')
    .values({ kind, subject, amount_paise: 200_00, raised_at: world.clock.now(), due_at: world.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function decide(staff: TestAdmin, call: AnyCall, caseIds = ids): Promise<WireAnswer> {
  const { decides } = call;
  if (decides === undefined || decides === 'nothing') throw new Error(`${call.name} decides nothing`);
  return staff.user.call(call, {
    ...VALUES[call.name],
    [DECISION_SUBJECTS[decides].idField]: caseIds[decides],
  });
}

test('every call that decides a case is tried here', () => {
  expect(deciding.map(({ name }) => name).toSorted()).toEqual(Object.keys(VALUES).toSorted());
});

test.each(Object.keys(VALUES))('%s refuses a party and a linked account, and nobody else', async (name) => {
  const call = deciding.find((candidate) => candidate.name === name);
  if (!call) throw new Error(`${name} is not mounted`);
  for (const staff of [party, linked])
    expect(await decide(staff, call)).toMatchObject({ httpStatus: 403, status: 403, message: PARTY });
  // A preview, which leaves the case as it is, or a form that is refused for another reason.
  const missing = { ...ids, [call.decides as DecisionSubject]: '999999' };
  for (const staff of [neighbour, stranger]) {
    const answer = await (call.reads ? decide(staff, call) : decide(staff, call, missing));
    expect(answer.message).not.toBe(PARTY);
  }
});

test('a party reads the case and its reason, and others may decide it', async () => {
  const own = { allowed: false, reason: 'admin.own_case' };
  const readAbilities = async ({ user }: TestAdmin) => [
    (await user.done(adminDispute, { disputeId: ids.dispute })).mayDecide,
    (await user.done(adminApproval, { approvalId: ids.approval })).mayDecide,
    (await user.done(cases.adminCase, { caseId: ids.case })).mayDecide,
    (await user.done(adminIdentity, { checkId: ids.identity })).mayDecide,
    (await user.done(adminNameChange, { changeId: ids.name })).mayDecide,
    (await user.done(adminJob, { jobId: ids.job })).mayDecide,
    (await user.done(adminUser, { userId: ids.user })).mayDecide,
    (await user.done(adminReport, { reportCaseId: ids.report })).mayDecide,
    (await user.done(adminContest, { contestId: ids.contest })).mayDecide,
  ];
  for (const staff of [party, linked])
    expect(await readAbilities(staff)).toEqual(Array.from({ length: 9 }, () => own));
  for (const staff of [neighbour, stranger])
    expect(await readAbilities(staff)).toEqual(Array.from({ length: 9 }, () => ({ allowed: true })));
});

test('the queue marks the own cases of its reader', async () => {
  const listOwn = async ({ user }: TestAdmin) =>
    (await user.done(adminQueue, { kind: '', limit: '100' })).items
      .filter(({ ownCase }) => ownCase)
      .map(({ kind }) => kind)
      .toSorted();
  const own = ['approval', 'contest', 'dispute', 'identity', 'job', 'name', 'report', 'unapplied'];
  expect(await listOwn(party)).toEqual(own);
  expect(await listOwn(linked)).toEqual(own);
  expect(await listOwn(neighbour)).toEqual([]);
});

describe('the parties of an ops case', () => {
  const isOwnCase = async (staff: TestAdmin, caseId: number) =>
    !(await staff.user.done(cases.adminCase, { caseId: String(caseId) })).mayDecide.allowed;

  test.each(['chargeback_open', 'chargeback_lost', 'chargeback_late'] as const)('%s', async (kind) => {
    const [provider = '', paymentId = ''] = (await findPaymentKey()).split(':');
    const { order_id: orderId } = await world.db
      .selectFrom('payment')
      .select('order_id')
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto('chargeback')
      .values({
        provider,
        chargeback_id: kind,
        order_id: orderId,
        payment_id: paymentId,
        milestone_id: null,
        amount_paise: 200_00,
        state: 'open',
        reason: 'fraud',
        respond_by: null,
        changed_at: null,
        opened_at: world.clock.now(),
      })
      .execute();
    const caseId = await openCase(kind, `${provider}:${kind}`);
    expect([await isOwnCase(party, caseId), await isOwnCase(stranger, caseId)]).toEqual([true, false]);
  });

  test('refund_failed', async () => {
    const { order_id: orderId, payment_id: paymentId } = await world.db
      .selectFrom('payment')
      .selectAll()
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto('refund')
      .values({
        id: 'ref_own',
        order_id: orderId,
        payment_id: paymentId,
        milestone_id: null,
        amount_paise: 200_00,
        reason: 'cancelled',
        created_at: world.clock.now(),
        finished_at: null,
      })
      .execute();
    const caseId = await openCase('refund_failed', 'ref_own');
    expect([await isOwnCase(party, caseId), await isOwnCase(stranger, caseId)]).toEqual([true, false]);
  });

  test.each(['withdrawal_unknown', 'withdrawal_contradicted'] as const)('%s', async (kind) => {
    const account = await world.db
      .insertInto('payout_account')
      .values({
        user_id: party.user.id,
        kind: 'upi',
        upi_id: `${kind}@okbank`,
        holder_name: 'Asha Kale',
        beneficiary_id: kind,
        registered_at: null,
        usable_from: world.clock.now(),
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const withdrawal = await world.db
      .insertInto('withdrawal')
      .values({
        transfer_id: kind,
        user_id: party.user.id,
        account_id: account.id,
        destination: `${kind}@okbank`,
        amount_paise: 100_00,
        reason: null,
        utr: null,
        created_at: world.clock.now(),
        finished_at: null,
        sending_until: null,
        next_check_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const caseId = await openCase(kind, String(withdrawal.id));
    expect([await isOwnCase(party, caseId), await isOwnCase(stranger, caseId)]).toEqual([true, false]);
  });

  test('the books are nobody’s case', async () => {
    expect(await isOwnCase(party, await openCase('cover_short', 'cover'))).toBe(false);
  });
});

test('with nobody else to decide, the case waits and says so', async () => {
  const mayDecide: readonly Role[] = PERMISSIONS['disputes.settle'];
  expect(mayDecide).toContain('admin');
  for (const { user } of [neighbour, stranger]) await revokeRole(world.db, user.id, world.clock.now());
  const values = { disputeId: ids.dispute, decision: 'refund' as const, toWorker: '', waiveCharge: '' };
  for (const { user } of [party, linked]) {
    expect(await user.call(adminDisputePreview, values)).toMatchObject({ httpStatus: 403, message: ALONE });
    expect((await user.done(adminDispute, { disputeId: ids.dispute })).mayDecide).toEqual({
      allowed: false,
      reason: 'admin.own_case_alone',
    });
  }
});
