import { isReasonOfAuthor } from '@fws/contract/safety/model';
import type { AppealDecision, ReportDecision, ReportReason } from '@fws/contract/safety/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import { enqueue, notify, notifyMany, type Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { getOwner } from '../owners.ts';
import { calculateAppealEnd } from '../rules.ts';
import { tellShown } from '../changes/service.ts';
import { endChanges } from '../changes/store.ts';
import {
  listCaseReports,
  lockCase,
  REPORTERS_MAX,
  updateCase,
  wasHidden,
  type CaseRow,
  type ReportRow,
} from '../store.ts';

export interface ReportVerdict {
  caseId: number;
  decision: ReportDecision;
  /** The rule that it breaks. */
  reason: ReportReason;
  /** To the author. */
  words: string;
}

/**
 * Hides what was reported, for good or until it is changed, or leaves it. The author of what is hidden is told why and can
 * appeal, and everybody who reported it is told. The caller suspends the author's account before, where it decides so.
 */
export async function decideReport(
  tx: Tx,
  { caseId, decision, reason, words }: ReportVerdict,
  cause: Cause & { by: { userId: number } },
): Promise<Outcome<CaseRow>> {
  const opened = await lockCase(tx, caseId);
  if (!opened) return refuse('not_found', 'admin.report_unknown');
  if (opened.decided_at !== null) return refuse('conflict', 'admin.report_decided_before');
  const hides = decision !== 'leave' && decision !== 'show_text';
  if (hides && words === '') return refuseField('words', 'admin.words_required');
  if (hides && isReasonOfAuthor(reason)) return refuseField('reason', 'safety.reason_required');
  const owner = getOwner(opened.subject_type);
  if (decision === 'show_text') {
    if (!(await owner.hidden?.show(tx, opened.subject_id)))
      return refuse('conflict', 'safety.nothing_hidden');
  } else if (decision === 'leave') {
    // It waited for this look.
    if (opened.waits_until !== null) await owner.putBack(tx, opened.subject_id, cause);
  } else {
    if (decision === 'ask_change' && !owner.askChange)
      return refuseField('decision', 'admin.change_not_possible');
    const hide = decision === 'ask_change' ? owner.askChange : owner.takeDown;
    const isHidden = await hide?.(tx, opened.subject_id, cause);
    if (!isHidden && decision !== 'suspend') return refuse('conflict', 'admin.content_not_shown');
    await endChanges(tx, opened, 'ended');
  }
  const decided = await updateCase(tx, caseId, {
    decision,
    reason,
    words,
    decided_by: cause.by.userId,
    decided_at: cause.at,
    ...(decision === 'ask_change' && { change_state: 'asked' }),
  });
  await tell(tx, decided, cause.at);
  return done(decided);
}

async function tell(tx: Tx, decided: CaseRow, now: Date): Promise<void> {
  const reports = await listCaseReports(tx, decided.id, REPORTERS_MAX);
  const notices: Notice[] = reports.flatMap((report) => toReporterNotice(decided, report));
  if (wasHidden(decided)) notices.push(toAuthorNotice(decided, now));
  await notifyMany(tx, notices);
  if (decided.decision === 'leave' && decided.waits_until !== null) await tellShown(tx, decided);
  for (const { id, reply_to: replyTo } of reports)
    if (replyTo !== '') await enqueue(tx, 'answer_visitor_report', { reportId: id });
  const users = [decided.author_id, ...reports.flatMap(({ reporter_id: id }) => id ?? [])];
  await publish(tx, { users, topic: 'safety', id: decided.id });
}

const REPORTER_NOTICES = {
  take_down: 'report_acted',
  suspend: 'report_acted',
  ask_change: 'report_change_asked',
  leave: 'report_left',
  show_text: 'report_left',
} as const satisfies Record<ReportDecision, Notice['type']>;

/** Of what authors report of their own; what is hidden otherwise has a notice to its author. */
const AUTHOR_NOTICES = {
  take_down: null,
  suspend: null,
  ask_change: null,
  leave: 'text_stays_hidden',
  show_text: 'text_shown',
} as const satisfies Record<ReportDecision, Notice['type'] | null>;

function toReporterNotice(decided: CaseRow, { reporter_id: userId }: ReportRow): Notice[] {
  if (userId === null) return [];
  const notices = userId === decided.author_id ? AUTHOR_NOTICES : REPORTER_NOTICES;
  const type = notices[decided.decision ?? 'leave'];
  return type === null
    ? []
    : [
        {
          userId,
          type,
          values: { title: decided.title },
          path: '/reports',
          dedupeKey: `report_case:${decided.id}:decided`,
        },
      ];
}

const toAuthorNotice = (decided: CaseRow, now: Date): Notice => ({
  userId: decided.author_id,
  type: decided.decision === 'ask_change' ? 'content_change_asked' : 'content_taken_down',
  values: { title: decided.title, time: calculateAppealEnd(now).toISOString() },
  path: buildTakedownPath(decided.id),
  dedupeKey: `report_case:${decided.id}:taken_down`,
});

export const buildTakedownPath = (caseId: number): string => `/taken-down/${caseId}`;

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
  // What has ended meanwhile, such as a quote whose job was awarded, stays ended. So does what FWS has decided anew.
  const isCurrent = decided.change_state !== 'shown' && decided.change_state !== 'ended';
  if (decision === 'put_back' && isCurrent)
    await getOwner(decided.subject_type).putBack(tx, decided.subject_id, cause);
  const answered = await updateCase(tx, caseId, {
    appeal_decision: decision,
    appeal_words: words,
    appeal_decided_by: cause.by.userId,
    appeal_decided_at: cause.at,
    ...(decision === 'put_back' && decided.change_state !== null && { change_state: 'ended' }),
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
