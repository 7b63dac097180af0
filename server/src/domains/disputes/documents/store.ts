import { sql, type Selectable } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/db/index.ts';

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

/** A message of the two sides, as the author of a comment may read it. */
export interface Citation {
  number: number;
  isOwn: boolean;
  text: string;
  photos: number;
  /** Empty: it has no file. */
  fileName: string;
  sentAt: Date;
}

export async function insertComment(
  tx: Tx,
  comment: { disputeId: number; userId: number; body: string; cited?: Citation | undefined; now: Date },
): Promise<number> {
  const { cited } = comment;
  const { id } = await tx
    .insertInto('dispute_comment')
    .values({
      dispute_id: comment.disputeId,
      user_id: comment.userId,
      body: comment.body,
      added_at: comment.now,
      ...(cited && {
        cited_number: cited.number,
        cited_is_own: cited.isOwn,
        cited_text: cited.text,
        cited_photos: cited.photos,
        cited_file_name: cited.fileName,
        cited_sent_at: cited.sentAt,
      }),
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

export interface CommentRow {
  id: number;
  user_id: number;
  body: string;
  added_at: Date;
  cited: Citation | null;
}

export async function listComments(db: Db | Tx, disputeId: number): Promise<CommentRow[]> {
  const rows = await db
    .selectFrom('dispute_comment')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, cited: toCitation(row) }));
}

function toCitation(row: Selectable<Database['dispute_comment']>): Citation | null {
  if (row.cited_number === null || row.cited_sent_at === null) return null;
  return {
    number: row.cited_number,
    isOwn: row.cited_is_own === true,
    text: row.cited_text ?? '',
    photos: row.cited_photos ?? 0,
    fileName: row.cited_file_name ?? '',
    sentAt: row.cited_sent_at,
  };
}

/** Whether the same comment is there already. */
export async function hasCited(
  tx: Tx,
  comment: { disputeId: number; userId: number; body: string; number: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('dispute_comment')
    .select('id')
    .where('dispute_id', '=', comment.disputeId)
    .where('user_id', '=', comment.userId)
    .where('cited_number', '=', comment.number)
    .where('body', '=', comment.body)
    .executeTakeFirst();
  return row !== undefined;
}
