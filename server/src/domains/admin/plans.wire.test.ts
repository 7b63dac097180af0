import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { queueStatement } from './queue/store.ts';
import { findStatement } from './users/store.ts';

// Many people and jobs: whatever an admin lists is read from an index, in the order it is shown in.

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`
    INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    SELECT 'Crowd' || i % 997, 'Of' || i % 89, 'crowd' || i || '@mail.example', '+91' || (7000000000 + i),
      'individual', '{projects}', 'Baner, Pune' FROM generate_series(1, 10000) i;
    INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, reviewed_at)
    SELECT 1 + i % 10000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
      'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', CASE WHEN i % 10 > 0 THEN now() END
    FROM generate_series(1, 20000) i;
    INSERT INTO identity_video (user_id, code, made_at) SELECT id, '7KQ42M', now() FROM user_account;
    INSERT INTO identity_check (reference_id, user_id, kind, number_last4, state, created_at, checked_at, video_id,
      reviewed_at)
    SELECT 'kyc_' || id, user_id, 'pan', '234F', 'verified', now() - id * interval '1 minute', now(), id,
      CASE WHEN id % 10 > 0 THEN now() END FROM identity_video;
    ANALYZE user_account; ANALYZE job; ANALYZE identity_check;`);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

async function planOf({ text, values }: { text: string; values: unknown[] }): Promise<string> {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each([
  ['nothing', '', 'user_account_pkey'],
  ['a name', 'crowd12 of5', 'user_account_name_words'],
  ['an e-mail', 'crowd123@', 'user_account_email_prefix'],
  ['a mobile number', '7000000123', 'user_account_mobile_prefix'],
])('users found by %s', async (_, search, index) => {
  const plan = await planOf(findStatement(search, { after: ['', 9000], limit: 50 }));
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on user_account');
});

test.each([null, { dueAt: new Date(), kind: 'identity', id: 12 }])(
  'the queue reads only what waits, from %s on',
  async (after) => {
    const plan = await planOf(
      queueStatement(['dispute', 'approval', 'identity', 'job', 'enquiry'], { after, limit: 50 }),
    );
    for (const index of ['identity_check_to_review', 'job_to_review']) expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (?:job|identity_check|user_account)/);
    expect(plan).not.toMatch(/Sort Key: j\./);
  },
);
