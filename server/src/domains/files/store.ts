import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { FileTable } from '../../platform/db/tables.ts';

export type FileRow = Selectable<FileTable>;

export async function fileById(db: Db, id: string): Promise<FileRow | null> {
  return (await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** What was uploaded before then and never attached to anything. */
export async function unattachedFiles(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; storage_key: string }[]> {
  return db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('subject_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

export async function deleteFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('file')
      .where('id', 'in', [...ids])
      .execute();
}
