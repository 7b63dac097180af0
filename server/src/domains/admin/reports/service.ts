import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import type { AppealDecision, ReportDecision, ReportReason } from '@fws/contract/safety/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isSuspendedSince } from '../../identity/index.ts';
import { decideAppeal, decideReport, lockReportCase, readReportCase } from '../../safety/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';
import { restoreInTx, suspendInTx } from '../users/service.ts';

/** Who reported is for nobody else, so reading it is recorded. */
export function readCase(deps: Deps, adminId: number, caseId: number): Promise<Outcome<ReportCase>> {
  return inTx(deps.db, async (tx): Promise<Outcome<ReportCase>> => {
    const reportCase = await readReportCase(tx, caseId);
    if (!reportCase) return refuse('not_found', 'admin.report_unknown');
    const act = { adminId, act: 'viewed', subject: 'report_case', subjectId: caseId };
    await recordAuditEntry(tx, act, deps.ports.clock.now());
    const mayDecide = await readImpartiality(tx, adminId, 'report', caseId);
    // What two people wrote each other is for who decides.
    const messages = mayDecide.allowed ? reportCase.messages : null;
    return done({ ...reportCase, messages, mayDecide });
  });
}

const ACTS = {
  take_down: 'content_taken_down',
  suspend: 'content_taken_down',
  ask_change: 'content_change_asked',
  leave: 'report_left',
  show_text: 'text_shown',
} as const satisfies Record<ReportDecision, string>;

interface Verdict {
  reportCaseId: number;
  decision: ReportDecision;
  reason: ReportReason;
  words: string;
}

export function decide(
  deps: Deps,
  adminId: number,
  { reportCaseId: caseId, ...verdict }: Verdict,
): Promise<Outcome<null>> {
  const cause = { by: { role: 'admin', userId: adminId }, at: deps.ports.clock.now() } as const;
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    if (verdict.decision === 'suspend') {
      const suspended = await suspendAuthor(tx, caseId, verdict.words, cause);
      if (!suspended.ok) return suspended;
    }
    const decided = await decideReport(tx, { caseId, ...verdict }, cause);
    if (!decided.ok) return decided;
    const { decision, reason, words } = verdict;
    const act = ACTS[decision];
    const details = { decision, rule: reason };
    const entry = { adminId, act, subject: 'report_case', subjectId: caseId, reason: words, details };
    await recordAuditEntry(tx, entry, cause.at);
    return done(null);
  });
}

/** The case is locked before the jobs of its author, as by every decision about it, and they before the account. */
async function suspendAuthor(
  tx: Tx,
  caseId: number,
  reason: string,
  cause: Parameters<typeof suspendInTx>[2],
): Promise<Outcome<null>> {
  const reportCase = await lockReportCase(tx, caseId);
  // What else is wrong is refused with the decision.
  if (!reportCase || reportCase.decided_at !== null || reason === '') return done(null);
  const suspended = await suspendInTx(tx, { userId: reportCase.author_id, reason }, cause);
  const isSuspendedAlready = !suspended.ok && suspended.refusal.code === 'admin.user_is_suspended';
  return isSuspendedAlready ? done(null) : suspended;
}

export function answerAppeal(
  deps: Deps,
  adminId: number,
  answer: { reportCaseId: number; decision: AppealDecision; words: string },
): Promise<Outcome<null>> {
  const { reportCaseId: caseId, decision, words } = answer;
  const cause = { by: { role: 'admin', userId: adminId }, at: deps.ports.clock.now() } as const;
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const answered = await decideAppeal(tx, { caseId, decision, words }, cause);
    if (!answered.ok) return answered;
    const { author_id: userId, decision: appealed, decided_at: decidedAt } = answered.value;
    const endsSuspension = decision === 'put_back' && appealed === 'suspend' && decidedAt !== null;
    // It may have been suspended for something else before or since.
    if (endsSuspension && (await isSuspendedSince(tx, userId, decidedAt)))
      await restoreInTx(tx, { userId, reason: words }, cause);
    const act = decision === 'put_back' ? 'appeal_granted' : 'appeal_refused';
    const entry = { adminId, act, subject: 'report_case', subjectId: caseId, reason: words };
    await recordAuditEntry(tx, entry, cause.at);
    return done(null);
  });
}
