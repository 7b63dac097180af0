import type { OpsCaseDetail } from '@fws/contract/admin/cases/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/deps.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { listProviderStatuses, calculateCover } from '../../ledger/index.ts';
import { findWaitingApproval } from '../approvals/store.ts';
import { loadPeople } from '../disputes/store.ts';
import { readImpartiality } from '../own-cases/service.ts';
import { listPossibleDecisions } from './rules.ts';
import { listBalances, listCaseLedgerEntries, loadParties } from './store.ts';
import { listAnswerSubjects, loadCaseContext } from './service.ts';

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function readCase(
  { db }: Deps,
  staffId: number,
  caseId: number,
  locale: Locale,
): Promise<Outcome<OpsCaseDetail>> {
  const context = await loadCaseContext(db, caseId);
  if (!context) return refuse('not_found', 'admin.case_unknown');
  const { opsCase, subject, facts } = context;
  const { withdrawal, refund, payment, chargeback, settlement } = subject;
  const parties = await loadParties(db, subject);
  const [approval, accounts, ledger, answers, cover] = await Promise.all([
    findWaitingApproval(db, 'case_decided', caseId),
    listBalances(db, opsCase, subject, parties),
    listCaseLedgerEntries(db, opsCase, subject, parties),
    listProviderStatuses(db, listAnswerSubjects(opsCase, subject)),
    opsCase.kind === 'cover_short' ? calculateCover(db) : null,
  ]);
  const ids = [parties.posterId, parties.workerId, opsCase.resolved_by, approval?.asked_by ?? null];
  const people = await loadPeople(db, [0, ...ids.flatMap((id) => id ?? [])]);
  const toPeople = (side: 'poster' | 'worker', id: number | null) =>
    id === null ? [] : [{ side, id, name: '', verified: false, ...people.get(id) }];
  const getName = (id: number | null) => (id === null ? '' : (people.get(id)?.name ?? ''));
  return done({
    id: opsCase.id,
    kind: opsCase.kind,
    subject: opsCase.subject,
    amountPaise: opsCase.amount_paise,
    detail: opsCase.detail,
    raisedAt: opsCase.raised_at.toISOString(),
    dueAt: opsCase.due_at.toISOString(),
    resolved: opsCase.resolved_at && {
      by: getName(opsCase.resolved_by),
      at: opsCase.resolved_at.toISOString(),
      decision: opsCase.resolution,
    },
    people: [...toPeople('poster', parties.posterId), ...toPeople('worker', parties.workerId)],
    job: parties.job && {
      id: parties.job.id,
      number: parties.job.number,
      title: parties.job.title,
      milestone: translateIfId(locale, parties.job.milestone),
    },
    withdrawal: withdrawal && {
      id: withdrawal.id,
      transferId: withdrawal.transfer_id,
      state: withdrawal.state,
      destination: withdrawal.destination,
      createdAt: withdrawal.created_at.toISOString(),
      nextCheckAt: toIso(withdrawal.next_check_at),
    },
    refund: refund && {
      id: refund.id,
      state: refund.state,
      tries: refund.tries + 1,
      createdAt: refund.created_at.toISOString(),
      nextCheckAt: toIso(refund.next_check_at),
    },
    payment: payment && {
      provider: payment.provider,
      id: payment.payment_id,
      orderId: payment.order_id,
      method: payment.method,
      at: payment.received_at.toISOString(),
    },
    chargeback: chargeback && {
      id: chargeback.chargeback_id,
      state: chargeback.state,
      reason: chargeback.reason,
      escrowPaise: chargeback.escrow_paise,
      receivablePaise: chargeback.receivable_paise,
      writtenOffPaise: chargeback.written_off_paise,
      respondBy: toIso(chargeback.respond_by),
    },
    settlement: settlement && {
      id: settlement.settlement_id,
      state: settlement.state,
      settledPaise: settlement.settled_paise,
      feePaise: settlement.fee_paise,
      gstPaise: settlement.gst_paise,
      utr: settlement.utr ?? '',
    },
    cover,
    accounts,
    ledger,
    answers: answers.map(({ firstAt, lastAt, ...answer }) => ({
      ...answer,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    decisions: listPossibleDecisions(facts),
    approval: approval && {
      id: approval.id,
      askedBy: getName(approval.asked_by),
      at: approval.asked_at.toISOString(),
      reason: approval.reason,
    },
    mayDecide: await readImpartiality(db, staffId, 'case', caseId),
  });
}
