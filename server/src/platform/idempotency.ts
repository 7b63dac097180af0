import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { refuse } from '@fws/contract/platform/refusal';
import { inTx, prepared, type Db, type Tx } from './db/index.ts';
import { insertPendingRows } from './outbox/index.ts';
import type { Answer } from './answer.ts';

/** The key that a client sent with a money command, and a hash of the request. */
export interface IdempotencyClaim {
  userId: number;
  key: string;
  requestHash: string;
}

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
export async function runMoneyCommand<Out>(
  db: Db,
  claim: IdempotencyClaim | null,
  work: (tx: Tx) => Promise<Answer<Out>>,
): Promise<Answer<Out>> {
  if (!claim) return inTx(db, work);
  const answer = await inTx(db, async (tx) => {
    const worked = await work(tx);
    return !worked.ok || (await storeAnswer(tx, claim, worked)) ? worked : KEY_IS_TAKEN;
  });
  // A repeat does its work too, and either is refused or rolls it back, because the key is taken.
  return answer.ok ? answer : ((await findStoredAnswer<Out>(db, claim)) ?? answer);
}

const KEY_IS_TAKEN = refuse('conflict', 'common.idempotency_mismatch');

/**
 * Stores the answer as the transaction's last statement, with what it leaves in the outbox. Blocks while another
 * transaction uses the same key. False if the key is taken.
 */
async function storeAnswer(
  tx: Tx,
  { userId, key, requestHash }: IdempotencyClaim,
  answer: Answer<unknown>,
): Promise<boolean> {
  const outbox = insertPendingRows(tx);
  const { rows } = await sql<{ stored: boolean }>`${prepared}
    WITH answered AS (
      INSERT INTO idempotency_key (user_id, key, request_hash, answer)
      VALUES (${userId}, ${key}, ${requestHash}, ${JSON.stringify(answer)})
      ON CONFLICT (user_id, key) DO NOTHING RETURNING 1
    )${outbox ? sql`, announced AS (${outbox})` : sql``}
    SELECT EXISTS (SELECT FROM answered) AS stored`.execute(tx);
  return rows[0]?.stored === true;
}

/**
 * The answer to an earlier request with the key; a refusal if that was a different one. Null if there was none.
 *
 * The earlier commit may be visible without being confirmed by the synchronous standby, e.g. when PostgreSQL has restarted
 * after a crash. Locking the row writes to the log, so this commit waits for the standby, and for all before it.
 */
async function findStoredAnswer<Out>(
  db: Db,
  { userId, key, requestHash }: IdempotencyClaim,
): Promise<Answer<Out> | null> {
  const stored = await inTx(db, (tx) =>
    tx
      .selectFrom('idempotency_key')
      .select(['request_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (!stored) return null;
  return stored.request_hash === requestHash ? (stored.answer as Answer<Out>) : KEY_IS_TAKEN;
}
