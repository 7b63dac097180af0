import type { Relation, SeenPerson } from '@fws/contract/connections/model';
import type { Db } from '../../platform/db/index.ts';
import { peopleByIds, publicProfiles, type PersonRow, type PublicProfile } from '../profile/index.ts';
import { seenBy } from './policy.ts';
import { connectedAmong, countConnections } from './store.ts';

/** All fields of a person, before the policy removes what the reader may not see. */
export type PersonFacts = Omit<SeenPerson, 'relation' | 'abilities'>;

/** People as this reader may see them, in the order of `ids`. Loads the whole list at once. */
export async function presentPeople(db: Db, readerId: number, ids: readonly number[]): Promise<SeenPerson[]> {
  const [people, profiles, connected, counts] = await Promise.all([
    peopleByIds(db, ids),
    publicProfiles(db, ids),
    connectedAmong(db, readerId, ids),
    countConnections(db, ids),
  ]);
  return ids.flatMap((id) => {
    const person = people.get(id);
    const profile = profiles.get(id);
    if (!person || !profile) return [];
    return seenBy(relationOf(readerId, id, connected), factsOf(person, profile, counts.get(id) ?? 0));
  });
}

const relationOf = (readerId: number, id: number, connected: ReadonlySet<number>): Relation =>
  id === readerId ? 'self' : connected.has(id) ? 'connection' : 'stranger';

function factsOf(person: PersonRow, profile: PublicProfile, totalConnects: number): PersonFacts {
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
