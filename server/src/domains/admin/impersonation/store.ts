import type { Role } from '@fws/contract/platform/permissions';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';

export interface NewImpersonation {
  tokenHash: Buffer;
  /** The admin's own session. */
  sessionId: number;
  userId: number;
  endsAt: Date;
}

/** Replaces an earlier impersonation of the same session. */
export async function insertImpersonation(tx: Tx, impersonation: NewImpersonation): Promise<void> {
  const row = {
    token_hash: impersonation.tokenHash,
    user_id: impersonation.userId,
    ends_at: impersonation.endsAt,
  };
  await tx
    .insertInto('impersonation')
    .values({ ...row, session_id: impersonation.sessionId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
}

export interface ActiveImpersonation {
  user_id: number;
  name: string;
  ends_at: Date;
  role: Role;
  seen_at: Date;
}

/** Runs on every call of an impersonation, therefore a prepared statement. Ignores users suspended since its start. */
export async function findImpersonation(
  db: Db,
  tokenHash: Buffer,
  own: { userId: number; sessionId: number },
): Promise<ActiveImpersonation | null> {
  const [impersonation] = await read<ActiveImpersonation>(db, {
    name: 'impersonation',
    text: `SELECT impersonation.user_id, rtrim(seen.first_name || ' ' || seen.last_name) AS name, impersonation.ends_at, member.role,
        entered.seen_at
      FROM impersonation
      JOIN admin_session entered ON entered.session_id = impersonation.session_id
      JOIN admin_member member ON member.user_id = entered.user_id
      JOIN user_account seen ON seen.id = impersonation.user_id AND seen.suspended_at IS NULL
      WHERE impersonation.token_hash = $1 AND impersonation.session_id = $2 AND member.user_id = $3`,
    values: [tokenHash, own.sessionId, own.userId],
  });
  return impersonation ?? null;
}

/** Returns the user whom the session impersonated; null when there was none. */
export async function deleteImpersonation(tx: Tx, sessionId: number): Promise<number | null> {
  const ended = await tx
    .deleteFrom('impersonation')
    .where('session_id', '=', sessionId)
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id ?? null;
}
