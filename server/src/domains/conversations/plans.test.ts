import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildPublicQuery } from './questions/store.ts';
import { buildToMaskQuery } from './masking/store.ts';
import { buildDueQuery, buildTakenDownQuery } from './notices/store.ts';
import { buildConversationsQuery, buildMessagesQuery, buildUnreadCountQuery } from './store.ts';

// With many conversations and messages, each list must read its index from the cursor on.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 1000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', 'open'
  FROM generate_series(1, 4000) i;
  INSERT INTO conversation (job_id, worker_id, poster_id, last_number, last_at, masked_version)
  SELECT job.id, 1001 + (job.id + i) % 1000, poster_id, 10, now() - job.id * interval '1 minute',
    CASE WHEN job.id % 100 = 0 THEN 0 ELSE 1000 END
  FROM job, generate_series(1, 5) i;
  UPDATE conversation SET poster_unread = 2, poster_read = 8, notify_at = now() WHERE id % 50 = 0;
  UPDATE conversation SET worker_unread = 2, worker_read = 8 WHERE id % 50 = 1;
  INSERT INTO message (job_id, worker_id, number, sender_id, client_id, text, filter_version, sent_at)
  SELECT job_id, worker_id, number, worker_id, 'client-' || number, 'Hello', 1, last_at
  FROM conversation, generate_series(1, 10) number;
  INSERT INTO job_question (job_id, worker_id, number, asked_at, answer_number, answered_at, is_public)
  SELECT job_id, worker_id, number, sent_at, number + 1, sent_at + number * interval '1 minute', number % 4 <> 3
  FROM message WHERE number < 10;
  UPDATE message SET taken_down_at = now() WHERE number = 10 AND job_id % 100 = 0`);

test.each([null, ['2026-12-01T00:00:00.000Z', 40]] as const)(
  'reads the conversations of one person by the indexes of both sides, after %s',
  async (after) => {
    const plan = await explain(buildConversationsQuery(12, { filter: 'all', after, limit: 20 }));
    expect(plan).toContain('conversation_poster');
    expect(plan).toContain('conversation_worker');
    expect(plan).not.toMatch(/Seq Scan/);
  },
);

test.each([
  ['posted', 'conversation_poster', 'conversation_worker'],
  ['doing', 'conversation_worker', 'conversation_poster'],
] as const)('reads those about %s jobs by one index', async (filter, index, other) => {
  const plan = await explain(buildConversationsQuery(12, { filter, after: null, limit: 20 }));
  expect(plan).toContain(index);
  expect(plan).not.toMatch(new RegExp(`${other}|Seq Scan`));
});

test('reads unread conversations by the indexes of both sides', async () => {
  const plan = await explain(buildConversationsQuery(12, { filter: 'unread', after: null, limit: 20 }));
  expect(plan).toMatch(/conversation_poster/);
  expect(plan).toMatch(/conversation_worker/);
  expect(plan).not.toMatch(/Seq Scan/);
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
  const plan = await explain(buildUnreadCountQuery(12));
  expect(plan).toContain('Index Only Scan using conversation_poster_unread');
  expect(plan).toContain('Index Only Scan using conversation_worker_unread');
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
