import {
  isReasonOfAuthor,
  needsMessages,
  REPORTED_MESSAGES_MAX,
  type ReportReason,
} from '@fws/contract/safety/model';
import type { KeptMessage } from '@fws/contract/admin/reports/schemas';
import type { NewReport, Report } from '@fws/contract/safety/schemas';
import type { Page } from '@fws/contract/platform/call';
import { toIstDate } from '@fws/contract/platform/dates';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import type { Content } from '../../../platform/content.ts';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { copyConversation } from '../../conversations/index.ts';
import { LIMITS } from '../limits.ts';
import { getOwner } from '../owners.ts';
import { isAuthor } from '../policy.ts';
import { calculateDueTime, getHarmRank, isReasonFor, mergeReport } from '../rules.ts';
import {
  findOwnReport,
  insertCase,
  insertReport,
  listOwnReports,
  loadCases,
  lockOpenCase,
  updateCase,
  type CaseRow,
} from '../store.ts';
import { toReport } from '../view.ts';

interface Reporter {
  /** Null: a visitor. */
  userId: number | null;
  addressKey: string;
  locale: Locale;
}

/** Reports something, with a copy of what this reporter sees. Again, the first report of the open case stays. */
export async function reportContent(
  deps: Deps,
  report: NewReport,
  reporter: Reporter,
): Promise<Outcome<Report>> {
  const now = deps.ports.clock.now();
  const { subjectType: type, subjectId: id, reason } = report;
  return inTx(deps.db, async (tx): Promise<Outcome<Report>> => {
    const counted = await countReport(deps, tx, reporter, now);
    if (!counted.ok) return counted;
    const content = await getOwner(type).find(tx, id, reporter.userId, toIstDate(now));
    if (!content) return refuse('not_found', 'safety.subject_unknown');
    const isOwn = isAuthor({ author_id: content.authorId }, reporter.userId);
    if (isOwn && !isReasonOfAuthor(reason)) return refuse('conflict', 'safety.own');
    if (!isReasonFor(reason, type, isOwn)) return refuseField('reason', 'safety.reason_required');
    if (isOwn && !(await getOwner(type).hidden?.read(tx, id)))
      return refuse('conflict', 'safety.nothing_hidden');
    const dueAt = calculateDueTime(reason, now);
    const reportCase = await openCase(tx, report, { content, dueAt, now });
    const earlier = reporter.userId === null ? null : await findOwnReport(tx, reportCase.id, reporter.userId);
    if (earlier) return done(toReport(earlier, reportCase));
    const row = await insertReport(tx, {
      caseId: reportCase.id,
      reporterId: reporter.userId,
      replyTo: reporter.userId === null ? (report.replyTo ?? '') : '',
      locale: reporter.locale,
      reason,
      details: report.details ?? '',
      texts: [...content.texts, ...(content.notes ?? [])],
      messages: await keepMessages(tx, content, { reason, reporterId: reporter.userId }),
      at: now,
      dueAt,
    });
    await updateCase(tx, reportCase.id, mergeReport(reportCase, row));
    if (reportCase.photo_ids.length > 0) await enqueue(tx, 'keep_reported_photos', { caseId: reportCase.id });
    if (reporter.userId !== null)
      await publish(tx, { users: [reporter.userId], topic: 'safety', id: reportCase.id });
    return done(toReport(row, reportCase));
  });
}

/** What the two wrote, where the reason is something that was written. Whoever wrote it reads of no copy. */
const keepMessages = (
  tx: Tx,
  { conversation }: Content,
  { reason, reporterId }: { reason: ReportReason; reporterId: number | null },
): Promise<KeptMessage[] | null> =>
  conversation && reporterId !== null && needsMessages(reason)
    ? copyConversation(tx, conversation, { reporterId, limit: REPORTED_MESSAGES_MAX })
    : Promise.resolve(null);

const countReport = ({ config }: Deps, tx: Tx, { userId, addressKey }: Reporter, now: Date) =>
  userId === null
    ? countAttempt(tx, config.limits.get(LIMITS.report_address), addressKey, now)
    : countAttempt(tx, config.limits.get(LIMITS.report_user), String(userId), now);

/** The open case of the subject, locked. */
async function openCase(
  tx: Tx,
  { subjectType: type, subjectId: id, reason }: NewReport,
  { content, dueAt, now }: { content: Content; dueAt: Date; now: Date },
): Promise<CaseRow> {
  const subject = { type, id };
  const opened = { content, harm: getHarmRank(reason), reason, openedAt: now, dueAt, waitsUntil: null };
  const row =
    (await lockOpenCase(tx, subject)) ??
    (await insertCase(tx, subject, opened)) ??
    (await lockOpenCase(tx, subject)) ??
    // It was opened and decided in between.
    (await insertCase(tx, subject, opened));
  if (!row) throw new Error('two cases of one subject were opened and decided at once');
  return row;
}

/** What this user has reported, newest first. */
export async function listReports(
  deps: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<Report>>> {
  const page = await loadPageByTime(
    params,
    (after) => listOwnReports(deps.db, userId, { after, limit: params.limit }),
    (row) => [row.reported_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const cases = await loadCases(
    deps.db,
    rows.map((row) => row.case_id),
  );
  const items = rows.flatMap((row) => {
    const reportCase = cases.get(row.case_id);
    return reportCase ? [toReport(row, reportCase)] : [];
  });
  return done({ items, nextCursor });
}
