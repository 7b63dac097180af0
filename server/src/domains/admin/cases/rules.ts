import type { OpsCaseDecision, OpsCaseKind } from '@fws/contract/admin/cases/model';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import { findCorrection } from '../../payouts/index.ts';

/** The current facts that determine which decisions are possible. */
export interface OpsCaseFacts {
  kind: OpsCaseKind;
  isOpen: boolean;
  withdrawal: { state: WithdrawalState; lastStatus: string | undefined } | null;
  refund: { state: 'pending' | 'succeeded' | 'failed' } | null;
  chargeback: {
    receivablePaise: number;
    writtenOffPaise: number;
    /** Its milestone still has money in escrow. */
    isHeld: boolean;
    /** What was released of the payment and is on hold. */
    heldReleasePaise: number;
  } | null;
}

/** The decisions that are possible now. Money that only a provider status may move is never offered. */
export function listPossibleDecisions(facts: OpsCaseFacts): OpsCaseDecision[] {
  if (!facts.isOpen) return [];
  const { kind, withdrawal, refund, chargeback } = facts;
  switch (kind) {
    case 'withdrawal_unknown':
    case 'chargeback_open':
      return ['ask'];
    case 'withdrawal_contradicted': {
      const correction = withdrawal && findCorrection(withdrawal.state, withdrawal.lastStatus);
      const isFinal = withdrawal && withdrawal.state !== 'requested' && withdrawal.state !== 'processing';
      return ['ask', ...(correction ? [correction] : []), ...(isFinal ? (['resolve'] as const) : [])];
    }
    case 'refund_failed':
      return refund?.state === 'failed' ? ['ask', 'resend'] : ['ask'];
    case 'payment_unapplied':
      return ['send_back'];
    case 'chargeback_lost': {
      const isOwed = chargeback !== null && chargeback.receivablePaise > chargeback.writtenOffPaise;
      // Held escrow must be divided by settling a dispute before the case can be resolved.
      // So must releases on hold be freed, or they would wait for nobody.
      const hasHeldRelease = (chargeback?.heldReleasePaise ?? 0) > 0;
      const isOver = !isOwed && !chargeback?.isHeld && !hasHeldRelease;
      return [
        'ask',
        ...(isOwed ? (['write_off'] as const) : []),
        ...(hasHeldRelease ? (['free_releases'] as const) : []),
        ...(isOver ? (['resolve'] as const) : []),
      ];
    }
    case 'release_withdrawn':
      return ['ask', 'resolve'];
    case 'payer_stopped':
      return ['allow_payer', 'resolve'];
    case 'chargeback_late':
      return ['credit', 'send_back'];
    case 'settlement_odd':
    case 'ledger_broken':
      return ['ask', 'resolve'];
    case 'cover_short':
      return ['ask', 'bring_in'];
  }
}

/** The amount that a decision moves. It determines whether a second admin must approve. */
export function calculateMovedPaise(
  decision: OpsCaseDecision,
  facts: OpsCaseFacts,
  amounts: { casePaise: number | null; askedPaise: number | null },
): number {
  if (decision === 'ask' || decision === 'resolve' || decision === 'allow_payer') return 0;
  if (decision === 'free_releases') return facts.chargeback?.heldReleasePaise ?? 0;
  if (decision === 'bring_in') return amounts.askedPaise ?? 0;
  if (decision === 'write_off')
    return (facts.chargeback?.receivablePaise ?? 0) - (facts.chargeback?.writtenOffPaise ?? 0);
  // An unapplied payment is refunded anyway; the decision only makes it sooner.
  return facts.kind === 'payment_unapplied' ? 0 : (amounts.casePaise ?? 0);
}
