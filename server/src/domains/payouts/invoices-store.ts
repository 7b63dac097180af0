import type { Db, Tx } from '../../platform/db/index.ts';
import type { InvoiceFacts } from './invoice-rules.ts';

export interface InvoiceRow {
  id: number;
  serial: string;
  supplier_id: number;
  recipient_id: number;
  amount_paise: number;
  document: InvoiceFacts;
  created_at: Date;
}

const columns = [
  'id',
  'serial',
  'supplier_id',
  'recipient_id',
  'amount_paise',
  'document',
  'created_at',
] as const;
const withFacts = (row: Omit<InvoiceRow, 'document'> & { document: unknown }): InvoiceRow => ({
  ...row,
  document: row.document as InvoiceFacts,
});

/** Holds the year's series, so that its numbers have no gap; gives the last one used. */
export async function lockSeries(tx: Tx, year: string): Promise<number> {
  await tx
    .insertInto('invoice_series')
    .values({ year, last: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { last } = await tx
    .selectFrom('invoice_series')
    .select('last')
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return last;
}

export async function hasInvoice(tx: Tx, milestoneId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertInvoice(
  tx: Tx,
  invoice: {
    year: string;
    number: number;
    serial: string;
    milestoneId: number;
    supplierId: number;
    recipientId: number;
    amountPaise: number;
    facts: InvoiceFacts;
    at: Date;
  },
): Promise<void> {
  await tx
    .updateTable('invoice_series')
    .set({ last: invoice.number })
    .where('year', '=', invoice.year)
    .execute();
  await tx
    .insertInto('invoice')
    .values({
      serial: invoice.serial,
      milestone_id: invoice.milestoneId,
      supplier_id: invoice.supplierId,
      recipient_id: invoice.recipientId,
      amount_paise: invoice.amountPaise,
      document: JSON.stringify(invoice.facts),
      created_at: invoice.at,
    })
    .execute();
}

export async function invoiceById(db: Db, id: number): Promise<InvoiceRow | null> {
  const row = await db.selectFrom('invoice').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? withFacts(row) : null;
}

/** The newest first. */
export async function invoicesOf(
  db: Db,
  supplierId: number,
  page: { limit: number; before: { at: Date; id: number } | null },
): Promise<InvoiceRow[]> {
  const { before } = page;
  const rows = await db
    .selectFrom('invoice')
    .select(columns)
    .where('supplier_id', '=', supplierId)
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(before?.at ?? new Date(0), before?.id ?? 0)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(withFacts);
}
