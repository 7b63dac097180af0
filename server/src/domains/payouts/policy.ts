import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';

/** Where withdrawals are stopped, nobody changes where they go. */
export const mayChangeAccounts = (stoppedAt: Date | null): Ability =>
  allowIf(stoppedAt === null, 'payouts.withdrawals_stopped');

/** Only a person whose identity is verified withdraws money. */
export const mayWithdraw = (identity: IdentityState, stoppedAt: Date | null): Ability =>
  identity === 'verified'
    ? mayChangeAccounts(stoppedAt)
    : { allowed: false, reason: 'payouts.identity_required' };

/** The two sides of an invoice read it. To anybody else it does not exist. */
export const mayReadInvoice = (
  invoice: { supplier_id: number | null; recipient_id: number },
  userId: number,
): boolean => invoice.supplier_id === userId || invoice.recipient_id === userId;

/** Deductions are between the worker, who owns the invoice, and FWS. */
export const maySeeDeductions = (invoice: { owner_id: number }, userId: number): boolean =>
  invoice.owner_id === userId;
