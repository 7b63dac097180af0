import type { FundState } from '@fws/contract/contracts/process';
import { shareOf } from '@fws/contract/platform/money';

/** What of a milestone is to be divided. */
export interface HeldFacts {
  fund: FundState;
  onHold: boolean;
  amountPaise: number;
  /** What banks took of its escrow, and whether one still asks; null: none ever did. */
  charged: { escrowPaise: number; isOpen: boolean } | null;
}

/** How much of a milestone a hold keeps in escrow; null when nothing of it is to be divided. */
export function heldPaise({ fund, onHold, amountPaise, charged }: HeldFacts): number | null {
  if (!onHold || (fund !== 'funded' && fund !== 'accepted')) return null;
  // What a bank is still asking for is nobody's to divide; what it has is gone.
  if (charged?.isOpen) return null;
  return amountPaise - (charged?.escrowPaise ?? 0);
}

/** What is sent back to the poster, and how the milestone ends. */
export function endOf(
  part: { toWorkerPaise: number; toPosterPaise: number },
  chargeBps: number,
): { refundPaise: number; fund: 'released' | 'refund_pending' | 'refunded' } {
  const refundPaise = part.toPosterPaise - shareOf(part.toPosterPaise, chargeBps);
  if (part.toWorkerPaise > 0) return { refundPaise, fund: 'released' };
  // A charge of everything leaves nothing to send.
  return { refundPaise, fund: refundPaise > 0 ? 'refund_pending' : 'refunded' };
}

const OPEN: readonly FundState[] = ['unfunded', 'funding_pending', 'funded', 'accepted'];

/** With nothing left to pay a job is over: completed where the worker had something for it. Null: it goes on. */
export function jobAfter(funds: readonly FundState[]): 'completed' | 'cancelled' | null {
  if (funds.some((fund) => OPEN.includes(fund))) return null;
  return funds.includes('released') ? 'completed' : 'cancelled';
}
