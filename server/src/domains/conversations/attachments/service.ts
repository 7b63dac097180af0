import { isReadable } from '@fws/contract/platform/text';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { FileLink, Photo } from '@fws/contract/platform/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { attachFile, type NewFile } from '../../../platform/files.ts';
import { attachPhotos, findPhotos, listPhotoIds } from '../../../platform/photos.ts';
import { mayRead } from '../policy.ts';
import type { MessageRow } from '../store.ts';
import { createAttachmentId, findAttachmentAccess, findFile, loadFiles } from './store.ts';

type Upload = NewFile['upload'];

/** What somebody sends. */
export interface Sent {
  text: string;
  photoIds: readonly string[] | null;
  upload: Upload | undefined;
}

const hasAttachments = ({ photoIds, upload }: Omit<Sent, 'text'>): boolean =>
  upload !== undefined || (photoIds ?? []).length > 0;

/** A text of signs alone says nothing; beside a photo or a file it may be anything, also empty. */
export const checkNotEmpty = (sent: Sent): Outcome<null> =>
  hasAttachments(sent) || isReadable(sent.text)
    ? done(null)
    : refuseField('text', 'conversations.text_required');

/**
 * Whether a stored message is what is sent again. A file is compared by its name and size, because what it holds is not
 * stored in a form that could be compared.
 */
export async function isSame(tx: Tx, message: MessageRow, sent: Sent): Promise<boolean> {
  if (message.text !== sent.text) return false;
  const { attachment_id: attachmentId } = message;
  if (attachmentId === null) return !hasAttachments(sent);
  const file = await findFile(tx, attachmentId);
  if (file?.name !== sent.upload?.name || file?.bytes !== sent.upload?.body.length) return false;
  const [before, after] = [await listPhotoIds(tx, 'message', attachmentId), sent.photoIds ?? []];
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

/**
 * Attaches the photos and the stored file to a message that the caller is about to insert with the id, and which the two
 * sides may open from then on. Null: it has none. Roll back on a refusal.
 */
export async function attach(
  tx: Tx,
  senderId: number,
  { photoIds, fileId }: { photoIds: readonly string[] | null; fileId: string | null },
): Promise<Outcome<number | null>> {
  const ids = photoIds ?? [];
  if (ids.length === 0 && fileId === null) return done(null);
  const subjectId = await createAttachmentId(tx);
  if (fileId !== null) await attachFile(tx, fileId, subjectId);
  const attached = await attachPhotos(tx, { ids, ownerId: senderId, subject: 'message', subjectId });
  return attached.ok ? done(subjectId) : attached;
}

/** Photos and files by the ids of attachments. */
export interface Attachments {
  photos: ReadonlyMap<number, Photo[]>;
  files: ReadonlyMap<number, FileLink>;
}

export async function loadAttachments(
  db: Db | Tx,
  messages: readonly Pick<MessageRow, 'attachment_id'>[],
): Promise<Attachments> {
  const ids = messages.flatMap((message) => message.attachment_id ?? []);
  return { photos: await findPhotos(db, 'message', ids), files: await loadFiles(db, ids) };
}

export async function mayReadAttachments(db: Db, userId: number, attachmentId: number): Promise<boolean> {
  const access = await findAttachmentAccess(db, attachmentId);
  return access !== null && mayRead(access, userId);
}
