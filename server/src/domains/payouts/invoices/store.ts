import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { InvoiceTable } from '../../../platform/db/tables.ts';
import type { InvoiceFacts, InvoiceKind } from './rules.ts';

/** A supplier of null is the platform. */
export type InvoiceRow = Selectable<InvoiceTable> & { document: InvoiceFacts };

const toInvoiceRow = (row: Selectable<InvoiceTable>): InvoiceRow => ({
  ...row,
  document: row.document as InvoiceFacts,
});

/** Locks a series, so that its numbers have no gaps. Returns the last number used. */
export async function lockSeries(tx: Tx, series: string): Promise<number> {
  await tx
    .insertInto('invoice_series')
    .values({ year: series, last: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { last } = await tx
    .selectFrom('invoice_series')
    .select('last')
    .where('year', '=', series)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return last;
}

export async function hasInvoice(tx: Tx, milestoneId: number, kind: InvoiceKind): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertInvoice(
  tx: Tx,
  invoice: {
    kind: InvoiceKind;
    series: string;
    number: number;
    serial: string;
    milestoneId: number;
    ownerId: number;
    supplierId: number | null;
    recipientId: number;
    amountPaise: number;
    facts: InvoiceFacts;
    at: Date;
  },
): Promise<void> {
  await tx
    .updateTable('invoice_series')
    .set({ last: invoice.number })
    .where('year', '=', invoice.series)
    .execute();
  await tx
    .insertInto('invoice')
    .values({
      serial: invoice.serial,
      kind: invoice.kind,
      milestone_id: invoice.milestoneId,
      owner_id: invoice.ownerId,
      supplier_id: invoice.supplierId,
      recipient_id: invoice.recipientId,
      amount_paise: invoice.amountPaise,
      document: JSON.stringify(invoice.facts),
      created_at: invoice.at,
    })
    .execute();
}

export async function findInvoice(db: Db, id: number): Promise<InvoiceRow | null> {
  const row = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toInvoiceRow(row) : null;
}

/** The newest first. */
export async function listInvoices(
  db: Db,
  ownerId: number,
  page: { limit: number; before: { at: Date; id: number } | null },
): Promise<InvoiceRow[]> {
  const { before } = page;
  const rows = await db
    .selectFrom('invoice')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(before?.at ?? new Date(0), before?.id ?? 0)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(toInvoiceRow);
}
