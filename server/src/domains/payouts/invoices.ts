import type { Locale } from '@fws/contract/platform/messages';
import type { PaymentHistory } from '@fws/contract/payouts/wire';
import type { Invoice } from '@fws/contract/payouts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { translateIfId } from '../../platform/messages.ts';
import { publish } from '../../platform/realtime/index.ts';
import { milestoneFacts } from '../contracts/index.ts';
import { peopleByIds, type PersonRow } from '../profile/index.ts';
import { financialYear, serialOf } from './invoice-rules.ts';
import {
  hasInvoice,
  insertInvoice,
  invoiceById,
  invoicesOf,
  lockSeries,
  type InvoiceRow,
} from './invoices-store.ts';
import { withdrawalOf } from './withdrawals.ts';
import { withdrawalsOf } from './withdrawals-store.ts';

/** Task: the worker's bill for a released milestone, once. */
export async function makeInvoice(deps: Deps, milestoneId: number): Promise<void> {
  const fact = (await milestoneFacts(deps.db, [milestoneId])).get(milestoneId);
  if (!fact?.releasedAt) throw new Error(`milestone ${milestoneId} is not released`);
  const people = await peopleByIds(deps.db, [fact.workerId, fact.posterId]);
  const [supplier, recipient] = [people.get(fact.workerId), people.get(fact.posterId)];
  if (!supplier || !recipient) throw new Error(`milestone ${milestoneId} has no two sides`);
  // However late the job runs: the supply is what dates a bill, and its year decides the series.
  const { releasedAt } = fact;
  const year = financialYear(releasedAt);
  await inTx(deps.db, async (tx) => {
    const number = (await lockSeries(tx, year)) + 1;
    if (await hasInvoice(tx, milestoneId)) return;
    await insertInvoice(tx, {
      year,
      number,
      serial: serialOf(year, number),
      milestoneId,
      supplierId: fact.workerId,
      recipientId: fact.posterId,
      amountPaise: fact.amountPaise,
      facts: {
        supplier: partyOf(supplier),
        recipient: partyOf(recipient),
        jobNumber: fact.jobNumber,
        jobTitle: fact.title,
        milestoneName: fact.name,
      },
      at: releasedAt,
    });
    await publish(tx, { users: [fact.workerId], topic: 'wallet', id: null });
  });
}

const partyOf = (person: PersonRow) => ({
  name: person.registerFor === 'company' && person.companyName !== '' ? person.companyName : person.name,
  address: person.location,
});

/** Invoices by page; the latest withdrawals go along with the first. */
export async function paymentHistory(
  deps: Deps,
  userId: number,
  locale: Locale,
  page: PageAsked,
): Promise<Outcome<PaymentHistory>> {
  const place = page.cursor === null ? null : decodeTimeCursor(page.cursor);
  if (page.cursor !== null && place === null) return refuse('malformed', 'common.cursor_invalid');
  const [rows, withdrawals] = await Promise.all([
    invoicesOf(deps.db, userId, {
      limit: page.limit + 1,
      before: place && { at: new Date(place[0]), id: place[1] },
    }),
    place ? [] : withdrawalsOf(deps.db, userId, page.limit),
  ]);
  const { rows: shown, nextCursor } = pageOf(rows, page.limit, (last) => [
    last.created_at.toISOString(),
    last.id,
  ]);
  return done({
    invoices: shown.map((row) => invoiceOf(row, locale)),
    withdrawals: withdrawals.map((row) => withdrawalOf(row, locale)),
    nextCursor,
  });
}

/** For the two it is about; for anybody else there is no such invoice. */
export async function readableInvoice(deps: Deps, userId: number, id: number): Promise<InvoiceRow | null> {
  const invoice = await invoiceById(deps.db, id);
  return invoice && [invoice.supplier_id, invoice.recipient_id].includes(userId) ? invoice : null;
}

export const fileNameOf = (serial: string): string => `${serial.replaceAll('/', '-')}.pdf`;

const invoiceOf = (row: InvoiceRow, locale: Locale): Invoice => ({
  id: row.id,
  serial: row.serial,
  jobTitle: row.document.jobTitle,
  jobNumber: row.document.jobNumber,
  milestoneName: translateIfId(locale, row.document.milestoneName),
  amountPaise: row.amount_paise,
  createdAt: row.created_at.toISOString(),
  pdfUrl: `/api/invoices/${row.id}/${fileNameOf(row.serial)}`,
});
