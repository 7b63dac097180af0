import pg from 'pg';

/** A job with its poster and a worker whose quote on it waits. */
export interface Pair {
  jobId: number;
  posterId: number;
  workerId: number;
}

export const buildToken = (userId: number): string => `proof-${userId}`;

/** Inserts pairs of people who are signed in and may write to each other. */
export async function seedPairs(ownerUrl: string, count: number): Promise<Pair[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: people } = await client.query<{ id: number }>(
      `INSERT INTO user_account (first_name, last_name, email, mobile, mobile_verified_at, email_verified_at, register_for,
         looking_for, location)
       SELECT 'Person' || n, 'Kumar', 'talk' || n || '@mail.example', '+91' || (8100000000 + n), now(), now(),
         'individual', '{projects}', 'Pune'
       FROM generate_series(1, $1::int) n RETURNING id::int`,
      [2 * count],
    );
    const ids = people.map(({ id }) => id);
    const [posterIds, workerIds] = [ids.slice(0, count), ids.slice(count)];
    await client.query(
      `INSERT INTO session (token_hash, user_id, client, device, created_at, seen_at, expires_at, proven_at)
       SELECT sha256(convert_to('proof-' || id, 'UTF8')), id, 'web', '', now(), now(), now() + interval '1 day', now()
       FROM unnest($1::bigint[]) id`,
      [ids],
    );
    const { rows } = await client.query<Pair>(
      `WITH pair AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS pair (poster_id, worker_id)),
       posted AS (INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on,
           closes_on, payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
         SELECT poster_id, 1, 'Paint a flat', '', 'Pune', '{}', current_date, current_date + 90, 'completion', 'fixed',
           10000, 10000, now() FROM pair RETURNING id, poster_id)
       INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, created_at)
       SELECT posted.id, worker_id, 10000, 'completion', '[]', '', now() FROM posted JOIN pair USING (poster_id)
       RETURNING job_id::int AS "jobId", worker_id::int AS "workerId",
         (SELECT poster_id::int FROM posted WHERE posted.id = quote.job_id) AS "posterId"`,
      [posterIds, workerIds],
    );
    await client.query('VACUUM (ANALYZE) user_account, session, job, quote');
    return rows;
  } finally {
    await client.end();
  }
}
