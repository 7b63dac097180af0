import type {
  Dispute,
  DisputeStep,
  DisputeType,
  Order,
  Settlement,
  State,
  Transfer,
  TransferStatus,
} from './state.ts';

export type Vendor = 'cashfree' | 'razorpay';
export const getVendor = ({ razorpay }: Pick<Order | Transfer, 'razorpay'>): Vendor =>
  razorpay ? 'razorpay' : 'cashfree';

/** From this stage on the vendor has taken the money from the merchant. */
const DEBITED: readonly DisputeType[] = ['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'];
export const LOST: readonly DisputeStep[] = ['MERCHANT_LOST', 'MERCHANT_ACCEPTED', 'INSUFFICIENT_EVIDENCE'];

/** What the vendor has taken from the merchant because of this dispute. */
export function calculateTakenPaise({ type, step, amountPaise }: Dispute): number {
  if (step === 'MERCHANT_WON') return 0;
  return LOST.includes(step) || DEBITED.includes(type) ? amountPaise : 0;
}

export const calculateSettledPaise = ({
  paymentPaise,
  adjustmentPaise,
  feePaise,
  taxPaise,
}: Settlement): number => paymentPaise + adjustmentPaise - feePaise - taxPaise;

/** The first deposit to each payout account. */
export const FIRST_DEPOSIT_PAISE = 50_00_000_00;
const PENDING: readonly TransferStatus[] = ['RECEIVED', 'PENDING'];

export function calculatePayoutBalance(
  state: State,
  vendor: Vendor,
): { balancePaise: number; pendingPaise: number } {
  const transfers = Object.values(state.transfers).filter((transfer) => getVendor(transfer) === vendor);
  const sumByStatus = (statuses: readonly TransferStatus[]) =>
    transfers
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return {
    balancePaise: FIRST_DEPOSIT_PAISE + (state.depositedPaise[vendor] ?? 0) - sumByStatus(['SUCCESS']),
    pendingPaise: sumByStatus(PENDING),
  };
}
