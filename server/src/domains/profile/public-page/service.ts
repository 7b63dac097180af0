import type { PublicPage } from '@fws/contract/profile/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Photo } from '@fws/contract/platform/schemas';
import { buildWorkerSlug, sitePaths } from '@fws/contract/site/model';
import { inTx, type Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { checkVersion, computeVersion } from '../../../platform/form-version.ts';
import { findPhotos, replacePhotos } from '../../../platform/photos.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { loadPeople } from '../people/store.ts';
import { loadProfiles, lockProfile, updateProfileRow } from '../store.ts';

// The worker's page for everybody: off until its owner wants it, and with no photo that they did not choose for it.

export async function readPublicPage(db: Db, userId: number): Promise<PublicPage> {
  const [profiles, photos, people] = await Promise.all([
    loadProfiles(db, [userId]),
    findPhotos(db, 'portfolio', [userId]),
    loadPeople(db, [userId]),
  ]);
  const isPublic = profiles.get(userId)?.is_public ?? false;
  const ownPhotos = photos.get(userId) ?? [];
  return {
    isPublic,
    photos: ownPhotos,
    version: computeVersion(pickEditable(isPublic, ownPhotos)),
    path: sitePaths.worker(buildWorkerSlug({ id: userId, firstName: people.get(userId)?.firstName ?? '' })),
  };
}

const pickEditable = (isPublic: boolean, photos: readonly Photo[]) => [isPublic, photos.map(({ id }) => id)];

export async function setPublicPage(
  { db, ports }: Deps,
  userId: number,
  { version, isPublic, photoIds }: { version: string; isPublic: boolean; photoIds: string[] | null },
): Promise<Outcome<PublicPage>> {
  const changed = await inTx(db, async (tx) => {
    const row = await lockProfile(tx, userId, ports.clock.now());
    const photosNow = (await findPhotos(tx, 'portfolio', [userId])).get(userId) ?? [];
    const unchanged = checkVersion(version, pickEditable(row.is_public, photosNow));
    if (!unchanged.ok) return unchanged;
    if (row.taken_down_at !== null && isPublic) return refuse('conflict', 'profile.taken_down');
    await updateProfileRow(tx, userId, { is_public: isPublic });
    if (photoIds) {
      const photos = { ids: photoIds, ownerId: userId, subject: 'portfolio', subjectId: userId } as const;
      const replaced = await replacePhotos(tx, photos);
      if (!replaced.ok) return replaced;
    }
    await publish(tx, { users: [userId], topic: 'identity', id: null });
    return done(null);
  });
  return changed.ok ? done(await readPublicPage(db, userId)) : changed;
}
