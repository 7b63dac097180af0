import {
  answerChange,
  awardedJob,
  cancelJob,
  changeList,
  proposeChange,
} from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { conversationMessages } from '@fws/contract/conversations/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { blockUser } from '@fws/contract/safety/calls';
import { today } from '@fws/contract/today/calls';
import { expect, test } from 'vitest';
import { awardParts, buildCancelParams } from '../../../../test/cancelling.ts';
import {
  answer,
  changeBothAgree,
  propose,
  toChangeAnswer,
  toChangeProposal,
  type Wanted,
} from '../../../../test/change-orders.ts';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import { setUpSides } from '../../../../test/sides.ts';
import {
  award,
  fund,
  getMilestoneAt,
  openOrder,
  payOut,
  readFundState,
  sendFundStep,
  simulatePayment,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

// Both sides of an awarded job agree on another plan for what nobody has paid.

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
setUpSides((fixture) => ({ world, poster, worker } = fixture), { worker: { identity: 'verified' } });

const read = (contract: Contract, by = poster) => by.done(awardedJob, { jobId: String(contract.jobId) });
const list = async (contract: Contract, by = poster) =>
  (await by.done(changeList, { jobId: String(contract.jobId) })).items;
const inDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
const countNotices = async (user: TestUser, type: string) =>
  (await listNotifications(world, user, type)).length;
const getId = (contract: Contract, position: number) => getMilestoneAt(contract, position).milestoneId;
const runTimers = async () => {
  await inTx(world.db, (tx) => enqueue(tx, 'watch_changes', {}));
  await world.drain();
};
/** Adds a milestone. */
const LOFT: Wanted = { rows: [[null, 'Loft shutters', '900']] };

test('a change is proposed, countered and agreed, and what was paid stays as it is', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 300, 100]);
  await fund(world, poster, getMilestoneAt(contract, 1));
  const finishBy = inDays(20);
  const proposed = await poster.done(
    proposeChange,
    toChangeProposal(
      contract,
      {
        rows: [
          [getId(contract, 2), 'Part 2', '250'],
          [null, 'Loft shutters', '900'],
        ],
        removed: [getId(contract, 3)],
        finishBy,
        note: 'Please make the loft too',
      },
      '1',
    ),
  );
  const kept = {
    kind: 'kept',
    milestoneId: getId(contract, 1),
    position: 1,
    nameBefore: 'Part 1',
    amountBeforePaise: 600_00,
    name: 'Part 1',
    amountPaise: 600_00,
  };
  const added = {
    kind: 'added',
    milestoneId: null,
    position: 4,
    nameBefore: null,
    amountBeforePaise: null,
    name: 'Loft shutters',
    amountPaise: 900_00,
  };
  const rows = [
    kept,
    {
      kind: 'changed',
      milestoneId: getId(contract, 2),
      position: 2,
      nameBefore: 'Part 2',
      amountBeforePaise: 300_00,
      name: 'Part 2',
      amountPaise: 250_00,
    },
    {
      kind: 'removed',
      milestoneId: getId(contract, 3),
      position: 3,
      nameBefore: 'Part 3',
      amountBeforePaise: 100_00,
      name: null,
      amountPaise: null,
    },
    added,
  ];
  const isYours = { allowed: false, reason: 'contracts.change_yours' };
  const isTheirs = { allowed: false, reason: 'contracts.change_theirs' };
  const hasEnded = { allowed: false, reason: 'contracts.change_ended' };
  const may = { allowed: true };
  const { openedAt } = proposed;
  const dueAt = new Date(Date.parse(openedAt) + 7 * DAY_MS).toISOString();
  const firstTurn = {
    side: 'poster',
    note: 'Please make the loft too',
    at: openedAt,
    totalPaise: 1_750_00,
    finishBy,
  };
  const { id } = await world.db
    .selectFrom('change_order')
    .select('id')
    .where('job_id', '=', contract.jobId)
    .executeTakeFirstOrThrow();
  const open = {
    id,
    jobId: contract.jobId,
    state: 'proposed',
    side: 'poster',
    version: 1,
    planVersion: 1,
    openedAt,
    dueAt,
    closedAt: null,
    rows,
    totalBeforePaise: 1_000_00,
    totalPaise: 1_750_00,
    finishByBefore: null,
    finishBy,
    turns: [firstTurn],
  };
  expect(proposed).toEqual({
    ...open,
    agree: isYours,
    counter: isYours,
    refuse: isYours,
    withdraw: may,
  });
  expect(await list(contract, worker)).toEqual([
    { ...open, agree: may, counter: may, refuse: may, withdraw: isTheirs },
  ]);
  expect(await countNotices(worker, 'change_proposed')).toBe(1);
  // Nothing has changed yet.
  expect(await read(contract, worker)).toMatchObject({
    totalPaise: 1_000_00,
    finishBy: null,
    change: {
      planVersion: 1,
      propose: { allowed: false, reason: 'contracts.change_open' },
      open: { id, side: 'poster', totalPaise: 1_750_00, dueAt },
    },
  });
  expect((await worker.done(today, {})).items).toMatchObject([
    { kind: 'answer_change', jobId: contract.jobId, amountPaise: 1_750_00, dueAt, name: 'Meera' },
    {},
  ]);
  expect((await poster.done(today, {})).items.map(({ kind }) => kind)).not.toContain('answer_change');

  const countered = await answer(worker, proposed, 'counter', {
    rows: [[null, 'Loft shutters', '1100']],
    note: 'Rates went up',
  });
  const counteredRows = [
    kept,
    {
      kind: 'kept',
      milestoneId: getId(contract, 2),
      position: 2,
      nameBefore: 'Part 2',
      amountBeforePaise: 300_00,
      name: 'Part 2',
      amountPaise: 300_00,
    },
    {
      kind: 'kept',
      milestoneId: getId(contract, 3),
      position: 3,
      nameBefore: 'Part 3',
      amountBeforePaise: 100_00,
      name: 'Part 3',
      amountPaise: 100_00,
    },
    { ...added, amountPaise: 1_100_00 },
  ];
  const secondTurn = { side: 'worker', note: 'Rates went up', totalPaise: 2_100_00, finishBy: null };
  expect(countered).toMatchObject({
    id,
    side: 'worker',
    version: 2,
    rows: counteredRows,
    totalPaise: 2_100_00,
    finishBy: null,
    turns: [firstTurn, secondTurn],
    agree: isYours,
    counter: isYours,
    refuse: isYours,
    withdraw: may,
  });
  expect(await countNotices(poster, 'change_countered')).toBe(1);

  const agreed = await answer(poster, countered, 'agree');
  const after = await read(contract);
  const loft = getMilestoneAt(after, 4);
  const [first, second] = countered.turns;
  expect(agreed).toEqual({
    ...open,
    state: 'agreed',
    side: 'worker',
    version: 2,
    dueAt: countered.dueAt,
    closedAt: agreed.closedAt,
    rows: [...counteredRows.slice(0, 3), { ...added, milestoneId: loft.milestoneId, amountPaise: 1_100_00 }],
    totalPaise: 2_100_00,
    finishBy: null,
    turns: [first, { ...secondTurn, at: second?.at }],
    agree: hasEnded,
    counter: hasEnded,
    refuse: hasEnded,
    withdraw: hasEnded,
  });
  expect(after).toMatchObject({
    totalPaise: 2_100_00,
    finishBy: null,
    change: { planVersion: 2, propose: may, open: null },
  });
  expect(
    after.milestones.map(({ position, name, amountPaise, fund: state }) => [
      position,
      name,
      amountPaise,
      state,
    ]),
  ).toEqual([
    [1, 'Part 1', 600_00, 'funded'],
    [2, 'Part 2', 300_00, 'unfunded'],
    [3, 'Part 3', 100_00, 'unfunded'],
    [4, 'Loft shutters', 1_100_00, 'unfunded'],
  ]);
  expect(await countNotices(worker, 'change_agreed')).toBe(1);
  expect(await countNotices(poster, 'change_agreed')).toBe(0);
  // The same answer again changes nothing.
  expect((await poster.call(answerChange, toChangeAnswer(countered, 'agree'))).httpStatus).toBe(200);
  expect((await read(contract)).milestones).toHaveLength(4);
  const { lines } = await poster.done(conversationMessages, {
    jobId: String(contract.jobId),
    userId: String(worker.id),
  });
  expect(lines.map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
    ['awarded', null],
    ['funded', 600_00],
    ['change_proposed', 1_750_00],
    ['change_proposed', 2_100_00],
    ['change_agreed', 2_100_00],
  ]);
});

test('what was agreed is funded with the new amounts, and the last release completes the job', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 300, 100]);
  const changed = await changeBothAgree({ from: worker, to: poster }, contract, {
    rows: [[getId(contract, 1), 'Part one', '650.50']],
    removed: [getId(contract, 2), getId(contract, 3)],
    finishBy: inDays(3),
  });
  expect(changed).toMatchObject({ totalPaise: 650_50, finishBy: inDays(3) });
  expect(changed.milestones).toHaveLength(1);
  const removed = { ...getMilestoneAt(contract, 2) };
  expect(await sendFundStep(poster, removed, 'funded')).toMatchObject({
    httpStatus: 409,
    message: 'This milestone was removed by a change that both sides agreed to',
  });
  const at = getMilestoneAt(changed, 1);
  await fund(world, poster, at);
  await payOut({ poster, worker }, at);
  expect(await read(contract)).toMatchObject({ state: 'completed', milestones: [{ amountPaise: 650_50 }] });
  expect((await worker.done(today, {})).items.map(({ jobId }) => jobId)).not.toContain(contract.jobId);
});

test('a second change goes on from the plan that the first left, and numbers are not used again', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  await changeBothAgree({ from: poster, to: worker }, contract, { removed: [getId(contract, 2)] });
  const stale = toChangeProposal(contract, LOFT, '1');
  expect(await poster.call(proposeChange, stale)).toMatchObject({
    httpStatus: 409,
    message: 'The plan has changed meanwhile. Please look at it again',
  });
  const second = await propose(poster, contract, LOFT);
  expect(second).toMatchObject({ planVersion: 2, totalBeforePaise: 600_00, totalPaise: 1_500_00 });
  expect(second.rows.map(({ position, kind }) => [position, kind])).toEqual([
    [1, 'kept'],
    [3, 'added'],
  ]);
  await answer(worker, second, 'agree');
  expect((await read(contract)).milestones.map(({ position }) => position)).toEqual([1, 3]);
  const versions = await world.db
    .selectFrom('plan_version')
    .select(['version', 'total_paise', 'parts'])
    .where('job_id', '=', contract.jobId)
    .orderBy('version')
    .execute();
  expect(versions.map((plan) => [plan.version, plan.total_paise, plan.parts.length])).toEqual([
    [1, 1_000_00, 2],
    [2, 600_00, 1],
    [3, 1_500_00, 2],
  ]);
  // The first still shows what it changed.
  const changes = await list(contract);
  expect(changes.map(({ totalBeforePaise, totalPaise }) => [totalBeforePaise, totalPaise])).toEqual([
    [600_00, 1_500_00],
    [1_000_00, 600_00],
  ]);
  const page = await poster.done(changeList, { jobId: String(contract.jobId), limit: '1' });
  expect(page.items).toEqual(changes.slice(0, 1));
  const next = await poster.done(changeList, {
    jobId: String(contract.jobId),
    limit: '1',
    cursor: String(page.nextCursor),
  });
  expect(next).toEqual({ items: changes.slice(1), nextCursor: null });
});

test('parts by terms keep their names in both languages, and become named milestones', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'terms' });
  const [first, second] = contract.milestones;
  const changed = await changeBothAgree({ from: poster, to: worker }, contract, {
    rows: [
      [Number(first?.id), String(first?.name), '150'],
      [Number(second?.id), 'Walls', '650'],
    ],
  });
  expect(changed.term).toBe('terms');
  expect(changed.milestones.map(({ name, amountPaise }) => [name, amountPaise])).toEqual([
    [first?.name, 150_00],
    ['Walls', 650_00],
    [contract.milestones[2]?.name, 200_00],
  ]);
  const stored = await world.db
    .selectFrom('milestone')
    .select('name')
    .where('job_id', '=', contract.jobId)
    .orderBy('position')
    .execute();
  expect(stored.map(({ name }) => name)).toEqual(['quotes.part_initial', 'Walls', 'quotes.part_reviewed']);
  const wire = await poster.post('awarded_job', { job_id: String(contract.jobId) });
  expect(wire.data).toMatchObject([{ job_bid_type: 'By Terms', bid_amount: '1000', finish_by: null }]);
});

test('each side declines, withdraws, or lets a proposal lapse, and nothing changes', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const refused = await answer(worker, await propose(poster, contract, LOFT), 'refuse');
  expect(refused).toMatchObject({ state: 'refused', turns: [{ side: 'poster' }] });
  expect(await countNotices(poster, 'change_refused')).toBe(1);
  const own = await propose(worker, contract, LOFT);
  expect(await poster.call(answerChange, toChangeAnswer(own, 'withdraw'))).toMatchObject({
    httpStatus: 409,
    message: 'Only the side that proposed the change can withdraw it',
  });
  expect(await answer(worker, own, 'withdraw')).toMatchObject({ state: 'withdrawn' });
  expect(await countNotices(poster, 'change_withdrawn')).toBe(1);

  const late = await propose(poster, contract, LOFT);
  await world.db
    .updateTable('change_order')
    .set({ due_at: world.clock.now() })
    .where('id', '=', late.id)
    .execute();
  expect(await worker.call(answerChange, toChangeAnswer(late, 'agree'))).toMatchObject({
    httpStatus: 409,
    message: 'This change has ended',
  });
  await runTimers();
  expect((await list(contract)).map(({ state }) => state)).toEqual(['lapsed', 'withdrawn', 'refused']);
  for (const user of [poster, worker]) expect(await countNotices(user, 'change_lapsed')).toBe(1);
  expect(await read(contract)).toMatchObject({
    totalPaise: 1_000_00,
    change: { planVersion: 1, open: null },
  });
});

test('at most six proposals, each of a version that was seen, and one change at a time', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  let change = await propose(poster, contract, LOFT);
  expect(await worker.call(proposeChange, toChangeProposal(contract, LOFT))).toMatchObject({
    httpStatus: 409,
    message: 'A change is open. Please answer it, or wait for the answer',
  });
  for (const [by, rupees] of [
    [worker, '1000'],
    [poster, '910'],
    [worker, '990'],
    [poster, '920'],
    [worker, '980'],
  ] as const) {
    const stale = toChangeAnswer({ ...change, version: change.version + 1 }, 'agree');
    expect((await by.call(answerChange, stale)).httpStatus).toBe(409);
    change = await answer(by, change, 'counter', { rows: [[null, 'Loft shutters', rupees]] });
  }
  expect(change).toMatchObject({ version: 6, totalPaise: 1_980_00 });
  const seventh = toChangeAnswer(change, 'counter', { rows: [[null, 'Loft shutters', '930']] });
  expect(await poster.call(answerChange, seventh)).toMatchObject({
    httpStatus: 409,
    message: 'Six proposals were made. Please agree to the last one, or decline it',
  });
  await answer(poster, change, 'agree');
  expect((await read(contract)).totalPaise).toBe(1_980_00);
});

test('a payment on its way never meets a changed amount', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const at = getMilestoneAt(contract, 1);
  const change = await propose(worker, contract, { rows: [[at.milestoneId, 'Part 1', '700']] });
  const orderId = await openOrder(poster, at);
  const beingPaid = {
    httpStatus: 409,
    message: 'A payment for milestone 1 is on its way, so it cannot be changed now',
  };
  expect(await poster.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject(beingPaid);
  // The order ends unpaid, and both agree.
  world.clock.advance(25 * 3600_000);
  try {
    await inTx(world.db, (tx) => enqueue(tx, 'reconcile_orders', {}));
    await world.drain();
    expect(await readFundState(world, at)).toBe('unfunded');
  } finally {
    world.clock.advance(-25 * 3600_000);
  }
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
  await propose(worker, contract, { rows: [[getId(contract, 2), 'Part 2', '500']] });
  await fund(world, poster, getMilestoneAt(contract, 1));
  expect((await list(contract))[0]).toMatchObject({ state: 'proposed' });
  await fund(world, poster, getMilestoneAt(contract, 2));
  expect((await list(contract))[0]).toMatchObject({ state: 'overtaken' });
  expect(
    await worker.call(
      proposeChange,
      toChangeProposal(contract, { rows: [[getId(contract, 2), 'Part 2', '500']] }),
    ),
  ).toMatchObject({ httpStatus: 409, message: 'Milestone 2 is paid for, so it cannot be changed' });
});

test('cancelling the job, and its end, end an open change', async () => {
  const cancelled = await awardParts(world, { poster, worker }, [1000]);
  const change = await propose(worker, cancelled, LOFT);
  await poster.done(cancelJob, buildCancelParams(cancelled));
  expect((await list(cancelled))[0]).toMatchObject({ state: 'overtaken' });
  expect((await poster.call(answerChange, toChangeAnswer(change, 'agree'))).httpStatus).toBe(409);
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
  expect((await read(completed)).change).toMatchObject({
    propose: { allowed: false, reason: 'contracts.job_closed' },
    open: null,
  });
});

test('refuses what cannot be agreed: nothing different, nothing left, too much, a day that is over', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const only = getId(contract, 1);
  const send = (wanted: Wanted) => poster.call(proposeChange, toChangeProposal(contract, wanted));
  expect(await send({ rows: [[only, 'Part 1', '1000']] })).toMatchObject({
    httpStatus: 409,
    message: 'Nothing is different yet. Change a milestone or the day',
  });
  expect(await send({ removed: [only] })).toMatchObject({
    httpStatus: 409,
    message: 'This would leave nothing to pay. Keep a milestone, or cancel the job instead',
  });
  expect((await send({ rows: [[null, 'Too much', '1000000.01']] })).errors).toEqual({
    milestoneAmountTexts:
      'Milestone 2 is ₹10,00,000.01. At most ₹10,00,000 can be paid at once. Please divide it',
  });
  expect((await send({ finishBy: inDays(-1) })).errors).toEqual({
    finishBy: 'The day is over. Please choose a later one',
  });
  expect((await send({ rows: [[null, '', '5']] })).httpStatus).toBe(422);
  expect((await send({ rows: [[null, 'New', '']] })).httpStatus).toBe(422);
  expect((await send({ rows: [[999_999, 'New', '5']] })).httpStatus).toBe(404);
  const stranger = await world.user();
  expect((await stranger.call(proposeChange, toChangeProposal(contract, LOFT))).httpStatus).toBe(404);
  const change = await propose(poster, contract, LOFT);
  expect((await stranger.call(answerChange, toChangeAnswer(change, 'agree'))).httpStatus).toBe(404);
  expect((await stranger.call(changeList, { jobId: String(contract.jobId) })).httpStatus).toBe(404);
});

test('what is left to pay grows beyond a month’s limit only with the payer’s verified identity', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const large: Wanted = { rows: [[null, 'More', '49000.01']] };
  expect(await poster.call(proposeChange, toChangeProposal(contract, large))).toMatchObject({
    httpStatus: 403,
    message: 'Verify your identity to agree on more than ₹50,000 to pay. It takes a few minutes',
  });
  expect(await worker.call(proposeChange, toChangeProposal(contract, large))).toMatchObject({
    httpStatus: 403,
    message: 'Meera must verify their identity before more than ₹50,000 is left to pay',
  });
  expect(await propose(worker, contract, { rows: [[null, 'More', '49000']] })).toMatchObject({
    totalPaise: 50_000_00,
  });
});

test('under a block a change goes on, and its note does not', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  await worker.done(blockUser, { userId: String(poster.id) });
  const noted = toChangeProposal(contract, { ...LOFT, note: 'Call me' });
  expect((await poster.call(proposeChange, noted)).errors).toEqual({
    note: 'You and the other side cannot write to each other. Remove the note to send the change',
  });
  await answer(worker, await propose(poster, contract, LOFT), 'agree');
  expect((await read(contract)).totalPaise).toBe(1_900_00);
});

test('with a suspended side nothing is proposed or agreed, and a proposal can be withdrawn', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const change = await propose(worker, contract, LOFT);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', worker.id)
    .execute();
  expect(await poster.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject({ httpStatus: 409 });
  expect((await answer(poster, change, 'refuse')).state).toBe('refused');
  expect(await poster.call(proposeChange, toChangeProposal(contract, LOFT))).toMatchObject({
    httpStatus: 409,
  });
  expect((await read(contract)).change.propose).toEqual({
    allowed: false,
    reason: 'contracts.worker_suspended',
  });
});
