/** The relation of a person to the reader. */
export const RELATIONS = ['self', 'connection', 'stranger'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Everybody but the reader, or only those the reader is connected with. */
export type PeopleScope = 'everybody' | 'connected';

/** Counting stops at more people than these. */
export const PEOPLE_COUNTED_MAX = 1_000;

/** The full name, for display. */
export const formatFullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();
