import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJourneys } from './journey-books.ts';
import { startJourneys, type Journey } from './journeys.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

// The checks of the rolling restart must notice faults.

let world: World;
let journey: Journey;
beforeAll(async () => {
  world = await startWorld();
  const journeys = await startJourneys(world, { url: world.url, pairs: 1 });
  await waitFor(
    'a journey to begin',
    async () => (await world.db.selectFrom('job').select('id').execute()).length > 0,
  );
  const report = await journeys.stop();
  const [first] = report.journeys;
  if (!first || report.abandoned.length > 0) throw new Error(`no journey: ${report.abandoned.join()}`);
  journey = first;
}, 60_000);
afterAll(() => world.close());

test('finds no fault in a journey from post to paid, less the fee', async () => {
  expect(journey.isPaidOut).toBe(true);
  expect(await checkJourneys(world, [journey])).toEqual({ lost: [], doubled: [], unexpected: [] });
});

test('reports a confirmed withdrawal that is missing as lost', async () => {
  const { lost } = await checkJourneys(world, [{ ...journey, withdrawalId: 9_999 }]);
  expect(lost.map((line) => line.replace(/^.*: /, ''))).toEqual([
    'withdrawal_requested withdrawal:9999 -94100',
    'withdrawal_paid withdrawal:9999 94100',
  ]);
});

test('reports a payment of another amount', async () => {
  const { lost, unexpected } = await checkJourneys(world, [{ ...journey, amountPaise: 100_001 }]);
  expect(lost).toContainEqual(expect.stringMatching(/: payment over 100001$/));
  expect(unexpected).toContainEqual(expect.stringMatching(/: payment over 100000$/));
});

test('reports a job that exists twice', async () => {
  await sql`INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, state, posted_at)
    SELECT poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, 'open', posted_at
    FROM job WHERE poster_id = ${journey.posterId}`.execute(world.db);
  const { doubled } = await checkJourneys(world, [journey]);
  expect(doubled).toEqual([expect.stringMatching(/: job$/)]);
});
