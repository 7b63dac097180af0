import type { Locale } from '@fws/contract/platform/messages';
import type { PaymentHistory } from '@fws/contract/payouts/wire';
import type { Invoice } from '@fws/contract/payouts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { translateIfId } from '../../platform/messages.ts';
import { publish } from '../../platform/realtime/index.ts';
import { findDeductions, milestoneFacts } from '../contracts/index.ts';
import { arePayoutsPaused } from '../ledger/index.ts';
import { peopleByIds, type PersonRow } from '../profile/index.ts';
import { financialYear, serialOf, seriesOf } from './invoice-rules.ts';
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

/** Task: issues the worker's invoice for a released milestone, and the platform's if it deducted a fee; each once. */
export async function makeInvoice(deps: Deps, milestoneId: number): Promise<void> {
  const fact = (await milestoneFacts(deps.db, [milestoneId])).get(milestoneId);
  if (!fact?.releasedAt) throw new Error(`milestone ${milestoneId} is not released`);
  const people = await peopleByIds(deps.db, [fact.workerId, fact.posterId]);
  const [worker, poster] = [people.get(fact.workerId), people.get(fact.posterId)];
  if (!worker || !poster) throw new Error(`milestone ${milestoneId} lacks its worker or its poster`);
  const kept = (await findDeductions(deps.db, [milestoneId])).get(milestoneId);
  const { releasedAt, jobNumber, title, name, workerId, posterId } = fact;
  const common = { jobNumber, jobTitle: title, milestoneName: name };
  await inTx(deps.db, async (tx) => {
    await insertOnce(tx, {
      kind: 'work',
      milestoneId,
      ownerId: workerId,
      supplierId: workerId,
      recipientId: posterId,
      amountPaise: fact.amountPaise,
      facts: {
        ...common,
        supplier: partyOf(worker),
        recipient: partyOf(poster),
        ...(kept ? { kept } : {}),
      },
      at: releasedAt,
    });
    if (kept && kept.feePaise > 0) {
      const { name: platform, address, gstin } = deps.config.platform;
      await insertOnce(tx, {
        kind: 'fee',
        milestoneId,
        ownerId: workerId,
        supplierId: null,
        recipientId: workerId,
        amountPaise: kept.feePaise + kept.gstPaise,
        facts: {
          ...common,
          supplier: { name: platform, address },
          recipient: partyOf(worker),
          kept,
          platformGstin: gstin,
        },
        at: releasedAt,
      });
    }
    await publish(tx, { users: [workerId], topic: 'wallet', id: null });
  });
}

/** The release dates the invoice and decides the year of its series, however late the task runs. */
async function insertOnce(
  tx: Tx,
  invoice: Omit<Parameters<typeof insertInvoice>[1], 'series' | 'number' | 'serial'>,
): Promise<void> {
  const { kind, milestoneId, at } = invoice;
  const year = financialYear(at);
  const series = seriesOf(kind, year);
  const number = (await lockSeries(tx, series)) + 1;
  if (await hasInvoice(tx, milestoneId, kind)) return;
  await insertInvoice(tx, { ...invoice, series, number, serial: serialOf(kind, year, number) });
}

const partyOf = (person: PersonRow) => ({
  name: person.registerFor === 'company' && person.companyName !== '' ? person.companyName : person.name,
  address: person.location,
});

/** A page of invoices. The first page also has the latest withdrawals. */
export async function paymentHistory(
  deps: Deps,
  userId: number,
  locale: Locale,
  page: PageAsked,
): Promise<Outcome<PaymentHistory>> {
  const place = page.cursor === null ? null : decodeTimeCursor(page.cursor);
  if (page.cursor !== null && place === null) return refuse('malformed', 'common.cursor_invalid');
  const [rows, withdrawals, isPaused] = await Promise.all([
    invoicesOf(deps.db, userId, {
      limit: page.limit + 1,
      before: place && { at: new Date(place[0]), id: place[1] },
    }),
    place ? [] : withdrawalsOf(deps.db, userId, page.limit),
    arePayoutsPaused(deps.db),
  ]);
  const { rows: shown, nextCursor } = pageOf(rows, page.limit, (last) => [
    last.created_at.toISOString(),
    last.id,
  ]);
  return done({
    invoices: shown.map((row) => invoiceOf(row, locale)),
    withdrawals: withdrawals.map((row) => withdrawalOf(row, locale, isPaused)),
    nextCursor,
  });
}

/** Null for everybody except the supplier and the recipient. */
export async function readableInvoice(deps: Deps, userId: number, id: number): Promise<InvoiceRow | null> {
  const invoice = await invoiceById(deps.db, id);
  return invoice && [invoice.supplier_id, invoice.recipient_id].includes(userId) ? invoice : null;
}

export const fileNameOf = (serial: string): string => `${serial.replaceAll('/', '-')}.pdf`;

const invoiceOf = (row: InvoiceRow, locale: Locale): Invoice => ({
  id: row.id,
  kind: row.kind,
  serial: row.serial,
  jobTitle: row.document.jobTitle,
  jobNumber: row.document.jobNumber,
  milestoneName: translateIfId(locale, row.document.milestoneName),
  amountPaise: row.amount_paise,
  createdAt: row.created_at.toISOString(),
  pdfUrl: `/api/invoices/${row.id}/${fileNameOf(row.serial)}`,
});
