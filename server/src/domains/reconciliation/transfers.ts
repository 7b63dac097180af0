import { sql } from 'kysely';
import type { ListedTransfer, PayoutGateway, Transfer } from '../../ports/payout-gateway.ts';
import { getTransferGateway } from '../payouts/index.ts';
import { askProvider, isWithin, isYounger, formatAmount, type ComparisonContext } from './findings.ts';
import { ListComparison } from './list-comparison.ts';

/** The provider statuses that agree with each of our states. */
const EXPECTED_STATUSES: Record<string, readonly string[]> = {
  requested: ['unknown', 'processing'],
  processing: ['unknown', 'processing'],
  paid: ['paid'],
  failed: ['unknown', 'failed', 'rejected'],
  reversed: ['reversed'],
};

/** A withdrawal in progress is checked by its own task. */
const BOOKED_WITHIN_MS = 3600_000;
const QUERIES_MAX = 500;

export interface Withdrawal {
  id: number;
  transfer_id: string;
  state: string;
  amount_paise: number;
  utr: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export const WITHDRAWAL_COLUMNS = [
  'id',
  'transfer_id',
  'state',
  'amount_paise',
  'utr',
  'created_at',
  'finished_at',
] as const;

/** Compares one provider's transfers: as it lists them, otherwise each of ours by its id. */
export class TransferComparison extends ListComparison<PayoutGateway> {
  /** What paid transfers cost beside their amounts, by our ids, for the transfers that were read. */
  readonly #chargesPaise = new Map<string, number>();

  async take(transfers: ListedTransfer[]): Promise<void> {
    const { query, findings } = this.context;
    const rows = await this.#findBooked(transfers.flatMap(({ transferId }) => transferId ?? []));
    for (const transfer of transfers) {
      const key = transfer.transferId ?? transfer.providerTransferId;
      if (!isWithin(query, transfer.at) || this.seen.has(key)) continue;
      this.seen.add(key);
      const row = transfer.transferId === null ? undefined : rows.get(transfer.transferId);
      if (row) {
        this.#compare(row, transfer);
        continue;
      }
      const names = [transfer.transferId, transfer.providerTransferId].filter((name) => name !== null);
      findings.compare(
        `transfer:${key}`,
        `transfer ${names.join(' / ')}`,
        'no such withdrawal',
        `${transfer.status}: ${formatAmount(transfer.amountPaise)}`,
      );
    }
  }

  async #findBooked(transferIds: readonly string[]): Promise<Map<string, Withdrawal>> {
    const rows = await this.context.db
      .selectFrom('withdrawal')
      .select(WITHDRAWAL_COLUMNS)
      .where(sql<boolean>`transfer_id = ANY(${transferIds}::text[])`)
      .execute();
    return new Map(rows.map((row) => [row.transfer_id, row]));
  }

  /** A withdrawal that is not listed is queried by its id. */
  async compareOurs(): Promise<void> {
    const { query, db, findings, ports } = this.context;
    const ours: Withdrawal[] = await db
      .selectFrom('withdrawal')
      .select(WITHDRAWAL_COLUMNS)
      .where('created_at', '>=', query.since)
      .where('created_at', '<=', query.until)
      .orderBy('created_at', 'desc')
      .execute();
    const unlisted = ours.filter(
      ({ transfer_id: id }) =>
        !this.seen.has(id) && findPayoutGateway(ports, id)?.provider === this.gateway.provider,
    );
    const limit = query.limit ?? QUERIES_MAX;
    for (const row of unlisted.slice(0, limit)) {
      this.seen.add(row.transfer_id);
      const transfer = await askProvider(findings, `withdrawal ${row.id}`, () =>
        this.gateway.getTransfer(row.transfer_id),
      );
      if (transfer !== undefined) this.#compare(row, transfer);
    }
    if (unlisted.length > limit)
      findings.notCompared.push({
        code: 'older_withdrawals',
        provider: this.gateway.provider,
        count: unlisted.length - limit,
      });
  }

  /** What the provider charged beside the amounts of withdrawals paid since then. */
  async sumChargesSince(at: Date): Promise<number> {
    const { db, findings, ports } = this.context;
    const paid = await db
      .selectFrom('withdrawal')
      .select(['id', 'transfer_id'])
      .where('state', '=', 'paid')
      .where('finished_at', '>=', at)
      .execute();
    let sum = 0;
    for (const { id, transfer_id: transferId } of paid) {
      if (findPayoutGateway(ports, transferId)?.provider !== this.gateway.provider) continue;
      const chargePaise =
        this.#chargesPaise.get(transferId) ??
        (await askProvider(findings, `withdrawal ${id}`, () => this.gateway.getTransfer(transferId)))
          ?.chargePaise;
      sum += chargePaise ?? 0;
    }
    return sum;
  }

  #compare(row: Withdrawal, transfer: Omit<Transfer, 'transferId' | 'providerTransferId'> | null): void {
    const { findings } = this.context;
    const subject = `transfer:${row.transfer_id}`;
    const label = `withdrawal ${row.id}`;
    const theirs = transfer?.status ?? 'unknown';
    if (transfer?.status === 'paid') this.#chargesPaise.set(row.transfer_id, transfer.chargePaise);
    const agrees = EXPECTED_STATUSES[row.state]?.includes(theirs) ?? false;
    const isUnderWay = row.state === 'requested' || row.state === 'processing';
    if (isUnderWay && (agrees || isYounger(this.context, row.created_at, BOOKED_WITHIN_MS)))
      findings.notFinal.push({ subject, what: label, ours: row.state, theirs });
    else if (!agrees) findings.compare(subject, label, row.state, theirs);
    if (transfer)
      findings.compare(
        subject,
        `${label}, amount`,
        formatAmount(row.amount_paise),
        formatAmount(transfer.amountPaise),
      );
  }
}

/** Null if the provider of the withdrawal is no longer configured. */
export function findPayoutGateway(
  ports: ComparisonContext['ports'],
  transferId: string,
): PayoutGateway | null {
  try {
    return getTransferGateway(ports, transferId);
  } catch {
    return null;
  }
}
