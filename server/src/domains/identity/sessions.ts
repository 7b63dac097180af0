import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CursorKey } from '../../platform/cursor.ts';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import type { Caller } from '../../platform/http/auth.ts';

/** How often a session that is in use is written to. */
const TOUCH_MS = 60_000;

export interface NewSession {
  userId: number;
  now: Date;
  ttlMs: number;
  /** What kind of client it is for: "web", "api", … */
  client: string;
  /** What its owner knows it by. */
  device?: string;
  /** A password or one-time code was given just now. */
  confirmed: boolean;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new session's token. Only its hash is kept, so this is the one time it can be told. */
export async function createSession(db: Db | Tx, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      user_id: session.userId,
      client: session.client,
      device: session.device ?? '',
      created_at: session.now,
      seen_at: session.now,
      expires_at: new Date(session.now.getTime() + session.ttlMs),
      confirmed_at: session.confirmed ? session.now : null,
    })
    .execute();
  return token;
}

interface CallerRow {
  id: number;
  user_id: number;
  seen_at: Date;
  confirmed_at: Date | null;
}

/** Asked with every call, hence prepared. */
export const callerStatement = (token: string, now: Date) => ({
  name: 'caller',
  text: `SELECT session.id, session.user_id, session.seen_at, session.confirmed_at
    FROM session JOIN user_account ON user_account.id = session.user_id
    WHERE session.token_hash = $1 AND session.expires_at > $2 AND user_account.suspended_at IS NULL`,
  values: [hashOf(token), now],
});

/** Whose token it is. A session lives on while it is used; one of a suspended user counts for nothing. */
export async function findCaller(db: Db, token: string, now: Date, ttlMs: number): Promise<Caller | null> {
  const [session] = await read<CallerRow>(db, callerStatement(token, now));
  if (!session) return null;
  if (now.getTime() - session.seen_at.getTime() > TOUCH_MS) {
    await db
      .updateTable('session')
      .set({ seen_at: now, expires_at: new Date(now.getTime() + ttlMs) })
      .where('id', '=', session.id)
      .execute();
  }
  return {
    userId: session.user_id,
    sessionId: session.id,
    confirmedAt: session.confirmed_at,
  };
}

export async function endSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', sessionId).execute();
}

/** All sessions of a user, but one when it is named. */
export async function endSessions(tx: Tx, userId: number, exceptId?: number): Promise<void> {
  const all = tx.deleteFrom('session').where('user_id', '=', userId);
  await (exceptId === undefined ? all : all.where('id', '<>', exceptId)).execute();
}

/** False when the user has no such session. */
export async function endSessionById(tx: Tx, userId: number, id: number): Promise<boolean> {
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

export interface SessionRow {
  id: number;
  device: string;
  created_at: Date;
  seen_at: Date;
  current: boolean;
}

/** Where a user is signed in, newest first, with one row more than asked for. */
export function sessionsOf(
  db: Db,
  holder: { userId: number; sessionId: number },
  page: { limit: number; after: CursorKey | null },
  now: Date,
): Promise<SessionRow[]> {
  const query = db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'seen_at'])
    .select((row) => row('id', '=', holder.sessionId).$castTo<boolean>().as('current'))
    .where('user_id', '=', holder.userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  const { after } = page;
  return (
    after
      ? query.where(
          sql<boolean>`(created_at, id) < (${new Date(after[0])}::timestamptz, ${after[1]}::bigint)`,
        )
      : query
  ).execute();
}

export async function confirmSession(tx: Tx, sessionId: number, now: Date): Promise<void> {
  await tx.updateTable('session').set({ confirmed_at: now }).where('id', '=', sessionId).execute();
}
