import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { IdentityVideoTable } from '../../../platform/db/tables.ts';

export type VideoRow = Selectable<IdentityVideoTable>;

/** Replaces the codes that no video was uploaded for. */
export async function insertVideoCode(tx: Tx, userId: number, code: string, now: Date): Promise<void> {
  await tx.deleteFrom('identity_video').where('user_id', '=', userId).where('file_id', 'is', null).execute();
  await tx.insertInto('identity_video').values({ user_id: userId, code, made_at: now }).execute();
}

export async function findVideoByCode(db: Db | Tx, userId: number, code: string): Promise<VideoRow | null> {
  const row = await db
    .selectFrom('identity_video')
    .selectAll()
    .where('user_id', '=', userId)
    .where('code', '=', code)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns null when another video was bound to the code first, or a newer code replaced it. */
export async function bindVideo(
  tx: Tx,
  videoId: number,
  file: { id: string; sha256: string },
): Promise<number | null> {
  const bound = await tx
    .updateTable('identity_video')
    .set({ file_id: file.id, sha256: file.sha256 })
    .where('id', '=', videoId)
    .where('file_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return bound?.id ?? null;
}

export async function spendVideo(tx: Tx, videoId: number, now: Date): Promise<void> {
  await tx.updateTable('identity_video').set({ spent_at: now }).where('id', '=', videoId).execute();
}

/** Returns the code of a video that may still be used; empty when there is none. */
export async function findReusableCode(db: Db, userId: number, notBefore: Date): Promise<string> {
  const row = await db
    .selectFrom('identity_video')
    .select('code')
    .where('user_id', '=', userId)
    .where('file_id', 'is not', null)
    .where('spent_at', 'is', null)
    .where('made_at', '>', notBefore)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.code ?? '';
}

export async function ownsVideo(db: Db, userId: number, videoId: number): Promise<boolean> {
  const row = await db
    .selectFrom('identity_video')
    .select('id')
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listSampleVideoRows(db: Db): Promise<{ id: number; language: string; url: string }[]> {
  return db.selectFrom('kyc_sample_video').select(['id', 'language', 'url']).orderBy('position').execute();
}
