import type { PersonView } from '@fws/contract/connections/schemas';
import type { Profile } from '@fws/contract/profile/schemas';
import type { Db } from '../../platform/db/index.ts';
import {
  loadPeople,
  loadPublicProfiles,
  readShownProfile,
  type PersonRow,
  type PublicProfile,
} from '../profile/index.ts';
import { loadReliability } from '../reliability/index.ts';
import {
  getRelation,
  hideContacts,
  hidePrivateFields,
  mayReadOriginal,
  toPersonView,
  type PersonFacts,
} from './policy.ts';
import { countConnections, listConnectedIds, listPartnerIds } from './store.ts';

/** People as this reader may see them, in the order of `ids`. Loads the whole list at once. */
export async function presentPeople(db: Db, readerId: number, ids: readonly number[]): Promise<PersonView[]> {
  const [people, profiles, connected, partners, counts, asWorkers, asPosters] = await Promise.all([
    loadPeople(db, ids),
    loadPublicProfiles(db, ids),
    listConnectedIds(db, readerId, ids),
    listPartnerIds(db, readerId, ids),
    countConnections(db, ids),
    loadReliability(db, ids, 'worker'),
    loadReliability(db, ids, 'poster'),
  ]);
  return ids.flatMap((id) => {
    const person = people.get(id);
    const profile = profiles.get(id);
    if (!person || !profile) return [];
    const relation = getRelation(readerId, id, connected);
    const reliability = { asWorker: asWorkers.get(id) ?? null, asPoster: asPosters.get(id) ?? null };
    const facts = { ...toPersonFacts(person, profile, counts.get(id) ?? 0), reliability };
    return toPersonView(relation, mayReadOriginal(relation, partners.has(id)) ? facts : hideContacts(facts));
  });
}

function toPersonFacts(
  person: PersonRow,
  profile: PublicProfile,
  totalConnects: number,
): Omit<PersonFacts, 'reliability'> {
  return {
    ...profile,
    id: person.id,
    firstName: person.firstName,
    lastName: person.name.slice(person.firstName.length).trim(),
    image: person.image,
    skills: person.skills,
    location: person.location,
    rating: person.rating,
    completedProjects: person.completedProjects,
    totalConnects,
    verified: person.identity === 'verified',
  };
}

/** The profile of a person whom the reader may see, without what this reader may not. */
export async function readVisibleProfile(
  deps: { db: Db },
  readerId: number | null,
  { id, relation }: Pick<PersonView, 'id' | 'relation'>,
): Promise<Profile> {
  const [profile, partners] = await Promise.all([
    readShownProfile(deps, id),
    readerId === null ? new Set<number>() : listPartnerIds(deps.db, readerId, [id]),
  ]);
  if (!profile.ok) throw new Error(`person ${id} has no profile`);
  return hidePrivateFields(relation, profile.value, partners.has(id));
}
