import * as approvals from '@fws/contract/admin/approvals/calls';
import * as calls from '@fws/contract/admin/matters/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { expect, test } from 'vitest';
import { advance, bankAccount, becomes, withdraw, withdrawalIdIn } from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import { admin } from '../testing.ts';
import { command, decide, matterDesk, statuses } from './testing.ts';

const desk = matterDesk();

/** Starts a withdrawal of everything that the worker earned. */
async function withdrawing(rupees = '500'): Promise<number> {
  await earn(desk.world, desk, rupees);
  const { id } = await bankAccount(desk.worker, '50100417700123');
  return withdrawalIdIn(await withdraw(desk.worker, id, rupees));
}

/** Creates a withdrawal that the provider reports as paid, and later as failed. */
async function contradicted(rupees?: string): Promise<string> {
  const id = await withdrawing(rupees);
  await becomes(desk.world, id, 'paid');
  desk.world.transfer = { status: 'failed', reason: 'account closed' };
  await advance(desk.world, id);
  return desk.matterOf('withdrawal_contradicted', String(id));
}

test('shows both statuses of a withdrawal paid in the books and failed at the provider, and credits the worker once', async () => {
  const matterId = await contradicted();
  expect(await desk.waits('withdrawal', matterId)).toBe(true);
  const found = await desk.finance.user.done(calls.adminMatter, { matterId });
  expect(found).toMatchObject({
    kind: 'withdrawal_contradicted',
    amountPaise: 500_00,
    people: [{ side: 'worker', id: desk.worker.id, name: 'Imran Kumar' }],
    withdrawal: { state: 'paid', destination: expect.stringContaining('0123') as string },
    accounts: [{ balancePaise: 0 }, { account: `wallet:${desk.worker.id}`, balancePaise: 0 }],
    decisions: ['ask', 'credit', 'resolve'],
    approval: null,
  });
  expect(found.answers.map(({ said, note }) => [said, note])).toEqual([
    ['failed', 'account closed'],
    ['paid', ''],
  ]);
  expect(found.ledger.map(({ kind }) => kind)).toEqual(['withdrawal_requested', 'withdrawal_paid']);

  const shown = await desk.finance.user.done(calls.adminMatterPreview, { matterId, decision: 'credit' });
  expect(shown).toEqual({
    lines: [
      { account: 'payout_float', amountPaise: 500_00 },
      { account: `wallet:${desk.worker.id}`, amountPaise: -500_00 },
    ],
    amountPaise: 500_00,
    needsApproval: false,
  });
  expect(await desk.walletOfWorker()).toBe(0);
  expect(await desk.isOpen(matterId)).toBe(true);

  const answers = await Promise.all(
    [desk.finance, desk.second, desk.finance].map((by) => decide(by, matterId, 'credit')),
  );
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(await desk.walletOfWorker()).toBe(500_00);
  expect(await desk.waits('withdrawal', matterId)).toBe(false);
  await advance(desk.world, Number(found.withdrawal?.id));
  await desk.world.drain();
  expect(await desk.walletOfWorker()).toBe(500_00);
  const acts = await desk.world.db
    .selectFrom('audit_act')
    .select(['act', 'reason', 'details'])
    .where('subject', '=', 'matter')
    .where('subject_id', '=', matterId)
    .execute();
  expect(acts).toMatchObject([{ act: 'matter_credit', details: { amountPaise: 500_00 } }]);
});

test('resolves the case without moving money when the provider confirms our status', async () => {
  const matterId = await contradicted();
  desk.world.transfer = { status: 'paid' };
  expect(await decide(desk.finance, matterId, 'ask', { reason: '' })).toMatchObject({
    status: 200,
    message: 'Asked. The answer will be here in a moment',
  });
  await desk.world.drain();
  expect(await desk.isOpen(matterId)).toBe(false);
  expect(await desk.walletOfWorker()).toBe(0);
  expect((await decide(desk.finance, matterId, 'credit')).status).toBe(409);
});

test('does not reopen a case resolved with a reason when the provider repeats its status', async () => {
  const matterId = await contradicted();
  expect((await decide(desk.finance, matterId, 'resolve', { reason: ' ' })).status).toBe(422);
  expect((await decide(desk.finance, matterId, 'resolve')).status).toBe(200);
  const { withdrawal, resolved, decisions } = await desk.finance.user.done(calls.adminMatter, { matterId });
  expect(resolved).toMatchObject({ decision: 'resolve', by: `${desk.finance.user.firstName} Kumar` });
  expect(decisions).toEqual([]);
  await advance(desk.world, Number(withdrawal?.id));
  await desk.world.drain();
  expect((await desk.finance.user.done(adminQueue, { kind: 'withdrawal' })).items).toEqual([]);
});

test('debits the wallet once for a withdrawal failed in the books and paid at the provider', async () => {
  desk.world.transfer = { status: 'failed', reason: 'bank offline' };
  const id = await withdrawing();
  await becomes(desk.world, id, 'failed');
  expect(await desk.walletOfWorker()).toBe(500_00);
  desk.world.transfer = { status: 'paid' };
  await advance(desk.world, id);
  const matterId = await desk.matterOf('withdrawal_contradicted', String(id));
  expect(await desk.finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
    decisions: ['ask', 'debit', 'resolve'],
  });
  expect(
    statuses(await Promise.all([desk.finance, desk.second].map((by) => decide(by, matterId, 'debit')))),
  ).toEqual([200, 409]);
  expect(await desk.walletOfWorker()).toBe(0);
  const { lines } = await desk.worker.done(wallet, {});
  expect(lines[0]).toMatchObject({ kind: 'withdrawal', amountPaise: -500_00 });
  desk.world.transfer = { status: 'reversed' };
  await advance(desk.world, id);
  await becomes(desk.world, id, 'reversed');
  expect(await desk.walletOfWorker()).toBe(500_00);
});

test('allows only a question to the provider when a withdrawal has no final status for a day', async () => {
  desk.world.transfer = { status: 'processing' };
  const id = await withdrawing();
  await becomes(desk.world, id, 'processing');
  await desk.world.drain();
  desk.world.clock.advance(25 * 3600_000);
  await advance(desk.world, id);
  const matterId = await desk.matterOf('withdrawal_unknown', String(id));
  desk.finance = await admin(desk.world, 'finance');
  expect(await desk.finance.user.done(calls.adminMatter, { matterId })).toMatchObject({ decisions: ['ask'] });
  for (const decision of ['credit', 'resolve', 'write_off'] as const)
    expect((await decide(desk.finance, matterId, decision)).status).toBe(409);
  desk.world.transfer = { status: 'paid' };
  expect((await decide(desk.finance, matterId, 'ask')).status).toBe(200);
  await becomes(desk.world, id, 'paid');
  expect(await desk.isOpen(matterId)).toBe(false);
  desk.world.clock.reset();
});

test('refuses a decision without the role, a recent code or a reason', async () => {
  const matterId = await contradicted();
  const support = await admin(desk.world, 'support');
  expect((await decide(support, matterId, 'credit')).status).toBe(403);
  expect((await support.user.call(calls.adminMatter, { matterId })).status).toBe(403);
  expect(await decide(desk.finance, matterId, 'credit', { reason: '' })).toMatchObject({ status: 422 });
  expect((await desk.finance.user.call(calls.adminMatter, { matterId: '999999' })).status).toBe(404);
  desk.world.clock.advance(11 * 60_000);
  expect(await decide(desk.finance, matterId, 'credit')).toMatchObject({ status: 403, step_up: 'totp' });
  expect((await decide(desk.finance, matterId, 'ask')).status).toBe(200);
  expect(await desk.walletOfWorker()).toBe(0);
  desk.world.clock.reset();
});

test('returns the first response when the same command is sent again', async () => {
  const matterId = await contradicted();
  const headers = { 'idempotency-key': `credit-${matterId}` };
  const ask = () => desk.finance.user.call(calls.adminMatterDecide, command(matterId, 'credit'), { headers });
  const [first, again] = [await ask(), await ask()];
  expect(first.status).toBe(200);
  expect(again.data).toEqual(first.data);
  expect(await desk.walletOfWorker()).toBe(500_00);
});

test('requires a second admin for a large decision, and executes it on approval', async () => {
  const matterId = await contradicted('6000');
  expect(
    await desk.finance.user.done(calls.adminMatterPreview, { matterId, decision: 'credit' }),
  ).toMatchObject({
    needsApproval: true,
  });
  const asked = await desk.finance.user.done(calls.adminMatterDecide, command(matterId, 'credit'));
  expect(asked).toEqual({ done: false, approvalId: expect.any(Number) as number });
  expect(await desk.walletOfWorker()).toBe(0);
  expect((await decide(desk.second, matterId, 'credit')).status).toBe(409);
  expect((await decide(desk.second, matterId, 'resolve')).status).toBe(409);
  const word = { approvalId: String(asked.approvalId), decision: 'approve' as const };
  expect(await desk.second.user.done(approvals.adminApproval, { approvalId: word.approvalId })).toMatchObject(
    {
      about: 'matter',
      subjectId: Number(matterId),
      decision: 'credit',
      amountPaise: 6_000_00,
    },
  );
  const { items } = await desk.second.user.done(adminQueue, { kind: 'approval' });
  expect(items).toMatchObject([{ title: 'withdrawal_contradicted', amountPaise: 6_000_00 }]);
  expect((await desk.finance.user.call(approvals.adminApprove, word)).status).toBe(403);
  expect((await desk.second.user.call(approvals.adminApprove, word)).status).toBe(200);
  expect(await desk.walletOfWorker()).toBe(6_000_00);
  expect(await desk.isOpen(matterId)).toBe(false);
});
