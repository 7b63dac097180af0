import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import { PAYMENT_TERMS } from '@fws/contract/jobs/model';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { MILESTONES_MAX } from '@fws/contract/platform/limits';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import { buildQuoteParts } from '@fws/contract/quotes/model';
import type { QuoteRow } from '@fws/contract/quotes/model';
import { findUnpayablePart } from '@fws/contract/quotes/payable';
import type { UnpayablePart } from '@fws/contract/quotes/payable';
import type { Quote, SubmitQuoteValues, UpdateQuoteValues } from '@fws/contract/quotes/schemas';

/** A quote being written. Amounts are the typed texts. */
export type QuoteDraft = {
  bid: string;
  term: PaymentTerm;
  rows: { key: number; name: string; amount: string }[];
  workScope: string;
  /** "2026-12-18", or empty. */
  startsOn: string;
  finishBy: string;
  /** When the worker comes first, "2026-12-18"; empty: no visit. */
  visitDate: string;
  /** "16:00". */
  visitFrom: string;
  visitUntil: string;
  visitFee: string;
  /** What is new; of a quote that was sent before. */
  note: string;
};

/** The milestones of a draft, and what they must add up to. */
export type RowsDraft = Pick<QuoteDraft, 'bid' | 'rows'>;

/** Begins with the payment term of the job. */
export const createEmptyDraft = (term: PaymentTerm = 'terms'): QuoteDraft => ({
  bid: '',
  term,
  rows: [{ key: 1, name: '', amount: '' }],
  workScope: '',
  startsOn: '',
  finishBy: '',
  visitDate: '',
  visitFrom: '',
  visitUntil: '',
  visitFee: '',
  note: '',
});

/** Reads a stored draft; undefined when it does not have the shape of one. */
export function readDraft(stored: unknown): QuoteDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { bid, term, rows, workScope, ...added } = stored as Partial<Record<keyof QuoteDraft, unknown>>;
  // A draft of an earlier version of FWS has none of these.
  const readText = (text: unknown): string => (typeof text === 'string' ? text : '');
  const validTerm = PAYMENT_TERMS.find((option) => option === term);
  if (typeof bid !== 'string' || typeof workScope !== 'string' || !validTerm || !isRows(rows))
    return undefined;
  return {
    bid,
    term: validTerm,
    rows,
    workScope,
    startsOn: readText(added.startsOn),
    finishBy: readText(added.finishBy),
    visitDate: readText(added.visitDate),
    visitFrom: readText(added.visitFrom),
    visitUntil: readText(added.visitUntil),
    visitFee: readText(added.visitFee),
    note: readText(added.note),
  };
}

function isRows(rows: unknown): rows is QuoteDraft['rows'] {
  return (
    Array.isArray(rows) &&
    rows.length > 0 &&
    rows.every((row) => typeof row?.name === 'string' && typeof row.amount === 'string')
  );
}

export function addRow<Draft extends RowsDraft>(draft: Draft): Draft {
  const key = Math.max(0, ...draft.rows.map((row) => row.key)) + 1;
  return { ...draft, rows: [...draft.rows, { key, name: '', amount: '' }] };
}

export const canAddRow = (draft: RowsDraft): boolean => draft.rows.length < MILESTONES_MAX;

/** Converts a sent quote into a draft for editing. */
export function toDraft(quote: Quote): QuoteDraft {
  const rows = quote.term === 'milestone' ? quote.parts : [];
  return {
    bid: toRupees(quote.bidPaise),
    term: quote.term,
    rows: rows.length === 0 ? createEmptyDraft().rows : toRows(rows),
    workScope: quote.workScope,
    startsOn: quote.startsOn ?? '',
    finishBy: quote.finishBy ?? '',
    ...toVisitDraft(quote.visit),
    note: '',
  };
}

function toVisitDraft(
  visit: Quote['visit'],
): Pick<QuoteDraft, 'visitDate' | 'visitFrom' | 'visitUntil' | 'visitFee'> {
  const [visitFrom = '', visitUntil = ''] = visit?.window.split('-') ?? [];
  const visitFee = visit && visit.feePaise > 0 ? toRupees(visit.feePaise) : '';
  return { visitDate: visit?.date ?? '', visitFrom, visitUntil, visitFee };
}

/** The draft with what the poster asked for. What the poster did not name stays. */
export function fillInAsked(draft: QuoteDraft, asked: NonNullable<Quote['asked']>): QuoteDraft {
  return {
    ...draft,
    bid: asked.bidPaise === null ? draft.bid : toRupees(asked.bidPaise),
    term: asked.term ?? draft.term,
    rows: asked.parts.length === 0 ? draft.rows : toRows(asked.parts),
    startsOn: asked.startsOn ?? draft.startsOn,
    finishBy: asked.finishBy ?? draft.finishBy,
  };
}

const toRows = (parts: readonly QuoteRow[]): QuoteDraft['rows'] =>
  parts.map(({ name, amountPaise }, index) => ({ key: index + 1, name, amount: toRupees(amountPaise) }));

export const toSubmitValues = (draft: QuoteDraft, jobId: number): SubmitQuoteValues => ({
  jobId: String(jobId),
  ...toOfferFields(draft),
});

export const toUpdateValues = (
  draft: QuoteDraft,
  quote: Pick<Quote, 'id' | 'turn'>,
  version: string,
): UpdateQuoteValues => ({
  quoteId: String(quote.id),
  version,
  turn: String(quote.turn),
  note: draft.note,
  ...toOfferFields(draft),
});

function toOfferFields(draft: QuoteDraft): Omit<SubmitQuoteValues, 'jobId'> {
  const rows = draft.term === 'milestone' ? draft.rows : [];
  return {
    bidText: draft.bid,
    term: draft.term,
    milestoneNames: rows.map((row) => row.name),
    milestoneAmountTexts: rows.map((row) => row.amount),
    workScope: draft.workScope,
    startsOn: draft.startsOn,
    finishBy: draft.finishBy,
    ...toVisitFields(draft),
  };
}

/** Without a day there is no visit, whatever else was typed. */
function toVisitFields({ visitDate, visitFrom, visitUntil, visitFee }: QuoteDraft) {
  if (visitDate === '') return { visitDate, visitWindow: '', visitFeeText: '' };
  return { visitDate, visitWindow: `${visitFrom}-${visitUntil}`, visitFeeText: visitFee };
}

/** What a visit costs besides the bid, while both can be read. */
export const getVisitFeePaise = ({ visitDate, visitFee }: QuoteDraft): number =>
  visitDate === '' ? 0 : (parseRupees(visitFee) ?? 0);

/** The parts in which a bid is paid; none while the bid is not an amount. */
export function calculateParts(draft: QuoteDraft): QuoteRow[] {
  const bidPaise = parseRupees(draft.bid);
  if (bidPaise === null || draft.term === 'milestone') return [];
  return buildQuoteParts({ term: draft.term, bidPaise, rows: [] });
}

/** The first part that cannot be paid at once. Amounts that are not typed yet count as payable. */
export function findUnpayable(draft: QuoteDraft, limits: PaymentLimits): UnpayablePart | null {
  const parts =
    draft.term === 'milestone'
      ? draft.rows.map((row) => ({ amountPaise: parseRupees(row.amount) ?? limits.minPaise }))
      : calculateParts(draft);
  return findUnpayablePart(draft.term, parts, limits);
}

/** What is left of the bid after the milestones; negative when they exceed it. */
export function calculateRemainingPaise(draft: RowsDraft): number {
  const plannedPaise = draft.rows.reduce((sum, row) => sum + (parseRupees(row.amount) ?? 0), 0);
  return (parseRupees(draft.bid) ?? 0) - plannedPaise;
}
