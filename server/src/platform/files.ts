import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { FileLink } from '@fws/contract/platform/schemas';
import type { LinkOptions } from '../ports/file-store.ts';
import { inTx, type Db, type Tx } from './db/index.ts';
import type { FileTable } from './db/tables.ts';
import type { Deps } from './deps.ts';
import { createDataKey, decryptPieces, encryptPieces } from './file-encryption.ts';
import type { UploadedFile } from './http/call-files.ts';
import { enqueue, enqueueAll } from './queue/index.ts';
import { sealBytes, unsealBytes, type Keyring } from './keys.ts';

/** Removes an upload from the store once the transaction that released it has committed; a task of the files domain. */
export const REMOVE_BYTES = 'remove_file_bytes';

/** The subjects whose files are stored encrypted, each file with its own key. */
export const ENCRYPTED_SUBJECTS: readonly FileTable['subject'][] = ['identity_video'];
/** The use that file keys are sealed for. */
export const FILE_KEY_USE = 'file key';

export interface NewFile {
  ownerId: number;
  subject: FileTable['subject'];
  upload: UploadedFile;
}

type FileDeps = Pick<Deps, 'db' | 'ports' | 'keyring' | 'log'>;

/**
 * Stores an upload before the transaction of its command. It belongs to nothing until `attachFile`; unattached files
 * are deleted later. The row is inserted first, so that no bytes are stored without one.
 */
export async function saveFile(deps: FileDeps, file: NewFile): Promise<string> {
  const { upload } = file;
  const storageKey = `${file.subject}/${randomUUID()}.${upload.extension}`;
  const body = ENCRYPTED_SUBJECTS.includes(file.subject)
    ? encryptBody(deps.keyring, upload.body)
    : { sealedKey: null, stored: upload.body };
  const { id } = await inTx(deps.db, (tx) =>
    tx
      .insertInto('file')
      .values({
        owner_id: file.ownerId,
        subject: file.subject,
        subject_id: null,
        name: upload.name,
        content_type: upload.contentType,
        bytes: upload.body.length,
        storage_key: storageKey,
        sealed_key: body.sealedKey,
        created_at: deps.ports.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await deps.ports.files.put(storageKey, body.stored).catch((error: unknown) => {
    deps.log.error('a file was not stored', error, { subject: file.subject });
    throw error;
  });
  return id;
}

/** The encrypted bytes to store and the sealed key that decrypts them. */
export function encryptBody(keyring: Keyring, bytes: Buffer): { sealedKey: Buffer; stored: Readable } {
  const dataKey = createDataKey();
  return {
    sealedKey: sealBytes(keyring, FILE_KEY_USE, dataKey),
    stored: Readable.from(encryptPieces(dataKey, bytes)),
  };
}

/**
 * An address at which a browser reads the file from the store. Null for files that only we can decrypt, and for those
 * that are not encrypted yet: they are as private.
 */
export const createStoreLink = (
  { ports }: Pick<Deps, 'ports'>,
  file: { subject: FileTable['subject']; storage_key: string; sealed_key: Buffer | null },
  link: LinkOptions,
): Promise<string | null> =>
  file.sealed_key || ENCRYPTED_SUBJECTS.includes(file.subject)
    ? Promise.resolve(null)
    : ports.files.createLink(file.storage_key, link);

/** The bytes as they were saved. The stream fails where the stored bytes were changed. */
export async function openFile(
  { ports, keyring }: Pick<Deps, 'ports' | 'keyring'>,
  file: { storage_key: string; sealed_key: Buffer | null },
): Promise<Outcome<Readable>> {
  const dataKey = file.sealed_key && unsealBytes(keyring, FILE_KEY_USE, file.sealed_key);
  if (file.sealed_key && !dataKey) return refuse('unavailable', 'common.file_unreadable');
  const stored = await ports.files.get(file.storage_key);
  if (!stored) return refuse('not_found', 'common.not_found');
  return done(dataKey ? Readable.from(decryptPieces(dataKey, stored)) : stored);
}

/** From now on whoever may see the subject may read the file. */
export async function attachFile(tx: Tx, fileId: string, subjectId: number): Promise<void> {
  await tx
    .updateTable('file')
    .set({ subject_id: subjectId })
    .where('id', '=', fileId)
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function attachFiles(tx: Tx, fileIds: readonly string[], subjectId: number): Promise<void> {
  if (fileIds.length > 0)
    await tx
      .updateTable('file')
      .set({ subject_id: subjectId })
      .where('id', 'in', [...fileIds])
      .execute();
}

export async function removeFile(tx: Tx, fileId: string): Promise<void> {
  const file = await tx
    .deleteFrom('file')
    .where('id', '=', fileId)
    .returning('storage_key')
    .executeTakeFirst();
  if (file) await enqueue(tx, REMOVE_BYTES, { storageKey: file.storage_key });
}

export async function removeFiles(tx: Tx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const files = await tx
    .deleteFrom('file')
    .where('id', 'in', [...fileIds])
    .returning('storage_key')
    .execute();
  await enqueueAll(
    tx,
    files.map((file) => ({ task: REMOVE_BYTES, payload: { storageKey: file.storage_key } })),
  );
}

/** The links to the files with these ids. */
export async function loadFileLinks(db: Db | Tx, ids: readonly string[]): Promise<Map<string, FileLink>> {
  if (ids.length === 0) return new Map();
  const files = await db
    .selectFrom('file')
    .select(['id', 'name', 'bytes', 'content_type'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(files.map((file) => [file.id, toFileLink(file)]));
}

export const PHOTO_NAME = 'profile_picture.jpg';

/** Every photo has the same name, so that its id determines its address; empty for the default picture. */
export const buildPhotoUrl = (id: string | null): string =>
  id === null ? '' : `/api/files/${id}/${PHOTO_NAME}`;

export function toFileLink(file: {
  id: string;
  name: string;
  bytes: number;
  content_type: string;
}): FileLink {
  return {
    url: `/api/files/${file.id}/${encodeURIComponent(file.name)}`,
    name: file.name,
    bytes: file.bytes,
    image: file.content_type.startsWith('image/'),
  };
}
