import type { AuditAct } from '@fws/contract/admin/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { AuditDetails } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';

export interface AuditEntry {
  /** Null: done on FWS's command line. */
  adminId: number | null;
  act: string;
  subject: string;
  subjectId: string | number;
  reason?: string;
  details?: AuditDetails;
}

/** Writes the entry in the transaction of the change itself, so that both commit or neither does. */
export async function recordAuditEntry(tx: Tx, entry: AuditEntry, now: Date): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      admin_id: entry.adminId,
      act: entry.act,
      subject: entry.subject,
      subject_id: String(entry.subjectId),
      reason: entry.reason ?? '',
      details: JSON.stringify(entry.details ?? {}),
      at: now,
    })
    .execute();
}

const SAME_READ_MS = 10 * 60_000;

/**
 * Records that an admin read something. Reads of the same subject within ten minutes count as one, because screens reload
 * by themselves. False where nothing was recorded.
 */
export async function recordView(
  tx: Tx,
  view: { adminId: number; act: string; subject: string; subjectId: string | number },
  now: Date,
): Promise<boolean> {
  const { adminId, act, subject, subjectId } = view;
  const recent = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('admin_id', '=', adminId)
    .where('act', '=', act)
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .where('at', '>', new Date(now.getTime() - SAME_READ_MS))
    .executeTakeFirst();
  if (recent) return false;
  await recordAuditEntry(tx, view, now);
  return true;
}

/** Records that an admin read a user's personal data, in the audit log and in the user's security log. */
export async function recordRead(
  tx: Tx,
  read: { adminId: number; userId: number; subject: string; subjectId: string | number },
  now: Date,
): Promise<void> {
  const { adminId, userId, subject, subjectId } = read;
  if (!(await recordView(tx, { adminId, act: 'viewed', subject, subjectId }, now))) return;
  await recordSecurityEvent(
    tx,
    { kind: 'personal_data_read', userId, actorId: adminId, details: { subject } },
    now,
  );
}

export async function listActs(
  deps: Deps,
  params: PageRequest & { subject: string; subjectId: string },
): Promise<Outcome<Page<AuditAct>>> {
  const page = await loadPageByTime(
    params,
    (after) =>
      deps.db
        .selectFrom('audit_log')
        .leftJoin('user_account', 'user_account.id', 'audit_log.admin_id')
        .select(['audit_log.id', 'at', 'admin_id', 'act', 'subject', 'subject_id', 'reason', 'details'])
        .select(sql<string>`coalesce(rtrim(first_name || ' ' || last_name), '')`.as('admin_name'))
        .$if(params.subject !== '', (query) =>
          query.where('subject', '=', params.subject).where('subject_id', '=', params.subjectId),
        )
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(at, audit_log.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`),
        )
        .orderBy('at', 'desc')
        .orderBy('audit_log.id', 'desc')
        .limit(params.limit + 1)
        .execute(),
    (row) => [row.at, row.id],
  );
  if (!page.ok) return page;
  const items = page.value.rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    adminId: row.admin_id,
    adminName: row.admin_name,
    act: row.act,
    subject: row.subject,
    subjectId: row.subject_id,
    reason: row.reason,
    details: row.details,
  }));
  return done({ items, nextCursor: page.value.nextCursor });
}
