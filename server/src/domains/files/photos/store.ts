import type { Db, Tx } from '../../../platform/db/index.ts';
import type { PhotoRow } from '../../../platform/photos.ts';

/** Uploads of one user are inserted one after another. */
export async function lockOwner(tx: Tx, ownerId: number): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function findUploadedPhoto(db: Db | Tx, ownerId: number, key: string): Promise<PhotoRow | null> {
  const photo = await db
    .selectFrom('photo')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('upload_key', '=', key)
    .executeTakeFirst();
  return photo ?? null;
}

export async function countUnattachedPhotos(db: Db | Tx, ownerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('photo')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('subject', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertPhoto(
  tx: Tx,
  photo: {
    ownerId: number;
    key: string;
    fileId: string;
    thumbnailId: string;
    width: number;
    height: number;
    now: Date;
  },
): Promise<PhotoRow> {
  return tx
    .insertInto('photo')
    .values({
      owner_id: photo.ownerId,
      upload_key: photo.key,
      file_id: photo.fileId,
      thumbnail_id: photo.thumbnailId,
      width: photo.width,
      height: photo.height,
      created_at: photo.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
