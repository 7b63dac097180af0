import { sql } from 'kysely';
import type { GatewaySettlement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { askProvider, isWithin, isYounger, formatAmount } from './findings.ts';
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
    const { query, findings } = this.context;
    const rows = await this.#findBooked(settlements.map(({ settlementId }) => settlementId));
    for (const settlement of settlements) {
      if (settlement.status !== 'success' || (settlement.settledAt && !isWithin(query, settlement.settledAt)))
        continue;
      if (this.seen.has(settlement.settlementId)) continue;
      this.seen.add(settlement.settlementId);
      const booked = rows.get(settlement.settlementId);
      const label = `settlement ${settlement.settlementId}`;
      const ours =
        booked?.state === 'received' ? formatBookedAmounts(booked) : (booked?.state ?? 'not booked');
      const isFresh = settlement.settledAt && isYounger(this.context, settlement.settledAt, BOOKED_WITHIN_MS);
      if (!booked && isFresh)
        findings.compareLater(
          this.#buildSubject(settlement.settlementId),
          label,
          ours,
          formatListedAmounts(settlement),
        );
      else
        findings.compare(
          this.#buildSubject(settlement.settlementId),
          label,
          ours,
          formatListedAmounts(settlement),
        );
    }
  }

  readonly #buildSubject = (id: string): string => `settlement:${this.gateway.provider}:${id}`;

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
    const { db, query, findings } = this.context;
    const ours = await db
      .selectFrom('settlement')
      .select(['settlement_id', 'state', 'settled_paise', 'fee_paise', 'gst_paise'])
      .where('provider', '=', this.gateway.provider)
      .where('state', '=', 'received')
      .where('settled_at', '>=', query.since)
      .where('settled_at', '<=', query.until)
      .execute();
    for (const booked of ours.filter(({ settlement_id: id }) => !this.seen.has(id))) {
      const { settlement_id: id } = booked;
      this.seen.add(id);
      const remote = await askProvider(findings, `settlement ${id}`, () => this.gateway.getSettlement(id));
      if (remote === undefined) continue;
      const theirs =
        remote?.status === 'success' ? formatListedAmounts(remote) : (remote?.status ?? 'not listed');
      findings.compare(this.#buildSubject(id), `settlement ${id}`, formatBookedAmounts(booked), theirs);
    }
  }
}

const formatBookedAmounts = ({ settled_paise: settled, fee_paise: fee, gst_paise: gst }: Booked): string =>
  `${formatAmount(settled)}, fee ${formatAmount(fee)}, GST ${formatAmount(gst)}`;
const formatListedAmounts = ({ settledPaise, feePaise, gstPaise }: GatewaySettlement): string =>
  `${formatAmount(settledPaise)}, fee ${formatAmount(feePaise)}, GST ${formatAmount(gstPaise)}`;
