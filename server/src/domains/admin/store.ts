import type { Selectable } from 'kysely';
import type { Role } from '@fws/contract/platform/permissions';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import type { AdminMemberTable } from '../../platform/db/tables.ts';
import { createRecoveryCodeStore } from '../identity/index.ts';

export type Member = Selectable<AdminMemberTable>;

export async function findMember(db: Db | Tx, userId: number): Promise<Member | null> {
  return (
    (await db.selectFrom('admin_member').selectAll().where('user_id', '=', userId).executeTakeFirst()) ?? null
  );
}

/** Locks the row until the transaction ends, so that codes are checked one at a time. */
export async function lockMember(tx: Tx, userId: number): Promise<Member | null> {
  const member = await tx
    .selectFrom('admin_member')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return member ?? null;
}

export async function saveMember(tx: Tx, userId: number, role: Role, now: Date): Promise<void> {
  await tx
    .insertInto('admin_member')
    .values({ user_id: userId, role, totp_secret: null, totp_set_at: null, appointed_at: now })
    .onConflict((row) => row.column('user_id').doUpdateSet({ role }))
    .execute();
}

export async function removeMember(tx: Tx, userId: number): Promise<boolean> {
  const removed = await tx.deleteFrom('admin_member').where('user_id', '=', userId).executeTakeFirst();
  return removed.numDeletedRows === 1n;
}

/** Stores a secret that no code has confirmed yet. */
export async function offerSecret(tx: Tx, userId: number, sealed: Buffer): Promise<void> {
  await tx
    .updateTable('admin_member')
    .set({ offered_secret: sealed })
    .where('user_id', '=', userId)
    .execute();
}

/** Makes the offered secret the second factor. `step` is the time step of the code that confirmed it. */
export async function acceptSecret(tx: Tx, userId: number, step: number, now: Date): Promise<void> {
  await tx
    .updateTable('admin_member')
    .set((member) => ({
      totp_secret: member.ref('offered_secret'),
      totp_set_at: now,
      totp_last_step: step,
      offered_secret: null,
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** Removes the second factor with its recovery codes, and ends the user's admin sessions. */
export async function clearFactor(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('admin_member')
    .set({ totp_secret: null, totp_set_at: null, totp_last_step: 0, offered_secret: null })
    .where('user_id', '=', userId)
    .execute();
  await tx.deleteFrom('admin_recovery_code').where('user_id', '=', userId).execute();
  await tx.deleteFrom('admin_session').where('user_id', '=', userId).execute();
}

export async function updateLastStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx.updateTable('admin_member').set({ totp_last_step: step }).where('user_id', '=', userId).execute();
}

export const { replaceRecoveryCodes, spendRecoveryCode } = createRecoveryCodeStore('admin_recovery_code');

export async function openAdminSession(
  tx: Tx,
  { userId, sessionId, now }: { userId: number; sessionId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('admin_session')
    .values({
      session_id: sessionId,
      user_id: userId,
      entered_at: now,
      seen_at: now,
      confirmed_at: now,
    })
    .onConflict((row) => row.column('session_id').doUpdateSet({ seen_at: now, confirmed_at: now }))
    .execute();
}

export async function endAdminSession(tx: Tx, sessionId: number): Promise<boolean> {
  const ended = await tx.deleteFrom('admin_session').where('session_id', '=', sessionId).executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

export interface AdminSession {
  role: Role;
  totp_secret: Buffer | null;
  totp_set_at: Date | null;
  /** Null: no second factor was given in this session. */
  seen_at: Date | null;
  confirmed_at: Date | null;
}

/** Runs on every admin call, therefore a prepared statement. */
export async function getAdminSession(
  db: Db,
  userId: number,
  sessionId: number,
): Promise<AdminSession | null> {
  const [session] = await read<AdminSession>(db, {
    name: 'admin_standing',
    text: `SELECT member.role, member.totp_secret, member.totp_set_at, entered.seen_at, entered.confirmed_at
      FROM admin_member member
      LEFT JOIN admin_session entered ON entered.user_id = member.user_id AND entered.session_id = $2
      WHERE member.user_id = $1`,
    values: [userId, sessionId],
  });
  return session ?? null;
}

export async function touchAdminSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.updateTable('admin_session').set({ seen_at: now }).where('session_id', '=', sessionId).execute();
}
