import type { QuoteRow as QuotePart } from '@fws/contract/quotes/model';
import { FILTER_VERSION, maskTexts } from '../../../platform/contact-filter/index.ts';
import type { MaskedQuoteTexts } from '../../../platform/db/tables.ts';

interface QuoteTexts {
  parts: readonly QuotePart[];
  workScope: string;
}

/** Null when there is nothing to hide. */
export function maskQuoteTexts({ parts, workScope }: QuoteTexts): MaskedQuoteTexts | null {
  const masked = maskTexts([workScope, ...parts.map(({ name }) => name)]);
  if (!masked) return null;
  const [maskedScope = '', ...partNames] = masked;
  return { workScope: maskedScope, partNames };
}

/** The columns of the masked form. It is stored with the version of the filter, so that a later one masks it again. */
export function toMaskedColumns(texts: QuoteTexts) {
  const masked = maskQuoteTexts(texts);
  return { masked: masked && JSON.stringify(masked), filter_version: FILTER_VERSION };
}

/** The texts of the row as others than the writer read them before award. */
export function readMaskedTexts(row: {
  parts: QuotePart[];
  work_scope: string;
  masked: MaskedQuoteTexts | null;
  filter_version: number;
}): { parts: QuotePart[]; workScope: string } {
  const { parts, work_scope: workScope } = row;
  // The task that masks again has not come to this row.
  const masked = row.filter_version === FILTER_VERSION ? row.masked : maskQuoteTexts({ parts, workScope });
  if (!masked) return { parts, workScope };
  return {
    parts: parts.map((part, index) => ({ ...part, name: masked.partNames[index] ?? part.name })),
    workScope: masked.workScope,
  };
}
