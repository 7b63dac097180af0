import { haveTextsChanged, keepTexts, type ContentText } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { loadPeople } from '../people/store.ts';
import { loadExperience, loadProfiles, updateProfileRow } from '../store.ts';

/** What others read of a profile. A user who is not there has no texts. */
export async function loadTexts(db: Db | Tx, userId: number): Promise<ContentText[]> {
  const [people, profiles] = [await loadPeople(db, [userId]), await loadProfiles(db, [userId])];
  const [person, profile] = [people.get(userId), profiles.get(userId)];
  if (!person) return [];
  const companies = (await loadExperience(db, [userId])).get(userId) ?? [];
  return keepTexts([
    ['name', person.name],
    ['about', profile?.about ?? ''],
    ['skills', person.skills.join(', ')],
    ['company', companies.map(({ company }) => company).join(', ')],
    ['description', [profile?.additional_condition, profile?.web_link].filter(Boolean).join(', ')],
  ]);
}

/** A profile that FWS asked to change waits for a look once its texts differ. The caller must hold its lock. */
export async function applyAskedChange(
  tx: Tx,
  { userId, before }: { userId: number; before: readonly ContentText[] },
  at: Date,
): Promise<void> {
  if (!haveTextsChanged(before, await loadTexts(tx, userId))) return;
  await updateProfileRow(tx, userId, { held_back: 'waiting' });
  // The safety domain depends on this one.
  await enqueue(tx, 'look_at_post', { type: 'user', id: String(userId), since: at.toISOString() });
}
