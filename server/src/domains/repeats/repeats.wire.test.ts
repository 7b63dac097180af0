import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awardedJob, cancelJob } from '@fws/contract/contracts/calls';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { notificationList } from '@fws/contract/notifications/calls';
import { answerRepeat, endRepeat, repeatJob, repeatList, skipRepeat } from '@fws/contract/repeats/calls';
import type { Repeat } from '@fws/contract/repeats/schemas';
import { blockUser } from '@fws/contract/safety/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { award, fund, getMilestoneAt, openOrder, post, simulatePayment } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(async () => {
  await expectSoundLedger(world.db);
  await world.close();
});

const dayAhead = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 24 * 3600_000));

async function createPair(rupees = '1500') {
  const poster = await world.user({ firstName: 'Meera', lastName: 'Joshi', identity: 'verified' });
  const worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  const contract = await award(
    world,
    { poster, worker },
    { rupees, term: 'completion', workScope: 'Both rooms' },
  );
  return { poster, worker, jobId: contract.jobId };
}
type Pair = Awaited<ReturnType<typeof createPair>>;

/** A series of two weekly dates, the first so many days ahead. */
const propose = ({ poster, jobId }: Pair, firstIn: number, rule = 'FREQ=WEEKLY;COUNT=2'): Promise<Repeat> =>
  poster.done(repeatJob, { jobId: String(jobId), rule, startsOn: dayAhead(firstIn) });
async function start(pair: Pair, firstIn: number, rule?: string): Promise<Repeat> {
  const { id } = await propose(pair, firstIn, rule);
  return pair.worker.done(answerRepeat, { repeatId: String(id), answer: 'agree' });
}
async function runTimers(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'run_repeats', {}));
  await world.drain();
}
async function readSeries(user: TestUser, { id }: Repeat): Promise<Repeat> {
  const { items } = await user.done(repeatList, {});
  const found = items.find((item) => item.id === id);
  if (!found) throw new Error(`no series ${id}`);
  return found;
}
const listNotices = async (user: TestUser, type: string) => {
  await world.drain();
  return (await user.done(notificationList, {})).items.filter((notice) => notice.type === type);
};

/** Moves the dates of a series so many days back, as if these had passed. */
async function passDays({ id }: Repeat, days: number): Promise<void> {
  // In two steps, because two dates of a series must never be the same.
  for (const by of [10_000 - days, -10_000])
    await sql`UPDATE repeat_date SET day = day + ${by}::int WHERE series_id = ${id}`.execute(world.db);
}

test('a poster proposes dates, the worker agrees, and each side reads the series', async () => {
  const pair = await createPair();
  const proposed = await propose(pair, 20);
  const expected: Repeat = {
    id: proposed.id,
    jobId: pair.jobId,
    jobTitle: 'Paint a flat',
    side: 'poster',
    otherName: 'Imran S.',
    amountPaise: 1500_00,
    rule: 'FREQ=WEEKLY;COUNT=2',
    state: 'proposed',
    proposedAt: world.clock.format(),
    answerBy: world.clock.format(7 * 24 * 3600_000),
    dates: [
      { day: dayAhead(20), state: 'coming', jobId: null, skip: { allowed: false, reason: 'repeats.over' } },
      { day: dayAhead(27), state: 'coming', jobId: null, skip: { allowed: false, reason: 'repeats.over' } },
    ],
    abilities: { answer: { allowed: false, reason: 'common.not_allowed' }, end: { allowed: true } },
  };
  expect(proposed).toEqual(expected);
  expect(await pair.poster.done(repeatList, { jobId: String(pair.jobId) })).toEqual({
    items: [expected],
    nextCursor: null,
  });
  const [notice] = await listNotices(pair.worker, 'repeat_proposed');
  expect(notice?.text).toBe('Meera J. wants to repeat Paint a flat. Dates: 2. Please agree or decline');

  const agreed = await pair.worker.done(answerRepeat, { repeatId: String(proposed.id), answer: 'agree' });
  const running: Repeat = {
    ...expected,
    side: 'worker',
    otherName: 'Meera J.',
    state: 'running',
    answerBy: null,
    dates: expected.dates.map((date) => ({ ...date, skip: { allowed: true } })),
    abilities: { answer: { allowed: false, reason: 'repeats.not_proposed' }, end: { allowed: true } },
  };
  expect(agreed).toEqual(running);
  expect(await pair.worker.done(repeatList, {})).toEqual({ items: [running], nextCursor: null });
  // Again, it changes and tells nothing.
  expect(await pair.worker.done(answerRepeat, { repeatId: String(proposed.id), answer: 'agree' })).toEqual(
    running,
  );
  expect(await listNotices(pair.poster, 'repeat_agreed')).toHaveLength(1);
});

test('the contract of a date is made eight days before, once, and nobody is offered its job', async () => {
  const pair = await createPair();
  const series = await start(pair, 8);
  await runTimers();
  await runTimers();
  const [first, second] = (await readSeries(pair.poster, series)).dates;
  expect([first?.state, second?.state]).toEqual(['set', 'coming']);
  const contract = await pair.poster.done(awardedJob, { jobId: String(first?.jobId) });
  expect(contract).toMatchObject({
    state: 'awarded',
    title: 'Paint a flat',
    description: 'Two rooms and a kitchen',
    totalPaise: 1500_00,
    worker: { id: pair.worker.id },
  });
  expect(contract.milestones).toHaveLength(1);
  const { rows } = await sql<{ take_work_on: string; city: string; states: string[] }>`
    SELECT take_work_on, city, (SELECT array_agg(to_state ORDER BY id) FROM state_change
      WHERE subject = 'job' AND subject_id = job.id::text) AS states FROM job WHERE id = ${first?.jobId}`.execute(
    world.db,
  );
  expect(rows).toEqual([{ take_work_on: dayAhead(8), city: 'pune', states: ['awarded'] }]);
  const { items } = await (
    await world.user()
  ).done(exploreJobs, { sort: 'latest', location: '', categoryId: '' });
  expect(items.map(({ id }) => id)).not.toContain(first?.jobId);
  expect(await listNotices(pair.poster, 'repeat_fund')).toHaveLength(1);
  expect(await listNotices(pair.worker, 'repeat_set')).toHaveLength(1);
  expect(await listNotices(pair.worker, 'quote_accepted')).toHaveLength(1);
  const record = await world.db
    .selectFrom('poster_record')
    .select(['jobs_posted', 'jobs_awarded'])
    .where('poster_id', '=', pair.poster.id)
    .executeTakeFirst();
  expect(record).toEqual({ jobs_posted: 2, jobs_awarded: 2 });
});

test('either side leaves out a date with one tap, before its contract and after, and the other side hears of it', async () => {
  const pair = await createPair();
  const series = await start(pair, 8);
  await runTimers();
  const repeatId = String(series.id);
  const [first, second] = (await readSeries(pair.worker, series)).dates;
  await openOrder(
    pair.poster,
    getMilestoneAt(await pair.poster.done(awardedJob, { jobId: String(first?.jobId) })),
  );
  const skipped = await pair.worker.done(skipRepeat, { repeatId, day: first?.day ?? '' });
  expect(skipped.dates[0]).toEqual({
    day: first?.day,
    state: 'skipped',
    jobId: first?.jobId,
    skip: { allowed: false, reason: 'repeats.date_over' },
  });
  expect((await pair.poster.done(awardedJob, { jobId: String(first?.jobId) })).state).toBe('cancelled');
  expect(await listNotices(pair.poster, 'repeat_skipped')).toHaveLength(1);
  expect(await listNotices(pair.worker, 'repeat_skipped')).toHaveLength(0);
  const again = await pair.poster.done(skipRepeat, { repeatId, day: second?.day ?? '' });
  expect(again.dates.map(({ state }) => state)).toEqual(['skipped', 'skipped']);
  expect(await listNotices(pair.worker, 'repeat_skipped')).toHaveLength(1);
  await runTimers();
  expect((await readSeries(pair.poster, series)).state).toBe('ended');
});

test('a date that is paid is left out only by cancelling its job', async () => {
  const pair = await createPair();
  const series = await start(pair, 8);
  await runTimers();
  const [first] = (await readSeries(pair.poster, series)).dates;
  await fund(
    world,
    pair.poster,
    getMilestoneAt(await pair.poster.done(awardedJob, { jobId: String(first?.jobId) })),
  );
  const skip = { repeatId: String(series.id), day: first?.day ?? '' };
  expect(await pair.worker.call(skipRepeat, skip)).toMatchObject({
    httpStatus: 409,
    message: 'This date is paid. Open its job to cancel it',
  });
  expect((await readSeries(pair.worker, series)).dates[0]?.skip).toEqual({
    allowed: false,
    reason: 'repeats.date_paid',
  });
  const ended = await pair.worker.done(endRepeat, { repeatId: String(series.id) });
  expect(ended.state).toBe('ended');
  expect(ended.dates.map(({ state }) => state)).toEqual(['set', 'skipped']);
  expect(await pair.worker.done(endRepeat, { repeatId: String(series.id) })).toEqual(ended);
  expect(await listNotices(pair.poster, 'repeat_ended')).toHaveLength(1);
  expect((await pair.poster.done(awardedJob, { jobId: String(first?.jobId) })).state).toBe('in_progress');
});

test('a date that is not paid by its day is left out, and both hear of it', async () => {
  const pair = await createPair();
  const series = await start(pair, 8);
  await runTimers();
  await passDays(series, 7);
  await runTimers();
  expect((await readSeries(pair.poster, series)).dates.map(({ state }) => state)).toEqual(['set', 'set']);
  await passDays(series, 1);
  await runTimers();
  expect((await readSeries(pair.poster, series)).dates.map(({ state }) => state)).toEqual(['skipped', 'set']);
  for (const user of [pair.poster, pair.worker])
    expect(await listNotices(user, 'repeat_skipped')).toHaveLength(1);
});

test('a proposal that nobody answers lapses after seven days, and then the job can be repeated again', async () => {
  const pair = await createPair();
  const series = await propose(pair, 20);
  expect(
    await pair.poster.call(repeatJob, { jobId: String(pair.jobId), rule: 'FREQ=DAILY;COUNT=2' }),
  ).toMatchObject({ httpStatus: 409, message: 'This job is already repeated. End that series first' });
  await sql`UPDATE repeat_series SET proposed_at = proposed_at - interval '7 days' WHERE id = ${series.id}`.execute(
    world.db,
  );
  await runTimers();
  expect((await readSeries(pair.poster, series)).state).toBe('lapsed');
  expect(await listNotices(pair.poster, 'repeat_lapsed')).toHaveLength(1);
  expect(
    await pair.worker.call(answerRepeat, { repeatId: String(series.id), answer: 'agree' }),
  ).toMatchObject({ httpStatus: 409, message: 'This series waits for no answer' });
  const second = await propose(pair, 20);
  const declined = await pair.worker.done(answerRepeat, { repeatId: String(second.id), answer: 'decline' });
  expect(declined.state).toBe('declined');
  expect(await listNotices(pair.poster, 'repeat_declined')).toHaveLength(1);
});

test('a block ends a series when its next date is due, and a suspension leaves the date out', async () => {
  const blocked = await createPair();
  const blockedSeries = await start(blocked, 8);
  await blocked.worker.done(blockUser, { userId: String(blocked.poster.id) });
  const suspended = await createPair();
  const suspendedSeries = await start(suspended, 8);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', suspended.worker.id)
    .execute();
  await runTimers();
  expect(await readSeries(blocked.poster, blockedSeries)).toMatchObject({
    state: 'ended',
    dates: [{ state: 'skipped' }, { state: 'skipped' }],
  });
  expect(await listNotices(blocked.poster, 'repeat_ended')).toHaveLength(1);
  expect(await readSeries(suspended.poster, suspendedSeries)).toMatchObject({
    state: 'running',
    dates: [{ state: 'skipped' }, { state: 'coming' }],
  });
  expect(
    await blocked.poster.call(repeatJob, { jobId: String(blocked.jobId), rule: 'FREQ=DAILY;COUNT=2' }),
  ).toMatchObject({ httpStatus: 409 });
});

test('refuses a stranger, the worker as poster, an open job, a cancelled job and wrong rules', async () => {
  const pair = await createPair();
  const values = { jobId: String(pair.jobId), rule: 'FREQ=DAILY;COUNT=2' };
  const stranger = await world.user();
  for (const user of [stranger, pair.worker])
    expect(await user.call(repeatJob, values)).toMatchObject({ httpStatus: 404 });
  expect(await stranger.call(repeatList, { jobId: String(pair.jobId) })).toMatchObject({ httpStatus: 404 });
  const open = await post(world, pair.poster);
  expect(await pair.poster.call(repeatJob, { ...values, jobId: String(open.id) })).toMatchObject({
    httpStatus: 409,
    message: 'Only an awarded or completed job can be repeated',
  });
  expect(await pair.poster.call(repeatJob, { ...values, rule: 'FREQ=YEARLY' })).toMatchObject({
    httpStatus: 422,
    errors: { rule: 'Dates can repeat by day, week or month, on days of the week or of the month' },
  });
  expect(
    await pair.poster.call(repeatJob, { ...values, rule: 'FREQ=DAILY', until: dayAhead(90) }),
  ).toMatchObject({
    errors: { until: 'A job can be repeated on 60 dates at most' },
  });
  const series = await propose(pair, 20);
  const repeatId = String(series.id);
  for (const answer of [
    await stranger.call(endRepeat, { repeatId }),
    await stranger.call(skipRepeat, { repeatId, day: dayAhead(20) }),
    await stranger.call(answerRepeat, { repeatId, answer: 'agree' }),
  ])
    expect(answer).toMatchObject({ httpStatus: 404 });
  expect(await pair.poster.call(answerRepeat, { repeatId, answer: 'agree' })).toMatchObject({
    httpStatus: 403,
  });
  await pair.poster.done(cancelJob, { jobId: String(pair.jobId), comment: 'Not needed', refundText: '' });
  await pair.poster.done(endRepeat, { repeatId });
  expect(await pair.poster.call(repeatJob, values)).toMatchObject({ httpStatus: 409 });
});

test('twenty answers and ends at the same moment have one effect', async () => {
  const pair = await createPair();
  const { id } = await propose(pair, 8);
  const repeatId = String(id);
  await Promise.all([
    ...Array.from({ length: 5 }, () => pair.worker.call(answerRepeat, { repeatId, answer: 'agree' })),
    ...Array.from({ length: 5 }, () => pair.worker.call(answerRepeat, { repeatId, answer: 'decline' })),
    ...Array.from({ length: 5 }, () => pair.poster.call(endRepeat, { repeatId })),
    ...Array.from({ length: 5 }, () => inTx(world.db, (tx) => enqueue(tx, 'run_repeats', {}))),
  ]);
  await world.drain();
  const { state } = await readSeries(pair.poster, { id } as Repeat);
  const { rows: changes } = await sql`
    SELECT to_state FROM state_change WHERE subject = 'repeat' AND subject_id = ${repeatId}`.execute(
    world.db,
  );
  expect(['declined', 'ended']).toContain(state);
  expect(changes.length).toBeLessThanOrEqual(2);
});

test('a payment and a skip at the same moment: the date is paid and stays, or is left out and the money goes back', async () => {
  const results: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const pair = await createPair();
    const series = await start(pair, 8);
    await runTimers();
    const [first] = (await readSeries(pair.poster, series)).dates;
    const jobId = String(first?.jobId);
    const at = getMilestoneAt(await pair.poster.done(awardedJob, { jobId }));
    const orderId = await openOrder(pair.poster, at);
    await Promise.all([
      simulatePayment(world, orderId, 'SUCCESS'),
      pair.worker.call(skipRepeat, { repeatId: String(series.id), day: first?.day ?? '' }),
    ]);
    // Whichever came first, the payment has arrived.
    await waitFor('the payment to be recorded', async () => {
      await world.drain();
      const found = await world.db
        .selectFrom('payment')
        .select('order_id')
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      return found !== undefined;
    });
    const { state } = await pair.poster.done(awardedJob, { jobId });
    const date = (await readSeries(pair.worker, series)).dates[0]?.state;
    results.push(`${state} ${date}`);
  }
  expect(
    results.every((result) => ['in_progress set', 'cancelled skipped'].includes(result)),
    results.join(),
  ).toBe(true);
});

test('answers clients of the specification in their names, and pages its list', async () => {
  const pair = await createPair();
  const { data } = await pair.poster.post('repeat_job', {
    job_id: String(pair.jobId),
    rule: 'FREQ=WEEKLY',
    until: dayAhead(21),
    starts_on: dayAhead(20),
  });
  expect(data).toEqual([
    {
      repeat_id: expect.any(Number) as number,
      job_id: pair.jobId,
      job_title: 'Paint a flat',
      side: 'poster',
      other_name: 'Imran S.',
      amount: '1500',
      rule: 'FREQ=WEEKLY',
      state: 'proposed',
      proposed_at: world.clock.format(),
      answer_by: world.clock.format(7 * 24 * 3600_000),
      can_answer: 0,
      can_end: 1,
      dates: [{ day: dayAhead(20), state: 'coming', job_id: null, can_skip: 0 }],
    },
  ]);
  const [{ repeat_id: repeatId }] = data as [{ repeat_id: number }];
  await pair.poster.post('end_repeat', { repeat_id: String(repeatId) });
  await propose(pair, 9);
  const first = await pair.poster.done(repeatList, { limit: '1' });
  const rest = await pair.poster.done(repeatList, { limit: '1', cursor: first.nextCursor ?? '' });
  expect([first.items.map(({ state }) => state), rest.items.map(({ id }) => id)]).toEqual([
    ['proposed'],
    [repeatId],
  ]);
  expect(rest.nextCursor).toBeNull();
});
