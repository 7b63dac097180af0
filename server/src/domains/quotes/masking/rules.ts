import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import type { QuoteRow as QuotePart } from '@fws/contract/quotes/model';
import type { HiddenKind } from '@fws/contract/platform/contact-data';
import {
  listHiddenKinds,
  maskTexts,
  readMasked,
  toMaskedColumns,
} from '../../../platform/contact-filter/index.ts';
import type { MaskedQuoteTexts, MaskedStepTexts } from '../../../platform/db/tables.ts';

interface QuoteTexts {
  parts: readonly QuotePart[];
  workScope: string;
}

const listTexts = ({ parts, workScope }: QuoteTexts) => [workScope, ...parts.map(({ name }) => name)];

/** The kinds of contact data that its worker wrote and the poster does not read before award. */
export const listHiddenInQuote = (texts: QuoteTexts): HiddenKind[] => listHiddenKinds(listTexts(texts));

/** Whether something is hidden from the poster, who reads the original once the quote is accepted. */
export const isHiding = ({
  state,
  masked,
}: {
  state: QuoteState;
  masked: MaskedQuoteTexts | null;
}): boolean => masked !== null && (state === 'submitted' || state === 'asked' || state === 'withheld');

/** Null when there is nothing to hide. */
function maskQuoteTexts(texts: QuoteTexts): MaskedQuoteTexts | null {
  const masked = maskTexts(listTexts(texts));
  if (!masked) return null;
  const [maskedScope = '', ...partNames] = masked;
  return { workScope: maskedScope, partNames };
}

export const toMaskedQuoteColumns = (texts: QuoteTexts) => toMaskedColumns(maskQuoteTexts(texts));

/** The texts of the row as others than the writer read them before award. */
export function readMaskedQuote(row: {
  parts: QuotePart[];
  work_scope: string;
  masked: MaskedQuoteTexts | null;
  filter_version: number;
}): { parts: QuotePart[]; workScope: string } {
  const { parts, work_scope: workScope } = row;
  const masked = readMasked(row, () => maskQuoteTexts({ parts, workScope }));
  if (!masked) return { parts, workScope };
  return {
    parts: parts.map((part, index) => ({ ...part, name: masked.partNames[index] ?? part.name })),
    workScope: masked.workScope,
  };
}

interface StepTexts extends QuoteTexts {
  note: string;
}

/** Null when there is nothing to hide. */
function maskStepTexts(texts: StepTexts): MaskedStepTexts | null {
  const masked = maskTexts([texts.note, ...listTexts(texts)]);
  if (!masked) return null;
  const [note = '', workScope = '', ...partNames] = masked;
  return { note, workScope, partNames };
}

export const toMaskedStepColumns = (texts: StepTexts) => toMaskedColumns(maskStepTexts(texts));

/** Of a step whose other texts are shown as they were written. */
export function toMaskedNoteColumns(row: { parts: readonly QuotePart[]; work_scope: string; note: string }) {
  const masked = maskTexts([row.note]);
  const partNames = row.parts.map(({ name }) => name);
  return toMaskedColumns(masked && { note: masked[0], workScope: row.work_scope, partNames });
}

/** The texts of a step of the history as the other side reads them before award. */
export function readMaskedStep(row: {
  parts: QuotePart[];
  work_scope: string;
  note: string;
  masked: MaskedStepTexts | null;
  filter_version: number;
}): StepTexts & { parts: QuotePart[] } {
  const texts = { parts: row.parts, workScope: row.work_scope, note: row.note };
  const masked = readMasked(row, () => maskStepTexts(texts));
  if (!masked) return texts;
  return {
    parts: row.parts.map((part, index) => ({ ...part, name: masked.partNames[index] ?? part.name })),
    workScope: masked.workScope,
    note: masked.note,
  };
}
