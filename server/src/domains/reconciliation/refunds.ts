import { sql, type Selectable } from 'kysely';
import type { RefundTable } from '../../platform/db/tables/money.ts';
import type { GatewayMovement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { listRefundTries } from '../escrow/index.ts';
import { askProvider, isWithin, isYounger, formatAmount } from './findings.ts';
import { ListComparison } from './list-comparison.ts';

/** A pending refund is checked by its own task. */
const BOOKED_WITHIN_MS = 3600_000;

type RefundRow = Selectable<RefundTable>;

/** What a provider lists for one of our refunds, over all its tries. */
interface ListedRefund {
  row: RefundRow;
  orderIds: Set<string>;
  sentPaise: number;
  pendingPaise: number;
  newest: Date;
}

/** The refunds that one provider lists, page by page. `compare` then checks each with all its tries. */
export class RefundComparison extends ListComparison<PaymentGateway> {
  readonly #listed = new Map<string, ListedRefund>();
  readonly #events = new Map<string, GatewayMovement>();

  /** A refund that failed after it was sent is listed twice, and did not reach the payer. */
  take(refunds: GatewayMovement[]): void {
    for (const refund of refunds) {
      if (this.#events.get(refund.id)?.status === 'failed') continue;
      this.seen.add(refund.id);
      this.#events.set(refund.id, refund);
    }
  }

  /** `isWhole`: the list is complete, so the provider does not have what is missing from it. */
  async compare(isWhole: boolean): Promise<void> {
    const rows = await this.#findByTry([...this.#events.keys()]);
    for (const refund of this.#events.values()) this.#assign(refund, rows.get(refund.id));
    for (const listed of this.#listed.values()) this.#compareListed(listed);
    if (isWhole) await this.#compareOurs();
  }

  /** Our refunds by the provider's id of each try. */
  async #findByTry(tryIds: readonly string[]): Promise<Map<string, RefundRow>> {
    const ids = new Set(tryIds.flatMap((id) => [id, id.replace(/-\d+$/, '')]));
    const rows = await this.context.db
      .selectFrom('refund')
      .selectAll()
      .where(sql<boolean>`id = ANY(${[...ids]}::text[])`)
      .execute();
    return new Map(rows.flatMap((row) => listRefundTries(row).map((id) => [id, row] as const)));
  }

  /** Adds a listed try to our refund. Listed money that belongs to none of our refunds is a difference at once. */
  #assign(refund: GatewayMovement, row: RefundRow | undefined): void {
    const { query, findings } = this.context;
    const description = `${refund.status === 'pending' ? 'in progress' : 'refunded'}: ${formatAmount(refund.amountPaise)}`;
    if (!row) {
      if (refund.status !== 'failed' && isWithin(query, refund.at))
        findings.compare(
          `refund:${refund.id}`,
          `refund ${refund.id} of order ${refund.orderId ?? 'unknown'}`,
          'no such refund',
          description,
        );
      return;
    }
    const listed = this.#listed.get(row.id) ?? {
      row,
      orderIds: new Set(),
      sentPaise: 0,
      pendingPaise: 0,
      newest: refund.at,
    };
    if (refund.orderId !== null) listed.orderIds.add(refund.orderId);
    if (refund.status === 'success') listed.sentPaise += refund.amountPaise;
    if (refund.status === 'pending') listed.pendingPaise += refund.amountPaise;
    if (refund.at > listed.newest) listed.newest = refund.at;
    this.#listed.set(row.id, listed);
  }

  #compareListed({ row, orderIds, sentPaise, pendingPaise, newest }: ListedRefund): void {
    const { query, findings } = this.context;
    if (!isWithin(query, newest)) return;
    const subject = `refund:${row.id}`;
    const label = `refund ${row.id}`;
    for (const orderId of orderIds) findings.compare(subject, `${label}, order`, row.order_id, orderId);
    const isPending =
      pendingPaise > 0 || (row.state === 'pending' && isYounger(this.context, newest, BOOKED_WITHIN_MS));
    if (isPending && row.state !== 'succeeded')
      return findings.compareLater(subject, label, row.state, pendingPaise > 0 ? 'pending' : 'refunded');
    return findings.compare(
      subject,
      label,
      formatAmount(row.state === 'succeeded' ? row.amount_paise : 0),
      formatAmount(sentPaise),
    );
  }

  async #compareOurs(): Promise<void> {
    const { db, query, findings } = this.context;
    const ours = await db
      .selectFrom('refund')
      .innerJoin('escrow_order', 'escrow_order.id', 'refund.order_id')
      .selectAll('refund')
      .where('escrow_order.provider', '=', this.gateway.provider)
      .where('refund.state', '=', 'succeeded')
      .where('refund.finished_at', '>=', query.since)
      .where('refund.finished_at', '<=', query.until)
      .execute();
    for (const row of ours.filter(({ id }) => (this.#listed.get(id)?.sentPaise ?? 0) === 0)) {
      const tries = [];
      const label = `refund ${row.id}`;
      for (const id of listRefundTries(row))
        tries.push(
          await askProvider(findings, label, () =>
            this.gateway.getRefund(row.order_id, row.payment_id ?? '', id),
          ),
        );
      if (tries.includes(undefined) || tries.some((attempt) => attempt?.status === 'success')) continue;
      findings.compare(`refund:${row.id}`, label, formatAmount(row.amount_paise), 'not listed');
    }
  }
}
