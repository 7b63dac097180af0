import type { PaymentStatus } from '@fws/contract/contracts/model';
import { orderLifecycle, type OrderEvent, type OrderState } from '@fws/contract/contracts/orders/lifecycle';
import { decideTransition } from '@fws/contract/platform/lifecycle';
import { BY_PROVIDER, BY_SYSTEM, type ChangedBy } from '../../../platform/transition.ts';
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
  /** What happened to the order, and who caused it; null if its state stays. */
  step: OrderStep | null;
  /** The state afterwards. */
  state: OrderState;
  attempt: Attempt;
}

interface OrderStep {
  event: OrderEvent;
  by: ChangedBy;
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
  const isFinal = orderLifecycle.final.includes(order.state);
  const matchingPayment =
    context.isAwaited && !isFinal ? newPayments.find((payment) => paysExactly(order, payment)) : undefined;
  const captures = newPayments.map((payment) => ({ payment, applied: payment === matchingPayment }));
  const step = decideStep(order, snapshot, captures, context.now);
  const decision = step && decideTransition(orderLifecycle, step.event, order.state, step.by.role);
  const state = decision?.kind === 'go' ? decision.to : order.state;
  const attempt = decideAttempt(order, snapshot, state);
  return { captures, step: state === order.state ? null : step, state, attempt };
}

const paysExactly = (order: OrderFacts, payment: GatewayPayment): boolean =>
  payment.orderId === order.id && payment.amountPaise === order.amountPaise && payment.currency === 'INR';

/** What the answer says about the order. The lifecycle decides whether it still changes something. */
function decideStep(
  order: OrderFacts,
  snapshot: ProviderSnapshot,
  captures: OrderOutcome['captures'],
  now: Date,
): OrderStep | null {
  if (captures.some((capture) => capture.applied)) return { event: 'apply', by: BY_PROVIDER };
  if (captures.length > 0) return { event: 'set_aside', by: BY_PROVIDER };
  const status = snapshot.order?.status;
  if (status === 'expired') return { event: 'expire', by: BY_PROVIDER };
  if (status === 'terminated') return { event: 'terminate', by: BY_PROVIDER };
  // Some providers' orders do not expire by themselves.
  if (status !== 'paid' && order.expiresAt < now) return { event: 'expire', by: BY_SYSTEM };
  return snapshot.order && { event: 'register', by: BY_PROVIDER };
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
