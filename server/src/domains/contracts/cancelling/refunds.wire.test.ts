import { expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import {
  buildCancelParams,
  readFundStates,
  setUpRefunds,
  waitForRefunds,
  type RefundControl,
} from '../../../../test/cancelling.ts';
import {
  getMilestoneAt,
  openOrder,
  readFundState,
  sendFundStep,
  simulatePayment,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { getBalance, toEscrowAccount, toRefundAccount } from '../../ledger/index.ts';

let world: World;
let refunds: RefundControl;
let poster: TestUser;

const { awardContract, fundAt, acceptAt } = setUpRefunds((fixture) => ({ world, refunds, poster } = fixture));

test('refunds once when cancelled twice at the same time, with or without an idempotency key', async () => {
  const contract = await awardContract(400, 600);
  await fundAt(contract, 1);
  const headers = { 'idempotency-key': 'cancel-once' };
  const answers = await Promise.all([
    poster.call(cancelJob, buildCancelParams(contract), { headers }),
    poster.call(cancelJob, buildCancelParams(contract), { headers }),
    poster.call(cancelJob, buildCancelParams(contract)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await waitForRefunds(poster, contract);
  expect(refunds.sentIds).toEqual([`ref_m${getMilestoneAt(contract).milestoneId}`]);
});

test('moves the money only once when a release and a cancellation race', async () => {
  for (let round = 0; round < 4; round++) {
    const contract = await awardContract(200, 800);
    await fundAt(contract, 1);
    await acceptAt(contract, 1);
    const [released, cancelled] = await Promise.all([
      sendFundStep(poster, getMilestoneAt(contract), 'released'),
      poster.call(cancelJob, buildCancelParams(contract)),
    ]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(released.status);
    expect(await readFundStates(poster, contract)).toEqual(['released', 'unfunded']);
  }
});

test('refunds in full a payment that arrives after the job was cancelled', async () => {
  const contract = await awardContract(400, 600);
  const at = getMilestoneAt(contract);
  const orderId = await openOrder(poster, at);
  await simulatePayment(world, orderId, 'PENDING');
  await poster.done(cancelJob, buildCancelParams(contract));
  expect(await readFundState(world, at)).toBe('unfunded');
  const payments = await refunds.gateway.listPayments(orderId);
  await fetch(`${world.sandboxUrl}/control/payments/${payments[0]?.paymentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'SUCCESS' }),
  });
  await inTx(world.db, (tx) => enqueue(tx, 'check_order', { orderId }));
  await waitFor('the refund of all of it', async () => {
    const refunds = await world.db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
    return refunds[0]?.state === 'succeeded' && refunds[0].amount_paise === 400_00;
  });
});

test('resends a failed refund, checks a pending one, and never refunds twice', async () => {
  const contract = await awardContract(400, 600);
  const at = getMilestoneAt(contract);
  await fundAt(contract, 1);
  refunds.outcomes.push('FAILED', 'PENDING');
  await poster.done(cancelJob, buildCancelParams(contract));
  const refundId = `ref_m${at.milestoneId}`;
  const readRefund = () =>
    world.db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow();
  /** Two concurrent tasks may both send a refund; the provider treats the same id as one refund. */
  const listSentIds = () => [...new Set(refunds.sentIds)];
  const check = async () => {
    await inTx(world.db, (tx) => enqueue(tx, 'check_refund', { refundId, round: 0 }));
    await world.drain();
  };
  await world.drain();
  await waitFor('the failure to be known', async () => {
    await check();
    return (await readRefund()).tries === 1;
  });
  expect(await readFundState(world, at)).toBe('refund_pending');
  expect(await getBalance(world.db, toRefundAccount(refundId))).toBe(392_00);
  await waitFor('the second try', async () => {
    await check();
    return listSentIds().length === 2;
  });
  await check();
  await check();
  expect(listSentIds()).toEqual([refundId, `${refundId}-1`]);
  expect((await readRefund()).state).toBe('pending');

  const { order_id: orderId } = await readRefund();
  await fetch(`${world.sandboxUrl}/control/orders/${orderId}/refunds/${refundId}-1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'SUCCESS' }),
  });
  await check();
  await waitFor('the money to be back', async () => (await readFundState(world, at)) === 'refunded');
  await Promise.all([check(), check()]);
  await world.drain();
  expect(await getBalance(world.db, toRefundAccount(refundId))).toBe(0);
  expect(await getBalance(world.db, toEscrowAccount(at.milestoneId))).toBe(0);
  expect(listSentIds()).toHaveLength(2);
});
