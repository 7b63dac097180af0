import type { AuditAct } from '@fws/contract/admin/model';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { AuditDetails } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/domain.ts';

export interface Act {
  /** Null: FWS's own command line. */
  adminId: number | null;
  act: string;
  subject: string;
  subjectId: string | number;
  reason?: string;
  details?: AuditDetails;
}

/** In the transaction of what was done, so that neither stands without the other. */
export async function record(tx: Tx, act: Act, now: Date): Promise<void> {
  await tx
    .insertInto('audit_act')
    .values({
      admin_id: act.adminId,
      act: act.act,
      subject: act.subject,
      subject_id: String(act.subjectId),
      reason: act.reason ?? '',
      details: JSON.stringify(act.details ?? {}),
      at: now,
    })
    .execute();
}

export async function listActs(
  deps: Deps,
  asked: PageAsked & { subject: string; subjectId: string },
): Promise<Outcome<Page<AuditAct>>> {
  const after = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
  if (asked.cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const found = await deps.db
    .selectFrom('audit_act')
    .leftJoin('user_account', 'user_account.id', 'audit_act.admin_id')
    .select(['audit_act.id', 'at', 'admin_id', 'act', 'subject', 'subject_id', 'reason', 'details'])
    .select(sql<string>`coalesce(first_name || ' ' || last_name, '')`.as('admin_name'))
    .$if(asked.subject !== '', (rows) =>
      rows.where('subject', '=', asked.subject).where('subject_id', '=', asked.subjectId),
    )
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(at, audit_act.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_act.id', 'desc')
    .limit(asked.limit + 1)
    .execute();
  const { rows, nextCursor } = pageOf(found, asked.limit, (row) => [row.at.toISOString(), row.id]);
  const items = rows.map((row) => ({
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
  return done({ items, nextCursor });
}
