import { DAY_MS, HOUR_MS, pick, type Action } from './action.ts';
import { Difference } from './compare.ts';

/** What happens at the providers, and what they tell us of it. */
export const providers = {
  async attempt({ world, a, b, c }) {
    const { outside } = world;
    const open = [...outside.orders.values()].filter((order) => outside.statusOf(order) === 'active');
    const order = pick(open, a);
    if (!order) return 'idle';
    const status = pick(['pending', 'success', 'success', 'failed', 'user_dropped'] as const, b) ?? 'success';
    const off = c % 15;
    order.attempts.unshift({
      paymentId: world.nextId(),
      amountPaise:
        off === 0
          ? order.amountPaise + 1
          : off === 1
            ? Math.max(1, order.amountPaise - 1)
            : order.amountPaise,
      currency: off === 2 ? 'USD' : 'INR',
      status,
      begunAt: world.product.clock.ms(),
    });
    return 'done';
  },
  async attemptEnds({ world, a, b }) {
    const pending = [...world.outside.orders.values()].flatMap((order) =>
      order.attempts.filter((one) => one.status === 'pending'),
    );
    const attempt = pick(pending, a);
    if (!attempt) return 'idle';
    const isLate = world.product.clock.ms() - attempt.begunAt > 12 * HOUR_MS;
    attempt.status = isLate || b % 3 === 0 ? 'failed' : 'success';
    return 'done';
  },
  async refundEnds({ world, a, b }) {
    const pending = [...world.outside.orders.values()].flatMap((order) =>
      [...order.refunds.values()].filter((one) => one.status === 'pending' || one.status === 'on_hold'),
    );
    const refund = pick(pending, a);
    if (!refund) return 'idle';
    refund.status = pick(['success', 'success', 'failed', 'cancelled', 'on_hold'] as const, b) ?? 'success';
    return 'done';
  },
  async transferEnds({ world, a, b }) {
    const now = world.product.clock.ms();
    const movable = [...world.outside.transfers.values()].filter(
      (one) => one.status === 'processing' || (one.status === 'paid' && now - (one.paidAt ?? 0) < 3 * DAY_MS),
    );
    const transfer = pick(movable, a);
    if (!transfer) return 'idle';
    if (transfer.status === 'paid') transfer.status = 'reversed';
    else
      transfer.status =
        pick(['paid', 'paid', 'paid', 'failed', 'rejected', 'reversed'] as const, b) ?? 'paid';
    transfer.paidAt = now;
    return 'done';
  },
  webhook,
} satisfies Record<string, Action>;

/** Genuine, repeated, of a thing nobody knows, forged or cut: none of them moves money by what it says. */
async function webhook({ world, a, b, c }: Parameters<Action>[0]): ReturnType<Action> {
  const { outside, product } = world;
  const events = [
    ...[...outside.orders].map(([id]) => ({
      path: '/webhooks/payments' as const,
      id,
      type:
        pick(['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK'], c) ?? '',
      data: { order: { order_id: id }, payment: { payment_status: 'SUCCESS', payment_amount: 1_000_000 } },
    })),
    ...[...outside.orders].flatMap(([orderId, { refunds }]) =>
      [...refunds.keys()].map((id) => ({
        path: '/webhooks/payments' as const,
        id,
        type: 'REFUND_STATUS_WEBHOOK',
        data: { refund: { order_id: orderId, refund_id: id, refund_status: 'SUCCESS' } },
      })),
    ),
    ...[...outside.transfers.keys()].map((id) => ({
      path: '/webhooks/payouts' as const,
      id,
      type: pick(['TRANSFER_SUCCESS', 'TRANSFER_FAILED', 'TRANSFER_REVERSED'], c) ?? '',
      data: { transfer_id: id, status: 'SUCCESS' },
    })),
    {
      path: '/webhooks/payments' as const,
      id: 'unheard',
      type: 'PAYMENT_SUCCESS_WEBHOOK',
      data: { order: { order_id: 'unheard_of' } },
    },
  ];
  const event = pick(events, a);
  if (!event) return 'idle';
  const whole = JSON.stringify({ type: event.type, event_time: product.clock.now(), data: event.data });
  const kind = b % 8;
  const body = kind === 0 ? whole.slice(0, whole.length / 2) : whole;
  const answered = await product.webhook(event.path, {
    body,
    key: `${event.id}:${b % 5}`,
    forged: kind === 1,
  });
  const expected = kind === 0 ? 400 : kind === 1 ? 401 : 200;
  if (answered !== expected) throw new Difference(`a webhook was answered ${answered}, not ${expected}`);
  return expected === 200 ? 'done' : 'refused';
}
