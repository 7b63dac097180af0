import { sql, type Selectable } from 'kysely';
import { PHOTOS_MAX } from '@fws/contract/platform/limits';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Photo } from '@fws/contract/platform/schemas';
import type { Db, Tx } from './db/index.ts';
import type { PhotoSubject, PhotoTable } from './db/tables.ts';
import { removeFiles } from './files.ts';

export type PhotoRow = Selectable<PhotoTable>;

/** The subject of a photo's files, whose domain decides who may open them. */
const FILE_SUBJECTS = {
  job: 'job_photo',
  quote: 'quote_photo',
  completion: 'completion_photo',
  portfolio: 'portfolio_photo',
  message: 'message_photo',
  review: 'review_photo',
} as const;

interface PhotosOfSubject {
  /** In the order in which they are shown. */
  ids: readonly string[];
  /** Who uploaded them. */
  ownerId: number;
  subject: PhotoSubject;
  /** The id of the job, the quote or the completion, or that of a message's or review's attachments. */
  subjectId: number;
}

/**
 * Adds uploaded photos behind those that the subject has. From now on whoever may see the subject may open them. The
 * caller must hold the subject's lock, or have just inserted it. Roll back on a refusal.
 */
export async function attachPhotos(tx: Tx, photos: PhotosOfSubject): Promise<Outcome<null>> {
  if (photos.ids.length === 0) return done(null);
  const rows = await lockPhotos(tx, photos.ids);
  const problem = findProblem(photos, rows);
  if (problem) return problem;
  const { last } = await tx
    .selectFrom('photo')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('subject', '=', photos.subject)
    .where('subject_id', '=', photos.subjectId)
    .executeTakeFirstOrThrow();
  await placePhotos(tx, photos, last === null ? 0 : last + 1);
  return done(null);
}

/** Gives the subject exactly these photos, of which it may have some already. The others are deleted. */
export async function replacePhotos(tx: Tx, photos: PhotosOfSubject): Promise<Outcome<null>> {
  const current = await tx
    .selectFrom('photo')
    .selectAll()
    .where('subject', '=', photos.subject)
    .where('subject_id', '=', photos.subjectId)
    .execute();
  const rows = await lockPhotos(tx, photos.ids);
  const problem = findProblem(photos, rows);
  if (problem) return problem;
  const removed = current.filter(({ id }) => !photos.ids.includes(id));
  // The rows of the photos go with those of their files.
  await removeFiles(
    tx,
    removed.flatMap((photo) => [photo.file_id, photo.thumbnail_id]),
  );
  await placePhotos(tx, photos, 0);
  return done(null);
}

async function lockPhotos(tx: Tx, ids: readonly string[]): Promise<PhotoRow[]> {
  if (ids.length === 0) return [];
  return (
    tx
      .selectFrom('photo')
      .selectAll()
      .where('id', 'in', [...ids])
      // One order for all, so that two commands with the same photos wait for each other.
      .orderBy('id')
      .forUpdate()
      .execute()
  );
}

/** The form's rules again for those who call without a form. A photo that is not the caller's is as good as deleted. */
function findProblem(photos: PhotosOfSubject, rows: readonly PhotoRow[]) {
  const { ids, ownerId, subject, subjectId } = photos;
  if (ids.length > PHOTOS_MAX) return refuseField('photoIds', 'photos.too_many', { maximum: PHOTOS_MAX });
  if (new Set(ids).size < ids.length) return refuseField('photoIds', 'photos.repeated');
  const isOwn = (photo: PhotoRow) =>
    photo.owner_id === ownerId &&
    (photo.subject === null || (photo.subject === subject && photo.subject_id === subjectId));
  return rows.length === ids.length && rows.every(isOwn) ? null : refuseField('photoIds', 'photos.gone');
}

async function placePhotos(tx: Tx, photos: PhotosOfSubject, from: number): Promise<void> {
  if (photos.ids.length === 0) return;
  await sql`UPDATE photo SET subject = ${photos.subject}, subject_id = ${photos.subjectId},
      position = ${from} + placed.place - 1
    FROM unnest(${photos.ids}::uuid[]) WITH ORDINALITY AS placed (id, place) WHERE photo.id = placed.id`.execute(
    tx,
  );
  await sql`UPDATE file SET subject = ${FILE_SUBJECTS[photos.subject]}, subject_id = ${photos.subjectId}
    FROM photo WHERE photo.id = ANY(${photos.ids}::uuid[]) AND file.id IN (photo.file_id, photo.thumbnail_id)`.execute(
    tx,
  );
}

/** The photos of these subjects, each list in its order. A subject without photos is absent. */
export async function findPhotos(
  db: Db | Tx,
  subject: PhotoSubject,
  subjectIds: readonly number[],
): Promise<Map<number, Photo[]>> {
  const photos = new Map<number, Photo[]>();
  if (subjectIds.length === 0) return photos;
  const rows = await db
    .selectFrom('photo')
    .selectAll()
    .where('subject', '=', subject)
    .where(sql<boolean>`subject_id = ANY(${subjectIds}::bigint[])`)
    .orderBy('subject_id')
    .orderBy('position')
    .execute();
  for (const row of rows)
    if (row.subject_id !== null)
      photos.set(row.subject_id, [...(photos.get(row.subject_id) ?? []), toPhoto(row)]);
  return photos;
}

/** The ids of one subject's photos, in their order. */
export const listPhotoIds = async (
  db: Db | Tx,
  subject: PhotoSubject,
  subjectId: number,
): Promise<string[]> =>
  ((await findPhotos(db, subject, [subjectId])).get(subjectId) ?? []).map(({ id }) => id);

export const toPhoto = (
  row: Pick<PhotoRow, 'id' | 'file_id' | 'thumbnail_id' | 'width' | 'height'>,
): Photo => ({
  id: row.id,
  url: `/api/files/${row.file_id}/photo.jpg`,
  thumbUrl: buildThumbnailUrl(row.thumbnail_id),
  width: row.width,
  height: row.height,
});

export const buildThumbnailUrl = (fileId: string): string => `/api/files/${fileId}/thumbnail.jpg`;

export async function findPhoto(db: Db | Tx, id: string): Promise<PhotoRow | null> {
  return (await db.selectFrom('photo').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The subject of the files of a photo that FWS has taken down: nobody but staff opens them. */
const TAKEN_DOWN_FILE = 'taken_down_photo';

/** Takes the photo from what it is attached to. False when it is attached to nothing. */
export async function takePhotoDown(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<PhotoRow>`UPDATE photo SET taken_from = subject, subject = 'taken_down'
    WHERE id = ${id} AND subject <> 'taken_down' RETURNING *`.execute(tx);
  const [photo] = rows;
  if (photo) await setFileSubject(tx, photo, TAKEN_DOWN_FILE);
  return photo !== undefined;
}

/** Attaches it again, behind the photos that its subject has by now. False when it was not taken down. */
export async function putPhotoBack(tx: Tx, id: string): Promise<boolean> {
  const photo = await findPhoto(tx, id);
  if (!photo?.taken_from || photo.subject_id === null) return false;
  await sql`UPDATE photo SET subject = taken_from, taken_from = NULL, position = 1 + coalesce((
      SELECT max(position) FROM photo other WHERE other.subject = photo.taken_from AND other.subject_id = photo.subject_id), -1)
    WHERE id = ${id}`.execute(tx);
  await setFileSubject(tx, photo, FILE_SUBJECTS[photo.taken_from]);
  return true;
}

async function setFileSubject(tx: Tx, photo: PhotoRow, subject: string): Promise<void> {
  await sql`UPDATE file SET subject = ${subject} WHERE id IN (${photo.file_id}, ${photo.thumbnail_id})`.execute(
    tx,
  );
}
