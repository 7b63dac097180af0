import * as z from 'zod/mini';
import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Ability } from '@fws/contract/platform/lifecycle';
import type { FileLink, PublicPerson } from '@fws/contract/platform/schemas';

/** The fields of every list. */
export const pageFields = { limit: 'limit', cursor: 'cursor' } as const;

/** The specification writes booleans as 1 and 0. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** `is_kyc_updated` of a user. */
export const IDENTITY_CODES: Record<IdentityState, number> = { none: 0, verified: 1, refused: 2, pending: 3 };

export const abilityReply = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) });

export const encodeAbility = (ability: Ability): z.output<typeof abilityReply> =>
  ability.allowed ? { allowed: true, reason: null } : { allowed: false, reason: ability.reason };

/** A file under the names that begin with its own, as `attach_file_bytes`. An absent file has an empty link. */
export const encodeFile = <Name extends string>(name: Name, file: FileLink | null): FileReply<Name> =>
  ({
    [name]: file?.url ?? '',
    [`${name}_name`]: file?.name ?? '',
    [`${name}_bytes`]: file?.bytes ?? 0,
    [`${name}_is_image`]: file?.image ?? false,
  }) as FileReply<Name>;

type FileReply<Name extends string> = Record<Name | `${Name}_name`, string> &
  Record<`${Name}_bytes`, number> &
  Record<`${Name}_is_image`, boolean>;

export const personReply = z.object({
  user_id: z.number(),
  user_name: z.string(),
  profile_image: z.string(),
  skills: z.string(),
  user_rating: z.nullable(z.number()),
  projects_completed: z.number(),
  is_kyc_updated: z.number(),
});

export const encodePerson = (person: PublicPerson): z.output<typeof personReply> => ({
  user_id: person.id,
  user_name: person.name,
  profile_image: person.image,
  skills: person.skills.join(','),
  user_rating: person.rating,
  projects_completed: person.completedProjects,
  is_kyc_updated: toFlag(person.verified),
});
