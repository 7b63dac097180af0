import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildPublicQuery } from './questions/store.ts';
import { buildToMaskQuery } from './masking/store.ts';
import { buildDueQuery, buildTakenDownQuery } from './notices/store.ts';
import { buildConversationsQuery, buildUnreadCountQuery } from './inbox/store.ts';
import { buildMessagesQuery } from './store.ts';

// With many conversations and messages, each list must read its index from the cursor on. User 12 has many on both sides.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT CASE WHEN i % 4 = 0 THEN 12 ELSE 1 + i % 1000 END, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', 'open'
  FROM generate_series(1, 4000) i;
  INSERT INTO conversation (job_id, worker_id, poster_id, last_number, last_at, masked_version)
  SELECT job.id, 1001 + (job.id + i) % 1000, poster_id, 10, now() - job.id * interval '1 minute',
    CASE WHEN job.id % 100 = 0 THEN 0 ELSE 1000 END
  FROM job, generate_series(1, 5) i;
  INSERT INTO conversation (job_id, worker_id, poster_id, last_number, last_at, masked_version)
  SELECT job.id, 12, poster_id, 10, now() - job.id * interval '1 minute', 1000 FROM job WHERE poster_id <> 12;
  UPDATE conversation SET poster_unread = 2, poster_read = 8, notify_at = now() WHERE id % 50 = 0;
  UPDATE conversation SET worker_unread = 2, worker_read = 8 WHERE id % 50 = 1;
  UPDATE conversation SET poster_archived = id % 3 = 1, worker_archived = id % 3 = 2;
  INSERT INTO message (job_id, worker_id, number, sender_id, client_id, text, filter_version, sent_at)
  SELECT job_id, worker_id, number, worker_id, 'client-' || number, 'Hello', 1, last_at
  FROM conversation, generate_series(1, 10) number;
  INSERT INTO job_question (job_id, worker_id, number, asked_at, answer_number, answered_at, is_public)
  SELECT job_id, worker_id, number, sent_at, number + 1, sent_at + number * interval '1 minute', number % 4 <> 3
  FROM message WHERE number < 10;
  UPDATE message SET taken_down_at = now() WHERE number = 10 AND job_id % 100 = 0`);

const AFTER = ['2026-12-01T00:00:00.000Z', 40] as const;

test.each([
  ['all', null, 'listed'],
  ['all', AFTER, 'listed'],
  ['unread', null, 'unread_listed'],
  ['unread', AFTER, 'unread_listed'],
  ['archived', null, 'archived'],
  ['archived', AFTER, 'archived'],
] as const)(
  'reads the %s conversations of one person by the indexes of both sides, after %s',
  async (...of) => {
    const [filter, after, index] = of;
    const plan = await explain(buildConversationsQuery(12, { filter, after, limit: 20 }));
    for (const side of ['poster', 'worker'])
      expect(plan).toContain(`Index Scan using conversation_${side}_${index} on`);
    expect(plan).not.toMatch(/Seq Scan|Rows Removed/);
    // The two sides are merged, and nothing is sorted before.
    expect(plan.match(/->\s+(Incremental )?Sort/g) ?? []).toHaveLength(0);
  },
);

test.each([
  ['posted', 'poster', 'worker'],
  ['doing', 'worker', 'poster'],
] as const)('reads those about %s jobs by one index', async (filter, side, other) => {
  const plan = await explain(buildConversationsQuery(12, { filter, after: null, limit: 20 }));
  expect(plan).toContain(`Index Scan using conversation_${side}_listed on`);
  expect(plan).not.toMatch(new RegExp(`conversation_${other}|Seq Scan|Sort`));
});

test.each([null, 7])('reads the messages of one conversation by its key, before %s', async (before) => {
  const query = buildMessagesQuery(
    explain.getDb(),
    { jobId: 7, workerId: 1008 },
    { before, limit: 20 },
  ).compile();
  const plan = await explain({ text: query.sql, values: query.parameters });
  expect(plan).toContain('message_pkey');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test.each([null, ['2026-12-01T00:00:00.000Z', 40]] as const)(
  'reads the answers about one job by their index, after %s',
  async (after) => {
    const plan = await explain(buildPublicQuery(7, { after, limit: 20 }));
    expect(plan).toContain('job_question_public');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  },
);

test('counts unread conversations in the indexes of both sides, and reads no row', async () => {
  const plan = await explain(buildUnreadCountQuery(13));
  expect(plan).toContain('Index Only Scan using conversation_poster_unread_listed');
  expect(plan).toContain('Index Only Scan using conversation_worker_unread_listed');
  expect(plan).not.toMatch(/Seq Scan/);
});

test('finds what an older version of the filter masked by its index', async () => {
  const query = buildToMaskQuery(explain.getDb(), 200).compile();
  const plan = await explain({ text: query.sql, values: query.parameters });
  expect(plan).toContain('conversation_masked_version');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test('finds who is to be notified by the index of those who wait', async () => {
  const query = buildDueQuery(explain.getDb(), new Date('2026-12-01T00:00:00Z'), 200).compile();
  const plan = await explain({ text: query.sql, values: query.parameters });
  expect(plan).toContain('Index Scan using conversation_notify');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test('finds what is taken down of those conversations by an index of what is taken down', async () => {
  const jobIds = Array.from({ length: 200 }, (_, index) => 10 * (index + 1));
  const query = buildTakenDownQuery(explain.getDb(), jobIds).compile();
  const plan = await explain({ text: query.sql, values: query.parameters });
  expect(plan).toContain('message_taken_down');
  expect(plan).toContain('conversation_pkey');
  expect(plan).not.toMatch(/Seq Scan/);
});
