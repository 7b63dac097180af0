import { CANCEL_ALONE_PERCENT, CANCEL_REFUSED_PERCENT, type Side } from '@fws/contract/contracts/model';
import type { CancelPlan } from '@fws/contract/contracts/schemas';
import { fundLifecycle, type FundEvent, type FundState } from '@fws/contract/contracts/lifecycle';
import { canTransition } from '@fws/contract/platform/lifecycle';
import { calculateShare } from '@fws/contract/platform/money';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { MilestoneRefund } from '../../escrow/index.ts';

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

export interface DetailedCancelPlan extends CancelPlan {
  refunds: MilestoneRefund[];
  /** Accepted but not yet released milestones: the worker gets this money in any case. */
  releases: number[];
  /** Milestones that may have an open order. */
  unpaid: number[];
}

export type CancelDecision =
  | { kind: 'plan'; plan: DetailedCancelPlan }
  | { kind: 'refused'; code: SharedMessageId };

/** A poster who cancels because the worker’s account is suspended pays no charge. */
export const waiveCharge = (suspended: Side | null, chargeBps: number): number =>
  suspended === 'worker' ? 0 : chargeBps;

/** Decides what cancelling the job would do now. */
export function decideCancel(milestones: readonly CancelFacts[], chargeBps: number): CancelDecision {
  if (milestones.some((milestone) => milestone.onHold)) return { kind: 'refused', code: 'contracts.on_hold' };
  const accepted = milestones.filter(
    (milestone) => milestone.fund === 'accepted' || milestone.fund === 'released',
  );
  const way = cancellationTier(sumAmounts(milestones), sumAmounts(accepted));
  if (way === 'refused') return { kind: 'refused', code: 'contracts.cancel_needs_dispute' };

  const refunds = milestones
    .filter((milestone) => mayCause('refund', milestone))
    .map(({ id, amountPaise }): MilestoneRefund => {
      const chargePaise = calculateShare(amountPaise, chargeBps);
      return { milestoneId: id, amountPaise, chargePaise, refundPaise: amountPaise - chargePaise };
    });
  const releases = milestones.filter((milestone) => mayCause('release', milestone));
  return {
    kind: 'plan',
    plan: {
      way,
      refunds,
      releases: releases.map((milestone) => milestone.id),
      unpaid: milestones
        .filter((milestone) => mayCause('close_order', milestone))
        .map((milestone) => milestone.id),
      refundPaise: refunds.reduce((sum, refund) => sum + refund.refundPaise, 0),
      chargePaise: refunds.reduce((sum, refund) => sum + refund.chargePaise, 0),
      releasePaise: sumAmounts(releases),
    },
  };
}

/** The poster cancels, or the worker by agreeing; both may cause the same. */
const mayCause = (event: FundEvent, { fund }: CancelFacts): boolean =>
  canTransition(fundLifecycle, event, fund, 'poster');

const sumAmounts = (milestones: readonly { amountPaise: number }[]): number =>
  milestones.reduce((sum, milestone) => sum + milestone.amountPaise, 0);
