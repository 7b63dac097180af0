import type { FundState } from '@fws/contract/contracts/process';
import { calculateShare } from '@fws/contract/platform/money';

/** The milestone facts that a split depends on. */
export interface HeldFacts {
  fund: FundState;
  onHold: boolean;
  amountPaise: number;
  /** What chargebacks took of its escrow, and whether one is open; null when there was none. */
  chargebacks: { escrowPaise: number; isOpen: boolean } | null;
}

/** How much of a milestone a hold keeps in escrow; null when nothing of it can be split. */
export function calculateHeldPaise({ fund, onHold, amountPaise, chargebacks }: HeldFacts): number | null {
  if (!onHold || (fund !== 'funded' && fund !== 'accepted')) return null;
  // An open chargeback may still take the money, and money that was taken is gone.
  if (chargebacks?.isOpen) return null;
  return amountPaise - (chargebacks?.escrowPaise ?? 0);
}

/** The refund to the poster and the final fund state of the milestone. */
export function getMilestoneOutcome(
  part: { toWorkerPaise: number; toPosterPaise: number },
  chargeBps: number,
): { refundPaise: number; fund: 'released' | 'refund_pending' | 'refunded' } {
  const refundPaise = part.toPosterPaise - calculateShare(part.toPosterPaise, chargeBps);
  if (part.toWorkerPaise > 0) return { refundPaise, fund: 'released' };
  // With a charge of 100% nothing is left to send.
  return { refundPaise, fund: refundPaise > 0 ? 'refund_pending' : 'refunded' };
}
