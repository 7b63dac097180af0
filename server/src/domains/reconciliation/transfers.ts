import { sql } from 'kysely';
import type { ListedTransfer, PayoutGateway, Transfer } from '../../ports/payout-gateway.ts';
import { payoutGatewayOf } from '../payouts/index.ts';
import { ask, isWithin, isYounger, rupees, type Comparing } from './findings.ts';
import { ListComparison } from './list-comparison.ts';

/** The provider statuses that agree with each of our states. */
const MEANS: Record<string, readonly string[]> = {
  requested: ['unknown', 'processing'],
  processing: ['unknown', 'processing'],
  paid: ['paid'],
  failed: ['unknown', 'failed', 'rejected'],
  reversed: ['reversed'],
};

/** A withdrawal in progress is checked by its own task. */
const BOOKED_WITHIN_MS = 3600_000;
const ASKED_MAX = 500;

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
    const { asked, found } = this.context;
    const rows = await this.#findBooked(transfers.flatMap(({ transferId }) => transferId ?? []));
    for (const transfer of transfers) {
      const key = transfer.transferId ?? transfer.providerTransferId;
      if (!isWithin(asked, transfer.at) || this.seen.has(key)) continue;
      this.seen.add(key);
      const row = transfer.transferId === null ? undefined : rows.get(transfer.transferId);
      if (row) {
        this.#compare(row, transfer);
        continue;
      }
      const names = [transfer.transferId, transfer.providerTransferId].filter((name) => name !== null);
      found.compare(
        `transfer:${key}`,
        `transfer ${names.join(' / ')}`,
        'no such withdrawal',
        `${transfer.status}: ${rupees(transfer.amountPaise)}`,
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
    const { asked, db, found, ports } = this.context;
    const ours: Withdrawal[] = await db
      .selectFrom('withdrawal')
      .select(WITHDRAWAL_COLUMNS)
      .where('created_at', '>=', asked.since)
      .where('created_at', '<=', asked.until)
      .orderBy('created_at', 'desc')
      .execute();
    const unlisted = ours.filter(
      ({ transfer_id: id }) =>
        !this.seen.has(id) && findPayoutGateway(ports, id)?.provider === this.gateway.provider,
    );
    const limit = asked.limit ?? ASKED_MAX;
    for (const row of unlisted.slice(0, limit)) {
      this.seen.add(row.transfer_id);
      const transfer = await ask(found, `withdrawal ${row.id}`, () =>
        this.gateway.getTransfer(row.transfer_id),
      );
      if (transfer !== undefined) this.#compare(row, transfer);
    }
    if (unlisted.length > limit)
      found.notCompared.push({
        code: 'older_withdrawals',
        provider: this.gateway.provider,
        count: unlisted.length - limit,
      });
  }

  /** What the provider charged beside the amounts of withdrawals paid since then. */
  async sumChargesSince(at: Date): Promise<number> {
    const { db, found, ports } = this.context;
    const paid = await db
      .selectFrom('withdrawal')
      .select(['id', 'transfer_id'])
      .where('state', '=', 'paid')
      .where('finished_at', '>=', at)
      .execute();
    let sum = 0;
    for (const { id, transfer_id: transferId } of paid) {
      if (findPayoutGateway(ports, transferId)?.provider !== this.gateway.provider) continue;
      const known =
        this.#chargesPaise.get(transferId) ??
        (await ask(found, `withdrawal ${id}`, () => this.gateway.getTransfer(transferId)))?.chargePaise;
      sum += known ?? 0;
    }
    return sum;
  }

  #compare(row: Withdrawal, transfer: Omit<Transfer, 'transferId' | 'providerTransferId'> | null): void {
    const { found } = this.context;
    const subject = `transfer:${row.transfer_id}`;
    const what = `withdrawal ${row.id}`;
    const theirs = transfer?.status ?? 'unknown';
    if (transfer?.status === 'paid') this.#chargesPaise.set(row.transfer_id, transfer.chargePaise);
    const agrees = MEANS[row.state]?.includes(theirs) ?? false;
    const isUnderWay = row.state === 'requested' || row.state === 'processing';
    if (isUnderWay && (agrees || isYounger(this.context, row.created_at, BOOKED_WITHIN_MS)))
      found.notFinal.push({ subject, what, ours: row.state, theirs });
    else if (!agrees) found.compare(subject, what, row.state, theirs);
    if (transfer)
      found.compare(subject, `${what}, amount`, rupees(row.amount_paise), rupees(transfer.amountPaise));
  }
}

/** Null if the provider of the withdrawal is no longer configured. */
export function findPayoutGateway(ports: Comparing['ports'], transferId: string): PayoutGateway | null {
  try {
    return payoutGatewayOf(ports, transferId);
  } catch {
    return null;
  }
}
