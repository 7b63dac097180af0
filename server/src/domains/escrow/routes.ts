import { escrowPaymentStatus, paymentLimits, paymentReceipts } from '@fws/contract/contracts/calls';
import type { PaymentStatus } from '@fws/contract/contracts/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { listReceipts } from './receipts/service.ts';
import { readEscrowStatus } from './orders/status.ts';

export const routes = ({ db, ports, config }: Deps): Route[] => [
  userRoute(paymentLimits, async () => done(config.paymentLimits)),
  userRoute(paymentReceipts, (page, { caller, locale }) => listReceipts(db, caller.userId, locale, page)),
  userRoute(escrowPaymentStatus, async ({ orderId }, { caller }) => {
    const status = await readEscrowStatus(db, { orderId, callerId: caller.userId, now: ports.clock.now() });
    return status.ok ? { ...status, message: { code: STATUS_MESSAGE[status.value.status] } } : status;
  }),
];

const STATUS_MESSAGE: Record<PaymentStatus, SharedMessageId> = {
  SUCCESS: 'contracts.payment_success',
  PENDING: 'contracts.payment_pending',
  NOT_ATTEMPTED: 'contracts.payment_not_attempted',
  FAILED: 'contracts.payment_failed',
  USER_DROPPED: 'contracts.payment_dropped',
  CANCELLED: 'contracts.payment_cancelled',
};
