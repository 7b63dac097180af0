import { CANCEL_ALONE_PERCENT, CANCEL_REFUSED_PERCENT, type CancelPlan } from '@fws/contract/contracts/model';
import type { FundState } from '@fws/contract/contracts/process';
import { shareOf } from '@fws/contract/platform/money';
import type { SharedMessageId } from '@fws/contract/platform/messages';

/** The milestone facts that cancelling depends on. */
export interface CancelFacts {
  id: number;
  fund: FundState;
  onHold: boolean;
  amountPaise: number;
}

export type CancellationTier = CancelPlan['way'] | 'refused';

/** The tier by the share of the job value that is accepted or released. Both limits belong to the outer tiers. */
export function cancellationTier(totalPaise: number, acceptedPaise: number): CancellationTier {
  if (acceptedPaise * 100 <= totalPaise * CANCEL_ALONE_PERCENT) return 'direct';
  return acceptedPaise * 100 >= totalPaise * CANCEL_REFUSED_PERCENT ? 'refused' : 'consent';
}

export interface Refunded {
  milestoneId: number;
  /** The amount that leaves escrow: refund plus charge. */
  amountPaise: number;
  refundPaise: number;
  chargePaise: number;
}

export interface Cancelling extends CancelPlan {
  refunds: Refunded[];
  /** Accepted but not yet released milestones: the worker gets this money in any case. */
  releases: number[];
  /** Milestones that may have an open order. */
  unpaid: number[];
}

export type CancelDecision = { kind: 'plan'; plan: Cancelling } | { kind: 'refused'; code: SharedMessageId };

/** Decides what cancelling the job would do now. */
export function decideCancel(milestones: readonly CancelFacts[], chargeBps: number): CancelDecision {
  if (milestones.some((one) => one.onHold)) return { kind: 'refused', code: 'contracts.on_hold' };
  const accepted = milestones.filter((one) => one.fund === 'accepted' || one.fund === 'released');
  const way = cancellationTier(sumOf(milestones), sumOf(accepted));
  if (way === 'refused') return { kind: 'refused', code: 'contracts.cancel_needs_dispute' };

  const refunds = milestones
    .filter((one) => one.fund === 'funded')
    .map(({ id, amountPaise }): Refunded => {
      const chargePaise = shareOf(amountPaise, chargeBps);
      return { milestoneId: id, amountPaise, chargePaise, refundPaise: amountPaise - chargePaise };
    });
  const releases = milestones.filter((one) => one.fund === 'accepted');
  return {
    kind: 'plan',
    plan: {
      way,
      refunds,
      releases: releases.map((one) => one.id),
      unpaid: milestones.filter((one) => one.fund === 'funding_pending').map((one) => one.id),
      refundPaise: refunds.reduce((sum, one) => sum + one.refundPaise, 0),
      chargePaise: refunds.reduce((sum, one) => sum + one.chargePaise, 0),
      releasePaise: sumOf(releases),
    },
  };
}

const sumOf = (milestones: readonly { amountPaise: number }[]): number =>
  milestones.reduce((sum, one) => sum + one.amountPaise, 0);
