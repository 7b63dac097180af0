import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { refuse } from '@fws/contract/platform/refusal';
import { inTx, prepared, type Db, type Tx } from '../db/index.ts';
import type { Answer, IdempotencyClaim } from './route.ts';

/** The same for the same call with the same values, in any order and format. */
export function hashRequest(callName: string, values: Record<string, unknown>): string {
  // The proof of the caller's identity is not part of the request's content.
  const { otp: _otp, ...commandFields } = values;
  const sorted = Object.entries(commandFields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([callName, sorted]))
    .digest('hex');
}

/**
 * One transaction for a money command. With a key the command takes effect once: its answer is stored in the same
 * transaction and returned again on a repeat. A refusal changed nothing, so it is not stored.
 */
export function runMoneyCommand<Out>(
  db: Db,
  claim: IdempotencyClaim | null,
  work: (tx: Tx) => Promise<Answer<Out>>,
): Promise<Answer<Out>> {
  return inTx(db, async (tx) => {
    if (!claim) return work(tx);
    const { userId, key, requestHash } = claim;
    // Blocks here while another transaction uses the same key. The update changes nothing: it locks and returns the row.
    const { rows } = await sql<{ request_hash: string; answer: unknown }>`${prepared}
      INSERT INTO idempotency_key AS stored (user_id, key, request_hash) VALUES (${userId}, ${key}, ${requestHash})
      ON CONFLICT (user_id, key) DO UPDATE SET request_hash = stored.request_hash
      RETURNING stored.request_hash, stored.answer`.execute(tx);
    const [stored] = rows;
    if (stored?.request_hash !== requestHash) return refuse('conflict', 'common.idempotency_mismatch');
    if (stored.answer !== null) return stored.answer as Answer<Out>;
    const answer = await work(tx);
    // A refusal rolls the key back too, so that the same command can be tried again.
    if (answer.ok)
      await sql`${prepared}
        UPDATE idempotency_key SET answer = ${JSON.stringify(answer)}
        WHERE user_id = ${userId} AND key = ${key}`.execute(tx);
    return answer;
  });
}
