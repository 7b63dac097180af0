import { isInEscrow, type FundEvent, type FundState } from '@fws/contract/contracts/lifecycle';
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
  if (!onHold || !isInEscrow(fund)) return null;
  // An open chargeback may still take the money, and money that was taken is gone.
  if (chargebacks?.isOpen) return null;
  return amountPaise - (chargebacks?.escrowPaise ?? 0);
}

/** What the split of a milestone is called in its lifecycle. */
export type SplitEvent = Extract<FundEvent, `split_${string}`>;

/** The refund to the poster, and what becomes of the milestone. */
export function getMilestoneOutcome(
  part: { toWorkerPaise: number; toPosterPaise: number },
  chargeBps: number,
): { refundPaise: number; event: SplitEvent } {
  const refundPaise = part.toPosterPaise - calculateShare(part.toPosterPaise, chargeBps);
  if (part.toWorkerPaise > 0) return { refundPaise, event: 'split_to_worker' };
  // With a charge of 100% nothing is left to send.
  return { refundPaise, event: refundPaise > 0 ? 'split_to_poster' : 'split_to_nobody' };
}
