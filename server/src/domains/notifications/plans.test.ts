import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildMarkByPathQuery } from './store.ts';

// With many notifications of many users, what waits for one of them must be found by an index.

const explain = setUpPlans(`
  INSERT INTO notification (user_id, type, "values", path, dedupe_key, created_at, read_at)
  SELECT 1 + i % 1000, 'messages_unread', '{}', '/messages/7-' || i % 50, 'conversation:' || i, now(),
    CASE WHEN i % 20 > 0 THEN now() END
  FROM generate_series(1, 40000) i`);

test('finds the unread ones that open a page by the index of what is unread', async () => {
  const opened = { type: 'messages_unread', path: '/messages/7-8', now: new Date() } as const;
  const { sql: text, parameters: values } = buildMarkByPathQuery(12, opened).compile(explain.getDb());
  const plan = await explain({ text, values });
  expect(plan).toMatch(/_unread/);
  // The months without a row have no use for an index.
  expect(plan).not.toContain('Seq Scan on notification_before');
});
