/** Account codes. The ones with an id are opened by the first posting to them and may never go below zero. */

/** Whatever identifies the row the money belongs to. */
export type Id = string | number;

export const escrowOf = (milestoneId: Id) => `escrow:${milestoneId}`;
export const walletOf = (userId: Id) => `wallet:${userId}`;
export const withdrawalOf = (withdrawalId: Id) => `withdrawal:${withdrawalId}`;
export const refundOf = (refundId: Id) => `refund:${refundId}`;
export const unappliedOf = (orderId: Id) => `unapplied:${orderId}`;

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
  | 'tds_payable';
