import {
  RECORD_STATES,
  type OneRecord,
  type RecordAsked,
  type RecordFact,
  type RecordKind,
  type RecordLink,
  type RecordPart,
  type RecordRow,
} from '@fws/contract/admin/records/model';
import type { RawBuilder } from 'kysely';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { may, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeCursor, pageOf, type CursorKey } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { peopleOf } from '../disputes/store.ts';
import { journal } from '../journal.ts';
import { contractRecord } from './contracts.ts';
import { inOrder, type Happened } from './history.ts';
import { jobRecord } from './jobs.ts';
import { orderRecord } from './orders.ts';
import { listRecords, type ListedRow } from './store.ts';
import { withdrawalRecord } from './withdrawals.ts';

export type FoundLink = RecordLink;
/** One record as its store returns it, before the names of users are added. */
export interface Found {
  row: Omit<RecordRow, 'at' | 'people'> & { at: Date };
  people: { id: number; role: string }[];
  facts: (readonly [name: string, as: RecordFact['as'], value: string])[];
  parts: RecordPart[];
  links: FoundLink[];
  events: Happened[];
  /** The condition on `txn` that selects its ledger transactions. */
  ledger: RawBuilder<unknown>;
}

export async function listOf(
  deps: Deps,
  kind: RecordKind,
  locale: Locale,
  asked: RecordAsked,
): Promise<Outcome<Page<RecordRow>>> {
  const { search, state, userId, limit, cursor } = asked;
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && (after === null || !isPlace(kind, after)))
    return refuse('malformed', 'common.cursor_invalid');
  if (state !== '' && !(RECORD_STATES[kind] as readonly string[]).includes(state))
    return refuse('malformed', 'common.check_form');
  const found = await listRecords(deps.db, kind, { search, state, userId, after, limit });
  const { rows, nextCursor } = pageOf(found, limit, (row) => placeOf(kind, row));
  const people = await namesOf(
    deps.db,
    rows.flatMap((row) => row.people),
  );
  const items = rows.map((row) => ({
    id: row.id,
    number: row.number,
    title: [row.title, row.part === undefined ? '' : translateIfId(locale, row.part)]
      .filter(Boolean)
      .join(' · '),
    state: row.state,
    amountPaise: row.amount_paise,
    at: row.at.toISOString(),
    people: row.people.map((id) => ({ id, name: people.get(id)?.name ?? '' })),
  }));
  return done({ items, nextCursor });
}

/** Jobs and withdrawals are ordered by id; contracts by time and id; orders by time and a text id. */
function placeOf(kind: RecordKind, row: ListedRow): CursorKey {
  const at = row.at.toISOString();
  if (kind === 'order') return [`${at} ${row.id}`, 1];
  return [kind === 'contract' ? at : '', row.place];
}

function isPlace(kind: RecordKind, [key, id]: CursorKey): boolean {
  if (id < 1) return false;
  if (kind === 'job' || kind === 'withdrawal') return key === '';
  const [at = '', orderId] = key.split(' ');
  return !Number.isNaN(Date.parse(at)) && at.endsWith('Z') && (kind === 'order') === (orderId !== undefined);
}

const namesOf = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? new Map<number, { name: string; verified: boolean }>() : peopleOf(db, [...new Set(ids)]);

const readers: Record<RecordKind, (db: Db, id: string, locale: Locale) => Promise<Found | null>> = {
  job: (db, id) => byNumber(id, (number) => jobRecord(db, number)),
  contract: (db, id, locale) => byNumber(id, (number) => contractRecord(db, number, locale)),
  order: orderRecord,
  withdrawal: (db, id, locale) => byNumber(id, (number) => withdrawalRecord(db, number, locale)),
};
const byNumber = async (id: string, find: (id: number) => Promise<Found | null>): Promise<Found | null> =>
  /^[1-9]\d{0,14}$/.test(id) ? find(Number(id)) : null;

export async function readRecord(
  { db }: Deps,
  kind: RecordKind,
  { role, locale }: { role: Role; locale: Locale },
  id: string,
): Promise<Outcome<OneRecord>> {
  const found = await readers[kind](db, id, locale);
  if (!found) return refuse('not_found', 'admin.record_unknown');
  const events = inOrder(found.events);
  const [ledger, people] = await Promise.all([
    may(role, 'money.read') ? journal(db, found.ledger) : null,
    namesOf(db, [
      ...found.people.map((person) => person.id),
      ...events.flatMap((event) => (event.byUser === null ? [] : [event.byUser])),
    ]),
  ]);
  const personOf = (userId: number) => ({ id: userId, name: '', verified: false, ...people.get(userId) });
  return done({
    ...found.row,
    at: found.row.at.toISOString(),
    people: found.people.map((person) => ({ ...personOf(person.id), role: person.role })),
    facts: found.facts.map(([name, as, value]) => ({ name, as, value })),
    parts: found.parts,
    links: found.links,
    events: events.map(({ byUser, at, ...event }) => ({
      ...event,
      at: at.toISOString(),
      person: byUser === null ? null : { id: byUser, name: people.get(byUser)?.name ?? '' },
    })),
    ledger,
  });
}
