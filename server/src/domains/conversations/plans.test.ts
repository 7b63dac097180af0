import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { listPartitions } from '../../platform/months/index.ts';
import { buildPublicQuery } from './questions/store.ts';
import { buildToMaskQuery } from './masking/store.ts';
import { buildDueQuery, buildTakenDownQuery } from './notices/store.ts';
import { buildConversationsQuery, buildUnreadCountQuery } from './inbox/store.ts';
import { buildAccessQuery } from './attachments/store.ts';
import { buildVersionsQuery } from './changes/store.ts';
import { BATCH } from './search/service.ts';
import { buildLastQuery, buildMaskedQuery, buildMessagesQuery } from './store.ts';

// With many conversations and messages, each list must read its index from the cursor on. User 12 has many on both sides.
// Messages are spread over two years, in the middle of each month; conversation 7-1009 goes through all of them, each other
// one is in one month.

const explain = setUpPlans(`
  SELECT open_months(name, 25) FROM monthly_table WHERE name LIKE 'public.message%';
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT CASE WHEN i % 4 = 0 THEN 12 ELSE 1 + i % 1000 END, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', 'open'
  FROM generate_series(1, 4000) i;
  INSERT INTO conversation (job_id, worker_id, poster_id, last_number, started_at, last_at, masked_version)
  SELECT job_id, worker_id, poster_id, 10, last_at - interval '9 minutes', last_at, version
  FROM (
    SELECT job.id AS job_id, 1001 + (job.id + i) % 1000 AS worker_id, poster_id, CASE WHEN job.id % 100 = 0 THEN 0 ELSE 1000 END AS version
    FROM job, generate_series(1, 5) i
    UNION ALL SELECT id, 12, poster_id, 1000 FROM job WHERE poster_id <> 12
  ) pair, LATERAL (SELECT date_trunc('month', now(), 'Asia/Kolkata') + interval '14 days' + job_id % 25 * interval '1 month'
    - job_id * interval '1 second' AS last_at) sent;
  UPDATE conversation SET started_at = last_at - interval '7 months', last_at = last_at + interval '17 months'
  WHERE job_id = 7 AND worker_id = 1009;
  UPDATE conversation SET poster_unread = 2, poster_read = 8, notify_at = now() WHERE id % 50 = 0;
  UPDATE conversation SET worker_unread = 2, worker_read = 8 WHERE id % 50 = 1;
  UPDATE conversation SET poster_archived = id % 3 = 1, worker_archived = id % 3 = 2;
  INSERT INTO message (job_id, worker_id, number, sender_id, client_id, text, filter_version, sent_at, attachment_id)
  SELECT job_id, worker_id, number, worker_id, 'client-' || number, 'Hello', 1, started_at + (number - 1) * (last_at - started_at) / 9,
    CASE WHEN number = 5 THEN job_id END
  FROM conversation, generate_series(1, 10) number;
  INSERT INTO message_version (job_id, worker_id, number, text, replaced_at)
  SELECT job_id, worker_id, number, 'Hallo', sent_at FROM message WHERE number = 5;
  INSERT INTO job_question (job_id, worker_id, number, asked_at, answer_number, answered_at, is_public)
  SELECT job_id, worker_id, asked.number, asked.sent_at, answer.number, answer.sent_at, asked.number % 4 <> 3
  FROM message asked JOIN message answer USING (job_id, worker_id) WHERE answer.number = asked.number + 1;
  UPDATE message SET taken_down_at = now() WHERE number = 10 AND job_id % 101 = 0`);

/** The conversation whose messages are in one month, or in each. */
async function findOne(kind: 'short' | 'long') {
  const row = await explain
    .getDb()
    .selectFrom('conversation')
    .selectAll()
    .where('job_id', '=', kind === 'short' ? 6 : 7)
    .where('worker_id', '=', kind === 'short' ? 1008 : 1009)
    .executeTakeFirstOrThrow();
  return row;
}
/** Tables without rows are scanned otherwise, which costs nothing. */
const NEVER_SCAN = { mayScan: false };
const countMonths = async (): Promise<number> =>
  (await listPartitions(explain.getDb(), 'public.message')).length;
const explainBuilt = ({ sql: text, parameters: values }: CompiledQuery, options = NEVER_SCAN) =>
  explain({ text, values }, options);
/** The months that a plan reads, and each by its own index. */
const listScans = (plan: string): string[] =>
  [...plan.matchAll(/Index (?:Only )?Scan (?:Backward )?(?:using|on) (\S+)/g)].map(([, index = '']) => index);

const AFTER = [new Date(Date.now() + 365 * 86_400_000).toISOString(), 40] as const;

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
  ['all', 'listed'],
  ['unread', 'unread_listed'],
  ['archived', 'archived'],
] as const)('a search goes through the %s conversations by the same indexes', async (filter, index) => {
  const plan = await explain(buildConversationsQuery(12, { filter, after: AFTER, limit: BATCH }));
  for (const side of ['poster', 'worker'])
    expect(plan).toMatch(new RegExp(`Scan (using|on) conversation_${side}_${index}`));
  expect(plan).not.toMatch(/Seq Scan/);
});

test.each([
  ['posted', 'poster', 'worker'],
  ['doing', 'worker', 'poster'],
] as const)('reads those about %s jobs by one index', async (filter, side, other) => {
  const plan = await explain(buildConversationsQuery(12, { filter, after: null, limit: 20 }));
  expect(plan).toContain(`Index Scan using conversation_${side}_listed on`);
  expect(plan).not.toMatch(new RegExp(`conversation_${other}|Seq Scan|Sort`));
});

test.each([null, 7])(
  'reads the messages of one conversation by the key of their month, before %s',
  async (before) => {
    const query = buildMessagesQuery(explain.getDb(), await findOne('short'), { before, limit: 20 });
    const plan = await explainBuilt(query.compile());
    expect(listScans(plan)).toEqual([expect.stringMatching(/^message_.*pkey$/)]);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  },
);

test.each([null, 7])(
  'reads a long conversation by the keys of its months in order, before %s',
  async (before) => {
    const query = buildMessagesQuery(explain.getDb(), await findOne('long'), { before, limit: 20 });
    const plan = await explainBuilt(query.compile());
    expect(listScans(plan).length).toBeGreaterThan(20);
    expect(listScans(plan)).toEqual(listScans(plan).map(() => expect.stringMatching(/^message_.*pkey$/)));
    expect(plan).toContain('Merge Append');
    expect(plan).not.toMatch(/Seq Scan|Sort\b(?! Key)/);
  },
);

test('reads the newest messages of a list in the months between its first and last row', async () => {
  const [short, long] = [await findOne('short'), await findOne('long')];
  const plan = await explainBuilt(buildLastQuery([short, short]).compile(explain.getDb()));
  expect(listScans(plan)).toEqual([expect.stringMatching(/^message_.*pkey$/)]);
  const wide = await explainBuilt(buildLastQuery([short, long]).compile(explain.getDb()));
  expect(listScans(wide).length).toBeGreaterThan(10);
  expect(wide).not.toMatch(/Seq Scan|Sort/);
});

test('stores masked forms in the month of the messages alone', async () => {
  const { last_at } = await findOne('short');
  const query = buildMaskedQuery(
    { jobId: 6, workerId: 1008 },
    [{ number: 10, sent_at: last_at, masked: null }],
    1,
  );
  const plan = await explainBuilt(query.compile(explain.getDb()));
  expect(listScans(plan)).toEqual([expect.stringMatching(/^message_.*pkey$/)]);
  expect(plan).not.toMatch(/Seq Scan/);
});

test('reads what messages said before by the key of their month', async () => {
  const { last_at } = await findOne('short');
  const query = buildVersionsQuery({ jobId: 6, workerId: 1008 }, [{ number: 5, sent_at: last_at }]);
  const plan = await explainBuilt(query.compile(explain.getDb()));
  expect(plan.match(/message_version_\w*pkey/g)).toHaveLength(1);
  expect(plan).not.toMatch(/Seq Scan/);
});

test('finds the message of a photo by an index of each month', async () => {
  const plan = await explainBuilt(buildAccessQuery(3).compile(explain.getDb()));
  const scans = listScans(plan).filter((index) => index.includes('attachment'));
  expect(scans).toHaveLength(await countMonths());
  expect(plan).toContain('conversation_pkey');
  expect(plan).not.toMatch(/Seq Scan/);
});

test.each([null, ['2026-12-01T00:00:00.000Z', 40]] as const)(
  'reads the answers about one job by their index, and each message in its month, after %s',
  async (after) => {
    const { last_at: last } = await findOne('short');
    const period = { first: last, last };
    const plan = await explainBuilt(
      buildPublicQuery(6, period, { after, limit: 20 }).compile(explain.getDb()),
    );
    expect(plan).toContain('job_question_public');
    expect(listScans(plan).filter((index) => index.startsWith('message_'))).toHaveLength(2);
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

test('finds what is taken down of those conversations by an index of each month', async () => {
  const jobIds = Array.from({ length: 200 }, (_, index) => 10 * (index + 1));
  const plan = await explainBuilt(buildTakenDownQuery(explain.getDb(), jobIds).compile());
  const scans = listScans(plan).filter((index) => /^message.*_(taken_down|job_id_idx)$/.test(index));
  expect(scans).toHaveLength(await countMonths());
  expect(plan).toContain('conversation_pkey');
  expect(plan).not.toMatch(/Seq Scan/);
});
