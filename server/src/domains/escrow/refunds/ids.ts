import type { RefundRow } from './store.ts';

/** The refund id is derived from the payment id, so that a repeated task creates only one refund per payment. */
export const buildPaymentRefundId = (paymentId: string) =>
  `ref_${paymentId.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 34)}`;

/** Before the id of the milestone, in the id of its refund. */
export const MILESTONE_REFUND_PREFIX = 'ref_m';
/** One refund per cancelled milestone. */
export const buildMilestoneRefundId = (milestoneId: number) => `${MILESTONE_REFUND_PREFIX}${milestoneId}`;

/** Each try is its own refund at the provider, because a failed refund stays failed there. */
export const buildProviderRefundId = (refundId: string, tries: number) =>
  tries === 0 ? refundId : `${refundId}-${tries}`;

/** Every id under which the provider may know the refund. */
export const listRefundTries = ({ id, tries }: Pick<RefundRow, 'id' | 'tries'>): string[] =>
  Array.from({ length: tries + 1 }, (_, attempt) => buildProviderRefundId(id, attempt));
