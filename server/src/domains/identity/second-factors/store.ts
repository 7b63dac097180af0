import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { AuthenticatorTable, PasskeyTable } from '../../../platform/db/tables.ts';
import type { ChosenFactors } from '../login/rules.ts';
import { createRecoveryCodeStore } from '../recovery-codes/store.ts';

export type AuthenticatorRow = Selectable<AuthenticatorTable>;
export type PasskeyRow = Selectable<PasskeyTable>;

export async function findFactors(db: Db | Tx, userId: number): Promise<ChosenFactors> {
  const { rows } = await sql<ChosenFactors>`SELECT
      EXISTS (SELECT FROM authenticator WHERE user_id = ${userId} AND set_at IS NOT NULL) AS authenticator,
      (SELECT count(*) FROM passkey WHERE user_id = ${userId}) AS passkeys,
      (SELECT count(*) FROM recovery_code WHERE user_id = ${userId} AND used_at IS NULL) AS "recoveryCodes"`.execute(
    db,
  );
  const [factors] = rows;
  if (!factors) throw new Error('a query without a table gave no row');
  return factors;
}

export async function findAuthenticator(db: Db | Tx, userId: number): Promise<AuthenticatorRow | null> {
  const row = await db
    .selectFrom('authenticator')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the transaction ends, so that one code is checked at a time. */
export async function lockAuthenticator(tx: Tx, userId: number): Promise<AuthenticatorRow | null> {
  const row = await tx
    .selectFrom('authenticator')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a secret that no code has confirmed yet. */
export async function saveAuthenticator(tx: Tx, userId: number, secret: Buffer): Promise<void> {
  await tx
    .insertInto('authenticator')
    .values({ user_id: userId, secret, set_at: null })
    .onConflict((row) => row.column('user_id').doUpdateSet({ secret, set_at: null, last_step: 0 }))
    .execute();
}

export async function markAuthenticatorStepUsed(
  tx: Tx,
  userId: number,
  step: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('authenticator')
    .set({ last_step: step, set_at: sql<Date>`coalesce(set_at, ${now}::timestamptz)` })
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteAuthenticator(tx: Tx, userId: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('authenticator').where('user_id', '=', userId).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export function listPasskeys(db: Db | Tx, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Returns false when this passkey is already registered. */
export async function insertPasskey(
  tx: Tx,
  passkey: Pick<
    PasskeyRow,
    'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name' | 'created_at'
  >,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkey')
    .values({ ...passkey, last_used_at: null })
    .onConflict((row) => row.column('credential_id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function markPasskeyUsed(tx: Tx, id: number, counter: number, now: Date): Promise<void> {
  await tx.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

/** Deletes only a passkey of this user. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Deletes the factors that were set up since then; when none is left, the recovery codes too. */
export async function deleteFactorsSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await tx
    .deleteFrom('authenticator')
    .where('user_id', '=', userId)
    .where((row) => row.or([row('set_at', '>=', since), row('set_at', 'is', null)]))
    .execute();
  await tx.deleteFrom('passkey').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await tx.deleteFrom('passkey_registration').where('user_id', '=', userId).execute();
  const remaining = await findFactors(tx, userId);
  if (!remaining.authenticator && remaining.passkeys === 0) await replaceRecoveryCodes(tx, userId, []);
}

export async function savePasskeyRegistration(
  tx: Tx,
  registration: { userId: number; challenge: string; expiresAt: Date },
): Promise<void> {
  const row = { challenge: registration.challenge, expires_at: registration.expiresAt };
  await tx
    .insertInto('passkey_registration')
    .values({ user_id: registration.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Returns the challenge and deletes it, so that it can be used once. */
export async function takePasskeyRegistration(tx: Tx, userId: number, now: Date): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkey_registration')
    .where('user_id', '=', userId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : null;
}

export const { replaceRecoveryCodes, spendRecoveryCode } = createRecoveryCodeStore('recovery_code');
