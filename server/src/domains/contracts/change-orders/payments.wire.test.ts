import { answerChange, cancelJob, proposeChange } from '@fws/contract/contracts/calls';
import { expect, test } from 'vitest';
import { awardParts, buildCancelParams } from '../../../../test/cancelling.ts';
import {
  answer,
  propose,
  toChangeAnswer,
  toChangeProposal,
  LOFT,
  getMilestoneId,
  setUpChanges,
} from '../../../../test/change-orders.ts';
import {
  fund,
  getMilestoneAt,
  openOrder,
  payOut,
  readFundState,
  simulatePayment,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

// Payments and the end of the job meet an open change.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { read, list, countNotices } = setUpChanges((fixture) => ({ world, poster, worker } = fixture));

test('a payment on its way never meets a changed amount', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const at = getMilestoneAt(contract, 1);
  const change = await propose(worker, contract, { rows: [[at.milestoneId, 'Part 1', '700']] });
  const orderId = await openOrder(poster, at);
  const beingPaid = {
    httpStatus: 409,
    message: 'A payment for milestone 1 has begun. It can be changed only if that payment does not succeed',
  };
  expect(await poster.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject(beingPaid);
  expect((await list(contract))[0]).toMatchObject({
    agree: { allowed: false, reason: 'contracts.change_part_being_paid' },
    counter: { allowed: true },
    refuse: { allowed: true },
  });
  // The order ends unpaid, and both agree.
  world.clock.advance(25 * 3600_000);
  try {
    await inTx(world.db, (tx) => enqueue(tx, 'reconcile_orders', {}));
    await world.drain();
    expect(await readFundState(world, at)).toBe('unfunded');
  } finally {
    world.clock.advance(-25 * 3600_000);
  }
  expect((await list(contract))[0]).toMatchObject({ agree: { allowed: true } });
  await answer(poster, change, 'agree');
  // The payment comes late all the same. It goes back, because nobody agreed to that amount.
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitFor('the late payment', async () => {
    await world.drain();
    const order = await world.db
      .selectFrom('escrow_order')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    return order.state === 'unapplied';
  });
  expect(await readFundState(world, at)).toBe('unfunded');
  await fund(world, poster, at);
  expect((await read(contract)).milestones[0]).toMatchObject({ fund: 'funded', amountPaise: 700_00 });
});

test('paying for a milestone ends the change that touches it, and no other', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  await propose(worker, contract, { rows: [[getMilestoneId(contract, 2), 'Part 2', '500']] });
  await fund(world, poster, getMilestoneAt(contract, 1));
  expect((await list(contract))[0]).toMatchObject({ state: 'proposed' });
  for (const user of [poster, worker]) expect(await countNotices(user, 'change_overtaken')).toBe(0);
  expect((await read(contract)).change).toMatchObject({ open: { side: 'worker' }, hasEarlier: false });
  await fund(world, poster, getMilestoneAt(contract, 2));
  expect((await list(contract))[0]).toMatchObject({ state: 'overtaken' });
  for (const user of [poster, worker]) expect(await countNotices(user, 'change_overtaken')).toBe(1);
  expect((await read(contract)).change).toMatchObject({ open: null, hasEarlier: true });
  expect(
    await worker.call(
      proposeChange,
      toChangeProposal(contract, { rows: [[getMilestoneId(contract, 2), 'Part 2', '500']] }),
    ),
  ).toMatchObject({ httpStatus: 409, message: 'Milestone 2 is paid for, so it cannot be changed' });
});

test('cancelling the job, and its end, end an open change', async () => {
  const cancelled = await awardParts(world, { poster, worker }, [1000]);
  const change = await propose(worker, cancelled, LOFT);
  await poster.done(cancelJob, buildCancelParams(cancelled));
  expect((await list(cancelled))[0]).toMatchObject({ state: 'overtaken' });
  for (const user of [poster, worker]) expect(await countNotices(user, 'change_overtaken')).toBe(1);
  expect(await poster.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject({
    httpStatus: 409,
    message: 'This change has ended',
  });
  expect(await worker.call(proposeChange, toChangeProposal(cancelled, LOFT))).toMatchObject({
    httpStatus: 409,
    message: 'This job is closed',
  });

  const completed = await awardParts(world, { poster, worker }, [1000]);
  const at = getMilestoneAt(completed);
  await fund(world, poster, at);
  await propose(worker, completed, LOFT);
  await payOut({ poster, worker }, at);
  expect((await list(completed))[0]).toMatchObject({ state: 'overtaken' });
  for (const user of [poster, worker]) expect(await countNotices(user, 'change_overtaken')).toBe(2);
  expect((await read(completed)).change).toMatchObject({
    propose: { allowed: false, reason: 'contracts.job_closed' },
    open: null,
  });
});
