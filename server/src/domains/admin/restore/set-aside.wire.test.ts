import { auditLog } from '@fws/contract/admin/calls';
import { adminCase, adminCaseDecide } from '@fws/contract/admin/cases/calls';
import { adminOrderRecord, adminOrders } from '@fws/contract/admin/records/calls';
import { adminRestoreRecover } from '@fws/contract/admin/restore/calls';
import { escrowPaymentStatus } from '@fws/contract/contracts/calls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import { simulatePayment, earn } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { getBalance, toUnappliedAccount } from '../../ledger/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createLostOrderSteps } from '../../../../test/admin/lost-orders.ts';
import { markRestored } from './mark.ts';

// A job was posted, awarded and paid for after the backup: only the provider knows the payment.

describe.each(['cashfree', 'razorpay'])('a payment of a lost job, with %s', (provider) => {
  let world: World;
  let finance: TestAdmin;
  let poster: TestUser;
  const {
    reopen,
    createLostMilestoneId,
    createOrderAtProvider,
    createPaidOrder,
    listRefunds,
    waitUntilBooked,
    waitUntilRefunded,
    findPayment,
    refundAtProvider,
    sumSentBack,
    findDifferences,
  } = createLostOrderSteps(() => world, provider);

  beforeAll(async () => {
    world = await startWorld({ env: { PAYMENTS_PROVIDER: provider } });
    poster = await world.user({ firstName: 'Meera' });
    await earn(world, { poster, worker: await world.user({ identity: 'verified' }) }, '500');
    await controlSandbox(world, 'faults', { webhooks: 'off' });
  });
  beforeEach(async () => {
    finance = await createAdmin(world, 'finance');
    await markRestored(world.db, null, world.clock.now());
  });
  afterEach(async () => {
    await reopen();
    await world.drain();
    await expectSoundLedger(world.db);
  });
  afterAll(() => world.close());

  const recover = (number: string, by = finance) =>
    by.user.call(adminRestoreRecover, {
      kind: 'unmatched',
      number,
      workerId: '',
      reason: 'Its job was posted after the backup',
    });

  test('is found, booked as unapplied, and refunded once when payouts are reopened', async () => {
    const orderId = await createPaidOrder();
    expect(await findDifferences(orderId)).toMatchObject([{ ours: 'no such order' }]);
    expect((await recover(orderId)).status).toBe(200);
    await waitUntilBooked(orderId);
    expect(await listRefunds(orderId)).toMatchObject([{ state: 'pending', amount_paise: 500_00 }]);
    expect(await sumSentBack(orderId)).toBe(0);
    expect(await findDifferences(orderId)).toEqual([]);
    await expectSoundLedger(world.db);

    await reopen();
    await waitUntilRefunded(orderId);
    await inTx(world.db, (tx) => enqueue(tx, 'resume_refunds', {}));
    await world.drain();
    expect(await sumSentBack(orderId)).toBe(500_00);
    expect(await inTx(world.db, (tx) => getBalance(tx, toUnappliedAccount(orderId)))).toBe(0);
    expect(await findDifferences(orderId)).toEqual([]);
  });

  test('has an audit entry, and its order, case and lists open without a job', async () => {
    const orderId = await createPaidOrder();
    await recover(orderId);
    await waitUntilBooked(orderId);
    const boss = await createAdmin(world);
    const { items } = await boss.user.done(auditLog, { subject: 'recovered', subjectId: orderId });
    expect(items).toMatchObject([
      {
        act: 'forgotten_recovered',
        adminId: finance.user.id,
        reason: 'Its job was posted after the backup',
        details: { kind: 'unmatched', amountPaise: 500_00 },
      },
    ]);
    const list = await boss.user.done(adminOrders, { search: orderId });
    expect(list.items).toMatchObject([{ id: orderId, title: 'Payment of a lost job', people: [] }]);
    const record = await boss.user.done(adminOrderRecord, { id: orderId });
    expect(record).toMatchObject({
      title: 'Payment of a lost job',
      state: 'unapplied',
      people: [],
      links: [],
    });
    const { paymentId } = await findPayment(orderId);
    const caseId = await findCase('payment_unapplied', paymentId);
    expect(await boss.user.done(adminCase, { caseId })).toMatchObject({
      kind: 'payment_unapplied',
      job: null,
      people: [],
      payment: { orderId },
    });
  });

  test('is visible to no user', async () => {
    const orderId = await createPaidOrder();
    await recover(orderId);
    await waitUntilBooked(orderId);
    expect((await poster.call(escrowPaymentStatus, { orderId })).httpStatus).toBe(404);
  });

  test('is booked once when it is recovered twice or by two admins at once', async () => {
    const orderId = await createPaidOrder();
    const other = await createAdmin(world, 'finance');
    const answers = await Promise.all([recover(orderId), recover(orderId, other)]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await recover(orderId)).errors).toEqual({ number: 'This is in the books already' });
    await waitUntilBooked(orderId);
    expect(await listRefunds(orderId)).toHaveLength(1);
  });

  test('is refused when it failed, and booked later when it is still pending', async () => {
    const failed = await createOrderAtProvider(await createLostMilestoneId());
    const noMoneyError = { number: 'The provider has taken no money for this order' };
    expect((await recover(failed)).errors).toEqual(noMoneyError);
    await simulatePayment(world, failed, 'FAILED');
    expect((await recover(failed)).errors).toEqual(noMoneyError);

    const pending = await createOrderAtProvider(await createLostMilestoneId());
    await simulatePayment(world, pending, 'PENDING');
    expect((await recover(pending)).status).toBe(200);
    await world.drain();
    expect(await listRefunds(pending)).toEqual([]);
    await simulatePayment(world, pending, 'SUCCESS');
    await inTx(world.db, (tx) => enqueue(tx, 'check_order', { orderId: pending }));
    await waitUntilBooked(pending);
    expect(await listRefunds(pending)).toMatchObject([{ state: 'pending', amount_paise: 500_00 }]);
  });

  test('is refused with a field error when its milestone is in the books or the order is not ours', async () => {
    const { id } = await world.db.selectFrom('milestone').select('id').executeTakeFirstOrThrow();
    const knownOrderId = await createPaidOrder(id);
    expect((await recover(knownOrderId)).errors).toEqual({
      number: 'The milestone of this order is in the books. Book it as a payment for a milestone',
    });
    const foreignOrderId = await createOrderAtProvider(0, `shop-${Math.random().toString(16).slice(2)}`);
    await simulatePayment(world, foreignOrderId, 'SUCCESS');
    expect((await recover(foreignOrderId)).errors).toHaveProperty('number');
    expect((await recover('fws_1_unheard')).errors).toEqual({
      number: 'The provider knows no such payment or transfer',
    });
    const rows = await world.db
      .selectFrom('escrow_order')
      .select('id')
      .where('id', 'in', [knownOrderId, foreignOrderId])
      .execute();
    expect(rows).toEqual([]);
  });

  test('refunds only the remainder when a part was refunded before the restore', async () => {
    const milestoneId = await createLostMilestoneId();
    const orderId = await createPaidOrder(milestoneId);
    const refundId = `ref_m${milestoneId}`;
    await refundAtProvider(orderId, refundId, 490_00);
    expect(await findDifferences(orderId)).not.toEqual([]);
    await recover(orderId);
    await waitFor('both refunds', async () => (await listRefunds(orderId)).length === 2);
    await waitFor('the first to be known', async () =>
      (await listRefunds(orderId)).some(({ id, state }) => id === refundId && state === 'succeeded'),
    );
    expect(await findDifferences(orderId)).toEqual([]);
    await reopen();
    await waitUntilRefunded(orderId);
    expect(await listRefunds(orderId)).toMatchObject([
      { id: refundId, amount_paise: 490_00 },
      { amount_paise: 10_00 },
    ]);
    expect(await sumSentBack(orderId)).toBe(500_00);
  });

  test('is booked without a new refund when it was refunded in full before the restore', async () => {
    const milestoneId = await createLostMilestoneId();
    const orderId = await createPaidOrder(milestoneId);
    const refundId = `ref_m${milestoneId}`;
    await refundAtProvider(orderId, refundId, 500_00);
    expect((await recover(orderId)).status).toBe(200);
    await waitUntilRefunded(orderId);
    await world.drain();
    await reopen();
    await world.drain();
    expect((await listRefunds(orderId)).map(({ id }) => id)).toEqual([refundId]);
    expect(await sumSentBack(orderId)).toBe(500_00);
    expect(await findDifferences(orderId)).toEqual([]);
  });

  test('has a chargeback booked beside it, which can be written off', async () => {
    const orderId = await createPaidOrder();
    await recover(orderId);
    await waitUntilBooked(orderId);
    const { paymentId } = await findPayment(orderId);
    await controlSandbox(world, `payments/${paymentId}/dispute`, {});
    await inTx(world.db, (tx) => enqueue(tx, 'poll_order', { provider, orderId }));
    await waitFor('the chargeback', async () => (await listChargebacks(orderId)).length > 0);
    const [chargeback] = await listChargebacks(orderId);
    expect(chargeback).toMatchObject({ milestone_id: null, escrow_paise: 0 });
    await controlSandbox(world, `disputes/${chargeback?.chargeback_id}`, { step: 'MERCHANT_LOST' });
    await inTx(world.db, (tx) => enqueue(tx, 'poll_order', { provider, orderId }));
    await waitFor('its end', async () => (await listChargebacks(orderId))[0]?.state === 'lost');
    expect(await listChargebacks(orderId)).toMatchObject([{ receivable_paise: 500_00, escrow_paise: 0 }]);
    const caseId = await findCase('chargeback_lost', chargeback?.chargeback_id ?? '');
    const decided = await finance.user.call(adminCaseDecide, {
      caseId,
      decision: 'write_off',
      amountPaise: '',
      reference: '',
      reason: 'The bank has decided',
    });
    expect(decided.status).toBe(200);
    expect(await listChargebacks(orderId)).toMatchObject([{ written_off_paise: 500_00 }]);
  });

  // Runs last because it moves the clock.
  test('requires the money permission and a recent code', async () => {
    const orderId = await createPaidOrder();
    expect((await recover(orderId, await createAdmin(world, 'support'))).httpStatus).toBe(403);
    world.clock.advance(11 * 60_000);
    expect(await recover(orderId)).toMatchObject({ status: 403, step_up: 'totp' });
  });

  async function findCase(kind: string, id: string): Promise<string> {
    const row = await world.db
      .selectFrom('ops_case')
      .select('id')
      .where('kind', '=', kind)
      .where('subject', '=', `${provider}:${id}`)
      .executeTakeFirstOrThrow();
    return String(row.id);
  }

  const listChargebacks = (orderId: string) =>
    world.db.selectFrom('chargeback').selectAll().where('order_id', '=', orderId).execute();
});
