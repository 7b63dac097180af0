import type { OpsCaseDecision, OpsCaseKind } from '@fws/contract/admin/cases/model';
import type { OpsCase } from '../support/product/observe.ts';
import type { Expected } from './expected.ts';
import type { Verdict } from './state.ts';

/** The decisions that admins may take on an ops case, and what each must do to the money. */

const parseSubjectId = ({ subject }: OpsCase): string => subject.slice(subject.indexOf(':') + 1);

export function listOfferedDecisions(model: Expected, opsCase: OpsCase): readonly OpsCaseDecision[] {
  switch (opsCase.kind) {
    case 'withdrawal_contradicted': {
      const { state, status } = model.withdrawals.get(Number(opsCase.subject)) ?? {};
      if (!state || !isContradicted(state, status ?? null)) return ['ask', 'resolve'];
      return ['ask', state === 'paid' ? 'credit' : 'debit', 'resolve'];
    }
    case 'refund_failed':
      return model.refunds.get(opsCase.subject)?.state === 'failed' ? ['ask', 'resend'] : ['ask'];
    case 'payment_unapplied':
      return ['send_back'];
    case 'chargeback_late':
      return ['credit', 'send_back'];
    case 'chargeback_lost': {
      const chargeback = model.chargebacks.get(parseSubjectId(opsCase));
      const isOwed = chargeback && chargeback.receivablePaise > chargeback.writtenOffPaise;
      const isHeld = model.getHeldPaise(parseSubjectId(opsCase)) > 0;
      const milestone = model.milestones.find(({ id }) => id === chargeback?.milestone);
      const isInEscrow = milestone && model.getEscrowLeft(milestone) > 0;
      return [
        'ask',
        ...(isOwed ? (['write_off'] as const) : []),
        ...(isHeld ? (['free_releases'] as const) : []),
        ...(isOwed || isHeld || isInEscrow ? [] : (['resolve'] as const)),
      ];
    }
    case 'settlement_odd':
    case 'release_withdrawn':
      return ['ask', 'resolve'];
    case 'payer_stopped':
      return ['allow_payer', 'resolve'];
    case 'withdrawal_unknown':
    case 'chargeback_open':
    case 'ledger_broken':
    case 'cover_short':
      return ['ask'];
  }
}

/** The amount that the decision itself moves. */
export function calculateMovedPaise(model: Expected, opsCase: OpsCase, decision: OpsCaseDecision): number {
  if (decision === 'ask' || decision === 'resolve' || decision === 'allow_payer') return 0;
  const { kind, subject } = opsCase;
  const chargeback = model.chargebacks.get(parseSubjectId(opsCase));
  if (decision === 'free_releases') return model.getHeldPaise(parseSubjectId(opsCase));
  if (kind === 'withdrawal_contradicted') return model.withdrawals.get(Number(subject))?.paise ?? 0;
  if (kind === 'refund_failed') return model.refunds.get(subject)?.paise ?? 0;
  if (kind === 'chargeback_late') return model.lateReturns.get(parseSubjectId(opsCase))?.paise ?? 0;
  return kind === 'chargeback_lost' && chargeback
    ? chargeback.receivablePaise - chargeback.writtenOffPaise
    : 0;
}

/** Applies a decision. Refuses one that is no longer offered, or that the wallet cannot cover. */
export function applyDecision(
  model: Expected,
  opsCase: OpsCase,
  decision: OpsCaseDecision,
  now: number,
): Verdict {
  if (!listOfferedDecisions(model, opsCase).includes(decision)) return 'refused';
  switch (decision) {
    case 'credit':
    case 'debit':
      return opsCase.kind === 'chargeback_late'
        ? creditLateReturn(model, opsCase, now)
        : correctWithdrawal(model, opsCase, decision, now);
    case 'resend': {
      const refund = model.refunds.get(opsCase.subject);
      if (refund) refund.state = 'pending';
      return 'done';
    }
    case 'send_back':
      if (opsCase.kind === 'chargeback_late') refundLateReturn(model, opsCase);
      return 'done';
    case 'write_off': {
      const chargeback = model.chargebacks.get(parseSubjectId(opsCase));
      if (chargeback) chargeback.writtenOffPaise = chargeback.receivablePaise;
      return 'done';
    }
    case 'ask':
    case 'resolve':
    case 'bring_in':
      return 'done';
    case 'free_releases':
      model.liftHoldsBy(parseSubjectId(opsCase));
      return 'done';
    case 'allow_payer':
      model.stops.delete(parseSubjectId(opsCase));
      return 'done';
  }
}

function correctWithdrawal(
  model: Expected,
  { subject }: OpsCase,
  decision: 'credit' | 'debit',
  now: number,
): Verdict {
  const withdrawal = model.withdrawals.get(Number(subject));
  if (!withdrawal) return 'refused';
  const { user, paise } = withdrawal;
  const wallet = model.getWallet(user);
  if (decision === 'debit' && wallet.balance < paise) return 'refused';
  if (decision === 'credit') wallet.giveBack(Number(subject));
  else wallet.take(paise, now, { isLate: true, withdrawal: Number(subject) });
  withdrawal.state = decision === 'credit' ? 'reversed' : 'paid';
  return 'done';
}

function creditLateReturn(model: Expected, opsCase: OpsCase, now: number): Verdict {
  const late = model.lateReturns.get(parseSubjectId(opsCase));
  if (!late || model.worker === null) return 'refused';
  model.lateReturns.delete(parseSubjectId(opsCase));
  model.credit(model.orders.get(late.order)?.milestone ?? 0, late.paise, now);
  return 'done';
}

function refundLateReturn(model: Expected, opsCase: OpsCase): void {
  const late = model.lateReturns.get(parseSubjectId(opsCase));
  if (!late) return;
  late.refund = `ref_l${opsCase.id}`;
  model.refunds.set(late.refund, { order: late.order, milestone: null, paise: late.paise, state: 'pending' });
}

/** Finds stuck money: no rule moves it, and none of these ops cases reports it to an admin. */
export function findMissingCase(model: Expected, opsCases: readonly OpsCase[]): string | null {
  const hasCase = (kind: OpsCaseKind, id: string) =>
    opsCases.some(
      (opsCase) => opsCase.kind === kind && (opsCase.subject === id || parseSubjectId(opsCase) === id),
    );
  for (const [id, { state }] of model.refunds)
    if (state === 'failed' && !hasCase('refund_failed', id)) return `refund ${id} was given up on`;
  for (const [id, { refund }] of model.lateReturns)
    if (!refund && !hasCase('chargeback_late', id)) return `chargeback ${id} was won late`;
  for (const [id, { state, receivablePaise, writtenOffPaise }] of model.chargebacks)
    if (state === 'lost' && receivablePaise > writtenOffPaise && !hasCase('chargeback_lost', id))
      return `chargeback ${id} took ${receivablePaise} paise of the platform's`;
  for (const id of model.stops) if (!hasCase('payer_stopped', id)) return `chargeback ${id} stops the payer`;
  for (const [id, { state, status }] of model.withdrawals)
    if (isContradicted(state, status) && !hasCase('withdrawal_contradicted', String(id)))
      return `withdrawal ${id} is ${state}, and the provider says ${status}`;
  return null;
}

/** The withdrawal counts as paid but was not, or counts as failed but was paid. */
export const isContradicted = (state: string, status: string | null): boolean =>
  (state === 'paid' && (status === 'failed' || status === 'rejected')) ||
  (state === 'failed' && status === 'paid');
