import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

export async function insertDocument(
  tx: Tx,
  document: { disputeId: number; fileId: string; userId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('dispute_document')
    .values({
      file_id: document.fileId,
      dispute_id: document.disputeId,
      user_id: document.userId,
      added_at: document.now,
    })
    .execute();
}

export async function insertComment(
  tx: Tx,
  comment: { disputeId: number; userId: number; body: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('dispute_comment')
    .values({
      dispute_id: comment.disputeId,
      user_id: comment.userId,
      body: comment.body,
      added_at: comment.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countByUser(
  tx: Tx,
  table: 'dispute_document' | 'dispute_comment',
  disputeId: number,
  userId: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('dispute_id', '=', disputeId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** All documents of a dispute; their number is limited. */
export const listDocuments = (db: Db | Tx, disputeId: number) =>
  db
    .selectFrom('dispute_document')
    .innerJoin('file', 'file.id', 'dispute_document.file_id')
    .select([
      'file.id',
      'file.name',
      'file.bytes',
      'file.content_type',
      'dispute_document.user_id',
      'dispute_document.added_at',
    ])
    .where('dispute_document.dispute_id', '=', disputeId)
    .orderBy('dispute_document.added_at')
    .execute();

export const listComments = (db: Db | Tx, disputeId: number) =>
  db.selectFrom('dispute_comment').selectAll().where('dispute_id', '=', disputeId).orderBy('id').execute();
