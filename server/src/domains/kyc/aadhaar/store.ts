import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { IdentitySessionTable } from '../../../platform/db/tables.ts';

export type SessionRow = Selectable<IdentitySessionTable>;

export async function insertSession(
  tx: Tx,
  session: {
    userId: number;
    way: SessionRow['way'];
    providerReference: string;
    videoId: number | null;
    nameOnId: string;
    now: Date;
  },
): Promise<SessionRow> {
  return tx
    .insertInto('identity_session')
    .values({
      user_id: session.userId,
      way: session.way,
      provider_reference: session.providerReference,
      video_id: session.videoId,
      name_on_id: session.nameOnId,
      created_at: session.now,
      asked_at: session.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds only sessions of this user. */
export async function findOwnSession(db: Db, userId: number, id: string): Promise<SessionRow | null> {
  if (!UUID.test(id)) return null;
  const row = await db
    .selectFrom('identity_session')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findSessionById(db: Db, id: string): Promise<SessionRow | null> {
  const row = await db.selectFrom('identity_session').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow> {
  return tx
    .selectFrom('identity_session')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSession(
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<SessionRow, 'number_last4' | 'otp_sent_at' | 'video_id' | 'name_on_id' | 'tries' | 'check_id'>
  >,
): Promise<void> {
  await tx.updateTable('identity_session').set(changes).where('id', '=', id).execute();
}

/** Returns true to one of several parallel callers, which may then poll the vendor about this session. */
export async function claimSessionPoll(tx: Tx, id: string, askedBefore: Date, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('identity_session')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('check_id', 'is', null)
    .where('asked_at', '<', askedBefore)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
