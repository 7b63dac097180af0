import type { Dispute, DisputeStep, DisputeType, Settlement } from './state.ts';

/** From this stage on the vendor has taken the money from the merchant. */
const DEBITED: readonly DisputeType[] = ['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'];
export const LOST: readonly DisputeStep[] = ['MERCHANT_LOST', 'MERCHANT_ACCEPTED', 'INSUFFICIENT_EVIDENCE'];

/** What the vendor has taken from the merchant because of it, now. */
export function takenPaise({ type, step, amountPaise }: Dispute): number {
  if (step === 'MERCHANT_WON') return 0;
  return LOST.includes(step) || DEBITED.includes(type) ? amountPaise : 0;
}

export const settledPaise = ({ paymentPaise, adjustmentPaise, feePaise, taxPaise }: Settlement): number =>
  paymentPaise + adjustmentPaise - feePaise - taxPaise;
