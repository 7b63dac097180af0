import type { PaymentStatus } from '@fws/contract/contracts/model';
import type { OrderState } from '@fws/contract/contracts/orders/lifecycle';
import type { GatewayOrder, GatewayPayment } from '../../../ports/payment-gateway.ts';

export interface OrderFacts {
  id: string;
  amountPaise: number;
  state: OrderState;
  expiresAt: Date;
  attempt: Attempt;
}

/** The latest attempt to pay, as shown to the payer. */
export interface Attempt {
  id: string | null;
  status: PaymentStatus;
  reason: string | null;
}

/** What the provider reports about an order; null if it does not know the order. */
export interface ProviderSnapshot {
  order: GatewayOrder | null;
  payments: readonly GatewayPayment[];
}

export interface OrderOutcome {
  /** Captured payments that are not booked yet, and whether each funds the milestone. */
  captures: { payment: GatewayPayment; applied: boolean }[];
  state: OrderState;
  attempt: Attempt;
}

/**
 * Decides what a provider's answer changes. States only move forward, and at most one capture funds the milestone.
 */
export function decideOrderOutcome(
  order: OrderFacts,
  snapshot: ProviderSnapshot,
  context: { bookedIds: ReadonlySet<string>; isAwaited: boolean; now: Date },
): OrderOutcome {
  const newPayments = snapshot.payments.filter(
    (payment) => payment.status === 'success' && !context.bookedIds.has(payment.paymentId),
  );
  const isFinal = order.state === 'applied' || order.state === 'unapplied';
  const matchingPayment =
    context.isAwaited && !isFinal ? newPayments.find((payment) => paysExactly(order, payment)) : undefined;
  const captures = newPayments.map((payment) => ({ payment, applied: payment === matchingPayment }));
  const state = isFinal ? order.state : decideOrderState(order, snapshot, captures, context.now);
  return { captures, state, attempt: decideAttempt(order, snapshot, state) };
}

const paysExactly = (order: OrderFacts, payment: GatewayPayment): boolean =>
  payment.orderId === order.id && payment.amountPaise === order.amountPaise && payment.currency === 'INR';

function decideOrderState(
  order: OrderFacts,
  snapshot: ProviderSnapshot,
  captures: OrderOutcome['captures'],
  now: Date,
): OrderState {
  if (captures.some((capture) => capture.applied)) return 'applied';
  if (captures.length > 0) return 'unapplied';
  if (order.state === 'expired' || order.state === 'terminated') return order.state;
  if (!snapshot.order) return order.expiresAt < now ? 'expired' : order.state;
  if (snapshot.order.status === 'expired' || snapshot.order.status === 'terminated')
    return snapshot.order.status;
  // Some providers' orders do not expire by themselves.
  if (snapshot.order.status === 'active' && order.expiresAt < now) return 'expired';
  return 'active';
}

const ATTEMPT_STATUS: Record<GatewayPayment['status'], PaymentStatus> = {
  // Captured but not applied: it is being refunded.
  success: 'CANCELLED',
  pending: 'PENDING',
  not_attempted: 'NOT_ATTEMPTED',
  failed: 'FAILED',
  user_dropped: 'USER_DROPPED',
  cancelled: 'CANCELLED',
  void: 'CANCELLED',
};

/** The provider lists the newest attempt first. A pending attempt outweighs those that ended. */
function decideAttempt(order: OrderFacts, snapshot: ProviderSnapshot, state: OrderState): Attempt {
  if (state === 'applied') return { id: order.attempt.id, status: 'SUCCESS', reason: null };
  const latest = snapshot.payments.find((payment) => payment.status === 'pending') ?? snapshot.payments[0];
  if (!latest) return order.attempt;
  return { id: latest.paymentId, status: ATTEMPT_STATUS[latest.status], reason: latest.failureReason };
}
