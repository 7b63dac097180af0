import type { Invariant } from '../ledger/index.ts';

/** Whose reviews opened since then. Recounts and take-downs of older ones are checked in full runs. */
const selectRecent = (day: string): string => `
  SELECT unnest(ARRAY[poster_id, worker_id]) FROM review_period WHERE closed_at IS NOT NULL AND closed_at >= '${day}'::date`;

export const invariants: readonly Invariant[] = [
  {
    id: 29,
    name: 'the stars and ratings of a user are the sum and the number of the open reviews of them that count',
    sql: (since) => `SELECT u.id AS user_id, u.rating_sum, u.rating_count, coalesce(r.points, 0) AS points,
        coalesce(r.ratings, 0) AS ratings
      FROM user_account u LEFT JOIN (
        SELECT about_user_id, sum(points) AS points, count(*) AS ratings FROM rating
        WHERE state <> 'sealed' AND uncounted_reason IS NULL
        GROUP BY about_user_id) r ON r.about_user_id = u.id
      WHERE ${since ? `u.id IN (${selectRecent(since.day)}) AND ` : ''}(round(u.rating_sum * 20)::bigint <> coalesce(r.points, 0)
        OR u.rating_count <> coalesce(r.ratings, 0))`,
  },
];
