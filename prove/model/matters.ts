import type { MatterDecision, MatterKind } from '@fws/contract/admin/matters/model';
import type { Expected } from './expected.ts';
import { type Verdict } from './state.ts';

/** The decisions that admins may take on an ops case, and what each must do to the money. */

export interface Matter {
  id: number;
  kind: MatterKind;
  /** "12" for a withdrawal, "ref_m7" for a refund, or "cashfree:…" with the provider's id. */
  subject: string;
}

/** Above this a second admin must agree. */
export const SECOND_PERSON_ABOVE_RUPEES = 200;

const parseSubjectId = ({ subject }: Matter): string => subject.slice(subject.indexOf(':') + 1);

export function listOfferedDecisions(model: Expected, matter: Matter): readonly MatterDecision[] {
  switch (matter.kind) {
    case 'withdrawal_contradicted': {
      const { state, said } = model.withdrawals.get(Number(matter.subject)) ?? {};
      if (!state || !isContradicted(state, said ?? null)) return ['ask', 'resolve'];
      return ['ask', state === 'paid' ? 'credit' : 'debit', 'resolve'];
    }
    case 'refund_failed':
      return model.refunds.get(matter.subject)?.state === 'failed' ? ['ask', 'resend'] : ['ask'];
    case 'payment_unapplied':
      return ['send_back'];
    case 'chargeback_late':
      return ['credit', 'send_back'];
    case 'chargeback_lost': {
      const claim = model.claims.get(parseSubjectId(matter));
      if (claim && claim.receivablePaise > claim.writtenOffPaise) return ['ask', 'write_off'];
      const milestone = model.milestones.find(({ id }) => id === claim?.milestone);
      return milestone && model.getEscrowLeft(milestone) > 0 ? ['ask'] : ['ask', 'resolve'];
    }
    case 'settlement_odd':
      return ['ask', 'resolve'];
    case 'withdrawal_unknown':
    case 'chargeback_open':
    case 'ledger_broken':
    case 'cover_short':
      return ['ask'];
  }
}

/** The amount that the decision itself moves. */
export function calculateMovedPaise(model: Expected, matter: Matter, decision: MatterDecision): number {
  if (decision === 'ask' || decision === 'resolve') return 0;
  const { kind, subject } = matter;
  const claim = model.claims.get(parseSubjectId(matter));
  if (kind === 'withdrawal_contradicted') return model.withdrawals.get(Number(subject))?.paise ?? 0;
  if (kind === 'refund_failed') return model.refunds.get(subject)?.paise ?? 0;
  if (kind === 'chargeback_late') return model.lateReturns.get(parseSubjectId(matter))?.paise ?? 0;
  return kind === 'chargeback_lost' && claim ? claim.receivablePaise - claim.writtenOffPaise : 0;
}

/** Applies a decision. Refuses one that is no longer offered, or that the wallet cannot cover. */
export function carryOut(model: Expected, matter: Matter, decision: MatterDecision): Verdict {
  if (!listOfferedDecisions(model, matter).includes(decision)) return 'refused';
  switch (decision) {
    case 'credit':
    case 'debit':
      return matter.kind === 'chargeback_late'
        ? creditLateReturn(model, matter)
        : correctWithdrawal(model, matter, decision);
    case 'resend': {
      const refund = model.refunds.get(matter.subject);
      if (refund) refund.state = 'pending';
      return 'done';
    }
    case 'send_back':
      if (matter.kind === 'chargeback_late') refundLateReturn(model, matter);
      return 'done';
    case 'write_off': {
      const claim = model.claims.get(parseSubjectId(matter));
      if (claim) claim.writtenOffPaise = claim.receivablePaise;
      return 'done';
    }
    case 'ask':
    case 'resolve':
    case 'bring_in':
      return 'done';
  }
}

function correctWithdrawal(model: Expected, { subject }: Matter, decision: 'credit' | 'debit'): Verdict {
  const withdrawal = model.withdrawals.get(Number(subject));
  if (!withdrawal) return 'refused';
  const { user, paise } = withdrawal;
  const left = model.getWalletPaise(user) + (decision === 'credit' ? paise : -paise);
  if (left < 0) return 'refused';
  model.wallets.set(user, left);
  withdrawal.state = decision === 'credit' ? 'reversed' : 'paid';
  return 'done';
}

function creditLateReturn(model: Expected, matter: Matter): Verdict {
  const late = model.lateReturns.get(parseSubjectId(matter));
  if (!late || model.worker === null) return 'refused';
  model.lateReturns.delete(parseSubjectId(matter));
  model.wallets.set(model.worker, model.getWalletPaise(model.worker) + late.paise);
  return 'done';
}

function refundLateReturn(model: Expected, matter: Matter): void {
  const late = model.lateReturns.get(parseSubjectId(matter));
  if (!late) return;
  late.refund = `ref_l${matter.id}`;
  model.refunds.set(late.refund, { order: late.order, milestone: null, paise: late.paise, state: 'pending' });
}

/** Finds stuck money: no rule moves it, and none of these ops cases reports it to an admin. */
export function untold(model: Expected, matters: readonly Matter[]): string | null {
  const hasCase = (kind: MatterKind, id: string) =>
    matters.some(
      (matter) => matter.kind === kind && (matter.subject === id || parseSubjectId(matter) === id),
    );
  for (const [id, { state }] of model.refunds)
    if (state === 'failed' && !hasCase('refund_failed', id)) return `refund ${id} was given up on`;
  for (const [id, { refund }] of model.lateReturns)
    if (!refund && !hasCase('chargeback_late', id)) return `chargeback ${id} was won late`;
  for (const [id, { state, receivablePaise, writtenOffPaise }] of model.claims)
    if (state === 'lost' && receivablePaise > writtenOffPaise && !hasCase('chargeback_lost', id))
      return `chargeback ${id} took ${receivablePaise} paise of the platform's`;
  for (const [id, { state, said }] of model.withdrawals)
    if (isContradicted(state, said) && !hasCase('withdrawal_contradicted', String(id)))
      return `withdrawal ${id} is ${state}, and the provider says ${said}`;
  return null;
}

/** The withdrawal counts as paid but was not, or counts as failed but was paid. */
export const isContradicted = (state: string, said: string | null): boolean =>
  (state === 'paid' && (said === 'failed' || said === 'rejected')) || (state === 'failed' && said === 'paid');
