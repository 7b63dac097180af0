import type { PaymentStatus } from '@fws/contract/contracts/model';
import { CallError } from '../../platform/client/index.ts';
import type { MessageId } from '../../platform/i18n/index.ts';

/** Messages for payments that ended without money. */
export const stoppedMessages: Partial<Record<PaymentStatus, MessageId>> = {
  FAILED: 'contracts.payment_failed',
  USER_DROPPED: 'contracts.payment_dropped',
  CANCELLED: 'contracts.payment_cancelled',
};

/**
 * True while the provider may still report the payment as paid. After a lost connection, try again; a 4xx
 * refusal would repeat.
 */
export function isWaiting(status: PaymentStatus | undefined, error: Error | null): boolean {
  if (error instanceof CallError && error.status >= 400 && error.status < 500) return false;
  return status === undefined || status === 'PENDING' || status === 'NOT_ATTEMPTED';
}
