import { sql, type Selectable } from 'kysely';
import type { KeptMessage } from '@fws/contract/admin/reports/schemas';
import type { ContentType, ReportDecision, ReportReason } from '@fws/contract/safety/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { Content, ContentText } from '../../platform/content.ts';
import type { CursorKey } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { ReportCaseTable, ReportTable } from './tables.ts';

export type CaseRow = Selectable<ReportCaseTable>;
export type ReportRow = Selectable<ReportTable>;

export interface Subject {
  type: ContentType;
  id: string;
}

const TAKING_DOWN = ['take_down', 'suspend'] as const satisfies readonly ReportDecision[];
/** The decisions that hide something. */
const HIDING = [...TAKING_DOWN, 'ask_change'] as const satisfies readonly ReportDecision[];
export const wasHidden = ({ decision }: Pick<CaseRow, 'decision'>): boolean =>
  HIDING.some((hiding) => hiding === decision);

export async function lockOpenCase(tx: Tx, { type, id }: Subject): Promise<CaseRow | null> {
  const row = await tx
    .selectFrom('report_case')
    .selectAll()
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('decided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Cases that wait for a look and have waited long enough. */
export async function listEndedWaits(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('report_case')
    .select('id')
    .where('decided_at', 'is', null)
    .where('waits_until', '<=', now)
    .orderBy('waits_until')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findCase(db: Db | Tx, id: number): Promise<CaseRow | null> {
  return (await db.selectFrom('report_case').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockCase(tx: Tx, id: number): Promise<CaseRow | null> {
  const row = await tx
    .selectFrom('report_case')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Null where somebody else has opened a case of the same subject at the same moment. */
export async function insertCase(
  tx: Tx,
  { type, id }: Subject,
  opened: {
    content: Content;
    harm: number;
    reason: ReportReason;
    openedAt: Date;
    dueAt: Date;
    waitsUntil: Date | null;
  },
): Promise<CaseRow | null> {
  const { content } = opened;
  const row = await tx
    .insertInto('report_case')
    .values({
      subject_type: type,
      subject_id: id,
      author_id: content.authorId,
      title: content.title,
      snapshot: JSON.stringify(content.texts),
      photo_ids: content.photoIds,
      path: content.path,
      harm: opened.harm,
      reason: opened.reason,
      opened_at: opened.openedAt,
      due_at: opened.dueAt,
      waits_until: opened.waitsUntil,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject_type', 'subject_id']).where('decided_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateCase(
  tx: Tx,
  id: number,
  change: Partial<Omit<CaseRow, 'id' | 'snapshot'>>,
): Promise<CaseRow> {
  return tx
    .updateTable('report_case')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOwnReport(tx: Tx, caseId: number, reporterId: number): Promise<ReportRow | null> {
  const row = await tx
    .selectFrom('report')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst();
  return row ?? null;
}

export function insertReport(
  tx: Tx,
  report: {
    caseId: number;
    reporterId: number | null;
    replyTo: string;
    locale: Locale;
    reason: ReportReason;
    details: string;
    texts: readonly ContentText[];
    messages: readonly KeptMessage[] | null;
    at: Date;
    dueAt: Date;
  },
): Promise<ReportRow> {
  return tx
    .insertInto('report')
    .values({
      case_id: report.caseId,
      reporter_id: report.reporterId,
      reply_to: report.replyTo,
      locale: report.locale,
      reason: report.reason,
      details: report.details,
      snapshot: JSON.stringify(report.texts),
      messages: report.messages && JSON.stringify(report.messages),
      reported_at: report.at,
      due_at: report.dueAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** All of them are told. */
export const REPORTERS_MAX = 10_000;

/** The reports of a case, first one first. Nobody reads more of them than the limit. */
export const listCaseReports = (db: Db | Tx, caseId: number, limit: number): Promise<ReportRow[]> =>
  db.selectFrom('report').selectAll().where('case_id', '=', caseId).orderBy('id').limit(limit).execute();

/** Newest first, up to one row more than the limit. */
export function listOwnReports(
  db: Db,
  reporterId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<ReportRow[]> {
  return db
    .selectFrom('report')
    .selectAll()
    .where('reporter_id', '=', reporterId)
    .$if(after !== null, (reports) =>
      reports.where(sql<boolean>`(reported_at, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`),
    )
    .orderBy('reported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function loadCases(db: Db, ids: readonly number[]): Promise<Map<number, CaseRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('report_case')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What was taken down of an author, newest first, up to one row more than the limit. */
export function listTakedowns(
  db: Db,
  authorId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<CaseRow[]> {
  return db
    .selectFrom('report_case')
    .selectAll()
    .where('author_id', '=', authorId)
    .where('decision', 'in', HIDING)
    .$if(after !== null, (cases) =>
      cases.where(sql<boolean>`(decided_at, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`),
    )
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** How often something of this author was taken down, by cases decided before this one. */
export async function countTakedowns(db: Db | Tx, authorId: number, beforeCaseId: number): Promise<number> {
  const { count } = await db
    .selectFrom('report_case')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', authorId)
    .where('decision', 'in', TAKING_DOWN)
    .where('id', '<', beforeCaseId)
    .executeTakeFirstOrThrow();
  return count;
}
