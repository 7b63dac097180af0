import { maskTexts, readMasked, toMaskedColumns } from '../../../platform/contact-filter/index.ts';

export const toMaskedNoteColumns = (note: string) => toMaskedColumns(maskTexts([note]));

/** The line as the worker reads it before award. */
export const readMaskedNote = (row: {
  note: string;
  masked: string[] | null;
  filter_version: number;
}): string => readMasked(row, () => maskTexts([row.note]))?.[0] ?? row.note;
