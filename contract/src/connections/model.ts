/** The relation of a person to the reader. */
export const RELATIONS = ['self', 'connection', 'stranger'] as const;
export type Relation = (typeof RELATIONS)[number];

/** The full name, for display. */
export const formatFullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();
