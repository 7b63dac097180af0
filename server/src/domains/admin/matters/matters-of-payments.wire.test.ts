import * as calls from '@fws/contract/admin/matters/calls';
import { cancelJob } from '@fws/contract/contracts/calls';
import { expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger.ts';
import { control } from '../../../../test/payouts.ts';
import { attempt, award, fund, fundStateOf, milestoneAt, openOrder, payOut } from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { balance, refundOf, unappliedOf } from '../../ledger/index.ts';
import { decide, matterDesk, statuses } from './testing.ts';

const desk = matterDesk();

/** Creates a refund that the provider refused six times. */
async function refusedRefund(rupees = '100'): Promise<{ matterId: string; refundId: string }> {
  const contract = await award(desk.world, desk, { rupees, term: 'completion' });
  const at = milestoneAt(contract);
  await fund(desk.world, desk.poster, at);
  desk.world.refund = 'failed';
  await desk.poster.done(cancelJob, {
    jobId: String(contract.jobId),
    comment: 'Plans changed',
    refundPaise: '',
  });
  const refundId = `ref_m${at.milestoneId}`;
  for (let time = 0; time < 6; time++) {
    await desk.world.drain();
    await inTx(desk.world.db, (tx) =>
      enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
    );
  }
  return { matterId: await desk.matterOf('refund_failed', refundId), refundId };
}

test('resends a failed refund once, as a new attempt', async () => {
  const { matterId, refundId } = await refusedRefund();
  await desk.world.drain();
  const before = desk.world.sentRefunds.length;
  expect(await desk.finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
    refund: { state: 'failed', tries: 6 },
    accounts: [{ account: `refund:${refundId}`, balancePaise: 98_00 }, {}],
    decisions: ['ask', 'resend'],
  });
  expect(
    await desk.finance.user.done(calls.adminMatterPreview, { matterId, decision: 'resend' }),
  ).toMatchObject({
    lines: [],
    amountPaise: 98_00,
  });
  desk.world.refund = 'pending';
  expect(
    statuses(await Promise.all([desk.finance, desk.second].map((by) => decide(by, matterId, 'resend')))),
  ).toEqual([200, 409]);
  await desk.world.drain();
  // Asks about the earlier attempts first: one of them may still succeed.
  expect(desk.world.sentRefunds.slice(before)).toEqual([]);
  expect(await balance(desk.world.db, refundOf(refundId))).toBe(98_00);
  desk.world.refund = 'success';
  await inTx(desk.world.db, (tx) =>
    enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
  );
  await desk.world.drain();
  expect(await balance(desk.world.db, refundOf(refundId))).toBe(0);
  expect((await decide(desk.finance, matterId, 'resend')).status).toBe(409);
});

test('opens a new case when the resent refund is refused, with the money still held', async () => {
  const { matterId, refundId } = await refusedRefund();
  expect((await decide(desk.finance, matterId, 'resend')).status).toBe(200);
  const again = await desk.matterOf('refund_failed', refundId);
  expect(again).not.toBe(matterId);
  expect(await balance(desk.world.db, refundOf(refundId))).toBe(98_00);
  expect(desk.world.sentRefunds).toContain(`${refundId}-6`);
});

test('keeps the case of an unapplied payment open until the payer has the refund', async () => {
  const contract = await award(desk.world, desk, { rupees: '1500', term: 'completion' });
  const orderId = await openOrder(desk.poster, milestoneAt(contract));
  await control(desk.world, `orders/${orderId}/second-payment`);
  desk.world.refund = 'pending';
  await attempt(desk.world, orderId, 'SUCCESS');
  await attempt(desk.world, orderId, 'SUCCESS');
  await inTx(desk.world.db, (tx) => enqueue(tx, 'check_order', { orderId }));
  const find = () =>
    desk.world.db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('applied', '=', false)
      .executeTakeFirst();
  await waitFor('the second payment', async () => (await find()) !== undefined);
  await desk.world.drain();
  const paymentId = (await find())?.payment_id ?? '';
  const matterId = await desk.matterOf('payment_unapplied', `cashfree:${paymentId}`);
  expect(await desk.waits('unapplied', matterId)).toBe(true);
  expect(await desk.finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
    payment: { id: paymentId, orderId },
    refund: { state: 'pending' },
    job: { id: contract.jobId, title: 'Paint a flat' },
    people: [{ side: 'poster' }, { side: 'worker' }],
    decisions: ['send_back'],
  });
  desk.world.refund = 'success';
  const hurried = await Promise.all(
    [desk.finance, desk.second].map((by) => decide(by, matterId, 'send_back')),
  );
  expect(statuses(hurried)).toEqual([200, 200]);
  await desk.world.drain();
  expect(await desk.isOpen(matterId)).toBe(false);
  expect(await balance(desk.world.db, unappliedOf(orderId))).toBe(0);
  const refunds = await desk.world.db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  expect(refunds).toMatchObject([{ amount_paise: 1_500_00, state: 'succeeded' }]);
});

interface Claimed {
  orderId: string;
  chargebackId: string;
  subject: string;
  milestoneId: number;
  jobId: number;
}

/** Creates a chargeback, of a payment in escrow or one that was released. */
async function chargedBack(released: boolean, rupees = '1500'): Promise<Claimed> {
  const contract = await award(desk.world, desk, { rupees, term: 'completion' });
  const at = milestoneAt(contract);
  const orderId = await fund(desk.world, desk.poster, at);
  if (released) await payOut(desk, at);
  const { payment_id: paymentId } = await desk.world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await control(desk.world, `payments/${paymentId}/dispute`);
  const find = () =>
    desk.world.db.selectFrom('chargeback').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  await waitFor('the chargeback', async () => (await find()) !== undefined);
  await desk.world.drain();
  const chargebackId = (await find())?.chargeback_id ?? '';
  return {
    orderId,
    chargebackId,
    subject: `cashfree:${chargebackId}`,
    milestoneId: at.milestoneId,
    jobId: at.jobId,
  };
}
async function step({ chargebackId }: Claimed, name: string, state: string, type?: string): Promise<void> {
  await control(desk.world, `disputes/${chargebackId}`, type ? { step: name, type } : { step: name });
  await waitFor(`the chargeback to be ${state}`, async () => {
    const row = await desk.world.db
      .selectFrom('chargeback')
      .select('state')
      .where('chargeback_id', '=', chargebackId)
      .executeTakeFirstOrThrow();
    return row.state === state;
  });
  await desk.world.drain();
}
const sums = async () => ({
  receivable: await balance(desk.world.db, 'chargeback_receivable'),
  loss: await balance(desk.world.db, 'chargeback_loss'),
});

test('writes off a lost chargeback once, and reverses the loss when it is won after all', async () => {
  const before = await sums();
  const of = await chargedBack(true);
  const asking = await desk.matterOf('chargeback_open', of.subject);
  expect(await desk.finance.user.done(calls.adminMatter, { matterId: asking })).toMatchObject({
    decisions: ['ask'],
    chargeback: { receivablePaise: 1_500_00, escrowPaise: 0 },
  });
  await step(of, 'MERCHANT_LOST', 'lost');
  expect(await desk.isOpen(asking)).toBe(false);
  const matterId = await desk.matterOf('chargeback_lost', of.subject);
  expect(await desk.waits('chargeback', matterId)).toBe(true);
  const shown = await desk.finance.user.done(calls.adminMatterPreview, { matterId, decision: 'write_off' });
  expect(shown.lines).toEqual([
    { account: 'chargeback_loss', amountPaise: 1_500_00 },
    { account: 'chargeback_receivable', amountPaise: -1_500_00 },
  ]);
  expect(
    statuses(await Promise.all([desk.finance, desk.second].map((by) => decide(by, matterId, 'write_off')))),
  ).toEqual([200, 409]);
  expect(await sums()).toEqual({ receivable: before.receivable, loss: before.loss + 1_500_00 });
  await expectSoundLedger(desk.world.db);
  await step(of, 'MERCHANT_WON', 'won', 'ARBITRATION');
  expect(await sums()).toEqual(before);
});

test.each(['credit', 'send_back'] as const)(
  'decides %s once for a chargeback won too late, and refuses the other decision',
  async (decision) => {
    const of = await chargedBack(false);
    await step(of, 'INSUFFICIENT_EVIDENCE', 'lost');
    await step(of, 'MERCHANT_WON', 'won', 'PRE_ARBITRATION');
    const matterId = await desk.matterOf('chargeback_late', of.subject);
    expect(await desk.finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
      decisions: ['credit', 'send_back'],
      accounts: [{ account: `unapplied:${of.orderId}`, balancePaise: 1_500_00 }, {}, {}],
    });
    desk.world.refund = 'success';
    const answers = await Promise.all([
      decide(desk.finance, matterId, decision),
      decide(desk.second, matterId, decision),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const other = decision === 'credit' ? 'send_back' : 'credit';
    expect((await decide(desk.finance, matterId, other)).status).toBe(409);
    await desk.world.drain();
    expect(await balance(desk.world.db, unappliedOf(of.orderId))).toBe(0);
    expect(await desk.walletOfWorker()).toBe(decision === 'credit' ? 1_500_00 : 0);
    expect(await fundStateOf(desk.world, of)).toBe('refunded');
  },
);

test('executes one of two different decisions made at the same time', async () => {
  const of = await chargedBack(false);
  await step(of, 'INSUFFICIENT_EVIDENCE', 'lost');
  await step(of, 'MERCHANT_WON', 'won', 'PRE_ARBITRATION');
  const matterId = await desk.matterOf('chargeback_late', of.subject);
  const answers = await Promise.all([
    decide(desk.finance, matterId, 'credit'),
    decide(desk.second, matterId, 'send_back'),
  ]);
  expect(statuses(answers)).toEqual([200, 409]);
});

test('books own money once per transfer, and resolves the case when the cover is complete', async () => {
  // The write-off and chargebacks of the tests above left the cover short.
  await inTx(desk.world.db, (tx) => enqueue(tx, 'verify_books', {}));
  await desk.world.drain();
  const of = await chargedBack(true);
  await step(of, 'MERCHANT_LOST', 'lost');
  await inTx(desk.world.db, (tx) => enqueue(tx, 'verify_books', {}));
  const matterId = await desk.matterOf('cover_short', 'own funds');
  await desk.world.drain();
  const { cover, decisions } = await desk.finance.user.done(calls.adminMatter, { matterId });
  const short = (cover?.owedPaise ?? 0) - (cover?.heldPaise ?? 0);
  expect(short).toBeGreaterThan(0);
  expect(decisions).toEqual(['ask', 'bring_in']);
  expect(await desk.waits('books', matterId)).toBe(true);
  expect(await decide(desk.finance, matterId, 'bring_in')).toMatchObject({ status: 422 });
  const part = { amountPaise: '10000', reference: 'sbin 0001-a' };
  expect(await decide(desk.finance, matterId, 'bring_in', { ...part, reference: 'x' })).toMatchObject({
    status: 422,
  });
  const shown = await desk.finance.user.done(calls.adminMatterPreview, {
    ...part,
    matterId,
    decision: 'bring_in',
  });
  expect(shown.lines).toEqual([
    { account: 'bank', amountPaise: 100_00 },
    { account: 'own_funds', amountPaise: -100_00 },
  ]);
  expect((await decide(desk.finance, matterId, 'bring_in', part)).status).toBe(200);
  const twice = await decide(desk.second, matterId, 'bring_in', {
    amountPaise: '20000',
    reference: 'SBIN0001A',
  });
  expect(twice).toMatchObject({ status: 422, errors: { reference: expect.any(String) as string } });
  expect(await desk.isOpen(matterId)).toBe(true);
  const rest = { amountPaise: String(short - 100_00), reference: 'SBIN0002B' };
  expect((await decide(desk.finance, matterId, 'bring_in', rest)).status).toBe(200);
  expect(await desk.isOpen(matterId)).toBe(false);
});
