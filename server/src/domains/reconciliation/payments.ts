import type { GatewayMovement, GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { askProvider, isWithin, isYounger, formatAmount } from './findings.ts';
import { ListComparison } from './list-comparison.ts';

/** An open order is checked every minute. */
export const BOOKED_WITHIN_MS = 15 * 60_000;
const QUERIES_MAX = 500;

const NOT_LISTED = 'not listed';

/** Compares the payments that one provider lists, page by page, and then our payments that the list lacks. */
export class PaymentComparison extends ListComparison<PaymentGateway> {
  readonly #takenIds = new Set<string>();

  async take(payments: GatewayMovement[]): Promise<void> {
    const { query } = this.context;
    for (const { id, status } of payments) if (status === 'success') this.#takenIds.add(id);
    const newPayments = payments.filter(
      ({ id, at, status }) => status !== 'failed' && isWithin(query, at) && !this.seen.has(id),
    );
    for (const { id } of newPayments) this.seen.add(id);
    const booked = await this.#findBooked(newPayments);
    for (const payment of newPayments) await this.#compare(payment, booked.get(payment.id));
  }

  async #findBooked(
    payments: GatewayMovement[],
  ): Promise<Map<string, { order_id: string; amount_paise: number }>> {
    if (payments.length === 0) return new Map();
    const rows = await this.context.db
      .selectFrom('payment')
      .select(['payment_id', 'order_id', 'amount_paise'])
      .where('provider', '=', this.gateway.provider)
      .where(
        'payment_id',
        'in',
        payments.map(({ id }) => id),
      )
      .execute();
    return new Map(rows.map((row) => [row.payment_id, row]));
  }

  async #compare(
    payment: GatewayMovement,
    booked: { order_id: string; amount_paise: number } | undefined,
  ): Promise<void> {
    const { findings } = this.context;
    const { id, amountPaise } = payment;
    const label = `payment ${id}`;
    if (booked) {
      // The listed status of a booked payment may be late, but it never takes the money back.
      const theirs = `${formatAmount(amountPaise)} ${payment.orderId ?? booked.order_id}`;
      if (payment.status === 'success')
        findings.compare(
          `order:${booked.order_id}`,
          label,
          `${formatAmount(booked.amount_paise)} ${booked.order_id}`,
          theirs,
        );
      return;
    }
    const order = await this.#findOrder(payment);
    const subject = order ? `order:${order.id}` : `payment:${this.gateway.provider}:${id}`;
    const description = `${formatAmount(amountPaise)} for order ${nameOrder(payment)}`;
    if (payment.status === 'pending')
      return findings.compareLater(subject, label, 'not booked', `${description}, pending`);
    const ours = order ? `order ${order.id} is ${order.state}, payment not booked` : 'no such order';
    const isOpen = order?.state === 'created' || order?.state === 'active';
    if (isOpen && isYounger(this.context, payment.at, BOOKED_WITHIN_MS))
      return findings.compareLater(subject, label, ours, `collected: ${description}`);
    return findings.compare(subject, label, ours, `collected: ${description}`);
  }

  /** Matches by the provider's own order first: the payer's browser could have sent another of our order ids. */
  async #findOrder({
    orderId,
    providerOrderId,
  }: GatewayMovement): Promise<{ id: string; state: string } | undefined> {
    const orders = await this.context.db
      .selectFrom('escrow_order')
      .select(['id', 'state', 'session_id'])
      .where('provider', '=', this.gateway.provider)
      .where((where) =>
        where.or([where('id', '=', orderId ?? ''), where('session_id', '=', providerOrderId ?? '')]),
      )
      .execute();
    return orders.find((order) => order.session_id === providerOrderId) ?? orders[0];
  }

  /** A payment that is not listed is queried by its order before it counts as a difference. */
  async compareOurs(): Promise<void> {
    const { db, query, findings } = this.context;
    const { provider } = this.gateway;
    const ours = await db
      .selectFrom('payment')
      .select(['payment_id', 'order_id', 'amount_paise'])
      .where('provider', '=', provider)
      .where('received_at', '>=', query.since)
      .where('received_at', '<=', query.until)
      .orderBy('received_at', 'desc')
      .execute();
    for (const { payment_id: id } of ours) this.seen.add(id);
    const missing = ours.filter(({ payment_id: id }) => !this.#takenIds.has(id));
    for (const { payment_id: id, order_id: orderId, amount_paise: paise } of missing.slice(0, QUERIES_MAX)) {
      const label = `payment ${id}`;
      const answer = await askProvider(findings, label, () => listOrderPayments(this.gateway, orderId));
      if (answer === undefined) continue;
      const remotePayment = answer.find((payment) => payment.paymentId === id);
      if (remotePayment?.status === 'success') continue;
      const theirs = remotePayment ? `${NOT_LISTED}: ${remotePayment.status}` : NOT_LISTED;
      findings.compare(`order:${orderId}`, label, `${formatAmount(paise)} ${orderId}`, theirs);
    }
    if (missing.length > QUERIES_MAX)
      findings.compare(
        `payments:${provider}`,
        `${missing.length - QUERIES_MAX} more payments by ${provider}`,
        'booked',
        NOT_LISTED,
      );
  }
}

const nameOrder = ({ orderId, providerOrderId }: GatewayMovement): string =>
  [orderId, providerOrderId].filter((name) => name !== null).join(' / ') || 'of its own';

async function listOrderPayments(gateway: PaymentGateway, orderId: string): Promise<GatewayPayment[]> {
  try {
    return await gateway.listPayments(orderId);
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'order_not_found') return [];
    throw error;
  }
}
