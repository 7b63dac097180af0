import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildEndedJobsQuery, buildUnansweredQuery } from './ending/store.ts';
import { buildInvitedQuery, buildOptionsQuery, buildWaitingQuery } from './lists/store.ts';
import { buildToMaskQuery } from './masking/store.ts';
import { buildMutesQuery } from './muting/store.ts';

// With many invitations, each list must read its index from the cursor on. User 12 has many on both sides.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT CASE WHEN i % 4 = 0 THEN 12 ELSE 1 + i % 1000 END, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2099-12-01', '2099-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', 'open'
  FROM generate_series(1, 4000) i;
  INSERT INTO invitation (job_id, worker_id, note, filter_version, state, sent_at)
  SELECT job.id, CASE WHEN i = 1 AND poster_id <> 12 THEN 12 ELSE 2000 + (job.id * 7 + i) % 8000 END, '',
    CASE WHEN job.id % 100 = 0 THEN 0 ELSE 1000 END, CASE WHEN (job.id + i) % 5 = 0 THEN 'sent' ELSE 'lapsed' END,
    now() - job.id * interval '1 minute' - i * interval '1 second'
  FROM job, generate_series(1, 10) i;
  INSERT INTO invitation_mute (user_id, poster_id, muted_at)
  SELECT 12, 100 + i, now() - i * interval '1 minute' FROM generate_series(1, 3000) i`);

const AFTER = [new Date(Date.now() - 3600_000).toISOString(), 40] as const;
const explainBuilt = ({
  sql: text,
  parameters: values,
}: {
  sql: string;
  parameters: readonly unknown[];
}): Promise<string> => explain({ text, values });

test.each([null, AFTER])('reads the invitations of a worker by their index, after %s', async (after) => {
  const now = new Date();
  const page = { now, today: '2026-12-01', after, limit: 20 };
  const plan = await explain(buildWaitingQuery(12, page));
  expect(plan).toContain('Index Scan using invitation_worker on');
  expect(plan).toContain('Index Scan using job_pkey on');
  expect(plan).not.toMatch(/Seq Scan on (job|invitation)|Sort/);
});

test.each([null, AFTER])(
  'reads whom a poster has invited by an index of the job, after %s',
  async (after) => {
    const db = explain.getDb();
    const plan = await explainBuilt(buildInvitedQuery(db, 8, { after, limit: 5, hiddenIds: [7] }).compile());
    expect(plan).toMatch(/invitation_(job|once)/);
    // Nobody has quoted.
    expect(plan).not.toMatch(/Seq Scan on (?!quote)/);
  },
);

test.each([null, AFTER])('reads the open jobs of a poster by their index, after %s', async (after) => {
  const plan = await explain(
    buildOptionsQuery({ posterId: 12, workerId: 2000, today: '2026-12-01' }, { after, limit: 20 }),
  );
  expect(plan).toContain('Index Scan using job_poster on');
  expect(plan).toMatch(/Scan (using|on) invitation_(job|once)/);
  expect(plan).not.toMatch(/Seq Scan on (job|invitation)|Sort/);
});

test.each([null, AFTER])('reads the muted posters by their index, after %s', async (after) => {
  const plan = await explainBuilt(buildMutesQuery(explain.getDb(), 12, { after, limit: 20 }).compile());
  expect(plan).toContain('invitation_mute_list');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test('finds what has lapsed, what is to be masked and what waits for ended jobs by indexes', async () => {
  const db = explain.getDb();
  const before = new Date(Date.now() - 24 * 3600_000);
  const lapsed = await explainBuilt(buildUnansweredQuery(db, { before, limit: 200 }).compile());
  expect(lapsed).toContain('Index Scan using invitation_waiting');
  const masked = await explainBuilt(buildToMaskQuery(db, 20).compile());
  expect(masked).toContain('Index Scan using invitation_filter_version');
  const { sql: text, parameters: values } = buildEndedJobsQuery(db, 200).compile();
  const ended = await explain({ text, values }, { mayScan: false });
  expect(ended).not.toMatch(/Seq Scan on invitation/);
});
