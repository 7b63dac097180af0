import { sql, type Selectable } from 'kysely';
import type { FileLink } from '@fws/contract/platform/schemas';
import { prepared, type Db, type Tx } from '../../../platform/db/index.ts';
import type { FileTable } from '../../../platform/db/tables.ts';
import { toFileLink } from '../../../platform/files.ts';
import type { ConversationRow, MessageRow } from '../store.ts';

export type AttachedFile = Pick<Selectable<FileTable>, 'id' | 'name' | 'bytes' | 'content_type'>;

/** A new name for the photos and the file of one message. */
export async function createAttachmentId(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT nextval('message_attachment_number')::bigint AS id`.execute(tx);
  const [created] = rows;
  if (!created) throw new Error('message_attachment_number gave no number');
  return created.id;
}

type MessageAccess = Pick<MessageRow, 'sender_id' | 'taken_down_at' | 'taken_back_at'> &
  Pick<ConversationRow, 'poster_id' | 'worker_id'>;

/** What decides who may read the message that has these attachments. */
export async function findAttachmentAccess(db: Db, attachmentId: number): Promise<MessageAccess | null> {
  const { rows } = await buildAccessQuery(attachmentId).execute(db);
  return rows[0] ?? null;
}

/** For each photo that is shown. It looks into every month, which takes longer to plan than to run. */
export const buildAccessQuery = (attachmentId: number) => sql<MessageAccess>`${prepared}
  SELECT sender_id, taken_down_at, taken_back_at, poster_id, worker_id
  FROM message JOIN conversation USING (job_id, worker_id) WHERE attachment_id = ${attachmentId}`;

export async function findFile(db: Db | Tx, attachmentId: number): Promise<AttachedFile | null> {
  const row = await selectFiles(db, [attachmentId]).executeTakeFirst();
  return row ?? null;
}

/** The links to the files of messages, by the ids of their attachments. A message without a file is absent. */
export async function loadFiles(
  db: Db | Tx,
  attachmentIds: readonly number[],
): Promise<Map<number, FileLink>> {
  if (attachmentIds.length === 0) return new Map();
  const rows = await selectFiles(db, attachmentIds).execute();
  return new Map(
    rows.flatMap((row) => (row.subject_id === null ? [] : [[row.subject_id, toFileLink(row)] as const])),
  );
}

const selectFiles = (db: Db | Tx, attachmentIds: readonly number[]) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'bytes', 'content_type', 'subject_id'])
    .where('subject', '=', 'message_file')
    .where(sql<boolean>`subject_id = ANY(${[...attachmentIds]}::bigint[])`);
