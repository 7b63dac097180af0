import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { LOGIN_CHALLENGE_MS } from '@fws/contract/identity/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { LoginChallengeTable } from '../../../platform/db/tables.ts';

export type ChallengeRow = Selectable<LoginChallengeTable>;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Inserts a login that waits for its proof. Returns the token that its browser keeps. */
export async function insertChallenge(
  tx: Tx,
  challenge: { userId: number; proof: ChallengeRow['proof']; passkeyChallenge: string | null },
  now: Date,
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const { id } = await tx
    .insertInto('login_challenge')
    .values({
      token_hash: hashToken(token),
      user_id: challenge.userId,
      proof: challenge.proof,
      nonce: randomBytes(16),
      passkey_challenge: challenge.passkeyChallenge,
      expires_at: new Date(now.getTime() + LOGIN_CHALLENGE_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

export async function findChallenge(db: Db, token: string, now: Date): Promise<ChallengeRow | null> {
  const challenge = await db
    .selectFrom('login_challenge')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return challenge ?? null;
}

export async function findChallengeById(db: Db, id: number, now: Date): Promise<ChallengeRow | null> {
  const challenge = await db
    .selectFrom('login_challenge')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return challenge ?? null;
}

/** Locks the challenge until the transaction ends, so that parallel guesses wait and are counted. */
export async function lockChallenge(tx: Tx, token: string, now: Date): Promise<ChallengeRow | null> {
  const challenge = await tx
    .selectFrom('login_challenge')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return challenge ?? null;
}

export async function countTry(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('login_challenge')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .execute();
}

export async function countSend(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('login_challenge')
    .set({ sends: sql<number>`sends + 1`, sent_at: now })
    .where('id', '=', id)
    .execute();
}

/** Cancels all waiting logins of a user. */
export async function deleteChallenges(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('login_challenge').where('user_id', '=', userId).execute();
}
