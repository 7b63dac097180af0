import type { Profile } from '@fws/contract/profile/schemas';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import { parseContentId, type Content, type ContentOwner } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { bumpOfferVersion } from '../../../platform/offers.ts';
import { listPhotoIds } from '../../../platform/photos.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { loadPeople } from '../people/store.ts';
import { readProfile } from '../service.ts';
import { loadProfiles, lockProfile, updateProfileRow } from '../store.ts';
import { loadTexts } from './changes.ts';

/** A profile as something that can be reported. Taken down, others see the name and what FWS counts. */
export const userContent: ContentOwner = {
  async find(db, id, readerId) {
    const userId = parseContentId(id);
    if (userId === null) return null;
    const [person, profile] = await load(db, userId);
    if (!person || person.suspendedAt !== null || profile?.taken_down_at) return null;
    if (readerId === null && !profile?.is_public) return null;
    return toContent(db, userId);
  },
  read(db, id) {
    const userId = parseContentId(id);
    return userId === null ? Promise.resolve(null) : toContent(db, userId);
  },
  async takeDown(tx, id, cause) {
    const userId = parseContentId(id);
    if (userId === null || !(await toContent(tx, userId))) return false;
    await lockProfile(tx, userId, cause.at);
    await hide(tx, userId, null, cause.at);
    return true;
  },
  async askChange(tx, id, cause) {
    const userId = parseContentId(id);
    if (userId === null || !(await toContent(tx, userId))) return false;
    const profile = await lockProfile(tx, userId, cause.at);
    if (profile.taken_down_at !== null && profile.held_back === null) return false;
    await hide(tx, userId, 'change_asked', cause.at);
    return true;
  },
  async putBack(tx, id, cause) {
    const userId = parseContentId(id);
    if (userId === null) return false;
    await lockProfile(tx, userId, cause.at);
    await sql`
      UPDATE user_account SET photo_id = coalesce(photo_id, profile.taken_photo_id)
      FROM profile WHERE user_account.id = ${userId} AND profile.user_id = user_account.id`.execute(tx);
    await sql`
      UPDATE profile SET taken_down_at = NULL, taken_photo_id = NULL, was_public = false, is_public = was_public,
        held_back = NULL
      WHERE user_id = ${userId} AND taken_down_at IS NOT NULL`.execute(tx);
    await publishChange(tx, userId);
    return true;
  },
};

/** The caller must hold the lock of the profile. One that is hidden already keeps what it had. */
async function hide(tx: Tx, userId: number, heldBack: 'change_asked' | null, at: Date): Promise<void> {
  await sql`
    UPDATE profile SET taken_down_at = ${at}, taken_photo_id = user_account.photo_id,
      was_public = is_public, is_public = false
    FROM user_account WHERE user_id = ${userId} AND user_account.id = user_id AND taken_down_at IS NULL`.execute(
    tx,
  );
  await updateProfileRow(tx, userId, { held_back: heldBack });
  await tx.updateTable('user_account').set({ photo_id: null }).where('id', '=', userId).execute();
  await publishChange(tx, userId);
}

async function load(db: Db | Tx, userId: number) {
  const [people, profiles] = [await loadPeople(db, [userId]), await loadProfiles(db, [userId])];
  return [people.get(userId), profiles.get(userId)] as const;
}

async function toContent(db: Db | Tx, userId: number): Promise<Content | null> {
  const person = (await loadPeople(db, [userId])).get(userId);
  if (!person) return null;
  return {
    authorId: userId,
    title: person.name,
    texts: await loadTexts(db, userId),
    photoIds: await listPhotoIds(db, 'portfolio', userId),
    path: `/user-detail/${userId}`,
  };
}

async function publishChange(tx: Tx, userId: number): Promise<void> {
  await publish(tx, { users: [userId], topic: 'identity', id: null });
  await bumpOfferVersion(tx);
}

/** The profile as others read it: without what its owner wrote, where FWS has taken it down. */
export async function readShownProfile(deps: { db: Db }, userId: number): Promise<Outcome<Profile>> {
  const [profile, rows] = await Promise.all([readProfile(deps, userId), loadProfiles(deps.db, [userId])]);
  return profile.ok && rows.get(userId)?.taken_down_at
    ? done({ ...profile.value, ...NOTHING_WRITTEN })
    : profile;
}

const NOTHING_WRITTEN = {
  nativeLocation: '',
  webLink: '',
  about: '',
  additionalCondition: '',
  experience: [],
} satisfies Partial<Profile>;
