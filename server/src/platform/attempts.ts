import { createHash } from 'node:crypto';
import { refuse, type Refusal } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import { commitRefusal, runPrepared, type Tx } from './db/index.ts';

/** How many attempts are allowed in a window of time. */
export interface AttemptLimit {
  scope: string;
  max: number;
  windowMs: number;
}

/** Stored as a hash: addresses and numbers may belong to people without an account, and we do not collect those. */
const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

const getWindowStart = (limit: AttemptLimit, now: Date): Date =>
  new Date(Math.floor(now.getTime() / limit.windowMs) * limit.windowMs);

/**
 * Counts one attempt and refuses when there were too many. Counts before the attempt, so that parallel attempts cannot
 * exceed the limit.
 */
export async function countAttempt(
  tx: Tx,
  limit: AttemptLimit,
  subject: string,
  now: Date,
): Promise<{ ok: true } | { ok: false; refusal: Refusal }> {
  const start = getWindowStart(limit, now);
  const [counted] = await runPrepared(
    tx,
    tx
      .insertInto('attempt_counter')
      .values({ scope: limit.scope, subject: hashSubject(subject), window_start: start, count: 1 })
      .onConflict((row) =>
        row
          .columns(['scope', 'subject', 'window_start'])
          .doUpdateSet({ count: sql<number>`attempt_counter.count + 1` }),
      )
      .returning('count'),
  );
  if (!counted) throw new Error('an attempt was not counted');
  if (counted.count <= limit.max) return { ok: true };
  const seconds = Math.ceil((start.getTime() + limit.windowMs - now.getTime()) / 1000);
  // The caller's other counters stay counted too.
  return commitRefusal(refuse('too_many', 'common.too_many', { values: { seconds } }));
}

/** Resets the count: whoever was locked out has proven who they are. */
export async function clearAttempts(tx: Tx, limit: AttemptLimit, subject: string): Promise<void> {
  await tx
    .deleteFrom('attempt_counter')
    .where('scope', '=', limit.scope)
    .where('subject', '=', hashSubject(subject))
    .execute();
}

/** A successful attempt does not count towards the limit. */
export async function forgiveAttempt(tx: Tx, limit: AttemptLimit, subject: string, now: Date): Promise<void> {
  await tx
    .updateTable('attempt_counter')
    .set({ count: sql<number>`count - 1` })
    .where('scope', '=', limit.scope)
    .where('subject', '=', hashSubject(subject))
    .where('window_start', '=', getWindowStart(limit, now))
    .where('count', '>', 0)
    .execute();
}
