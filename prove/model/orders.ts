import type { Expected } from './expected.ts';
import type { Outside } from './outside.ts';

/** Applies the provider's current snapshot of an order to the model. */
export function bookOrder(
  model: Expected,
  outside: Outside,
  { orderId, now }: { orderId: string; now: number },
): void {
  const order = model.orders.get(orderId);
  const one = model.milestones.find(({ id }) => id === order?.milestone);
  if (!order || !one) return;
  const truth = outside.orders.get(orderId);
  const fresh = outside.captured(orderId).filter(({ paymentId }) => !model.payments.has(paymentId));
  const isFinal = order.state === 'applied' || order.state === 'unapplied';
  const isAwaited = model.underWay && (one.fund === 'unfunded' || one.fund === 'funding_pending');
  const fitting =
    isAwaited && !isFinal
      ? fresh.find(({ amountPaise, currency }) => amountPaise === order.paise && currency === 'INR')
      : undefined;
  for (const payment of fresh)
    model.payments.set(payment.paymentId, {
      order: orderId,
      paise: payment.amountPaise,
      applied: payment === fitting,
    });
  if (!isFinal) {
    const ended = order.state === 'expired' || order.state === 'terminated';
    if (fitting) order.state = 'applied';
    else if (fresh.length > 0) order.state = 'unapplied';
    else if (!ended) {
      // Orders of some providers never expire.
      const status = truth && (order.expiresAt < now ? 'expired' : outside.statusOf(truth));
      if (!status) order.state = order.expiresAt < now ? 'expired' : order.state;
      else order.state = status === 'expired' || status === 'terminated' ? status : 'active';
    }
  }
  if (fitting) {
    one.fund = 'funded';
    if (model.job === 'awarded') model.job = 'in_progress';
    const other = model.liveOrder(one.id);
    if (other) other.state = 'terminated';
  } else if (one.fund === 'funding_pending' && !model.liveOrder(one.id)) one.fund = 'unfunded';
}
