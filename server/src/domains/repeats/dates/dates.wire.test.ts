import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { endRepeat, skipRepeat } from '@fws/contract/repeats/calls';
import type { Repeat } from '@fws/contract/repeats/schemas';
import { fund, openOrder, simulatePayment } from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import type { World } from '../../../../test/world.ts';
import { setUpSeries, type Pair, type SeriesTools } from '../testing/series.ts';

let world: World;
let tools: SeriesTools;
setUpSeries((started, its) => ([world, tools] = [started, its]));

test('the contract of a date is made eight days before, once, and nobody is offered its job', async () => {
  const pair = await tools.createPair();
  const series = await tools.start(pair, 8);
  await tools.runTimers();
  await tools.runTimers();
  const [first, second] = (await tools.readSeries(pair.poster, series)).dates;
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
  expect(rows).toEqual([{ take_work_on: tools.dayAhead(8), city: 'pune', states: ['awarded'] }]);
  const { items } = await (
    await world.user()
  ).done(exploreJobs, { sort: 'latest', location: '', categoryId: '' });
  expect(items.map(({ id }) => id)).not.toContain(first?.jobId);
  expect(await tools.listNotices(pair.poster, 'repeat_fund')).toHaveLength(1);
  expect(await tools.listNotices(pair.worker, 'repeat_set')).toHaveLength(1);
  expect(await tools.listNotices(pair.worker, 'quote_accepted')).toHaveLength(1);
  const record = await world.db
    .selectFrom('poster_record')
    .select(['jobs_posted', 'jobs_awarded'])
    .where('poster_id', '=', pair.poster.id)
    .executeTakeFirst();
  expect(record).toEqual({ jobs_posted: 2, jobs_awarded: 2 });
  // The poster is known by how fast quotes are answered, and nobody waited for an answer to this one.
  const quotes = await world.db
    .selectFrom('quote')
    .select(['state', 'decided_at'])
    .where('worker_id', '=', pair.worker.id)
    .orderBy('id')
    .execute();
  expect(quotes).toEqual([
    { state: 'accepted', decided_at: expect.any(Date) as Date },
    { state: 'accepted', decided_at: null },
  ]);
});

test('either side leaves out a date with one tap, before its contract and after, and the other side hears of it', async () => {
  const pair = await tools.createPair();
  const series = await tools.start(pair, 8);
  await tools.runTimers();
  const repeatId = String(series.id);
  const [first, second] = (await tools.readSeries(pair.worker, series)).dates;
  await openOrder(pair.poster, await tools.findFirstPart(pair.poster, first));
  const skipped = await pair.worker.done(skipRepeat, { repeatId, day: first?.day ?? '' });
  expect(skipped.dates[0]).toEqual({
    day: first?.day,
    state: 'skipped',
    jobId: first?.jobId,
    skip: { allowed: false, reason: 'repeats.date_over' },
  });
  expect((await pair.poster.done(awardedJob, { jobId: String(first?.jobId) })).state).toBe('cancelled');
  expect(await tools.listNotices(pair.poster, 'repeat_skipped')).toHaveLength(1);
  expect(await tools.listNotices(pair.worker, 'repeat_skipped')).toHaveLength(0);
  const again = await pair.poster.done(skipRepeat, { repeatId, day: second?.day ?? '' });
  expect(again.dates.map(({ state }) => state)).toEqual(['skipped', 'skipped']);
  expect(await tools.listNotices(pair.worker, 'repeat_skipped')).toHaveLength(1);
  await tools.runTimers();
  expect((await tools.readSeries(pair.poster, series)).state).toBe('ended');
});

test('a date that is paid is left out only by cancelling its job', async () => {
  const pair = await tools.createPair();
  const series = await tools.start(pair, 8);
  await tools.runTimers();
  const [first] = (await tools.readSeries(pair.poster, series)).dates;
  await fund(world, pair.poster, await tools.findFirstPart(pair.poster, first));
  const skip = { repeatId: String(series.id), day: first?.day ?? '' };
  expect(await pair.worker.call(skipRepeat, skip)).toMatchObject({
    httpStatus: 409,
    message: 'This date is paid. Open its job to cancel it',
  });
  expect((await tools.readSeries(pair.worker, series)).dates[0]?.skip).toEqual({
    allowed: false,
    reason: 'repeats.date_paid',
  });
  const ended = await pair.worker.done(endRepeat, { repeatId: String(series.id) });
  expect(ended.state).toBe('ended');
  expect(ended.dates.map(({ state }) => state)).toEqual(['set', 'skipped']);
  expect(await pair.worker.done(endRepeat, { repeatId: String(series.id) })).toEqual(ended);
  expect(await tools.listNotices(pair.poster, 'repeat_ended')).toHaveLength(1);
  expect((await pair.poster.done(awardedJob, { jobId: String(first?.jobId) })).state).toBe('in_progress');
});

test('the contract of a date has the parts of the agreed quote, and the poster is asked to pay the first', async () => {
  const pair = await tools.createPair({
    rupees: '1500',
    term: 'milestone',
    rows: [
      ['Walls', '500'],
      ['Ceiling', '1000'],
    ],
  });
  const series = await tools.start(pair, 8);
  await tools.runTimers();
  const [first] = (await tools.readSeries(pair.poster, series)).dates;
  const contract = await pair.poster.done(awardedJob, { jobId: String(first?.jobId) });
  expect(contract.milestones.map(({ name, amountPaise }) => [name, amountPaise])).toEqual([
    ['Walls', 500_00],
    ['Ceiling', 1000_00],
  ]);
  expect(contract).toMatchObject({ term: 'milestone', totalPaise: 1500_00, finishBy: first?.day });
  expect(await tools.listNotices(pair.poster, 'repeat_fund')).toMatchObject([
    { text: expect.stringContaining('₹500') as string, path: `/awardedjob/${first?.jobId}` },
  ]);
  expect(await tools.listNotices(pair.worker, 'repeat_set')).toMatchObject([
    { text: expect.stringContaining('₹1,500') as string, path: `/myjobsdetail/${first?.jobId}` },
  ]);
});

test('a date whose amount cannot be paid any more is left out, and both hear of it', async () => {
  const pair = await tools.createPair();
  const series = await tools.start(pair, 8);
  await sql`UPDATE quote SET bid_paise = ${99_00_000_00} WHERE worker_id = ${pair.worker.id}`.execute(
    world.db,
  );
  await tools.runTimers();
  const { dates } = await tools.readSeries(pair.poster, series);
  expect(dates.map(({ state, jobId }) => [state, jobId])).toEqual([
    ['skipped', null],
    ['coming', null],
  ]);
  for (const user of [pair.poster, pair.worker])
    expect(await tools.listNotices(user, 'repeat_skipped')).toHaveLength(1);
});

test('a date that is not paid by its day is left out, and both hear of it', async () => {
  const pair = await tools.createPair();
  const series = await tools.start(pair, 8);
  await tools.runTimers();
  await tools.passDays(series, 7);
  await tools.runTimers();
  expect((await tools.readSeries(pair.poster, series)).dates.map(({ state }) => state)).toEqual([
    'set',
    'set',
  ]);
  await tools.passDays(series, 1);
  await tools.runTimers();
  expect((await tools.readSeries(pair.poster, series)).dates.map(({ state }) => state)).toEqual([
    'skipped',
    'set',
  ]);
  for (const user of [pair.poster, pair.worker])
    expect(await tools.listNotices(user, 'repeat_skipped')).toHaveLength(1);
});

test('a date whose payment was begun and never made is left out; one that the two moved is not', async () => {
  const setFirst = async (): Promise<{ pair: Pair; series: Repeat; date: Repeat['dates'][number] }> => {
    const pair = await tools.createPair();
    const series = await tools.start(pair, 8);
    await tools.runTimers();
    const [date] = (await tools.readSeries(pair.poster, series)).dates;
    if (!date) throw new Error('the series has no date');
    return { pair, series, date };
  };
  const begun = await setFirst();
  await openOrder(begun.pair.poster, await tools.findFirstPart(begun.pair.poster, begun.date));
  await tools.passDays(begun.series, 8);
  const moved = await setFirst();
  await tools.passDays(moved.series, 8);
  await sql`UPDATE contract SET finish_by = ${tools.dayAhead(1)} WHERE job_id = ${moved.date.jobId}`.execute(
    world.db,
  );
  await tools.runTimers();
  const readState = async ({ pair, series }: typeof begun) =>
    (await tools.readSeries(pair.poster, series)).dates[0]?.state;
  expect([await readState(begun), await readState(moved)]).toEqual(['skipped', 'set']);
  const jobId = String(begun.date.jobId);
  expect((await begun.pair.poster.done(awardedJob, { jobId })).state).toBe('cancelled');
});

test('a payment and a skip at the same moment: the date is paid and stays, or is left out and the money goes back', async () => {
  const results: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const pair = await tools.createPair();
    const series = await tools.start(pair, 8);
    await tools.runTimers();
    const [first] = (await tools.readSeries(pair.poster, series)).dates;
    const jobId = String(first?.jobId);
    const orderId = await openOrder(pair.poster, await tools.findFirstPart(pair.poster, first));
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
    const date = (await tools.readSeries(pair.worker, series)).dates[0]?.state;
    const refunds = await world.db
      .selectFrom('refund')
      .select('amount_paise')
      .where('order_id', '=', orderId)
      .execute();
    results.push(`${state} ${date} ${refunds.map((refund) => refund.amount_paise).join()}`);
  }
  expect(
    results.every((result) => ['in_progress set ', 'cancelled skipped 150000'].includes(result)),
    results.join(),
  ).toBe(true);
});
