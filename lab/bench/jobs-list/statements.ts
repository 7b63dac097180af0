import { createHash } from 'node:crypto';
import type { Statement } from '../../../server/src/domains/jobs/lists/service.ts';
import { calculateMedian } from '../median.ts';

/** The list with the reader's quote on each job, in one statement: what a server needs that shares nothing. */
export const addOwnQuote = ({ text, values }: Statement, readerId: number): Statement => ({
  name: 'list',
  text: `SELECT list.*, (SELECT quote.id FROM quote WHERE quote.job_id = list.id
    AND quote.worker_id = $${values.length + 1} AND quote.state IN ('submitted', 'asked', 'accepted')) AS my_quote_id
    FROM (${text}) list`,
  values: [...values, readerId],
});

const REPETITIONS = 50;

/** The median time of one load, in milliseconds, one after another. */
export async function timeLoads(load: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const startedAt = performance.now();
    await load();
    times.push(performance.now() - startedAt);
  }
  return calculateMedian(times);
}

/** The session of one call and its user. */
export const buildSessionQuery = (token: string): Statement => ({
  name: 'session',
  text: `SELECT session.id, session.user_id, session.created_at, session.seen_at, session.confirmed_at,
      session.proven_at, user_account.mobile_verified_at IS NOT NULL AS mobile_verified
    FROM session JOIN user_account ON user_account.id = session.user_id
    WHERE session.token_hash = $1 AND session.expires_at > $2 AND user_account.suspended_at IS NULL`,
  values: [createHash('sha256').update(token).digest(), new Date()],
});
