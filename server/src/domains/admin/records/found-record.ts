import type { RecordFact, RecordLink, RecordPart, RecordRow } from '@fws/contract/admin/records/schemas';
import type { RawBuilder } from 'kysely';
import type { HistoryEvent } from './history.ts';

export type FoundLink = RecordLink;

/** One record as its store returns it, before the names of users are added. */
export interface FoundRecord {
  row: Omit<RecordRow, 'at' | 'people'> & { at: Date };
  people: { id: number; role: string }[];
  facts: (readonly [name: string, as: RecordFact['as'], value: string])[];
  parts: RecordPart[];
  links: FoundLink[];
  events: HistoryEvent[];
  /** The condition on `txn` that selects its ledger transactions. */
  ledger: RawBuilder<unknown>;
}
