import type { AppealDecision, ReportDecision, ReportReason } from '@fws/contract/safety/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import { enqueue, notify, notifyMany, type Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { getOwner } from '../owners.ts';
import { calculateAppealEnd } from '../rules.ts';
import { listCaseReports, lockCase, updateCase, type CaseRow, type ReportRow } from '../store.ts';

export interface ReportVerdict {
  caseId: number;
  decision: ReportDecision;
  /** The rule that it breaks. */
  reason: ReportReason;
  /** To the author. */
  words: string;
}

/** All of them are told. */
const REPORTERS_MAX = 10_000;

/**
 * Hides what was reported, or leaves it. The author of what is hidden is told why and can appeal, and everybody who reported
 * it is told. The caller suspends the author's account before, where it decides so.
 */
export async function decideReport(
  tx: Tx,
  { caseId, decision, reason, words }: ReportVerdict,
  cause: Cause & { by: { userId: number } },
): Promise<Outcome<CaseRow>> {
  const opened = await lockCase(tx, caseId);
  if (!opened) return refuse('not_found', 'admin.report_unknown');
  if (opened.decided_at !== null) return refuse('conflict', 'admin.report_decided_before');
  if (decision !== 'leave' && words === '') return refuseField('words', 'admin.words_required');
  const owner = getOwner(opened.subject_type);
  if (decision === 'leave') {
    // It waited for this look.
    if (opened.waits_until !== null) await owner.putBack(tx, opened.subject_id, cause);
  } else if (!(await owner.takeDown(tx, opened.subject_id, cause)) && decision === 'take_down')
    return refuse('conflict', 'admin.content_not_shown');
  const decided = await updateCase(tx, caseId, {
    decision,
    reason,
    words,
    decided_by: cause.by.userId,
    decided_at: cause.at,
  });
  await tell(tx, decided, cause.at);
  return done(decided);
}

async function tell(tx: Tx, decided: CaseRow, now: Date): Promise<void> {
  const reports = await listCaseReports(tx, decided.id, REPORTERS_MAX);
  const notices: Notice[] = reports.flatMap((report) => toReporterNotice(decided, report));
  if (decided.decision !== 'leave') notices.push(toAuthorNotice(decided, now));
  else if (decided.waits_until !== null) notices.push(buildShownNotice(decided));
  await notifyMany(tx, notices);
  for (const { id, reply_to: replyTo } of reports)
    if (replyTo !== '') await enqueue(tx, 'answer_visitor_report', { reportId: id });
  const users = [decided.author_id, ...reports.flatMap(({ reporter_id: id }) => id ?? [])];
  await publish(tx, { users, topic: 'safety', id: decided.id });
}

const toReporterNotice = (decided: CaseRow, { reporter_id: userId }: ReportRow): Notice[] =>
  userId === null
    ? []
    : [
        {
          userId,
          type: decided.decision === 'leave' ? 'report_left' : 'report_acted',
          values: { title: decided.title },
          path: '/reports',
          dedupeKey: `report_case:${decided.id}:decided`,
        },
      ];

const toAuthorNotice = (decided: CaseRow, now: Date): Notice => ({
  userId: decided.author_id,
  type: 'content_taken_down',
  values: { title: decided.title, time: calculateAppealEnd(now).toISOString() },
  path: buildTakedownPath(decided.id),
  dedupeKey: `report_case:${decided.id}:taken_down`,
});

export const buildTakedownPath = (caseId: number): string => `/taken-down/${caseId}`;

/** What waited for a look is shown now. */
export const buildShownNotice = (decided: CaseRow): Notice => ({
  userId: decided.author_id,
  type: 'post_shown',
  values: { title: decided.title },
  path: decided.subject_type === 'job' ? `/job/${decided.subject_id}` : '/myquotes',
  dedupeKey: `report_case:${decided.id}:shown`,
});

/**
 * The answer of another person: who took it down is a party of the appeal (admin/own-cases). The caller restores the
 * author's account afterwards, where it was suspended with it.
 */
export async function decideAppeal(
  tx: Tx,
  { caseId, decision, words }: { caseId: number; decision: AppealDecision; words: string },
  cause: Cause & { by: { userId: number } },
): Promise<Outcome<CaseRow>> {
  const decided = await lockCase(tx, caseId);
  if (!decided) return refuse('not_found', 'admin.report_unknown');
  if (decided.appealed_at === null || decided.appeal_decided_at !== null)
    return refuse('conflict', 'admin.no_open_appeal');
  // What has ended meanwhile, such as a quote whose job was awarded, stays ended.
  if (decision === 'put_back') await getOwner(decided.subject_type).putBack(tx, decided.subject_id, cause);
  const answered = await updateCase(tx, caseId, {
    appeal_decision: decision,
    appeal_words: words,
    appeal_decided_by: cause.by.userId,
    appeal_decided_at: cause.at,
  });
  await notify(tx, {
    userId: answered.author_id,
    type: decision === 'put_back' ? 'appeal_granted' : 'appeal_refused',
    values: { title: answered.title },
    path: buildTakedownPath(answered.id),
    dedupeKey: `report_case:${answered.id}:appeal`,
  });
  await publish(tx, { users: [answered.author_id], topic: 'safety', id: answered.id });
  return done(answered);
}
