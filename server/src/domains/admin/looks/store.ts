import type { Role } from '@fws/contract/platform/permissions';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';

const hashOfKey = (sessionKey: string): Buffer => Buffer.from(sessionKey, 'base64url');

export interface NewLook {
  tokenHash: Buffer;
  /** Of the admin's own session. */
  sessionKey: string;
  userId: number;
  endsAt: Date;
}

/** Takes the place of the one before in that session. */
export async function insertLook(tx: Tx, look: NewLook): Promise<void> {
  const row = { token_hash: look.tokenHash, user_id: look.userId, ends_at: look.endsAt };
  await tx
    .insertInto('admin_look')
    .values({ ...row, admin_session: hashOfKey(look.sessionKey) })
    .onConflict((taken) => taken.column('admin_session').doUpdateSet(row))
    .execute();
}

export interface StandingLook {
  user_id: number;
  name: string;
  ends_at: Date;
  role: Role;
  seen_at: Date;
}

/** Asked with every call of a look, hence prepared. A look at somebody who was suspended since counts for nothing. */
export async function lookBy(
  db: Db,
  tokenHash: Buffer,
  own: { userId: number; sessionKey: string },
): Promise<StandingLook | null> {
  const [look] = await read<StandingLook>(db, {
    name: 'admin_look',
    text: `SELECT look.user_id, seen.first_name || ' ' || seen.last_name AS name, look.ends_at, member.role,
        entered.seen_at
      FROM admin_look look
      JOIN admin_session entered ON entered.token_hash = look.admin_session
      JOIN admin_member member ON member.user_id = entered.user_id
      JOIN user_account seen ON seen.id = look.user_id AND seen.suspended_at IS NULL
      WHERE look.token_hash = $1 AND look.admin_session = $2 AND member.user_id = $3`,
    values: [tokenHash, hashOfKey(own.sessionKey), own.userId],
  });
  return look ?? null;
}

/** Whom the session looked as; null when as nobody. */
export async function endLookOf(tx: Tx, sessionKey: string): Promise<number | null> {
  const ended = await tx
    .deleteFrom('admin_look')
    .where('admin_session', '=', hashOfKey(sessionKey))
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id ?? null;
}
