import * as calls from '@fws/contract/admin/cases/calls';
import { cancelJob } from '@fws/contract/contracts/calls';
import { expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import {
  simulatePayment,
  award,
  fund,
  readFundState,
  getMilestoneAt,
  openOrder,
  payOut,
} from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { getBalance, toRefundAccount, toUnappliedAccount } from '../../ledger/index.ts';
import { decide, setUpOpsCaseFixture, sortStatuses } from '../../../../test/admin/ops-cases.ts';

const fixture = setUpOpsCaseFixture();

/** Asks the provider about a refund now instead of when the check is due. */
async function checkRefund(refundId: string): Promise<void> {
  await inTx(fixture.world.db, (tx) =>
    enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
  );
  await fixture.world.drain();
}

/** Creates a refund that the provider refused six times. */
async function createRefusedRefund(rupees = '100'): Promise<{ caseId: string; refundId: string }> {
  const contract = await award(fixture.world, fixture, { rupees, term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(fixture.world, fixture.poster, at);
  fixture.world.refund = 'failed';
  await fixture.poster.done(cancelJob, {
    jobId: String(contract.jobId),
    comment: 'Plans changed',
    refundText: '',
  });
  const refundId = `ref_m${at.milestoneId}`;
  await fixture.world.drain();
  for (let time = 0; time < 6; time++) await checkRefund(refundId);
  return { caseId: await fixture.waitForCase('refund_failed', refundId), refundId };
}

test('resends a failed refund once, as a new attempt', async () => {
  const { caseId, refundId } = await createRefusedRefund();
  await fixture.world.drain();
  const before = fixture.world.sentRefunds.length;
  expect(await fixture.finance.user.done(calls.adminCase, { caseId })).toMatchObject({
    refund: { state: 'failed', tries: 6 },
    accounts: [{ account: `refund:${refundId}`, balancePaise: 98_00 }, {}],
    decisions: ['ask', 'resend'],
  });
  expect(
    await fixture.finance.user.done(calls.adminCasePreview, { caseId, decision: 'resend' }),
  ).toMatchObject({
    lines: [],
    amountPaise: 98_00,
  });
  fixture.world.refund = 'pending';
  expect(
    sortStatuses(
      await Promise.all([fixture.finance, fixture.second].map((by) => decide(by, caseId, 'resend'))),
    ),
  ).toEqual([200, 409]);
  await fixture.world.drain();
  // Asks about the earlier attempts first: one of them may still succeed.
  expect(fixture.world.sentRefunds.slice(before)).toEqual([]);
  expect(await getBalance(fixture.world.db, toRefundAccount(refundId))).toBe(98_00);
  fixture.world.refund = 'success';
  await checkRefund(refundId);
  expect(await getBalance(fixture.world.db, toRefundAccount(refundId))).toBe(0);
  expect((await decide(fixture.finance, caseId, 'resend')).status).toBe(409);
});

test('opens a new case when the resent refund is refused, with the money still held', async () => {
  const { caseId, refundId } = await createRefusedRefund();
  expect((await decide(fixture.finance, caseId, 'resend')).status).toBe(200);
  const newCaseId = await fixture.waitForCase('refund_failed', refundId);
  expect(newCaseId).not.toBe(caseId);
  expect(await getBalance(fixture.world.db, toRefundAccount(refundId))).toBe(98_00);
  expect(fixture.world.sentRefunds).toContain(`${refundId}-6`);
});

test('keeps the case of an unapplied payment open until the payer has the refund', async () => {
  const contract = await award(fixture.world, fixture, { rupees: '1500', term: 'completion' });
  const orderId = await openOrder(fixture.poster, getMilestoneAt(contract));
  await controlSandbox(fixture.world, `orders/${orderId}/second-payment`);
  fixture.world.refund = 'pending';
  await simulatePayment(fixture.world, orderId, 'SUCCESS');
  await simulatePayment(fixture.world, orderId, 'SUCCESS');
  await inTx(fixture.world.db, (tx) => enqueue(tx, 'check_order', { orderId }));
  const find = () =>
    fixture.world.db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('applied', '=', false)
      .executeTakeFirst();
  await waitFor('the second payment', async () => (await find()) !== undefined);
  await fixture.world.drain();
  const paymentId = (await find())?.payment_id ?? '';
  const caseId = await fixture.waitForCase('payment_unapplied', `cashfree:${paymentId}`);
  expect(await fixture.isInQueue('unapplied', caseId)).toBe(true);
  expect(await fixture.finance.user.done(calls.adminCase, { caseId })).toMatchObject({
    payment: { id: paymentId, orderId },
    refund: { state: 'pending' },
    job: { id: contract.jobId, title: 'Paint a flat' },
    people: [{ side: 'poster' }, { side: 'worker' }],
    decisions: ['send_back'],
  });
  const answers = await Promise.all(
    [fixture.finance, fixture.second].map((by) => decide(by, caseId, 'send_back')),
  );
  expect(sortStatuses(answers)).toEqual([200, 200]);
  await fixture.world.drain();
  expect(await fixture.isOpen(caseId)).toBe(true);
  const listRefunds = () =>
    fixture.world.db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
  fixture.world.refund = 'success';
  for (const { id } of await listRefunds()) await checkRefund(id);
  expect(await fixture.isOpen(caseId)).toBe(false);
  expect(await getBalance(fixture.world.db, toUnappliedAccount(orderId))).toBe(0);
  expect(await listRefunds()).toMatchObject([{ amount_paise: 1_500_00, state: 'succeeded' }]);
});

interface DisputedPayment {
  orderId: string;
  chargebackId: string;
  subject: string;
  milestoneId: number;
  jobId: number;
}

/** Creates a chargeback, of a payment in escrow or one that was released. */
async function createChargeback(released: boolean, rupees = '1500'): Promise<DisputedPayment> {
  const contract = await award(fixture.world, fixture, { rupees, term: 'completion' });
  const at = getMilestoneAt(contract);
  const orderId = await fund(fixture.world, fixture.poster, at);
  if (released) await payOut(fixture, at);
  const { payment_id: paymentId } = await fixture.world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await controlSandbox(fixture.world, `payments/${paymentId}/dispute`);
  const find = () =>
    fixture.world.db.selectFrom('chargeback').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  await waitFor('the chargeback', async () => (await find()) !== undefined);
  await fixture.world.drain();
  const chargebackId = (await find())?.chargeback_id ?? '';
  return {
    orderId,
    chargebackId,
    subject: `cashfree:${chargebackId}`,
    milestoneId: at.milestoneId,
    jobId: at.jobId,
  };
}
async function advanceChargeback(
  { chargebackId }: DisputedPayment,
  name: string,
  state: string,
  type?: string,
): Promise<void> {
  await controlSandbox(
    fixture.world,
    `disputes/${chargebackId}`,
    type ? { step: name, type } : { step: name },
  );
  await waitFor(`the chargeback to be ${state}`, async () => {
    const row = await fixture.world.db
      .selectFrom('chargeback')
      .select('state')
      .where('chargeback_id', '=', chargebackId)
      .executeTakeFirstOrThrow();
    return row.state === state;
  });
  await fixture.world.drain();
}
const readBalances = async () => ({
  receivable: await getBalance(fixture.world.db, 'chargeback_receivable'),
  loss: await getBalance(fixture.world.db, 'chargeback_loss'),
});

test('writes off a lost chargeback once, and reverses the loss when it is won after all', async () => {
  const before = await readBalances();
  const chargeback = await createChargeback(true);
  const openCaseId = await fixture.waitForCase('chargeback_open', chargeback.subject);
  expect(await fixture.finance.user.done(calls.adminCase, { caseId: openCaseId })).toMatchObject({
    decisions: ['ask'],
    chargeback: { receivablePaise: 1_500_00, escrowPaise: 0 },
  });
  await advanceChargeback(chargeback, 'MERCHANT_LOST', 'lost');
  expect(await fixture.isOpen(openCaseId)).toBe(false);
  const caseId = await fixture.waitForCase('chargeback_lost', chargeback.subject);
  expect(await fixture.isInQueue('chargeback', caseId)).toBe(true);
  const preview = await fixture.finance.user.done(calls.adminCasePreview, {
    caseId,
    decision: 'write_off',
  });
  expect(preview.lines).toEqual([
    { account: 'chargeback_loss', amountPaise: 1_500_00 },
    { account: 'chargeback_receivable', amountPaise: -1_500_00 },
  ]);
  expect(
    sortStatuses(
      await Promise.all([fixture.finance, fixture.second].map((by) => decide(by, caseId, 'write_off'))),
    ),
  ).toEqual([200, 409]);
  expect(await readBalances()).toEqual({ receivable: before.receivable, loss: before.loss + 1_500_00 });
  await expectSoundLedger(fixture.world.db);
  await advanceChargeback(chargeback, 'MERCHANT_WON', 'won', 'ARBITRATION');
  expect(await readBalances()).toEqual(before);
});

test.each(['credit', 'send_back'] as const)(
  'decides %s once for a chargeback won too late, and refuses the other decision',
  async (decision) => {
    const chargeback = await createChargeback(false);
    await advanceChargeback(chargeback, 'INSUFFICIENT_EVIDENCE', 'lost');
    await advanceChargeback(chargeback, 'MERCHANT_WON', 'won', 'PRE_ARBITRATION');
    const caseId = await fixture.waitForCase('chargeback_late', chargeback.subject);
    expect(await fixture.finance.user.done(calls.adminCase, { caseId })).toMatchObject({
      decisions: ['credit', 'send_back'],
      accounts: [{ account: `unapplied:${chargeback.orderId}`, balancePaise: 1_500_00 }, {}, {}],
    });
    fixture.world.refund = 'success';
    const answers = await Promise.all([
      decide(fixture.finance, caseId, decision),
      decide(fixture.second, caseId, decision),
    ]);
    expect(sortStatuses(answers)).toEqual([200, 409]);
    const other = decision === 'credit' ? 'send_back' : 'credit';
    expect((await decide(fixture.finance, caseId, other)).status).toBe(409);
    await fixture.world.drain();
    expect(await getBalance(fixture.world.db, toUnappliedAccount(chargeback.orderId))).toBe(0);
    expect(await fixture.getWorkerBalance()).toBe(decision === 'credit' ? 1_500_00 : 0);
    expect(await readFundState(fixture.world, chargeback)).toBe('refunded');
  },
);

test('executes one of two different decisions made at the same time', async () => {
  const chargeback = await createChargeback(false);
  await advanceChargeback(chargeback, 'INSUFFICIENT_EVIDENCE', 'lost');
  await advanceChargeback(chargeback, 'MERCHANT_WON', 'won', 'PRE_ARBITRATION');
  const caseId = await fixture.waitForCase('chargeback_late', chargeback.subject);
  const answers = await Promise.all([
    decide(fixture.finance, caseId, 'credit'),
    decide(fixture.second, caseId, 'send_back'),
  ]);
  expect(sortStatuses(answers)).toEqual([200, 409]);
});

test('books own money once per transfer, and resolves the case when the cover is complete', async () => {
  // The write-off and chargebacks of the tests above left the cover short.
  await inTx(fixture.world.db, (tx) => enqueue(tx, 'verify_books', {}));
  await fixture.world.drain();
  const chargeback = await createChargeback(true);
  await advanceChargeback(chargeback, 'MERCHANT_LOST', 'lost');
  await inTx(fixture.world.db, (tx) => enqueue(tx, 'verify_books', {}));
  const caseId = await fixture.waitForCase('cover_short', 'own funds');
  await fixture.world.drain();
  const { cover, decisions } = await fixture.finance.user.done(calls.adminCase, { caseId });
  const shortfallPaise = (cover?.owedPaise ?? 0) - (cover?.heldPaise ?? 0);
  expect(shortfallPaise).toBeGreaterThan(0);
  expect(decisions).toEqual(['ask', 'bring_in']);
  expect(await fixture.isInQueue('books', caseId)).toBe(true);
  expect(await decide(fixture.finance, caseId, 'bring_in')).toMatchObject({ status: 422 });
  const firstTransfer = { amountPaise: '10000', reference: 'sbin 0001-a' };
  expect(
    await decide(fixture.finance, caseId, 'bring_in', { ...firstTransfer, reference: 'x' }),
  ).toMatchObject({
    status: 422,
  });
  const preview = await fixture.finance.user.done(calls.adminCasePreview, {
    ...firstTransfer,
    caseId,
    decision: 'bring_in',
  });
  expect(preview.lines).toEqual([
    { account: 'bank', amountPaise: 100_00 },
    { account: 'own_funds', amountPaise: -100_00 },
  ]);
  expect((await decide(fixture.finance, caseId, 'bring_in', firstTransfer)).status).toBe(200);
  const repeated = await decide(fixture.second, caseId, 'bring_in', {
    amountPaise: '20000',
    reference: 'SBIN0001A',
  });
  expect(repeated).toMatchObject({ status: 422, errors: { reference: expect.any(String) as string } });
  expect(await fixture.isOpen(caseId)).toBe(true);
  const remainder = { amountPaise: String(shortfallPaise - 100_00), reference: 'SBIN0002B' };
  expect((await decide(fixture.finance, caseId, 'bring_in', remainder)).status).toBe(200);
  expect(await fixture.isOpen(caseId)).toBe(false);
});
