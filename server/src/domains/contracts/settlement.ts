import type { PaymentStatus } from '@fws/contract/contracts/model';
import type { OrderState } from '@fws/contract/contracts/process';
import type { GatewayOrder, GatewayPayment } from '../../ports/payment-gateway.ts';

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

export interface Settlement {
  /** Captured payments that are not booked yet, and whether each funds the milestone. */
  captures: { payment: GatewayPayment; applied: boolean }[];
  state: OrderState;
  attempt: Attempt;
}

/**
 * Decides what a provider's answer changes. States only move forward, and at most one capture funds the milestone.
 */
export function settle(
  order: OrderFacts,
  word: ProviderSnapshot,
  known: { bookedIds: ReadonlySet<string>; isAwaited: boolean; now: Date },
): Settlement {
  const fresh = word.payments.filter(
    (payment) => payment.status === 'success' && !known.bookedIds.has(payment.paymentId),
  );
  const isFinal = order.state === 'applied' || order.state === 'unapplied';
  const fitting =
    known.isAwaited && !isFinal ? fresh.find((payment) => paysExactly(order, payment)) : undefined;
  const captures = fresh.map((payment) => ({ payment, applied: payment === fitting }));
  const state = isFinal ? order.state : stateAfter(order, word, captures, known.now);
  return { captures, state, attempt: attemptAfter(order, word, state) };
}

const paysExactly = (order: OrderFacts, payment: GatewayPayment): boolean =>
  payment.orderId === order.id && payment.amountPaise === order.amountPaise && payment.currency === 'INR';

function stateAfter(
  order: OrderFacts,
  word: ProviderSnapshot,
  captures: Settlement['captures'],
  now: Date,
): OrderState {
  if (captures.some((capture) => capture.applied)) return 'applied';
  if (captures.length > 0) return 'unapplied';
  if (order.state === 'expired' || order.state === 'terminated') return order.state;
  if (!word.order) return order.expiresAt < now ? 'expired' : order.state;
  if (word.order.status === 'expired' || word.order.status === 'terminated') return word.order.status;
  // Some providers' orders do not expire by themselves.
  if (word.order.status === 'active' && order.expiresAt < now) return 'expired';
  return 'active';
}

const STATUS: Record<GatewayPayment['status'], PaymentStatus> = {
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
function attemptAfter(order: OrderFacts, word: ProviderSnapshot, state: OrderState): Attempt {
  if (state === 'applied') return { id: order.attempt.id, status: 'SUCCESS', reason: null };
  const latest = word.payments.find((payment) => payment.status === 'pending') ?? word.payments[0];
  if (!latest) return order.attempt;
  return { id: latest.paymentId, status: STATUS[latest.status], reason: latest.failureReason };
}
