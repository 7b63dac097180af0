import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  awardedJob,
  awardedProjects,
  escrowPaymentStatus,
  exploreMyJobs,
} from '@fws/contract/contracts/calls';
import { acceptQuote } from '@fws/contract/quotes/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  award,
  fund,
  readFundState,
  getOpenedOrder,
  sendFundStep,
  getMilestoneAt,
  openOrder,
  payOut,
  post,
  quote,
  sendWorkStep,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { getBalance, toEscrowAccount, toWalletAccount } from '../ledger/index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  world = await startWorld();
  worker = await world.user({ firstName: 'Ravi', skills: ['Painting'] });
  stranger = await world.user();
});
// What a new account may fund in a day is limited.
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const repeatThreeTimes = (types: string[]) => types.flatMap((type) => [type, type, type]);

async function expectNotifications(user: TestUser, jobId: number, types: string[]): Promise<void> {
  await world.drain();
  const rows = await world.db
    .selectFrom('notification')
    .select('type')
    .where('user_id', '=', user.id)
    .where('path', 'like', `%/${jobId}`)
    .execute();
  expect(rows.map((row) => row.type).toSorted()).toEqual(types.toSorted());
}

test('takes a job from an accepted quote to the last release', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '999.99', term: 'terms' });
  const { jobId } = contract;
  expect(contract.milestones.map((milestone) => [milestone.name, milestone.amountPaise])).toEqual([
    ['Initial', 199_99],
    ['After service done', 599_99],
    ['After reviewing the entire service', 200_01],
  ]);
  expect(contract).toMatchObject({ state: 'awarded', side: 'poster', totalPaise: 999_99 });
  expect(contract.worker.mobile).toBeNull();
  expect(contract.milestones[0]?.next).toEqual({ step: 'funded', ability: { allowed: true } });

  const first = getMilestoneAt(contract);
  await fund(world, poster, first);
  expect(await getBalance(world.db, toEscrowAccount(first.milestoneId))).toBe(199_99);
  const seenByWorker = await worker.done(awardedJob, { jobId: String(jobId) });
  expect(seenByWorker).toMatchObject({ state: 'in_progress', side: 'worker' });
  expect(seenByWorker.poster.mobile).toBe(poster.mobile);
  expect(seenByWorker.milestones[0]).toMatchObject({
    fund: 'funded',
    next: { step: 'started', ability: { allowed: true } },
  });
  expect(seenByWorker.milestones[1]).toMatchObject({
    next: null,
    waitingFor: 'contracts.waiting_for_funding',
  });

  await payOut({ poster, worker }, first);
  expect(await getBalance(world.db, toEscrowAccount(first.milestoneId))).toBe(0);
  for (const position of [2, 3]) {
    await fund(world, poster, getMilestoneAt(contract, position));
    await payOut({ poster, worker }, getMilestoneAt(contract, position));
  }
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(999_99);

  const ended = await poster.done(awardedJob, { jobId: String(jobId) });
  expect(ended.state).toBe('completed');
  expect(ended.worker.completedProjects).toBe(1);
  expect(ended.milestones.map((milestone) => [milestone.fund, milestone.next])).toEqual([
    ['released', null],
    ['released', null],
    ['released', null],
  ]);
  const { completed_at } = await world.db
    .selectFrom('contract')
    .select('completed_at')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  expect(completed_at).not.toBeNull();

  await expectNotifications(worker, jobId, [
    'quote_accepted',
    'job_completed',
    ...repeatThreeTimes(['milestone_funded', 'payment_released', 'work_accepted']),
  ]);
  await expectNotifications(poster, jobId, [
    'quote_received',
    'job_completed',
    ...repeatThreeTimes([
      'payment_received',
      'payment_requested',
      'release_confirmed',
      'work_completed',
      'work_started',
    ]),
  ]);
});

test('returns the message and payment link of each step', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '24000', term: 'completion' }));
  const opened = await sendFundStep(poster, at, 'funded', { amount: '24000' });
  const paymentLink = `${world.url}/pay/${getOpenedOrder(opened)}`;
  expect(opened).toMatchObject({
    status: 200,
    message: 'Please pay to fund the milestone',
    data: { paymentLink },
  });
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  expect(await sendWorkStep(worker, at, 'completed')).toMatchObject({ status: 200, message: 'Saved' });
  expect((await sendFundStep(poster, at, 'accepted')).message).toMatch(/^Work accepted/);
  const released = await sendFundStep(poster, at, 'released');
  expect(released).toMatchObject({ message: '₹24,000 released to Ravi Kumar', data: { orderId: null } });
});

test('repeating the current step changes nothing; skipping or going back returns 409', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { term: 'completion' }));
  const refusals = [
    await sendFundStep(poster, at, 'accepted'),
    await sendFundStep(poster, at, 'released'),
    await sendWorkStep(worker, at, 'started'),
    await sendWorkStep(worker, at, 'completed'),
    await sendWorkStep(worker, at, 'payment_requested'),
  ];
  expect(refusals.map((answer) => [answer.httpStatus, answer.status])).toEqual(
    refusals.map(() => [409, 409]),
  );

  await fund(world, poster, at);
  expect(await sendFundStep(poster, at, 'funded')).toMatchObject({ status: 200, data: { orderId: null } });
  expect((await sendFundStep(poster, at, 'accepted')).message).toBe(
    'The worker must complete the work first',
  );
  await sendWorkStep(worker, at, 'started');
  expect((await sendWorkStep(worker, at, 'started')).status).toBe(200);
  expect((await sendWorkStep(worker, at, 'payment_requested')).status).toBe(409);
  await sendWorkStep(worker, at, 'completed');
  expect((await sendWorkStep(worker, at, 'started')).status).toBe(409);
  await sendFundStep(poster, at, 'accepted');
  expect((await sendFundStep(poster, at, 'funded')).status).toBe(409);
  await sendFundStep(poster, at, 'released');
  expect((await sendFundStep(poster, at, 'released')).status).toBe(200);
  expect((await sendWorkStep(worker, at, 'payment_requested')).status).toBe(409);
});

test('returns 409 for accepting and releasing under a hold', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { term: 'completion' }));
  await fund(world, poster, at);
  const setHold = (onHold: boolean) =>
    world.db.updateTable('milestone').set({ on_hold: onHold }).where('id', '=', at.milestoneId).execute();
  await sendWorkStep(worker, at, 'started');
  await sendWorkStep(worker, at, 'completed');
  await setHold(true);
  expect(await sendFundStep(poster, at, 'accepted')).toMatchObject({ status: 409 });
  const seen = await poster.done(awardedJob, { jobId: String(at.jobId) });
  expect(seen.milestones[0]?.next).toEqual({
    step: 'accepted',
    ability: { allowed: false, reason: 'contracts.on_hold' },
  });
  await setHold(false);
  await sendFundStep(poster, at, 'accepted');
  await setHold(true);
  expect(await sendFundStep(poster, at, 'released')).toMatchObject({ status: 409 });
  expect(await readFundState(world, at)).toBe('accepted');
  // The ledger's invariants expect a dispute or a chargeback behind each hold.
  await setHold(false);
});

test('returns 404 to strangers and the wrong side, and 401 to guests', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { term: 'completion' }));
  const other = getMilestoneAt(await award(world, { poster, worker }, { term: 'completion' }));
  const orderId = await openOrder(poster, at);
  const refusals = [
    await stranger.call(awardedJob, { jobId: String(at.jobId) }),
    await stranger.call(escrowPaymentStatus, { orderId }),
    await worker.call(escrowPaymentStatus, { orderId }),
    await sendFundStep(stranger, at, 'funded'),
    await sendFundStep(worker, at, 'funded'),
    await sendWorkStep(stranger, at, 'started'),
    await sendWorkStep(poster, at, 'started'),
    await sendFundStep(poster, { ...at, milestoneId: other.milestoneId }, 'funded'),
    await sendFundStep(poster, { jobId: 999_999, milestoneId: at.milestoneId }, 'funded'),
  ];
  expect(refusals.map((answer) => answer.status)).toEqual(refusals.map(() => 404));
  const guests = [
    await world.guest.call(awardedJob, { jobId: String(at.jobId) }),
    await sendFundStep(world.guest, at, 'funded'),
    await sendWorkStep(world.guest, at, 'started'),
    await world.guest.call(escrowPaymentStatus, { orderId }),
    await world.guest.call(acceptQuote, { quoteId: '1' }),
    await world.guest.call(awardedProjects, {}),
    await world.guest.call(exploreMyJobs, { scope: 'ongoing', filter: 'all' }),
  ];
  expect(guests.map((answer) => answer.status)).toEqual(guests.map(() => 401));
});

test('lets only the poster accept an open quote, and accepting it again changes nothing', async () => {
  const job = await post(world, poster);
  const mine = await quote(worker, job.id);
  const theirs = await quote(stranger, job.id);
  expect((await worker.call(acceptQuote, { quoteId: String(mine.id) })).status).toBe(404);
  expect((await poster.call(acceptQuote, { quoteId: '999999' })).status).toBe(404);
  const other = await post(world, poster);
  expect((await poster.call(acceptQuote, { quoteId: String(mine.id), jobId: String(other.id) })).status).toBe(
    404,
  );
  expect((await poster.call(acceptQuote, { quoteId: String(mine.id) })).status).toBe(200);
  expect((await poster.call(acceptQuote, { quoteId: String(mine.id) })).status).toBe(200);
  expect(await poster.call(acceptQuote, { quoteId: String(theirs.id) })).toMatchObject({
    status: 409,
    message: 'Another quote was already accepted for this job',
  });
  const milestones = await world.db
    .selectFrom('milestone')
    .select('id')
    .where('job_id', '=', job.id)
    .execute();
  expect(milestones).toHaveLength(3);
});

test('returns 422 for other amounts and malformed fields, and changes nothing', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '15000', term: 'completion' }));
  for (const amount of ['0', '-5', '1e3', '15000.001', '15,00', '14999.99', '99999999999999', '<b>1</b>'])
    expect([amount, (await sendFundStep(poster, at, 'funded', { amount })).status]).toEqual([amount, 422]);
  const malformed: Record<string, string>[] = [
    {},
    { job_id: String(at.jobId), milestone: String(at.milestoneId) },
    { job_id: String(at.jobId), milestone: String(at.milestoneId), milestone_status: 'Refund' },
    { job_id: "1' OR '1'='1", milestone: String(at.milestoneId), milestone_status: 'Completed' },
    { job_id: '1'.repeat(5000), milestone: String(at.milestoneId), milestone_status: 'Completed' },
  ];
  for (const fields of malformed)
    for (const name of ['mark_as_completed_new', 'employee_mark_as_completed'])
      expect((await poster.post(name, fields)).status).toBe(422);
  expect((await poster.post('escrow_payment_status', { order_id: '../../x' })).status).toBe(422);
  expect(await readFundState(world, at)).toBe('unfunded');
});

test('shows that a milestone above the provider’s limit cannot be funded', async () => {
  // Its quote was accepted before quotes were checked.
  const { jobId } = await award(world, { poster, worker }, { rupees: '1000000', term: 'completion' });
  await world.db
    .updateTable('milestone')
    .set({ amount_paise: 1_000_000_01 })
    .where('job_id', '=', jobId)
    .execute();
  const contract = await poster.done(awardedJob, { jobId: String(jobId) });
  expect(contract.milestones[0]?.next).toEqual({
    step: 'funded',
    ability: { allowed: false, reason: 'contracts.amount_too_large' },
  });
  expect(await sendFundStep(poster, getMilestoneAt(contract), 'funded')).toMatchObject({ status: 409 });
});

test('names standard parts in the language of the reader', async () => {
  const { jobId } = await award(world, { poster, worker }, { rupees: '900', term: 'terms' });
  const values = { jobId: String(jobId) };
  for (const reader of [poster, worker]) {
    const { milestones } = await reader.done(awardedJob, values, { headers: { cookie: 'lang=hi' } });
    expect(milestones.map(({ name }) => name)).toEqual([
      'शुरुआती भुगतान',
      'काम पूरा होने के बाद',
      'पूरे काम की जाँच के बाद',
    ]);
  }
});

test('keeps a milestone’s name exactly as written', async () => {
  const name = '<script>alert(1)</script> काम "पहला"';
  const contract = await award(
    world,
    { poster, worker },
    {
      rupees: '100',
      term: 'milestone',
      rows: [[name, '100']],
    },
  );
  expect(contract.milestones[0]?.name).toBe(name);
});

test('lists each side’s own contracts by page, with held and released amounts', async () => {
  const lister = await world.user();
  const doer = await world.user();
  const jobIds: number[] = [];
  for (let index = 0; index < 3; index++)
    jobIds.unshift((await award(world, { poster: lister, worker: doer }, { rupees: '1000' })).jobId);
  const newest = await lister.done(awardedJob, { jobId: String(jobIds[0]) });
  await fund(world, lister, getMilestoneAt(newest, 1));
  await fund(world, lister, getMilestoneAt(newest, 2));
  await payOut({ poster: lister, worker: doer }, getMilestoneAt(newest, 1));

  const page = await lister.done(awardedProjects, { limit: '2' });
  expect(page.items.map((item) => item.jobId)).toEqual(jobIds.slice(0, 2));
  expect(page.items[0]).toMatchObject({
    milestoneCount: 3,
    releasedCount: 1,
    heldPaise: 600_00,
    releasedPaise: 200_00,
  });
  expect(page.items[0]?.worker.mobile).toBe(doer.mobile);
  expect(page.items[1]?.worker.mobile).toBeNull();
  const secondPage = await lister.done(awardedProjects, { limit: '2', cursor: page.nextCursor ?? '' });
  expect(secondPage).toMatchObject({ items: [{ jobId: jobIds[2] }], nextCursor: null });
  expect((await lister.call(awardedProjects, { cursor: 'nonsense' })).status).toBe(400);

  const mine = await doer.done(exploreMyJobs, { scope: 'ongoing', filter: 'all' });
  expect(mine.items.map((item) => [item.jobId, item.side])).toEqual(jobIds.map((id) => [id, 'worker']));
  const completed = await doer.done(exploreMyJobs, { scope: 'all', filter: 'completed' });
  expect(completed.items).toEqual([]);
  expect((await stranger.done(awardedProjects, {})).items).toEqual([]);
});
