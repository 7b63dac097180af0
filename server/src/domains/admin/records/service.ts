import { RECORD_STATES, type RecordKind } from '@fws/contract/admin/records/model';
import type { RecordDetail, RecordQuery, RecordRow } from '@fws/contract/admin/records/schemas';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { hasPermission, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPage, type CursorKey } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { loadPeople } from '../disputes/store.ts';
import { listLedgerEntries } from '../journal/service.ts';
import { findContractRecord } from './contracts.ts';
import type { FoundRecord } from './found-record.ts';
import { sortByTime } from './history.ts';
import { findJobRecord } from './jobs.ts';
import { findOrderRecord } from './orders.ts';
import { loadRecords, type ListedRow } from './store.ts';
import { findWithdrawalRecord } from './withdrawals.ts';

export async function listRecordRows(
  deps: Deps,
  kind: RecordKind,
  locale: Locale,
  params: RecordQuery,
): Promise<Outcome<Page<RecordRow>>> {
  const { search, state, userId, limit } = params;
  if (state !== '' && !(RECORD_STATES[kind] as readonly string[]).includes(state))
    return refuse('malformed', 'common.check_form');
  const page = await loadPage(
    params,
    (after) => loadRecords(deps.db, kind, { search, state, userId, after, limit }),
    (row) => toCursorKey(kind, row),
    (key) => isOwnKey(kind, key),
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const people = await loadNames(
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
function toCursorKey(kind: RecordKind, row: ListedRow): CursorKey {
  const at = row.at.toISOString();
  if (kind === 'order') return [`${at} ${row.id}`, 1];
  return [kind === 'contract' ? at : '', row.place];
}

function isOwnKey(kind: RecordKind, [key, id]: CursorKey): boolean {
  if (id < 1) return false;
  if (kind === 'job' || kind === 'withdrawal') return key === '';
  const [at = '', orderId] = key.split(' ');
  return !Number.isNaN(Date.parse(at)) && at.endsWith('Z') && (kind === 'order') === (orderId !== undefined);
}

const loadNames = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? new Map<number, { name: string; verified: boolean }>()
    : loadPeople(db, [...new Set(ids)]);

const readers: Record<RecordKind, (db: Db, id: string, locale: Locale) => Promise<FoundRecord | null>> = {
  job: (db, id) => findByNumber(id, (number) => findJobRecord(db, number)),
  contract: (db, id, locale) => findByNumber(id, (number) => findContractRecord(db, number, locale)),
  order: findOrderRecord,
  withdrawal: (db, id, locale) => findByNumber(id, (number) => findWithdrawalRecord(db, number, locale)),
};
const findByNumber = async (
  id: string,
  find: (id: number) => Promise<FoundRecord | null>,
): Promise<FoundRecord | null> => (/^[1-9]\d{0,14}$/.test(id) ? find(Number(id)) : null);

export async function readRecord(
  { db }: Deps,
  kind: RecordKind,
  { role, locale }: { role: Role; locale: Locale },
  id: string,
): Promise<Outcome<RecordDetail>> {
  const record = await readers[kind](db, id, locale);
  if (!record) return refuse('not_found', 'admin.record_unknown');
  const events = sortByTime(record.events);
  const [ledger, people] = await Promise.all([
    hasPermission(role, 'money.read') ? listLedgerEntries(db, record.ledger) : null,
    loadNames(db, [
      ...record.people.map((person) => person.id),
      ...events.flatMap((event) => (event.byUser === null ? [] : [event.byUser])),
    ]),
  ]);
  const toPerson = (userId: number) => ({ id: userId, name: '', verified: false, ...people.get(userId) });
  return done({
    ...record.row,
    at: record.row.at.toISOString(),
    people: record.people.map((person) => ({ ...toPerson(person.id), role: person.role })),
    facts: record.facts.map(([name, as, value]) => ({ name, as, value })),
    parts: record.parts,
    links: record.links,
    events: events.map(({ byUser, at, ...event }) => ({
      ...event,
      at: at.toISOString(),
      person: byUser === null ? null : { id: byUser, name: people.get(byUser)?.name ?? '' },
    })),
    ledger,
  });
}
