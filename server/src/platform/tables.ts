import type { ArchivePolicy } from './months/index.ts';

/** Where the rows of a table are in a distributed database (docs/citus.md). */
export type Place =
  /** On every node. Writing it costs a statement on each. */
  | { kind: 'reference' }
  /** Spread over the workers by this column. Tables of one group keep rows with the same value together. */
  | { kind: 'distributed'; group: Group; column: string }
  /** On the coordinator, which is the one strict writer of money and of keys that are unique everywhere. */
  | { kind: 'coordinator' };

export type Group = 'job' | 'user';

export const REFERENCE: Place = { kind: 'reference' };
export const COORDINATOR: Place = { kind: 'coordinator' };
export const byJob = (column = 'job_id'): Place => ({ kind: 'distributed', group: 'job', column });
export const BY_USER: Place = { kind: 'distributed', group: 'user', column: 'user_id' };

/** Why data stays after its person has left, and for how long. */
export const LAW_PERIODS = {
  books: { years: 8, source: 'Companies Act, 2013, section 128(5): eight financial years' },
  log: { years: 1, source: 'DPDP Rules, 2025, rule 8(3): logs of processing' },
} as const;

/**
 * What the columns of a table hold, as their names separated by white space. Each column is in one list. It decides what a
 * person gets who asks for their data, and what goes when they leave.
 */
export interface ColumnContents {
  /** Nothing personal: keys, states, times, settings. An account's number says nothing once the account is empty. */
  plain?: string;
  /** About a person: the account to which the row belongs, or a person whom it names. */
  personal?: string;
  /** What a person wrote to or about another, who relies on it. */
  words?: string;
  /** Must be kept by law. */
  law?: { keptFor: keyof typeof LAW_PERIODS; columns: string };
}

export interface Table {
  place: Place;
  /** Of a table that is partitioned by month, whose months can be archived. */
  months?: ArchivePolicy & {
    /** A month is archived so many months after its end at the earliest. */
    minimumAgeMonths: number;
  };
  columns: ColumnContents;
}

/** By name, with its schema unless that is `public`. Partitions are part of their table. */
export type Tables = Readonly<Record<string, Table>>;

/** Splits the names of a list of ColumnContents. */
export const splitNames = (names = ''): string[] => names.split(/\s+/).filter((name) => name !== '');
