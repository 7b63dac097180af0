import type { Milestone, Receipt } from '@fws/contract/contracts/schemas';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageById, type PageRequest } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { loadPeople } from '../../profile/index.ts';
import { isPayer } from '../policy.ts';
import { findMilestoneReceiptRows, findReceiptRow, findReceiptRows, type ReceiptRow } from './store.ts';

/** The number of a receipt is that of its transaction, which never changes. It is no tax serial, and has gaps. */
export const formatReceiptNumber = (id: number): string => `FWR-${String(id).padStart(6, '0')}`;

const buildPdfUrl = (id: number): string => `/api/receipts/${id}/${formatReceiptNumber(id)}.pdf`;

/** What happened to the money of this poster, newest first. */
export async function listReceipts(
  db: Db,
  posterId: number,
  locale: Locale,
  request: PageRequest,
): Promise<Outcome<Page<Receipt>>> {
  const page = await loadPageById(
    request,
    (after) =>
      findReceiptRows(db, posterId, {
        beforeId: after?.[1] ?? Number.MAX_SAFE_INTEGER,
        limit: request.limit + 1,
      }),
    (row) => row.id,
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const workers = await loadPeople(
    db,
    rows.map(({ workerId }) => workerId),
  );
  return done({
    items: rows.map((row) => toReceipt(row, workers.get(row.workerId)?.name ?? '', locale)),
    nextCursor,
  });
}

const toReceipt = (row: ReceiptRow, workerName: string, locale: Locale): Receipt => ({
  id: row.id,
  number: formatReceiptNumber(row.id),
  kind: row.kind,
  at: row.at.toISOString(),
  jobId: row.jobId,
  jobNumber: row.jobNumber,
  jobTitle: row.jobTitle,
  milestoneName: row.milestoneName === null ? '' : translateIfId(locale, row.milestoneName),
  workerName,
  amountPaise: row.amountPaise,
  releasedPaise: row.releasedPaise,
  refundedPaise: row.refundedPaise,
  chargePaise: row.chargePaise,
  pdfUrl: buildPdfUrl(row.id),
});

/** A receipt with the names of its people; null for everybody but the payer. */
export async function findOwnReceipt(
  db: Db,
  id: number,
  readerId: number,
): Promise<{ row: ReceiptRow; posterName: string; workerName: string } | null> {
  const row = await findReceiptRow(db, id);
  if (!row || !isPayer({ poster_id: row.posterId }, readerId)) return null;
  const people = await loadPeople(db, [row.posterId, row.workerId]);
  const getName = (userId: number) => people.get(userId)?.name ?? '';
  return { row, posterName: getName(row.posterId), workerName: getName(row.workerId) };
}

/** Links to the receipts of milestones, oldest first. A milestone without one is absent. */
export async function findMilestoneReceipts(
  db: Db,
  milestoneIds: readonly number[],
): Promise<Map<number, Milestone['receipts']>> {
  const receipts = new Map<number, Milestone['receipts']>();
  for (const { id, kind, milestoneId } of await findMilestoneReceiptRows(db, milestoneIds)) {
    const receipt = { number: formatReceiptNumber(id), kind, pdfUrl: buildPdfUrl(id) };
    receipts.set(milestoneId, [...(receipts.get(milestoneId) ?? []), receipt]);
  }
  return receipts;
}
