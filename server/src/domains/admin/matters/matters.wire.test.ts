import * as approvals from '@fws/contract/admin/approvals/calls';
import * as calls from '@fws/contract/admin/matters/calls';
import type { MatterDecision, MatterKind } from '@fws/contract/admin/matters/model';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { cancelJob } from '@fws/contract/contracts/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger.ts';
import {
  advance,
  bankAccount,
  becomes,
  control,
  withdraw,
  withdrawalIdIn,
} from '../../../../test/payouts.ts';
import {
  attempt,
  award,
  earn,
  fund,
  fundStateOf,
  milestoneAt,
  openOrder,
  payOut,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { balance, refundOf, unappliedOf, walletOf } from '../../ledger/index.ts';
import { admin, type TestAdmin } from '../testing.ts';
import { startScripted, type ScriptedWorld } from './testing.ts';

let world: ScriptedWorld;
let poster: TestUser;
let worker: TestUser;
let finance: TestAdmin;
let second: TestAdmin;
beforeAll(async () => {
  world = await startScripted({ SECOND_APPROVER_ABOVE_RUPEES: '5000' });
});
beforeEach(async () => {
  world.transfer = { status: 'paid' };
  world.refund = null;
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  finance = await admin(world, 'finance');
  second = await admin(world, 'finance');
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

async function matterOf(kind: MatterKind, subject: string): Promise<string> {
  const find = () =>
    world.db
      .selectFrom('needs_look')
      .select('id')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('resolved_at', 'is', null)
      .executeTakeFirst();
  await waitFor(`${kind} ${subject}`, async () => (await find()) !== undefined);
  return String((await find())?.id);
}
const isOpen = async (matterId: string) =>
  (await finance.user.done(calls.adminMatter, { matterId })).resolved === null;
const waits = async (kind: string, matterId: string) =>
  (await finance.user.done(adminQueue, { kind })).items.some(({ id }) => String(id) === matterId);
const command = (matterId: string, decision: MatterDecision, more: object = {}) => ({
  matterId,
  decision,
  reason: 'The provider confirmed it by phone',
  ...more,
});
const decide = (by: TestAdmin, matterId: string, decision: MatterDecision, more: object = {}) =>
  by.user.call(calls.adminMatterDecide, command(matterId, decision, more));
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const walletOfWorker = () => balance(world.db, walletOf(worker.id));

/** All that the worker earned is on its way to their bank. */
async function withdrawing(rupees = '500'): Promise<number> {
  await earn(world, { poster, worker }, rupees);
  const { id } = await bankAccount(worker, '50100417700123');
  return withdrawalIdIn(await withdraw(worker, id, rupees));
}

/** Paid, as the provider first said; and then it says that it failed. */
async function contradicted(rupees?: string): Promise<string> {
  const id = await withdrawing(rupees);
  await becomes(world, id, 'paid');
  world.transfer = { status: 'failed', reason: 'account closed' };
  await advance(world, id);
  return matterOf('withdrawal_contradicted', String(id));
}

test('paid with us and failed with the provider: the case shows both, and the worker is credited once', async () => {
  const matterId = await contradicted();
  expect(await waits('withdrawal', matterId)).toBe(true);
  const found = await finance.user.done(calls.adminMatter, { matterId });
  expect(found).toMatchObject({
    kind: 'withdrawal_contradicted',
    amountPaise: 500_00,
    people: [{ side: 'worker', id: worker.id, name: 'Imran Kumar' }],
    withdrawal: { state: 'paid', destination: expect.stringContaining('0123') as string },
    accounts: [{ balancePaise: 0 }, { account: `wallet:${worker.id}`, balancePaise: 0 }],
    decisions: ['ask', 'credit', 'resolve'],
    approval: null,
  });
  expect(found.answers.map(({ said, note }) => [said, note])).toEqual([
    ['failed', 'account closed'],
    ['paid', ''],
  ]);
  expect(found.ledger.map(({ kind }) => kind)).toEqual(['withdrawal_requested', 'withdrawal_paid']);

  const shown = await finance.user.done(calls.adminMatterPreview, { matterId, decision: 'credit' });
  expect(shown).toEqual({
    lines: [
      { account: 'payout_float', amountPaise: 500_00 },
      { account: `wallet:${worker.id}`, amountPaise: -500_00 },
    ],
    amountPaise: 500_00,
    needsApproval: false,
  });
  expect(await walletOfWorker()).toBe(0);
  expect(await isOpen(matterId)).toBe(true);

  const answers = await Promise.all([finance, second, finance].map((by) => decide(by, matterId, 'credit')));
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(await walletOfWorker()).toBe(500_00);
  expect(await waits('withdrawal', matterId)).toBe(false);
  await advance(world, Number(found.withdrawal?.id));
  await world.drain();
  expect(await walletOfWorker()).toBe(500_00);
  const acts = await world.db
    .selectFrom('audit_act')
    .select(['act', 'reason', 'details'])
    .where('subject', '=', 'matter')
    .where('subject_id', '=', matterId)
    .execute();
  expect(acts).toMatchObject([{ act: 'matter_credit', details: { amountPaise: 500_00 } }]);
});

test('asked again, the provider agrees with us: it is over by itself, and nothing has moved', async () => {
  const matterId = await contradicted();
  world.transfer = { status: 'paid' };
  expect(await decide(finance, matterId, 'ask', { reason: '' })).toMatchObject({
    status: 200,
    message: 'Asked. The answer will be here in a moment',
  });
  await world.drain();
  expect(await isOpen(matterId)).toBe(false);
  expect(await walletOfWorker()).toBe(0);
  expect((await decide(finance, matterId, 'credit')).status).toBe(409);
});

test('marked as seen to with a reason, the same words do not bring it back', async () => {
  const matterId = await contradicted();
  expect((await decide(finance, matterId, 'resolve', { reason: ' ' })).status).toBe(422);
  expect((await decide(finance, matterId, 'resolve')).status).toBe(200);
  const { withdrawal, resolved, decisions } = await finance.user.done(calls.adminMatter, { matterId });
  expect(resolved).toMatchObject({ decision: 'resolve', by: `${finance.user.firstName} Kumar` });
  expect(decisions).toEqual([]);
  await advance(world, Number(withdrawal?.id));
  await world.drain();
  expect((await finance.user.done(adminQueue, { kind: 'withdrawal' })).items).toEqual([]);
});

test('failed with us and paid with the provider: out of the wallet after all, never below nothing', async () => {
  world.transfer = { status: 'failed', reason: 'bank offline' };
  const id = await withdrawing();
  await becomes(world, id, 'failed');
  expect(await walletOfWorker()).toBe(500_00);
  world.transfer = { status: 'paid' };
  await advance(world, id);
  const matterId = await matterOf('withdrawal_contradicted', String(id));
  expect(await finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
    decisions: ['ask', 'debit', 'resolve'],
  });
  expect(statuses(await Promise.all([finance, second].map((by) => decide(by, matterId, 'debit'))))).toEqual([
    200, 409,
  ]);
  expect(await walletOfWorker()).toBe(0);
  const { lines } = await worker.done(wallet, {});
  expect(lines[0]).toMatchObject({ kind: 'withdrawal', amountPaise: -500_00 });
  world.transfer = { status: 'reversed' };
  await advance(world, id);
  await becomes(world, id, 'reversed');
  expect(await walletOfWorker()).toBe(500_00);
});

test('no final word for a day: it is asked about, and nothing else can be decided', async () => {
  world.transfer = { status: 'processing' };
  const id = await withdrawing();
  await becomes(world, id, 'processing');
  await world.drain();
  world.clock.advance(25 * 3600_000);
  await advance(world, id);
  const matterId = await matterOf('withdrawal_unknown', String(id));
  finance = await admin(world, 'finance');
  expect(await finance.user.done(calls.adminMatter, { matterId })).toMatchObject({ decisions: ['ask'] });
  for (const decision of ['credit', 'resolve', 'write_off'] as const)
    expect((await decide(finance, matterId, decision)).status).toBe(409);
  world.transfer = { status: 'paid' };
  expect((await decide(finance, matterId, 'ask')).status).toBe(200);
  await becomes(world, id, 'paid');
  expect(await isOpen(matterId)).toBe(false);
  world.clock.reset();
});

/** A refund that the provider refused six times. */
async function refusedRefund(rupees = '100'): Promise<{ matterId: string; refundId: string }> {
  const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
  const at = milestoneAt(contract);
  await fund(world, poster, at);
  world.refund = 'failed';
  await poster.done(cancelJob, { jobId: String(contract.jobId), comment: 'Plans changed', refundPaise: '' });
  const refundId = `ref_m${at.milestoneId}`;
  for (let time = 0; time < 6; time++) {
    await world.drain();
    await inTx(world.db, (tx) =>
      enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
    );
  }
  return { matterId: await matterOf('refund_failed', refundId), refundId };
}

test('a refund that was given up on is sent anew, once, as a try of its own', async () => {
  const { matterId, refundId } = await refusedRefund();
  await world.drain();
  const before = world.sentRefunds.length;
  expect(await finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
    refund: { state: 'failed', tries: 6 },
    accounts: [{ account: `refund:${refundId}`, balancePaise: 98_00 }, {}],
    decisions: ['ask', 'resend'],
  });
  expect(await finance.user.done(calls.adminMatterPreview, { matterId, decision: 'resend' })).toMatchObject({
    lines: [],
    amountPaise: 98_00,
  });
  world.refund = 'pending';
  expect(statuses(await Promise.all([finance, second].map((by) => decide(by, matterId, 'resend'))))).toEqual([
    200, 409,
  ]);
  await world.drain();
  // The tries before are asked about first, and one of them may yet go through.
  expect(world.sentRefunds.slice(before)).toEqual([]);
  expect(await balance(world.db, refundOf(refundId))).toBe(98_00);
  world.refund = 'success';
  await inTx(world.db, (tx) =>
    enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
  );
  await world.drain();
  expect(await balance(world.db, refundOf(refundId))).toBe(0);
  expect((await decide(finance, matterId, 'resend')).status).toBe(409);
});

test('refused once more it is back in the queue, with its money', async () => {
  const { matterId, refundId } = await refusedRefund();
  expect((await decide(finance, matterId, 'resend')).status).toBe(200);
  const again = await matterOf('refund_failed', refundId);
  expect(again).not.toBe(matterId);
  expect(await balance(world.db, refundOf(refundId))).toBe(98_00);
  expect(world.sentRefunds).toContain(`${refundId}-6`);
});

test('a payment that fits no state is seen until its payer has it back', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  const orderId = await openOrder(poster, milestoneAt(contract));
  await control(world, `orders/${orderId}/second-payment`);
  world.refund = 'pending';
  await attempt(world, orderId, 'SUCCESS');
  await attempt(world, orderId, 'SUCCESS');
  await inTx(world.db, (tx) => enqueue(tx, 'check_order', { orderId }));
  const find = () =>
    world.db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('applied', '=', false)
      .executeTakeFirst();
  await waitFor('the second payment', async () => (await find()) !== undefined);
  await world.drain();
  const paymentId = (await find())?.payment_id ?? '';
  const matterId = await matterOf('payment_unapplied', `cashfree:${paymentId}`);
  expect(await waits('unapplied', matterId)).toBe(true);
  expect(await finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
    payment: { id: paymentId, orderId },
    refund: { state: 'pending' },
    job: { id: contract.jobId, title: 'Paint a flat' },
    people: [{ side: 'poster' }, { side: 'worker' }],
    decisions: ['send_back'],
  });
  world.refund = 'success';
  const hurried = await Promise.all([finance, second].map((by) => decide(by, matterId, 'send_back')));
  expect(statuses(hurried)).toEqual([200, 200]);
  await world.drain();
  expect(await isOpen(matterId)).toBe(false);
  expect(await balance(world.db, unappliedOf(orderId))).toBe(0);
  const refunds = await world.db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
  expect(refunds).toMatchObject([{ amount_paise: 1_500_00, state: 'succeeded' }]);
});

interface Claimed {
  orderId: string;
  chargebackId: string;
  subject: string;
  milestoneId: number;
  jobId: number;
}

/** A bank has taken a payment back, out of escrow or after it was paid out. */
async function chargedBack(released: boolean, rupees = '1500'): Promise<Claimed> {
  const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
  const at = milestoneAt(contract);
  const orderId = await fund(world, poster, at);
  if (released) await payOut({ poster, worker }, at);
  const { payment_id: paymentId } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await control(world, `payments/${paymentId}/dispute`);
  const find = () =>
    world.db.selectFrom('chargeback').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  await waitFor('the chargeback', async () => (await find()) !== undefined);
  await world.drain();
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
  await control(world, `disputes/${chargebackId}`, type ? { step: name, type } : { step: name });
  await waitFor(`the chargeback to be ${state}`, async () => {
    const row = await world.db
      .selectFrom('chargeback')
      .select('state')
      .where('chargeback_id', '=', chargebackId)
      .executeTakeFirstOrThrow();
    return row.state === state;
  });
  await world.drain();
}
const sums = async () => ({
  receivable: await balance(world.db, 'chargeback_receivable'),
  loss: await balance(world.db, 'chargeback_loss'),
});

test('what a lost chargeback took beyond escrow is written off once; given back after all, the loss is none', async () => {
  const before = await sums();
  const of = await chargedBack(true);
  const asking = await matterOf('chargeback_open', of.subject);
  expect(await finance.user.done(calls.adminMatter, { matterId: asking })).toMatchObject({
    decisions: ['ask'],
    chargeback: { receivablePaise: 1_500_00, escrowPaise: 0 },
  });
  await step(of, 'MERCHANT_LOST', 'lost');
  expect(await isOpen(asking)).toBe(false);
  const matterId = await matterOf('chargeback_lost', of.subject);
  expect(await waits('chargeback', matterId)).toBe(true);
  const shown = await finance.user.done(calls.adminMatterPreview, { matterId, decision: 'write_off' });
  expect(shown.lines).toEqual([
    { account: 'chargeback_loss', amountPaise: 1_500_00 },
    { account: 'chargeback_receivable', amountPaise: -1_500_00 },
  ]);
  expect(
    statuses(await Promise.all([finance, second].map((by) => decide(by, matterId, 'write_off')))),
  ).toEqual([200, 409]);
  expect(await sums()).toEqual({ receivable: before.receivable, loss: before.loss + 1_500_00 });
  await expectSoundLedger(world.db);
  await step(of, 'MERCHANT_WON', 'won', 'ARBITRATION');
  expect(await sums()).toEqual(before);
});

test.each(['credit', 'send_back'] as const)(
  'money won too late: %s, and the other can follow no more',
  async (decision) => {
    const of = await chargedBack(false);
    await step(of, 'INSUFFICIENT_EVIDENCE', 'lost');
    await step(of, 'MERCHANT_WON', 'won', 'PRE_ARBITRATION');
    const matterId = await matterOf('chargeback_late', of.subject);
    expect(await finance.user.done(calls.adminMatter, { matterId })).toMatchObject({
      decisions: ['credit', 'send_back'],
      accounts: [{ account: `unapplied:${of.orderId}`, balancePaise: 1_500_00 }, {}, {}],
    });
    world.refund = 'success';
    const answers = await Promise.all([
      decide(finance, matterId, decision),
      decide(second, matterId, decision),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const other = decision === 'credit' ? 'send_back' : 'credit';
    expect((await decide(finance, matterId, other)).status).toBe(409);
    await world.drain();
    expect(await balance(world.db, unappliedOf(of.orderId))).toBe(0);
    expect(await walletOfWorker()).toBe(decision === 'credit' ? 1_500_00 : 0);
    expect(await fundStateOf(world, of)).toBe('refunded');
  },
);

test('two who decide differently at the same moment: one of them does', async () => {
  const of = await chargedBack(false);
  await step(of, 'INSUFFICIENT_EVIDENCE', 'lost');
  await step(of, 'MERCHANT_WON', 'won', 'PRE_ARBITRATION');
  const matterId = await matterOf('chargeback_late', of.subject);
  const answers = await Promise.all([
    decide(finance, matterId, 'credit'),
    decide(second, matterId, 'send_back'),
  ]);
  expect(statuses(answers)).toEqual([200, 409]);
});

test('own money is recorded once for each transfer, and enough of it ends what was short', async () => {
  // The write-off and the chargebacks before have left the platform short.
  await inTx(world.db, (tx) => enqueue(tx, 'verify_books', {}));
  await world.drain();
  const of = await chargedBack(true);
  await step(of, 'MERCHANT_LOST', 'lost');
  await inTx(world.db, (tx) => enqueue(tx, 'verify_books', {}));
  const matterId = await matterOf('cover_short', 'own funds');
  await world.drain();
  const { cover, decisions } = await finance.user.done(calls.adminMatter, { matterId });
  const short = (cover?.owedPaise ?? 0) - (cover?.heldPaise ?? 0);
  expect(short).toBeGreaterThan(0);
  expect(decisions).toEqual(['ask', 'bring_in']);
  expect(await waits('books', matterId)).toBe(true);
  expect(await decide(finance, matterId, 'bring_in')).toMatchObject({ status: 422 });
  const part = { amountPaise: '10000', reference: 'sbin 0001-a' };
  expect(await decide(finance, matterId, 'bring_in', { ...part, reference: 'x' })).toMatchObject({
    status: 422,
  });
  const shown = await finance.user.done(calls.adminMatterPreview, {
    ...part,
    matterId,
    decision: 'bring_in',
  });
  expect(shown.lines).toEqual([
    { account: 'bank', amountPaise: 100_00 },
    { account: 'own_funds', amountPaise: -100_00 },
  ]);
  expect((await decide(finance, matterId, 'bring_in', part)).status).toBe(200);
  const twice = await decide(second, matterId, 'bring_in', { amountPaise: '20000', reference: 'SBIN0001A' });
  expect(twice).toMatchObject({ status: 422, errors: { reference: expect.any(String) as string } });
  expect(await isOpen(matterId)).toBe(true);
  const rest = { amountPaise: String(short - 100_00), reference: 'SBIN0002B' };
  expect((await decide(finance, matterId, 'bring_in', rest)).status).toBe(200);
  expect(await isOpen(matterId)).toBe(false);
});

test('without the role, a code of now or a reason nobody decides', async () => {
  const matterId = await contradicted();
  const support = await admin(world, 'support');
  expect((await decide(support, matterId, 'credit')).status).toBe(403);
  expect((await support.user.call(calls.adminMatter, { matterId })).status).toBe(403);
  expect(await decide(finance, matterId, 'credit', { reason: '' })).toMatchObject({ status: 422 });
  expect((await finance.user.call(calls.adminMatter, { matterId: '999999' })).status).toBe(404);
  world.clock.advance(11 * 60_000);
  expect(await decide(finance, matterId, 'credit')).toMatchObject({ status: 403, step_up: 'totp' });
  expect((await decide(finance, matterId, 'ask')).status).toBe(200);
  expect(await walletOfWorker()).toBe(0);
  world.clock.reset();
});

test('the same command again answers as the first time', async () => {
  const matterId = await contradicted();
  const headers = { 'idempotency-key': `credit-${matterId}` };
  const ask = () => finance.user.call(calls.adminMatterDecide, command(matterId, 'credit'), { headers });
  const [first, again] = [await ask(), await ask()];
  expect(first.status).toBe(200);
  expect(again.data).toEqual(first.data);
  expect(await walletOfWorker()).toBe(500_00);
});

test('much money waits for a second person, and is looked at again when they agree', async () => {
  const matterId = await contradicted('6000');
  expect(await finance.user.done(calls.adminMatterPreview, { matterId, decision: 'credit' })).toMatchObject({
    needsApproval: true,
  });
  const asked = await finance.user.done(calls.adminMatterDecide, command(matterId, 'credit'));
  expect(asked).toEqual({ done: false, approvalId: expect.any(Number) as number });
  expect(await walletOfWorker()).toBe(0);
  expect((await decide(second, matterId, 'credit')).status).toBe(409);
  expect((await decide(second, matterId, 'resolve')).status).toBe(409);
  const word = { approvalId: String(asked.approvalId), decision: 'approve' as const };
  expect(await second.user.done(approvals.adminApproval, { approvalId: word.approvalId })).toMatchObject({
    about: 'matter',
    subjectId: Number(matterId),
    decision: 'credit',
    amountPaise: 6_000_00,
  });
  const { items } = await second.user.done(adminQueue, { kind: 'approval' });
  expect(items).toMatchObject([{ title: 'withdrawal_contradicted', amountPaise: 6_000_00 }]);
  expect((await finance.user.call(approvals.adminApprove, word)).status).toBe(403);
  expect((await second.user.call(approvals.adminApprove, word)).status).toBe(200);
  expect(await walletOfWorker()).toBe(6_000_00);
  expect(await isOpen(matterId)).toBe(false);
});
