import type { Deps } from '../../../platform/deps.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { GatewayRefund } from '../../../ports/payment-gateway.ts';
import { arePayoutsPaused } from '../../ledger/index.ts';
import { findBareOrder } from '../orders/store.ts';
import { buildProviderRefundId, listRefundTries } from './ids.ts';
import type { RefundRow } from './store.ts';

/** A refused try is retried too: a provider that is short of money or misconfigured today may pay tomorrow. */
export async function sendAndGetStatus(
  deps: Deps,
  refund: RefundRow,
): Promise<GatewayRefund['status'] | 'paused'> {
  const { id, tries } = refund;
  const { ask, send } = await loadRefundClient(deps, refund);
  const refundId = buildProviderRefundId(id, tries);
  const existing = await ask(refundId);
  if (existing) return existing.status;
  // Never send the money twice: a new try requires that the provider still reports every earlier one as failed.
  for (const earlier of listRefundTries({ id, tries: tries - 1 }).toReversed()) {
    const earlierRefund = await ask(earlier);
    if (earlierRefund && earlierRefund.status !== 'failed' && earlierRefund.status !== 'cancelled')
      return earlierRefund.status;
  }
  if (await arePayoutsPaused(deps.db)) return 'paused';
  return (await send(refundId)).status;
}

/** Calls to the provider that took the payment: get the status of one try, or send a new one. */
export async function loadRefundClient({ db, ports }: Deps, refund: RefundRow) {
  const { order_id: orderId, payment_id: paymentId } = refund;
  const order = await findBareOrder(db, orderId);
  if (!order || paymentId === null) throw new Error(`refund ${refund.id} is of no payment`);
  const gateway = getPaymentGateway(ports, order.provider);
  return {
    ask: (refundId: string) => gateway.getRefund(orderId, paymentId, refundId),
    send: (refundId: string) =>
      gateway.createRefund({
        orderId,
        paymentId,
        refundId,
        amountPaise: refund.amount_paise,
        note: refund.milestone_id === null ? 'Payment that was not needed' : 'Cancelled work',
      }),
  };
}
