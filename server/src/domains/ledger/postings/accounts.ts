/** Account codes. Accounts with an id are opened by the first posting to them and may never go below zero. */

export const toEscrowAccount = (milestoneId: number) => `escrow:${milestoneId}`;
export const toWalletAccount = (userId: number) => `wallet:${userId}`;
export const toWithdrawalAccount = (withdrawalId: number) => `withdrawal:${withdrawalId}`;
export const toRefundAccount = (refundId: string) => `refund:${refundId}`;
export const toUnappliedAccount = (orderId: string) => `unapplied:${orderId}`;

/** The platform's own accounts that the postings use. */
export type PlatformAccount =
  | 'provider_clearing'
  | 'payout_float'
  | 'bank'
  | 'fee_income'
  | 'charge_income'
  | 'fee_expense'
  | 'gst_payable'
  | 'gst_input'
  | 'tds_payable'
  | 'welfare_payable'
  | 'chargeback_receivable'
  | 'chargeback_loss'
  | 'own_funds';
