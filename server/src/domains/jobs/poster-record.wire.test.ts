import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveRating } from '@fws/contract/reviews/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { askAnotherQuote, declineQuote } from '@fws/contract/quotes/calls';
import type { PosterRecord } from '@fws/contract/jobs/schemas';
import { award, earn, post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { toIstDate } from '@fws/contract/platform/dates';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Rohan', lastName: 'Joshi', identity: 'verified' });
  worker = await world.user();
});
afterAll(() => world.close());

const readRecord = async (): Promise<PosterRecord> => {
  await world.drain();
  const job = await post(world, poster);
  const { poster: record } = await worker.done(jobDetail, { jobId: String(job.id) });
  return record;
};
const HOUR = 3600_000;

interface Median {
  count: number;
  minutes: number | null;
}

/** The same figures from the history of states alone, as somebody would count them by hand. */
async function countFromEvents(
  posterId: number,
): Promise<{ awarded: number; answers: Median; releases: Median }> {
  const { rows } = await sql<{
    subject: string;
    id: string;
    track: string;
    to: string;
    from: string;
    at: Date;
    began: Date;
  }>`
    SELECT change.subject, change.subject_id AS id, change.track, change.from_state AS "from", change.to_state AS "to",
      change.at, quote.created_at AS began
    FROM state_change change JOIN job ON job.id = change.job_id
    LEFT JOIN quote ON change.subject = 'quote' AND quote.job_id = job.id
      AND quote.id::text = change.subject_id
    WHERE job.poster_id = ${posterId} ORDER BY change.id`.execute(world.db);
  const quotes = rows.filter(({ subject }) => subject === 'quote');
  const answers = quotes
    .filter(({ to }) => ['accepted', 'declined', 'not_selected', 'lapsed'].includes(to))
    .map(({ id, at, began }) => {
      const asked = quotes.find((row) => row.id === id && row.to === 'asked');
      return (asked ?? { at }).at.getTime() - began.getTime();
    });
  const releases = rows
    .filter(
      ({ subject, to, track }) => subject === 'milestone' && track === 'fund_state' && to === 'released',
    )
    .flatMap(({ id, at }) => {
      const asked = rows.findLast(
        (row) => row.subject === 'milestone' && row.id === id && row.to === 'payment_requested',
      );
      return asked ? [at.getTime() - asked.at.getTime()] : [];
    });
  const toMedian = (times: number[]): Median => {
    const middle = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1];
    return {
      count: times.length,
      minutes: times.length < 3 || middle === undefined ? null : Math.round(middle / 60_000),
    };
  };
  return {
    awarded: rows.filter(({ subject, to }) => subject === 'job' && to === 'awarded').length,
    answers: toMedian(answers),
    releases: toMedian(releases),
  };
}

test('says what a poster has done here, as the history of states counts it', async () => {
  expect(await readRecord()).toEqual({
    name: 'Rohan J.',
    verified: true,
    memberSince: toIstDate(world.clock.now()).slice(0, 7),
    rating: null,
    ratings: 0,
    jobsPosted: 1,
    jobsAwarded: 0,
    moneyReleased: 'none',
    answerMinutes: null,
    releaseMinutes: null,
    reliability: null,
  });

  const contract = await earn(world, { poster, worker }, '500');
  await poster.done(leaveRating, {
    aboutId: String(worker.id),
    points: '5',
    jobId: String(contract.jobId),
    comment: '',
  });
  await worker.done(leaveRating, {
    aboutId: String(poster.id),
    points: '4',
    jobId: String(contract.jobId),
    comment: '',
  });
  expect(await readRecord()).toMatchObject({
    rating: 4,
    ratings: 1,
    jobsPosted: 3,
    jobsAwarded: 1,
    moneyReleased: 'under_10000',
    answerMinutes: null,
    releaseMinutes: null,
  });

  const open = await post(world, poster);
  await quote(worker, open.id);
  world.clock.advance(5 * HOUR);
  await earn(world, { poster, worker }, '12000');
  world.clock.advance(3 * HOUR);
  await award(world, { poster, worker });
  // Nobody answers the quote on the open job, and it lapses.
  world.clock.advance(8 * 24 * HOUR);
  await inTx(world.db, (tx) => enqueue(tx, 'quote_timers', {}));
  await earn(world, { poster, worker }, '900');

  // Both are answers: a quote that is declined, and one for which another is asked, though it lapses later.
  const [declined, asked] = [await post(world, poster), await post(world, poster)];
  const quotes = [await quote(worker, declined.id), await quote(worker, asked.id)].map(({ id }) =>
    String(id),
  );
  world.clock.advance(2 * HOUR);
  await poster.done(declineQuote, { quoteId: quotes[0] ?? '', reason: 'price' });
  await poster.done(askAnotherQuote, { quoteId: quotes[1] ?? '', bidText: '900' });
  world.clock.advance(8 * 24 * HOUR);
  await inTx(world.db, (tx) => enqueue(tx, 'quote_timers', {}));

  const record = await readRecord();
  const events = await countFromEvents(poster.id);
  expect(events).toMatchObject({ awarded: 4, answers: { count: 7 }, releases: { count: 3 } });
  expect(record).toMatchObject({
    jobsPosted: 10,
    jobsAwarded: events.awarded,
    moneyReleased: 'from_10000',
    answerMinutes: events.answers.minutes,
    releaseMinutes: events.releases.minutes,
  });
});

test('counts again what a former version wrote without a record', async () => {
  await world.drain();
  const before = await readRecord();
  await sql`DELETE FROM poster_record WHERE poster_id = ${poster.id}`.execute(world.db);
  // A new job begins a row that is not counted yet.
  await readRecord();
  await inTx(world.db, (tx) => enqueue(tx, 'complete_public_jobs', {}));
  await world.drain();
  expect(await readRecord()).toEqual({ ...before, jobsPosted: before.jobsPosted + 2 });
});
