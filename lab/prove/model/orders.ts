import type { Expected } from './expected.ts';
import type { Outside } from '../support/product/outside.ts';

/** Applies the provider's current snapshot of an order to the model. */
export function bookOrder(
  model: Expected,
  outside: Outside,
  { orderId, now }: { orderId: string; now: number },
): void {
  const order = model.orders.get(orderId);
  const milestone = model.milestones.find(({ id }) => id === order?.milestone);
  if (!order || !milestone) return;
  const providerOrder = outside.orders.get(orderId);
  const newPayments = outside.listCaptured(orderId).filter(({ paymentId }) => !model.payments.has(paymentId));
  const isFinal = order.state === 'applied' || order.state === 'unapplied';
  const isAwaited =
    model.stops.size === 0 &&
    model.takesMoney &&
    order.paise === milestone.paise &&
    (milestone.fund === 'unfunded' || milestone.fund === 'funding_pending');
  const matchingPayment =
    isAwaited && !isFinal
      ? newPayments.find(({ amountPaise, currency }) => amountPaise === order.paise && currency === 'INR')
      : undefined;
  for (const payment of newPayments)
    model.payments.set(payment.paymentId, {
      order: orderId,
      paise: payment.amountPaise,
      applied: payment === matchingPayment,
    });
  if (!isFinal) {
    const hasEnded = order.state === 'expired' || order.state === 'terminated';
    if (matchingPayment) order.state = 'applied';
    else if (newPayments.length > 0) order.state = 'unapplied';
    else if (!hasEnded) {
      // Orders of some providers never expire.
      const status =
        providerOrder && (order.expiresAt < now ? 'expired' : outside.getOrderStatus(providerOrder));
      if (!status) order.state = order.expiresAt < now ? 'expired' : order.state;
      else order.state = status === 'expired' || status === 'terminated' ? status : 'active';
    }
  }
  if (matchingPayment) {
    milestone.fund = 'funded';
    model.noteFunded(milestone, now);
    model.overtakeChange(milestone.id);
    if (model.job === 'awarded') model.job = 'in_progress';
    const otherOrder = model.findLiveOrder(milestone.id);
    if (otherOrder) otherOrder.state = 'terminated';
  } else if (milestone.fund === 'funding_pending' && !model.findLiveOrder(milestone.id))
    milestone.fund = 'unfunded';
}
