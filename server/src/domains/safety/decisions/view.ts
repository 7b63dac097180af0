import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import { formatReportNumber } from '@fws/contract/safety/model';
import type { ContentText } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { toPhoto } from '../../../platform/photos.ts';
import { findLinkedAccounts, findLinkedPairs, STRONG_KINDS } from '../../links/index.ts';
import { loadPeople, type PersonRow } from '../../profile/index.ts';
import { findAskedBefore } from '../changes/store.ts';
import { getOwner } from '../owners.ts';
import { findCounted, getHarm } from '../rules.ts';
import { countTakedowns, findCase, listCaseReports, type CaseRow, type ReportRow } from '../store.ts';

/** As many as a person looks at. */
const REPORTS_SHOWN = 50;
const LINKED_SHOWN = 20;

/** A case as FWS decides it. The caller adds whether the reader may. */
export async function readReportCase(db: Db | Tx, id: number): Promise<Omit<ReportCase, 'mayDecide'> | null> {
  const row = await findCase(db, id);
  if (!row) return null;
  const content = await getOwner(row.subject_type).read(db, row.subject_id);
  const reports = await listCaseReports(db, id, REPORTS_SHOWN);
  const linked = await findLinkedAccounts(db, row.author_id, { kinds: STRONG_KINDS, limit: LINKED_SHOWN });
  const people = await loadPeople(db, [
    row.author_id,
    ...reports.flatMap(({ reporter_id: reporter }) => reporter ?? []),
    ...linked.map(({ userId }) => userId),
    ...[row.decided_by, row.appeal_decided_by].flatMap((admin) => admin ?? []),
  ]);
  const asked =
    row.waits_until && (await findAskedBefore(db, { type: row.subject_type, id: row.subject_id }, row.id));
  const snapshot = asked?.snapshot ?? row.snapshot;
  return {
    id: row.id,
    number: formatReportNumber(row.id),
    subject: {
      type: row.subject_type,
      id: row.subject_id,
      title: row.title,
      path: buildRecordPath(row),
    },
    waitsUntil: row.waits_until?.toISOString() ?? null,
    harm: getHarm(row.harm),
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    asked: asked && (await toAsked(db, asked)),
    snapshot: [...snapshot, ...listNotes(reports)],
    photos:
      row.kept_file_ids.length > 0 ? row.kept_file_ids.map(toKeptPhoto) : await loadPhotos(db, row.photo_ids),
    files: content?.files ?? [],
    now: content && !isSame(content.texts, snapshot) ? content.texts : null,
    messages: reports.find((report) => report.messages !== null)?.messages ?? null,
    othersRead: (await getOwner(row.subject_type).hidden?.read(db, row.subject_id)) ?? null,
    reports: await toReports(db, reports, people),
    author: {
      id: row.author_id,
      name: getName(people, row.author_id),
      joinedAt: await findJoined(db, row.author_id),
      verified: people.get(row.author_id)?.identity === 'verified',
      suspended: people.get(row.author_id)?.suspendedAt !== null,
      takenDown: await countTakedowns(db, row.author_id, row.id),
      linked: linked.map(({ userId }) => ({
        id: userId,
        name: getName(people, userId),
        suspended: people.get(userId)?.suspendedAt !== null,
      })),
    },
    decided: toDecided(row, people),
    appeal: toAppeal(row, people),
  };
}

async function toAsked(db: Db | Tx, asked: CaseRow): Promise<NonNullable<ReportCase['asked']>> {
  const people = asked.decided_by === null ? new Map() : await loadPeople(db, [asked.decided_by]);
  return {
    number: formatReportNumber(asked.id),
    words: asked.words,
    by: getName(people, asked.decided_by),
    at: (asked.decided_at ?? asked.opened_at).toISOString(),
  };
}

const getName = (people: ReadonlyMap<number, PersonRow>, id: number | null): string =>
  id === null ? '' : (people.get(id)?.name ?? '');

const buildRecordPath = ({ subject_type: type, subject_id: id, author_id: authorId }: CaseRow): string =>
  type === 'job' ? `/admin/jobs/${id}` : `/admin/users/${authorId}`;

/** What the reporters alone have read, each once. */
function listNotes(reports: readonly ReportRow[]): ContentText[] {
  const notes = reports.flatMap((report) => report.snapshot.filter(({ name }) => name === 'note'));
  return [...new Map(notes.map((note) => [note.text, note])).values()];
}

const isSame = (a: readonly ContentText[], b: readonly ContentText[]): boolean =>
  a.length === b.length && a.every(({ name, text }, at) => b[at]?.name === name && b[at].text === text);

const toKeptPhoto = (id: string) => {
  const url = `/api/files/${id}/photo.jpg`;
  return { url, thumbUrl: url };
};

/** For the moment until they are copied. */
async function loadPhotos(db: Db | Tx, ids: readonly string[]): Promise<ReportCase['photos']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('photo')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(toPhoto).map(({ url, thumbUrl }) => ({ url, thumbUrl }));
}

async function toReports(
  db: Db | Tx,
  reports: readonly ReportRow[],
  people: ReadonlyMap<number, PersonRow>,
): Promise<ReportCase['reports']> {
  const reporters = reports.map(({ reporter_id: reporter }) => reporter);
  const counted = findCounted(
    reporters,
    await findLinkedPairs(
      db,
      reporters.flatMap((id) => id ?? []),
    ),
  );
  return reports.map((report, at) => ({
    id: report.id,
    reason: report.reason,
    details: report.details,
    reportedAt: report.reported_at.toISOString(),
    reporter:
      report.reporter_id === null
        ? null
        : { id: report.reporter_id, name: getName(people, report.reporter_id) },
    counts: counted[at] ?? false,
  }));
}

async function findJoined(db: Db | Tx, userId: number): Promise<string> {
  const { created_at: joinedAt } = await db
    .selectFrom('user_account')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return joinedAt.toISOString();
}

const toDecided = (row: CaseRow, people: ReadonlyMap<number, PersonRow>): ReportCase['decided'] =>
  row.decision &&
  row.decided_at && {
    decision: row.decision,
    reason: row.reason,
    words: row.words,
    by: getName(people, row.decided_by),
    at: row.decided_at.toISOString(),
    change: row.change_state,
  };

const toAppeal = (row: CaseRow, people: ReadonlyMap<number, PersonRow>): ReportCase['appeal'] =>
  row.appealed_at &&
  row.appeal_due_at && {
    text: row.appeal_text,
    sentAt: row.appealed_at.toISOString(),
    dueAt: row.appeal_due_at.toISOString(),
    decision: row.appeal_decision,
    words: row.appeal_words,
    by: getName(people, row.appeal_decided_by),
    at: row.appeal_decided_at?.toISOString() ?? null,
  };
