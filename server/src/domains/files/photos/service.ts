import { randomUUID } from 'node:crypto';
import { UNATTACHED_PHOTOS_MAX } from '@fws/contract/platform/limits';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Photo } from '@fws/contract/platform/schemas';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { removeFiles, saveFile, type NewFile } from '../../../platform/files.ts';
import { toPhoto } from '../../../platform/photos.ts';
import { createPhotoSizes } from '../../../platform/uploads/photo-sizes.ts';
import { countUnattachedPhotos, findUploadedPhoto, insertPhoto, lockOwner } from './store.ts';

const tooMany = () =>
  refuse('too_many', 'photos.too_many_unsent', { values: { maximum: UNATTACHED_PHOTOS_MAX } });

/** Stores a photo in two sizes. A repeated key returns the photo that was stored first. */
export async function uploadPhoto(
  deps: Deps,
  ownerId: number,
  { uploadKey, upload }: { uploadKey: string; upload: NewFile['upload'] | undefined },
): Promise<Outcome<Photo>> {
  if (!upload) return refuseField('photo', 'photos.required');
  const key = uploadKey === '' ? randomUUID() : uploadKey;
  const stored = await findUploadedPhoto(deps.db, ownerId, key);
  if (stored) return done(toPhoto(stored));
  if ((await countUnattachedPhotos(deps.db, ownerId)) >= UNATTACHED_PHOTOS_MAX) return tooMany();

  const sizes = await createPhotoSizes(upload);
  const save = (name: string, body: Buffer) =>
    saveFile(deps, {
      ownerId,
      subject: 'photo',
      upload: { ...upload, name, body, contentType: 'image/jpeg', extension: 'jpg' },
    });
  const fileId = await save('photo.jpg', sizes.large);
  const thumbnailId = await save('thumbnail.jpg', sizes.thumbnail);
  const { width, height } = sizes;
  return inTx(deps.db, async (tx): Promise<Outcome<Photo>> => {
    // The same photo may have arrived twice at once, and others beside it.
    await lockOwner(tx, ownerId);
    const first = await findUploadedPhoto(tx, ownerId, key);
    if (first) {
      await removeFiles(tx, [fileId, thumbnailId]);
      return done(toPhoto(first));
    }
    if ((await countUnattachedPhotos(tx, ownerId)) >= UNATTACHED_PHOTOS_MAX) return tooMany();
    const now = deps.ports.clock.now();
    return done(toPhoto(await insertPhoto(tx, { ownerId, key, fileId, thumbnailId, width, height, now })));
  });
}
