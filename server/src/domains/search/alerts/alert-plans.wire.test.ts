import { expect, test } from 'vitest';
import { setUpPlans } from '../../../../test/plans.ts';
import { buildJobKeys } from './keys.ts';
import { buildCandidatesQuery } from './service.ts';

// With many saved searches, a job reads only those that may find it.

const explain = setUpPlans(`
  INSERT INTO saved_search (user_id, search, location, frequency, created_at, label, digest, alert_keys)
  SELECT 1 + i % 10000, 'word' || i, '', 'at_once', now(), '', i::text,
    ARRAY[(1 + i % 40) || '|*|w' || chr(97 + i % 26) || chr(97 + (i / 26) % 26)]
  FROM generate_series(1, 40000) i`);

test('finds the saved searches of a job by their keys', async () => {
  const keys = buildJobKeys({
    terms: ['kitchen', 'tap', 'leaks', 'plumbing', 'नल', 'पाइप'],
    categoryId: 2,
    placeWords: ['arera', 'colony', 'bhopal'],
    position: { latitude: 23.21, longitude: 77.43 },
    budgetFromPaise: 500_00,
    budgetToPaise: 500_00,
    closesOn: '2026-12-10',
  });
  const plan = await explain(buildCandidatesQuery(keys, 1, 0), { mayScan: false });
  expect(plan).toContain('Bitmap Index Scan on saved_search_alert');
});
