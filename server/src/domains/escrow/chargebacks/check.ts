import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueueAll } from '../../../platform/queue/index.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { GatewayChargeback } from '../../../ports/payment-gateway.ts';
import type { EscrowDeps } from '../events.ts';
import { findBareOrder, findOrder, lockOrder, lockOrderMilestone } from '../orders/store.ts';
import { checkOrder } from '../payments/service.ts';
import { bookChargeback } from './book.ts';
import { claimOrdersToPoll, findBookedPayment } from './store.ts';

/** A share of the provider's calls per minute. It suffices to poll every payment once a week for four months. */
const POLLS_PER_MINUTE = 10;

/** Task: fetches a chargeback from the provider and books its status. */
export async function checkChargeback(
  deps: EscrowDeps,
  provider: string,
  chargebackId: string,
): Promise<void> {
  const reported = await getPaymentGateway(deps.ports, provider).getChargeback(chargebackId);
  if (reported) await apply(deps, provider, reported);
}

/** Task, every minute: polls some payments in case a webhook was missed. */
export async function pollChargebacks({ db, ports }: Deps): Promise<void> {
  const now = ports.clock.now();
  for (const gateway of [ports.payments, ports.otherPayments]) {
    if (!gateway) continue;
    const { provider } = gateway;
    await inTx(db, async (tx) => {
      const orderIds = await claimOrdersToPoll(tx, { provider, now, limit: POLLS_PER_MINUTE });
      await enqueueAll(
        tx,
        orderIds.map((orderId) => ({ task: 'poll_order', payload: { provider, orderId } })),
      );
    });
  }
}

/** Task: fetches and books the chargebacks of one order. */
export async function pollOrderChargebacks(
  deps: EscrowDeps,
  provider: string,
  orderId: string,
): Promise<void> {
  for (const reported of await getPaymentGateway(deps.ports, provider).listChargebacks(orderId))
    await apply(deps, provider, reported);
}

async function apply(deps: EscrowDeps, provider: string, reported: GatewayChargeback): Promise<void> {
  const orderWithMilestone = await findOrder(deps.db, reported.orderId);
  const order = orderWithMilestone ?? (await findBareOrder(deps.db, reported.orderId));
  if (!order) {
    deps.log.error('chargeback for an unknown order', null, { chargebackId: reported.chargebackId });
    return;
  }
  const isBooked = (tx: Tx) => findBookedPayment(tx, provider, reported.paymentId);
  // A chargeback may be reported before its payment is booked.
  if (!(await inTx(deps.db, isBooked))) await checkOrder(deps, reported.orderId);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    const lockedMilestone = orderWithMilestone
      ? await lockOrderMilestone(tx, orderWithMilestone)
      : await lockUnmatched(tx, order.id);
    const payment = await isBooked(tx);
    if (payment?.orderId !== order.id)
      throw new Error(`chargeback ${reported.chargebackId} of an unknown payment`);
    const { escrowEvents } = deps;
    await bookChargeback(tx, lockedMilestone, {
      reported,
      provider,
      isApplied: payment.applied,
      escrowEvents,
      now,
    });
  });
}

/** A restored database may lack the milestone of a payment. Then nothing of the payment is in escrow. */
async function lockUnmatched(tx: Tx, orderId: string): Promise<null> {
  await lockOrder(tx, orderId);
  return null;
}
