import { answerChange, changeList, proposeChange } from '@fws/contract/contracts/calls';
import { blockUser } from '@fws/contract/safety/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { awardParts } from '../../../../test/cancelling.ts';
import {
  answer,
  propose,
  toChangeAnswer,
  toChangeProposal,
  type Wanted,
  LOFT,
  getMilestoneId,
  setUpChanges,
} from '../../../../test/change-orders.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

// How a proposed change ends without an agreement, and what cannot be proposed.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { read, list, inDays, countNotices, runTimers } = setUpChanges(
  (fixture) => ({ world, poster, worker } = fixture),
);

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
    expect(await by.call(answerChange, stale)).toMatchObject({
      httpStatus: 409,
      message: 'There is a newer proposal of this change. Please look at it before you answer',
    });
    change = await answer(by, change, 'counter', { rows: [[null, 'Loft shutters', rupees]] });
  }
  expect(change).toMatchObject({ version: 6, totalPaise: 1_980_00 });
  expect(await worker.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject({
    httpStatus: 409,
    message: 'This change is yours. The other side answers it, and you can withdraw it',
  });
  const seventh = toChangeAnswer(change, 'counter', { rows: [[null, 'Loft shutters', '930']] });
  expect(await poster.call(answerChange, seventh)).toMatchObject({
    httpStatus: 409,
    message: 'Six proposals were made. Please agree to the last one, or decline it',
  });
  await answer(poster, change, 'agree');
  expect((await read(contract)).totalPaise).toBe(1_980_00);
});

test('refuses what cannot be agreed: nothing different, nothing left, too much, a day that is over', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const only = getMilestoneId(contract, 1);
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
  expect(await send({ rows: [[null, '', '5']] })).toMatchObject({
    httpStatus: 422,
    errors: { milestoneNames: 'Please say what each milestone is' },
  });
  expect(await send({ rows: [[null, 'New', '']] })).toMatchObject({
    httpStatus: 422,
    errors: { milestoneAmountTexts: 'Please enter the amount of each milestone in rupees' },
  });
  expect(await send({ rows: [[999_999, 'New', '5']] })).toMatchObject({
    httpStatus: 404,
    message: 'This milestone was not found',
  });
  const stranger = await world.user();
  const noContract = { httpStatus: 404, message: 'This job was not found' };
  expect(await stranger.call(proposeChange, toChangeProposal(contract, LOFT))).toMatchObject(noContract);
  const change = await propose(poster, contract, LOFT);
  expect(await stranger.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject({
    httpStatus: 404,
    message: 'This change was not found',
  });
  expect(await stranger.call(changeList, { jobId: String(contract.jobId) })).toMatchObject(noContract);
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
  const atLimit = await propose(worker, contract, { rows: [[null, 'More', '49000']] });
  expect(atLimit).toMatchObject({ totalPaise: 50_000_00 });
  const counter = toChangeAnswer(atLimit, 'counter', large);
  expect((await poster.call(answerChange, counter)).httpStatus).toBe(403);
  const setIdentity = (state: 'verified' | 'none') =>
    sql`UPDATE user_account SET identity_state = ${state} WHERE id = ${poster.id}`.execute(world.db);
  await setIdentity('verified');
  const countered = await answer(poster, atLimit, 'counter', large);
  expect(countered).toMatchObject({ totalPaise: 50_000_01 });
  // It is asked again when the other side agrees.
  await setIdentity('none');
  expect(await worker.call(answerChange, toChangeAnswer(countered, 'agree'))).toMatchObject({
    httpStatus: 403,
    message: 'Meera must verify their identity before more than ₹50,000 is left to pay',
  });
  await setIdentity('verified');
  await answer(worker, countered, 'agree');
  expect((await read(contract)).totalPaise).toBe(50_000_01);
});

test('limits how many changes one user proposes a day, also in answer to another', async () => {
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const change = await propose(poster, contract, LOFT);
  const setCount = (count: number) =>
    world.db.updateTable('attempt_counter').set({ count }).where('scope', '=', 'change_user').execute();
  await setCount(59);
  const wanted: Wanted = { rows: [[null, 'Loft shutters', '950']] };
  const countered = await answer(worker, change, 'counter', wanted);
  await setCount(60);
  const again = toChangeAnswer(countered, 'counter', LOFT);
  expect((await poster.call(answerChange, again)).httpStatus).toBe(429);
  await answer(worker, countered, 'withdraw');
  for (const by of [poster, worker])
    expect(await by.call(proposeChange, toChangeProposal(contract, LOFT))).toMatchObject({
      httpStatus: 429,
      message: expect.stringMatching(/^Too many tries/) as string,
    });
  await setCount(59);
  const last = await propose(poster, contract, LOFT);
  expect(await answer(worker, last, 'agree')).toMatchObject({ state: 'agreed' });
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
  const own = await awardParts(world, { poster, worker }, [1000]);
  const ownChange = await propose(poster, own, LOFT);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', worker.id)
    .execute();
  const suspended = {
    httpStatus: 409,
    message: 'The worker’s account is suspended. They cannot go on with this job at present',
  };
  const denied = { allowed: false, reason: 'contracts.worker_suspended' };
  expect((await list(contract))[0]).toMatchObject({
    agree: denied,
    counter: denied,
    refuse: { allowed: true },
    withdraw: { allowed: false, reason: 'contracts.change_theirs' },
  });
  expect((await list(own))[0]).toMatchObject({ withdraw: { allowed: true } });
  expect(await poster.call(answerChange, toChangeAnswer(change, 'agree'))).toMatchObject(suspended);
  const counter = toChangeAnswer(change, 'counter', { rows: [[null, 'Loft shutters', '800']] });
  expect(await poster.call(answerChange, counter)).toMatchObject(suspended);
  expect((await answer(poster, change, 'refuse')).state).toBe('refused');
  expect((await answer(poster, ownChange, 'withdraw')).state).toBe('withdrawn');
  expect(await poster.call(proposeChange, toChangeProposal(contract, LOFT))).toMatchObject(suspended);
  expect((await read(contract)).change.propose).toEqual({
    allowed: false,
    reason: 'contracts.worker_suspended',
  });
});
