import type { Locale } from '@fws/contract/platform/messages';
import type { PaymentHistory, Invoice } from '@fws/contract/payouts/schemas';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type CursorKey, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { findDeductions, loadMilestoneDetails } from '../../escrow/index.ts';
import { arePayoutsPaused } from '../../ledger/index.ts';
import { loadPeople, type PersonRow } from '../../profile/index.ts';
import { mayReadInvoice } from '../policy.ts';
import { toFinancialYear, formatSerial, toSeries } from './rules.ts';
import {
  hasInvoice,
  insertInvoice,
  findInvoice,
  listInvoices,
  lockSeries,
  type InvoiceRow,
} from './store.ts';
import { toWithdrawal } from '../withdrawals/service.ts';
import { listWithdrawals } from '../withdrawals/store.ts';

/** Task: issues the worker's invoice for a released milestone, and the platform's if it deducted a fee; each once. */
export async function createInvoices(deps: Deps, milestoneId: number): Promise<void> {
  const milestone = (await loadMilestoneDetails(deps.db, [milestoneId])).get(milestoneId);
  if (!milestone?.releasedAt) throw new Error(`milestone ${milestoneId} is not released`);
  const people = await loadPeople(deps.db, [milestone.workerId, milestone.posterId]);
  const [worker, poster] = [people.get(milestone.workerId), people.get(milestone.posterId)];
  if (!worker || !poster) throw new Error(`milestone ${milestoneId} lacks its worker or its poster`);
  const deductions = (await findDeductions(deps.db, [milestoneId])).get(milestoneId);
  const { releasedAt, jobNumber, title, name, workerId, posterId } = milestone;
  const common = { jobNumber, jobTitle: title, milestoneName: name };
  await inTx(deps.db, async (tx) => {
    await insertOnce(tx, {
      kind: 'work',
      milestoneId,
      ownerId: workerId,
      supplierId: workerId,
      recipientId: posterId,
      amountPaise: milestone.amountPaise,
      facts: {
        ...common,
        supplier: toParty(worker),
        recipient: toParty(poster),
        ...(deductions ? { kept: deductions } : {}),
      },
      at: releasedAt,
    });
    if (deductions && deductions.feePaise > 0) {
      const { name: platform, address, gstin } = deps.config.platform;
      await insertOnce(tx, {
        kind: 'fee',
        milestoneId,
        ownerId: workerId,
        supplierId: null,
        recipientId: workerId,
        amountPaise: deductions.feePaise + deductions.gstPaise,
        facts: {
          ...common,
          supplier: { name: platform, address },
          recipient: toParty(worker),
          kept: deductions,
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
  const year = toFinancialYear(at);
  const series = toSeries(kind, year);
  const number = (await lockSeries(tx, series)) + 1;
  if (await hasInvoice(tx, milestoneId, kind)) return;
  await insertInvoice(tx, { ...invoice, series, number, serial: formatSerial(kind, year, number) });
}

const toParty = (person: PersonRow) => ({
  name: person.registerFor === 'company' && person.companyName !== '' ? person.companyName : person.name,
  address: person.location,
});

/** A page of invoices. The first page also has the latest withdrawals. */
export async function getPaymentHistory(
  deps: Deps,
  userId: number,
  locale: Locale,
  params: PageRequest,
): Promise<Outcome<PaymentHistory>> {
  const { limit, cursor } = params;
  const loadInvoices = (after: CursorKey | null) => {
    const before = after && { at: new Date(after[0]), id: after[1] };
    return listInvoices(deps.db, userId, { limit: limit + 1, before });
  };
  const [page, withdrawals, isPaused] = await Promise.all([
    loadPageByTime(params, loadInvoices, (row) => [row.created_at, row.id]),
    cursor === null ? listWithdrawals(deps.db, userId, limit) : [],
    arePayoutsPaused(deps.db),
  ]);
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({
    invoices: rows.map((row) => toInvoice(row, locale)),
    withdrawals: withdrawals.map((row) => toWithdrawal(row, locale, isPaused)),
    nextCursor,
  });
}

/** Null for everybody except the supplier and the recipient. */
export async function findReadableInvoice(
  deps: Deps,
  userId: number,
  id: number,
): Promise<InvoiceRow | null> {
  const invoice = await findInvoice(deps.db, id);
  return invoice && mayReadInvoice(invoice, userId) ? invoice : null;
}

export const toFileName = (serial: string): string => `${serial.replaceAll('/', '-')}.pdf`;

const toInvoice = (row: InvoiceRow, locale: Locale): Invoice => ({
  id: row.id,
  kind: row.kind,
  serial: row.serial,
  jobTitle: row.document.jobTitle,
  jobNumber: row.document.jobNumber,
  milestoneName: translateIfId(locale, row.document.milestoneName),
  amountPaise: row.amount_paise,
  createdAt: row.created_at.toISOString(),
  pdfUrl: `/api/invoices/${row.id}/${toFileName(row.serial)}`,
});
