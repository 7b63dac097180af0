import { useMemo } from 'react';
import type { FieldProblem } from '../../../ui/index.ts';
import type { QuoteErrors } from './useOffer.ts';

/** The element id of each field of the contract. */
const FIELD_IDS: Record<string, string> = {
  bidText: 'bid',
  term: 'quote-terms',
  milestoneNames: 'quote-terms',
  milestoneAmountTexts: 'quote-terms',
  workScope: 'scope',
  startsOn: 'starts-on',
  finishBy: 'finish-by',
  visitDate: 'visit-date',
  visitWindow: 'visit-window',
  visitFeeText: 'visit-fee',
  note: 'note',
};

export function useProblems(errors: QuoteErrors): FieldProblem[] {
  return useMemo(
    () => Object.entries(errors).map(([field, text]) => ({ id: FIELD_IDS[field] ?? 'quote', text })),
    [errors],
  );
}
