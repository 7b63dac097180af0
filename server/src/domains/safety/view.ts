import type { Report, Takedown } from '@fws/contract/safety/schemas';
import { formatReportNumber, type Rule } from '@fws/contract/safety/model';
import { calculateAppealEnd, calculateWaitEnd, mayAppeal } from './rules.ts';
import { wasHidden, type CaseRow, type ReportRow } from './store.ts';

const isHidden = (row: CaseRow): boolean =>
  wasHidden(row) && row.appeal_decision !== 'put_back' && row.change_state !== 'shown';

/** What a reporter reads. */
export const toReport = (row: ReportRow, reportCase: CaseRow): Report => ({
  id: row.id,
  number: formatReportNumber(reportCase.id),
  // The screen of what is hidden would only say that it is gone.
  subject: { ...toSubject(reportCase), path: isHidden(reportCase) ? null : reportCase.path },
  reason: row.reason,
  details: row.details,
  reportedAt: row.reported_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  decision: reportCase.decision,
  decidedAt: reportCase.decided_at?.toISOString() ?? null,
  changedAt: reportCase.change_state === 'shown' ? (reportCase.changed_at?.toISOString() ?? null) : null,
});

const toSubject = ({ subject_type: type, subject_id: id, title }: CaseRow) => ({ type, id, title });

const toChange = ({ change_state: state, changed_at: changedAt }: CaseRow): Takedown['change'] =>
  state && {
    state,
    until: state === 'waiting' && changedAt !== null ? calculateWaitEnd(changedAt).toISOString() : null,
  };

/** What an author reads. */
export function toTakedown(row: CaseRow, path: string | null, now: Date): Takedown {
  if (row.decided_at === null) throw new Error(`case ${row.id} is not decided`);
  return {
    id: row.id,
    number: formatReportNumber(row.id),
    subject: { ...toSubject(row), path },
    // No decision that hides something names another.
    reason: row.reason as Rule,
    words: row.words,
    takenDownAt: row.decided_at.toISOString(),
    change: toChange(row),
    snapshot: row.snapshot,
    appeal: {
      mayAppeal: mayAppeal(row, now),
      until: calculateAppealEnd(row.decided_at).toISOString(),
      text: row.appeal_text,
      sentAt: row.appealed_at?.toISOString() ?? null,
      answerBy: row.appeal_due_at?.toISOString() ?? null,
      decision: row.appeal_decision,
      words: row.appeal_words,
    },
  };
}
