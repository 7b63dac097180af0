import type { EscrowStatus, PaymentStatus } from '@fws/contract/contracts/model';
import { parseRupees } from '@fws/contract/platform/money';
import { CallError } from '../../platform/client/index.ts';
import { formatRupees } from '../../platform/i18n/index.ts';
import type { MessageId } from '../../platform/i18n/index.ts';

/** What ended without money, in the words to say it. */
export const stoppedMessages: Partial<Record<PaymentStatus, MessageId>> = {
  FAILED: 'contracts.payment_failed',
  USER_DROPPED: 'contracts.payment_dropped',
  CANCELLED: 'contracts.payment_cancelled',
};

/** The provider may still say that it is paid. A lost connection says nothing, a refusal will be one again. */
export function isWaiting(status: PaymentStatus | undefined, error: Error | null): boolean {
  if (error instanceof CallError && error.status >= 400 && error.status < 500) return false;
  return status === undefined || status === 'PENDING' || status === 'NOT_ATTEMPTED';
}

export const orderAmount = (payment: EscrowStatus): string =>
  formatRupees(parseRupees(payment.amountRupees) ?? 0);
