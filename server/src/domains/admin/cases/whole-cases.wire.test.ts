import * as approvals from '@fws/contract/admin/approvals/calls';
import * as calls from '@fws/contract/admin/cases/calls';
import { cancelJob } from '@fws/contract/contracts/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { expect, test } from 'vitest';
import { buildCommand, decide, emptyCase, setUpOpsCaseFixture } from '../../../../test/admin/ops-cases.ts';
import {
  advanceWithdrawal,
  controlSandbox,
  createBankAccount,
  parseWithdrawalId,
  waitForWithdrawal,
  withdraw,
} from '../../../../test/payouts.ts';
import { buildLedgerEntry } from '../../../../test/ledger/entries.ts';
import { listTxnIds, readJobNumber, readPaymentId, readTransferId } from '../../../../test/rows.ts';
import { award, earn, fund, getMilestoneAt, payOut } from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

// Every field of ops cases about withdrawals, refunds and chargebacks.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const fixture = setUpOpsCaseFixture({ clockStopped: true });
const readCase = (caseId: string) => fixture.finance.user.done(calls.adminCase, { caseId });
const advance = (ms = MINUTE_MS) => fixture.world.clock.advance(ms);
const getTime = (aheadMs = 0) => fixture.world.clock.format(aheadMs);
const buildPeople = () => [
  { side: 'poster', id: fixture.poster.id, name: 'Meera Kumar', verified: false },
  { side: 'worker', id: fixture.worker.id, name: 'Imran Kumar', verified: true },
];
const buildJob = async (id: number) => ({
  id,
  number: await readJobNumber(fixture.world, id),
  title: 'Paint a flat',
  milestone: 'On completion',
});

test('shows every field of a case about a withdrawal, while it waits for approval and afterwards', async () => {
  const { world, worker, finance, second } = fixture;
  await earn(world, fixture, '6000');
  await world.drain();
  advance();
  const account = await createBankAccount(worker, '50100417700123');
  const id = parseWithdrawalId(await withdraw(worker, account.id, '6000'));
  await waitForWithdrawal(world, id, 'paid');
  await world.drain();
  const paidAt = getTime();
  const [requested, paid] = (await listTxnIds(world)).slice(-2);
  advance();
  world.transfer = { status: 'failed', reason: 'account closed' };
  await advanceWithdrawal(world, id);
  const caseId = await fixture.waitForCase('withdrawal_contradicted', String(id));
  await world.drain();
  const raisedAt = getTime();
  advance();
  await advanceWithdrawal(world, id);
  await world.drain();
  const checkedAt = getTime();
  const nextCheckAt = getTime(10 * MINUTE_MS);
  const { approvalId } = await finance.user.done(calls.adminCaseDecide, buildCommand(caseId, 'credit'));
  const transferId = await readTransferId(world, id);
  const opsCase = {
    ...emptyCase,
    id: Number(caseId),
    kind: 'withdrawal_contradicted',
    subject: String(id),
    amountPaise: 6_000_00,
    detail: `transfer ${transferId} is paid with us: the provider calls it failed`,
    raisedAt,
    dueAt: new Date(Date.parse(raisedAt) + 4 * HOUR_MS).toISOString(),
    people: [buildPeople()[1]],
    cover: null,
  };
  const withdrawal = { id, transferId, destination: 'State Bank of India ··0123', createdAt: paidAt };
  const ledger = [
    buildLedgerEntry(requested, paidAt, 'withdrawal_requested', {
      [`wallet:${worker.id}`]: 6_000_00,
      [`withdrawal:${id}`]: -6_000_00,
    }),
    buildLedgerEntry(paid, paidAt, 'withdrawal_paid', {
      [`withdrawal:${id}`]: 6_000_00,
      payout_float: -6_000_00,
    }),
  ];
  const answers = [
    { status: 'failed', note: 'account closed', times: 2, firstAt: raisedAt, lastAt: checkedAt },
    { status: 'paid', note: '', times: 1, firstAt: paidAt, lastAt: paidAt },
  ];
  expect(await readCase(caseId)).toEqual({
    ...opsCase,
    resolved: null,
    withdrawal: { ...withdrawal, state: 'paid', nextCheckAt },
    accounts: [
      { account: `withdrawal:${id}`, balancePaise: 0 },
      { account: `wallet:${worker.id}`, balancePaise: 0 },
    ],
    ledger,
    answers,
    decisions: ['ask', 'credit', 'resolve'],
    approval: {
      id: approvalId,
      askedBy: `${finance.user.firstName} Kumar`,
      at: checkedAt,
      reason: 'The provider confirmed it by phone',
    },
  });

  advance();
  const approval = { approvalId: String(approvalId), decision: 'approve' as const };
  await second.user.done(approvals.adminApprove, approval);
  await world.drain();
  const reversed = (await listTxnIds(world)).at(-1);
  expect(await readCase(caseId)).toEqual({
    ...opsCase,
    resolved: { by: `${finance.user.firstName} Kumar`, at: getTime(), decision: 'credit' },
    withdrawal: { ...withdrawal, state: 'reversed', nextCheckAt: null },
    accounts: [
      { account: `withdrawal:${id}`, balancePaise: 0 },
      { account: `wallet:${worker.id}`, balancePaise: 6_000_00 },
    ],
    ledger: [
      ...ledger,
      buildLedgerEntry(reversed, getTime(), 'withdrawal_reversed', {
        payout_float: 6_000_00,
        [`wallet:${worker.id}`]: -6_000_00,
      }),
    ],
    answers,
    decisions: [],
    approval: null,
  });
});

test('shows every field of a case about a refund that the provider refused six times', async () => {
  const { world, poster } = fixture;
  const contract = await award(world, fixture, { rupees: '100', term: 'completion' });
  const { jobId, milestoneId } = getMilestoneAt(contract);
  const orderId = await fund(world, poster, getMilestoneAt(contract));
  await world.drain();
  const fundedAt = getTime();
  advance();
  world.refund = 'failed';
  await poster.done(cancelJob, { jobId: String(jobId), comment: 'Plans changed', refundText: '' });
  await world.drain();
  const cancelledAt = getTime();
  const [funded, decided] = (await listTxnIds(world)).slice(-2);
  const refundId = `ref_m${milestoneId}`;
  const answers = [{ status: 'failed', note: refundId, times: 1, firstAt: getTime(), lastAt: getTime() }];
  for (let tries = 1; tries < 6; tries++) {
    advance();
    await inTx(world.db, (tx) =>
      enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
    );
    await world.drain();
    const note = `${refundId}-${tries}`;
    answers.unshift({ status: 'failed', note, times: 1, firstAt: getTime(), lastAt: getTime() });
  }
  const caseId = await fixture.waitForCase('refund_failed', refundId);
  expect(await readCase(caseId)).toEqual({
    ...emptyCase,
    id: Number(caseId),
    kind: 'refund_failed',
    subject: refundId,
    amountPaise: 98_00,
    detail: `order ${orderId}: the provider refused 6 times; the money is in refund:${refundId}`,
    raisedAt: getTime(),
    dueAt: getTime(DAY_MS),
    resolved: null,
    people: buildPeople(),
    job: await buildJob(jobId),
    refund: {
      id: refundId,
      state: 'failed',
      tries: 6,
      createdAt: cancelledAt,
      nextCheckAt: getTime(DAY_MS),
    },
    payment: {
      provider: 'cashfree',
      id: await readPaymentId(world, orderId),
      orderId,
      method: 'upi',
      at: fundedAt,
    },
    cover: null,
    accounts: [
      { account: `refund:${refundId}`, balancePaise: 98_00 },
      { account: `unapplied:${orderId}`, balancePaise: 0 },
    ],
    ledger: [
      buildLedgerEntry(funded, fundedAt, 'payment_verified', {
        provider_clearing: 100_00,
        [`escrow:${milestoneId}`]: -100_00,
      }),
      buildLedgerEntry(decided, cancelledAt, 'refund_decided', {
        [`escrow:${milestoneId}`]: 100_00,
        [`refund:${refundId}`]: -98_00,
        charge_income: -2_00,
      }),
    ],
    answers,
    decisions: ['ask', 'resend'],
    approval: null,
  });
});

test('shows every field of a case about a lost chargeback, and what was written off', async () => {
  const { world, poster, worker } = fixture;
  const contract = await award(world, fixture, { rupees: '1500', term: 'completion' });
  const at = getMilestoneAt(contract);
  const orderId = await fund(world, poster, at);
  await payOut({ poster, worker }, at);
  await world.drain();
  const fundedAt = getTime();
  advance();
  const paymentId = await readPaymentId(world, orderId);
  await controlSandbox(world, `payments/${paymentId}/dispute`);
  const findChargeback = () =>
    world.db.selectFrom('chargeback').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  await waitFor('the chargeback', async () => (await findChargeback()) !== undefined);
  await world.drain();
  const openedAt = getTime();
  const respondBy = getTime(7 * DAY_MS);
  const chargebackId = (await findChargeback())?.chargeback_id ?? '';
  const subject = `cashfree:${chargebackId}`;
  const openCaseId = await fixture.waitForCase('chargeback_open', subject);
  const reason = 'Goods or Services Not Provided';
  expect(await readCase(openCaseId)).toMatchObject({
    id: Number(openCaseId),
    detail: `order ${orderId}, milestone ${at.milestoneId}: ${reason}. Answer the provider by ${toIstDate(new Date(respondBy))}`,
    raisedAt: openedAt,
    dueAt: respondBy,
  });
  advance();
  await controlSandbox(world, `disputes/${chargebackId}`, { step: 'MERCHANT_LOST' });
  const caseId = await fixture.waitForCase('chargeback_lost', subject);
  await world.drain();
  const lostAt = getTime();
  const [funded, released, taken] = (await listTxnIds(world)).slice(-3);
  advance();
  // What was released is on hold, and is decided about too.
  expect((await decide(fixture.finance, caseId, 'free_releases')).status).toBe(200);
  expect((await decide(fixture.finance, caseId, 'write_off')).status).toBe(200);
  const writtenOff = (await listTxnIds(world)).at(-1);
  expect(await readCase(caseId)).toEqual({
    ...emptyCase,
    id: Number(caseId),
    kind: 'chargeback_lost',
    subject,
    amountPaise: 1_500_00,
    detail: `order ${orderId}: 0 paise out of escrow:${at.milestoneId}, 150000 in chargeback_receivable`,
    raisedAt: lostAt,
    dueAt: new Date(Date.parse(lostAt) + 3 * DAY_MS).toISOString(),
    resolved: { by: `${fixture.finance.user.firstName} Kumar`, at: getTime(), decision: 'write_off' },
    people: buildPeople(),
    job: await buildJob(at.jobId),
    payment: { provider: 'cashfree', id: paymentId, orderId, method: 'upi', at: fundedAt },
    chargeback: {
      id: chargebackId,
      state: 'lost',
      reason,
      escrowPaise: 0,
      receivablePaise: 1_500_00,
      writtenOffPaise: 1_500_00,
      respondBy,
    },
    cover: null,
    accounts: [
      { account: `unapplied:${orderId}`, balancePaise: 0 },
      { account: `escrow:${at.milestoneId}`, balancePaise: 0 },
      { account: `wallet:${worker.id}`, balancePaise: 1_500_00 },
    ],
    ledger: [
      buildLedgerEntry(funded, fundedAt, 'payment_verified', {
        provider_clearing: 1_500_00,
        [`escrow:${at.milestoneId}`]: -1_500_00,
      }),
      buildLedgerEntry(released, fundedAt, 'release', {
        [`escrow:${at.milestoneId}`]: 1_500_00,
        [`wallet:${worker.id}`]: -1_500_00,
      }),
      buildLedgerEntry(taken, openedAt, 'chargeback_taken', {
        provider_clearing: -1_500_00,
        chargeback_receivable: 1_500_00,
      }),
      buildLedgerEntry(writtenOff, getTime(), 'chargeback_written_off', {
        chargeback_loss: 1_500_00,
        chargeback_receivable: -1_500_00,
      }),
    ],
    answers: [
      { status: 'lost_taken', note: reason, times: 1, firstAt: lostAt, lastAt: lostAt },
      { status: 'open_taken', note: reason, times: 1, firstAt: openedAt, lastAt: openedAt },
    ],
    decisions: [],
    approval: null,
  });
});
