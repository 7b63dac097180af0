import { answerChange, changeList, proposeChange } from '@fws/contract/contracts/calls';
import { conversationMessages } from '@fws/contract/conversations/calls';
import { today } from '@fws/contract/today/calls';
import { expect, test } from 'vitest';
import { awardParts } from '../../../../test/cancelling.ts';
import {
  answer,
  changeBothAgree,
  propose,
  toChangeAnswer,
  toChangeProposal,
  LOFT,
  getMilestoneId,
  setUpChanges,
} from '../../../../test/change-orders.ts';
import { award, fund, getMilestoneAt, payOut, sendFundStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

// Both sides of an awarded job agree on another plan for what nobody has paid.

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
const { read, list, inDays, countNotices } = setUpChanges((fixture) => ({ world, poster, worker } = fixture));

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
          [getMilestoneId(contract, 2), 'Part 2', '250'],
          [null, 'Loft shutters', '900'],
        ],
        removed: [getMilestoneId(contract, 3)],
        finishBy,
        note: 'Please make the loft too',
      },
      '1',
    ),
  );
  const kept = {
    kind: 'kept',
    milestoneId: getMilestoneId(contract, 1),
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
      milestoneId: getMilestoneId(contract, 2),
      position: 2,
      nameBefore: 'Part 2',
      amountBeforePaise: 300_00,
      name: 'Part 2',
      amountPaise: 250_00,
    },
    {
      kind: 'removed',
      milestoneId: getMilestoneId(contract, 3),
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
      nextPosition: 4,
      propose: { allowed: false, reason: 'contracts.change_open' },
      open: { id, side: 'poster', totalPaise: 1_750_00, dueAt },
      hasEarlier: false,
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
      milestoneId: getMilestoneId(contract, 2),
      position: 2,
      nameBefore: 'Part 2',
      amountBeforePaise: 300_00,
      name: 'Part 2',
      amountPaise: 300_00,
    },
    {
      kind: 'kept',
      milestoneId: getMilestoneId(contract, 3),
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
    change: { planVersion: 2, nextPosition: 5, propose: may, open: null, hasEarlier: true },
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
    ['quote_sent', 1000_00],
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
    rows: [[getMilestoneId(contract, 1), 'Part one', '650.50']],
    removed: [getMilestoneId(contract, 2), getMilestoneId(contract, 3)],
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
  const { items } = await worker.done(today, {});
  expect(items.filter(({ jobId }) => jobId === contract.jobId).map(({ kind }) => kind)).toEqual([
    'write_review',
  ]);
});

test('a second change goes on from the plan that the first left, and numbers are not used again', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  await changeBothAgree({ from: poster, to: worker }, contract, { removed: [getMilestoneId(contract, 2)] });
  // The number of the removed milestone is the last that was used.
  expect((await read(contract)).change).toMatchObject({ planVersion: 2, nextPosition: 3 });
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
