import * as approvals from '@fws/contract/admin/approvals/calls';
import * as calls from '@fws/contract/admin/cases/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { expect, test } from 'vitest';
import {
  advanceWithdrawal,
  createBankAccount,
  waitForWithdrawal,
  withdraw,
  parseWithdrawalId,
} from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { buildCommand, decide, setUpOpsCaseFixture, sortStatuses } from '../../../../test/admin/ops-cases.ts';

const fixture = setUpOpsCaseFixture();

/** Starts a withdrawal of everything that the worker earned. */
async function startWithdrawal(rupees = '500'): Promise<number> {
  await earn(fixture.world, fixture, rupees);
  const { id } = await createBankAccount(fixture.worker, '50100417700123');
  return parseWithdrawalId(await withdraw(fixture.worker, id, rupees));
}

/** Creates a withdrawal that the provider reports as paid, and later as failed. */
async function createContradiction(rupees?: string): Promise<string> {
  const id = await startWithdrawal(rupees);
  await waitForWithdrawal(fixture.world, id, 'paid');
  fixture.world.transfer = { status: 'failed', reason: 'account closed' };
  await advanceWithdrawal(fixture.world, id);
  return fixture.waitForCase('withdrawal_contradicted', String(id));
}

test('shows both statuses of a withdrawal paid in the books and failed at the provider, and credits the worker once', async () => {
  const caseId = await createContradiction();
  expect(await fixture.isInQueue('withdrawal', caseId)).toBe(true);
  const caseDetail = await fixture.finance.user.done(calls.adminCase, { caseId });
  expect(caseDetail).toMatchObject({
    kind: 'withdrawal_contradicted',
    amountPaise: 500_00,
    people: [{ side: 'worker', id: fixture.worker.id, name: 'Imran Kumar' }],
    withdrawal: { state: 'paid', destination: expect.stringContaining('0123') as string },
    accounts: [{ balancePaise: 0 }, { account: `wallet:${fixture.worker.id}`, balancePaise: 0 }],
    decisions: ['ask', 'credit', 'resolve'],
    approval: null,
  });
  expect(caseDetail.answers.map(({ status, note }) => [status, note])).toEqual([
    ['failed', 'account closed'],
    ['paid', ''],
  ]);
  expect(caseDetail.ledger.map(({ kind }) => kind)).toEqual(['withdrawal_requested', 'withdrawal_paid']);

  const preview = await fixture.finance.user.done(calls.adminCasePreview, { caseId, decision: 'credit' });
  expect(preview).toEqual({
    lines: [
      { account: 'payout_float', amountPaise: 500_00 },
      { account: `wallet:${fixture.worker.id}`, amountPaise: -500_00 },
    ],
    amountPaise: 500_00,
    needsApproval: false,
  });
  expect(await fixture.getWorkerBalance()).toBe(0);
  expect(await fixture.isOpen(caseId)).toBe(true);

  const answers = await Promise.all(
    [fixture.finance, fixture.second, fixture.finance].map((by) => decide(by, caseId, 'credit')),
  );
  expect(sortStatuses(answers)).toEqual([200, 409, 409]);
  expect(await fixture.getWorkerBalance()).toBe(500_00);
  expect(await fixture.isInQueue('withdrawal', caseId)).toBe(false);
  await advanceWithdrawal(fixture.world, Number(caseDetail.withdrawal?.id));
  await fixture.world.drain();
  expect(await fixture.getWorkerBalance()).toBe(500_00);
  const auditEntries = await fixture.world.db
    .selectFrom('audit_log')
    .select(['act', 'reason', 'details'])
    .where('subject', '=', 'case')
    .where('subject_id', '=', caseId)
    .execute();
  expect(auditEntries).toMatchObject([{ act: 'case_credit', details: { amountPaise: 500_00 } }]);
});

test('resolves the case without moving money when the provider confirms our status', async () => {
  const caseId = await createContradiction();
  fixture.world.transfer = { status: 'paid' };
  expect(await decide(fixture.finance, caseId, 'ask', { reason: '' })).toMatchObject({
    status: 200,
    message: 'Asked. The answer will be here in a moment',
  });
  await fixture.world.drain();
  expect(await fixture.isOpen(caseId)).toBe(false);
  expect(await fixture.getWorkerBalance()).toBe(0);
  expect((await decide(fixture.finance, caseId, 'credit')).status).toBe(409);
});

test('does not reopen a case resolved with a reason when the provider repeats its status', async () => {
  const caseId = await createContradiction();
  expect((await decide(fixture.finance, caseId, 'resolve', { reason: ' ' })).status).toBe(422);
  expect((await decide(fixture.finance, caseId, 'resolve')).status).toBe(200);
  const { withdrawal, resolved, decisions } = await fixture.finance.user.done(calls.adminCase, {
    caseId,
  });
  expect(resolved).toMatchObject({ decision: 'resolve', by: `${fixture.finance.user.firstName} Kumar` });
  expect(decisions).toEqual([]);
  await advanceWithdrawal(fixture.world, Number(withdrawal?.id));
  await fixture.world.drain();
  expect((await fixture.finance.user.done(adminQueue, { kind: 'withdrawal' })).items).toEqual([]);
});

test('debits the wallet once for a withdrawal failed in the books and paid at the provider', async () => {
  fixture.world.transfer = { status: 'failed', reason: 'bank offline' };
  const id = await startWithdrawal();
  await waitForWithdrawal(fixture.world, id, 'failed');
  expect(await fixture.getWorkerBalance()).toBe(500_00);
  fixture.world.transfer = { status: 'paid' };
  await advanceWithdrawal(fixture.world, id);
  const caseId = await fixture.waitForCase('withdrawal_contradicted', String(id));
  expect(await fixture.finance.user.done(calls.adminCase, { caseId })).toMatchObject({
    decisions: ['ask', 'debit', 'resolve'],
  });
  expect(
    sortStatuses(
      await Promise.all([fixture.finance, fixture.second].map((by) => decide(by, caseId, 'debit'))),
    ),
  ).toEqual([200, 409]);
  expect(await fixture.getWorkerBalance()).toBe(0);
  const { lines } = await fixture.worker.done(wallet, {});
  expect(lines[0]).toMatchObject({ kind: 'withdrawal', amountPaise: -500_00 });
  fixture.world.transfer = { status: 'reversed' };
  await advanceWithdrawal(fixture.world, id);
  await waitForWithdrawal(fixture.world, id, 'reversed');
  expect(await fixture.getWorkerBalance()).toBe(500_00);
});

test('allows only a question to the provider when a withdrawal has no final status for a day', async () => {
  fixture.world.transfer = { status: 'processing' };
  const id = await startWithdrawal();
  await waitForWithdrawal(fixture.world, id, 'processing');
  await fixture.world.drain();
  fixture.world.clock.advance(25 * 3600_000);
  await advanceWithdrawal(fixture.world, id);
  const caseId = await fixture.waitForCase('withdrawal_unknown', String(id));
  fixture.finance = await createAdmin(fixture.world, 'finance');
  expect(await fixture.finance.user.done(calls.adminCase, { caseId })).toMatchObject({
    decisions: ['ask'],
  });
  for (const decision of ['credit', 'resolve', 'write_off'] as const)
    expect((await decide(fixture.finance, caseId, decision)).status).toBe(409);
  fixture.world.transfer = { status: 'paid' };
  expect((await decide(fixture.finance, caseId, 'ask')).status).toBe(200);
  await waitForWithdrawal(fixture.world, id, 'paid');
  expect(await fixture.isOpen(caseId)).toBe(false);
  fixture.world.clock.reset();
});

test('refuses a decision without the role, a recent code or a reason', async () => {
  const caseId = await createContradiction();
  const support = await createAdmin(fixture.world, 'support');
  expect((await decide(support, caseId, 'credit')).status).toBe(403);
  expect((await support.user.call(calls.adminCase, { caseId })).status).toBe(403);
  expect(await decide(fixture.finance, caseId, 'credit', { reason: '' })).toMatchObject({ status: 422 });
  expect((await fixture.finance.user.call(calls.adminCase, { caseId: '999999' })).status).toBe(404);
  fixture.world.clock.advance(11 * 60_000);
  expect(await decide(fixture.finance, caseId, 'credit')).toMatchObject({ status: 403, step_up: 'totp' });
  expect((await decide(fixture.finance, caseId, 'ask')).status).toBe(200);
  expect(await fixture.getWorkerBalance()).toBe(0);
  fixture.world.clock.reset();
});

test('returns the first response when the same command is sent again', async () => {
  const caseId = await createContradiction();
  const headers = { 'idempotency-key': `credit-${caseId}` };
  const sendCommand = () =>
    fixture.finance.user.call(calls.adminCaseDecide, buildCommand(caseId, 'credit'), { headers });
  const [first, repeated] = [await sendCommand(), await sendCommand()];
  expect(first.status).toBe(200);
  expect(repeated.data).toEqual(first.data);
  expect(await fixture.getWorkerBalance()).toBe(500_00);
});

test('requires a second admin for a large decision, and executes it on approval', async () => {
  const caseId = await createContradiction('6000');
  expect(
    await fixture.finance.user.done(calls.adminCasePreview, { caseId, decision: 'credit' }),
  ).toMatchObject({
    needsApproval: true,
  });
  const proposal = await fixture.finance.user.done(calls.adminCaseDecide, buildCommand(caseId, 'credit'));
  expect(proposal).toEqual({ done: false, approvalId: expect.any(Number) as number });
  expect(await fixture.getWorkerBalance()).toBe(0);
  expect((await decide(fixture.second, caseId, 'credit')).status).toBe(409);
  expect((await decide(fixture.second, caseId, 'resolve')).status).toBe(409);
  const approvalCommand = { approvalId: String(proposal.approvalId), decision: 'approve' as const };
  expect(
    await fixture.second.user.done(approvals.adminApproval, { approvalId: approvalCommand.approvalId }),
  ).toMatchObject({
    about: 'case',
    subjectId: Number(caseId),
    decision: 'credit',
    amountPaise: 6_000_00,
  });
  const { items } = await fixture.second.user.done(adminQueue, { kind: 'approval' });
  expect(items).toMatchObject([{ title: 'withdrawal_contradicted', amountPaise: 6_000_00 }]);
  expect((await fixture.finance.user.call(approvals.adminApprove, approvalCommand)).status).toBe(403);
  expect((await fixture.second.user.call(approvals.adminApprove, approvalCommand)).status).toBe(200);
  expect(await fixture.getWorkerBalance()).toBe(6_000_00);
  expect(await fixture.isOpen(caseId)).toBe(false);
});
