import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import { answerRepeat, endRepeat, repeatJob, repeatList, skipRepeat } from '@fws/contract/repeats/calls';
import type { Repeat } from '@fws/contract/repeats/schemas';
import { blockUser } from '@fws/contract/safety/calls';
import { post } from '../../../test/story.ts';
import type { World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { setUpSeries, type SeriesTools } from './testing/series.ts';

let world: World;
let tools: SeriesTools;
setUpSeries((started, its) => ([world, tools] = [started, its]));

test('a poster proposes dates, the worker agrees, and each side reads the series', async () => {
  const pair = await tools.createPair();
  const proposed = await tools.propose(pair, 20);
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
      {
        day: tools.dayAhead(20),
        state: 'coming',
        jobId: null,
        skip: { allowed: false, reason: 'repeats.not_agreed' },
      },
      {
        day: tools.dayAhead(27),
        state: 'coming',
        jobId: null,
        skip: { allowed: false, reason: 'repeats.not_agreed' },
      },
    ],
    abilities: { answer: { allowed: false, reason: 'common.not_allowed' }, end: { allowed: true } },
  };
  expect(proposed).toEqual(expected);
  expect(await pair.poster.done(repeatList, { jobId: String(pair.jobId) })).toEqual({
    items: [expected],
    nextCursor: null,
  });
  const [notice] = await tools.listNotices(pair.worker, 'repeat_proposed');
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
  expect(await tools.listNotices(pair.poster, 'repeat_agreed')).toHaveLength(1);
});

test('a proposal that nobody answers lapses after seven days, and then the job can be repeated again', async () => {
  const pair = await tools.createPair();
  const series = await tools.propose(pair, 20);
  // Sent again, it is the same, and the worker is asked once.
  expect(await tools.propose(pair, 20)).toEqual(series);
  expect(await tools.listNotices(pair.worker, 'repeat_proposed')).toHaveLength(1);
  expect(
    await pair.poster.call(repeatJob, { jobId: String(pair.jobId), rule: 'FREQ=DAILY;COUNT=2' }),
  ).toMatchObject({ httpStatus: 409, message: 'This job is already repeated. End that series first' });
  await sql`UPDATE repeat_series SET proposed_at = proposed_at - interval '7 days' WHERE id = ${series.id}`.execute(
    world.db,
  );
  await tools.runTimers();
  expect((await tools.readSeries(pair.poster, series)).state).toBe('lapsed');
  expect(await tools.listNotices(pair.poster, 'repeat_lapsed')).toHaveLength(1);
  expect(
    await pair.worker.call(answerRepeat, { repeatId: String(series.id), answer: 'agree' }),
  ).toMatchObject({ httpStatus: 409, message: 'This series is not waiting for an answer' });
  const second = await tools.propose(pair, 20);
  const declined = await pair.worker.done(answerRepeat, { repeatId: String(second.id), answer: 'decline' });
  expect(declined.state).toBe('declined');
  expect(await tools.listNotices(pair.poster, 'repeat_declined')).toHaveLength(1);
});

test('a block ends a series when its next date is due, and a suspension leaves the date out', async () => {
  const blocked = await tools.createPair();
  const blockedSeries = await tools.start(blocked, 8);
  await blocked.worker.done(blockUser, { userId: String(blocked.poster.id) });
  const suspended = await tools.createPair();
  const suspendedSeries = await tools.start(suspended, 8);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', suspended.worker.id)
    .execute();
  await tools.runTimers();
  expect(await tools.readSeries(blocked.poster, blockedSeries)).toMatchObject({
    state: 'ended',
    dates: [{ state: 'skipped' }, { state: 'skipped' }],
  });
  expect(await tools.listNotices(blocked.poster, 'repeat_ended')).toHaveLength(1);
  expect(await tools.readSeries(suspended.poster, suspendedSeries)).toMatchObject({
    state: 'running',
    dates: [{ state: 'skipped' }, { state: 'coming' }],
  });
  expect(
    await blocked.poster.call(repeatJob, { jobId: String(blocked.jobId), rule: 'FREQ=DAILY;COUNT=2' }),
  ).toMatchObject({ httpStatus: 409 });
});

test('refuses a stranger, the worker as poster, an open job, a cancelled job and wrong rules', async () => {
  const pair = await tools.createPair();
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
    await pair.poster.call(repeatJob, { ...values, rule: 'FREQ=DAILY', until: tools.dayAhead(90) }),
  ).toMatchObject({
    errors: { until: 'A job can be repeated on 60 dates at most' },
  });
  const series = await tools.propose(pair, 20);
  const repeatId = String(series.id);
  for (const answer of [
    await stranger.call(endRepeat, { repeatId }),
    await stranger.call(skipRepeat, { repeatId, day: tools.dayAhead(20) }),
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
  const pair = await tools.createPair();
  const { id } = await tools.propose(pair, 8);
  const repeatId = String(id);
  await Promise.all([
    ...Array.from({ length: 5 }, () => pair.worker.call(answerRepeat, { repeatId, answer: 'agree' })),
    ...Array.from({ length: 5 }, () => pair.worker.call(answerRepeat, { repeatId, answer: 'decline' })),
    ...Array.from({ length: 5 }, () => pair.poster.call(endRepeat, { repeatId })),
    ...Array.from({ length: 5 }, () => inTx(world.db, (tx) => enqueue(tx, 'run_repeats', {}))),
  ]);
  await world.drain();
  const { state } = await tools.readSeries(pair.poster, { id });
  const { rows: changes } = await sql`
    SELECT to_state FROM state_change WHERE subject = 'repeat' AND subject_id = ${repeatId}`.execute(
    world.db,
  );
  expect(['declined', 'ended']).toContain(state);
  expect(changes.length).toBeLessThanOrEqual(2);
});

test('answers clients of the specification in their names, and pages its list', async () => {
  const pair = await tools.createPair();
  const { data } = await pair.poster.post('repeat_job', {
    job_id: String(pair.jobId),
    rule: 'FREQ=WEEKLY',
    until: tools.dayAhead(21),
    starts_on: tools.dayAhead(20),
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
      dates: [{ day: tools.dayAhead(20), state: 'coming', job_id: null, can_skip: 0 }],
    },
  ]);
  const [{ repeat_id: repeatId }] = data as [{ repeat_id: number }];
  await pair.poster.post('end_repeat', { repeat_id: String(repeatId) });
  await tools.propose(pair, 9);
  const first = await pair.poster.done(repeatList, { limit: '1' });
  const rest = await pair.poster.done(repeatList, { limit: '1', cursor: first.nextCursor ?? '' });
  expect([first.items.map(({ state }) => state), rest.items.map(({ id }) => id)]).toEqual([
    ['proposed'],
    [repeatId],
  ]);
  expect(rest.nextCursor).toBeNull();
});
