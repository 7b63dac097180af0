import { sql } from 'kysely';
import type { GatewaySettlement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { ask, isWithin, isYounger, rupees } from './findings.ts';
import { ListComparison } from './list-comparison.ts';

/** Settlements are checked every hour. */
const BOOKED_WITHIN_MS = 3 * 3600_000;

interface Booked {
  settlement_id: string;
  state: 'received' | 'reversed';
  settled_paise: number;
  fee_paise: number;
  gst_paise: number;
}

/** Compares what one provider sent to our bank account with our books, page by page. */
export class SettlementComparison extends ListComparison<PaymentGateway> {
  async take(settlements: GatewaySettlement[]): Promise<void> {
    const { asked, found } = this.context;
    const rows = await this.#findBooked(settlements.map(({ settlementId }) => settlementId));
    for (const one of settlements) {
      if (one.status !== 'success' || (one.settledAt && !isWithin(asked, one.settledAt))) continue;
      if (this.seen.has(one.settlementId)) continue;
      this.seen.add(one.settlementId);
      const booked = rows.get(one.settlementId);
      const what = `settlement ${one.settlementId}`;
      const ours = booked?.state === 'received' ? amounts(booked) : (booked?.state ?? 'not booked');
      const isFresh = one.settledAt && isYounger(this.context, one.settledAt, BOOKED_WITHIN_MS);
      if (!booked && isFresh)
        found.compareLater(this.#subject(one.settlementId), what, ours, theirAmounts(one));
      else found.compare(this.#subject(one.settlementId), what, ours, theirAmounts(one));
    }
  }

  readonly #subject = (id: string): string => `settlement:${this.gateway.provider}:${id}`;

  async #findBooked(ids: readonly string[]): Promise<Map<string, Booked>> {
    const rows = await this.context.db
      .selectFrom('settlement')
      .select(['settlement_id', 'state', 'settled_paise', 'fee_paise', 'gst_paise'])
      .where('provider', '=', this.gateway.provider)
      .where(sql<boolean>`settlement_id = ANY(${ids}::text[])`)
      .execute();
    return new Map(rows.map((row) => [row.settlement_id, row]));
  }

  /** Settlements that we received and the list lacks, queried by their ids. */
  async compareOurs(): Promise<void> {
    const { db, asked, found } = this.context;
    const ours = await db
      .selectFrom('settlement')
      .select(['settlement_id', 'state', 'settled_paise', 'fee_paise', 'gst_paise'])
      .where('provider', '=', this.gateway.provider)
      .where('state', '=', 'received')
      .where('settled_at', '>=', asked.since)
      .where('settled_at', '<=', asked.until)
      .execute();
    for (const booked of ours.filter(({ settlement_id: id }) => !this.seen.has(id))) {
      const { settlement_id: id } = booked;
      this.seen.add(id);
      const known = await ask(found, `settlement ${id}`, () => this.gateway.getSettlement(id));
      if (known === undefined) continue;
      const theirs = known?.status === 'success' ? theirAmounts(known) : (known?.status ?? 'not in its list');
      found.compare(this.#subject(id), `settlement ${id}`, amounts(booked), theirs);
    }
  }
}

const amounts = ({ settled_paise: settled, fee_paise: fee, gst_paise: gst }: Booked): string =>
  `${rupees(settled)}, fee ${rupees(fee)}, GST ${rupees(gst)}`;
const theirAmounts = ({ settledPaise, feePaise, gstPaise }: GatewaySettlement): string =>
  `${rupees(settledPaise)}, fee ${rupees(feePaise)}, GST ${rupees(gstPaise)}`;
