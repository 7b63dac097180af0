import type { Role } from '@fws/contract/platform/permissions';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';

export interface NewLook {
  tokenHash: Buffer;
  /** The admin's own session. */
  sessionId: number;
  userId: number;
  endsAt: Date;
}

/** Replaces an earlier impersonation of the same session. */
export async function insertLook(tx: Tx, look: NewLook): Promise<void> {
  const row = { token_hash: look.tokenHash, user_id: look.userId, ends_at: look.endsAt };
  await tx
    .insertInto('admin_look')
    .values({ ...row, session_id: look.sessionId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
}

export interface ActiveLook {
  user_id: number;
  name: string;
  ends_at: Date;
  role: Role;
  seen_at: Date;
}

/** Runs on every call of an impersonation, therefore a prepared statement. Ignores users suspended since its start. */
export async function findLook(
  db: Db,
  tokenHash: Buffer,
  own: { userId: number; sessionId: number },
): Promise<ActiveLook | null> {
  const [look] = await read<ActiveLook>(db, {
    name: 'admin_look',
    text: `SELECT look.user_id, seen.first_name || ' ' || seen.last_name AS name, look.ends_at, member.role,
        entered.seen_at
      FROM admin_look look
      JOIN admin_session entered ON entered.session_id = look.session_id
      JOIN admin_member member ON member.user_id = entered.user_id
      JOIN user_account seen ON seen.id = look.user_id AND seen.suspended_at IS NULL
      WHERE look.token_hash = $1 AND look.session_id = $2 AND member.user_id = $3`,
    values: [tokenHash, own.sessionId, own.userId],
  });
  return look ?? null;
}

/** Returns the user whom the session impersonated; null when there was none. */
export async function deleteLook(tx: Tx, sessionId: number): Promise<number | null> {
  const ended = await tx
    .deleteFrom('admin_look')
    .where('session_id', '=', sessionId)
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id ?? null;
}
