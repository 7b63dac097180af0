import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { FileTable } from '../../platform/db/tables.ts';
import { ENCRYPTED_SUBJECTS } from '../../platform/files.ts';

export type FileRow = Selectable<FileTable>;
export type UnencryptedFile = Pick<FileRow, 'id' | 'storage_key' | 'subject'>;

export async function findFileById(db: Db, id: string): Promise<FileRow | null> {
  return (await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Deletes files that were uploaded before `before` and never attached, and the photos that they are of. A file that is
 * attached at this moment stays. Returns where the bytes are stored.
 */
export async function deleteUnattachedFiles(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const files = await tx
    .deleteFrom('file')
    .where('id', 'in', (unattached) =>
      unattached
        .selectFrom('file')
        .select('id')
        .where('subject_id', 'is', null)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('storage_key')
    .execute();
  return files.map((file) => file.storage_key);
}

/** Lists files that should be encrypted and are not yet, ordered by id. */
export async function listUnencryptedFiles(db: Db, after: string, limit: number): Promise<UnencryptedFile[]> {
  return db
    .selectFrom('file')
    .select(['id', 'storage_key', 'subject'])
    .where('subject', 'in', [...ENCRYPTED_SUBJECTS])
    .where('sealed_key', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns false when the file is gone or was moved meanwhile. */
export async function moveFile(
  tx: Tx,
  file: UnencryptedFile,
  to: { storageKey: string; sealedKey: Buffer },
): Promise<boolean> {
  const moved = await tx
    .updateTable('file')
    .set({ storage_key: to.storageKey, sealed_key: to.sealedKey })
    .where('id', '=', file.id)
    .where('storage_key', '=', file.storage_key)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export async function isStored(db: Db, storageKey: string): Promise<boolean> {
  const file = await db
    .selectFrom('file')
    .select('id')
    .where('storage_key', '=', storageKey)
    .executeTakeFirst();
  return file !== undefined;
}
