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
import { getRelation, hidePrivateFields, toPersonView, type PersonFacts } from './policy.ts';
import { listConnectedIds, countConnections } from './store.ts';

/** People as this reader may see them, in the order of `ids`. Loads the whole list at once. */
export async function presentPeople(db: Db, readerId: number, ids: readonly number[]): Promise<PersonView[]> {
  const [people, profiles, connected, counts] = await Promise.all([
    loadPeople(db, ids),
    loadPublicProfiles(db, ids),
    listConnectedIds(db, readerId, ids),
    countConnections(db, ids),
  ]);
  return ids.flatMap((id) => {
    const person = people.get(id);
    const profile = profiles.get(id);
    if (!person || !profile) return [];
    return toPersonView(
      getRelation(readerId, id, connected),
      toPersonFacts(person, profile, counts.get(id) ?? 0),
    );
  });
}

function toPersonFacts(person: PersonRow, profile: PublicProfile, totalConnects: number): PersonFacts {
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
  { id, relation }: Pick<PersonView, 'id' | 'relation'>,
): Promise<Profile> {
  const profile = await readShownProfile(deps, id);
  if (!profile.ok) throw new Error(`person ${id} has no profile`);
  return hidePrivateFields(relation, profile.value);
}
