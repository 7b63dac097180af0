import type * as z from 'zod/mini';
import type { personWire, PublicPerson } from './schemas.ts';
import { toFlag } from './wire.ts';

type PersonWire = z.infer<typeof personWire>;

export const personToWire = (person: PublicPerson): PersonWire => ({
  user_id: person.id,
  user_name: person.name,
  profile_image: person.image,
  skills: person.skills.join(','),
  user_rating: person.rating,
  projects_completed: person.completedProjects,
  is_kyc_updated: toFlag(person.verified),
});

export const personFromWire = (wire: PersonWire): PublicPerson => ({
  id: wire.user_id,
  name: wire.user_name,
  image: wire.profile_image,
  skills: wire.skills.split(',').filter(Boolean),
  rating: wire.user_rating,
  completedProjects: wire.projects_completed,
  verified: wire.is_kyc_updated === 1,
});
