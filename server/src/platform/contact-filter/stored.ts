import { FILTER_VERSION } from './version.ts';

/** The columns of a masked form. It is stored with the version of the filter, so that a later one masks it again. */
export const toMaskedColumns = (masked: object | null) => ({
  masked: masked && JSON.stringify(masked),
  filter_version: FILTER_VERSION,
});

/** The stored masked form. A row that the task has not masked again is masked now. Null when nothing is hidden. */
export const readMasked = <Masked>(
  row: { masked: Masked | null; filter_version: number },
  mask: () => Masked | null,
): Masked | null => (row.filter_version === FILTER_VERSION ? row.masked : mask());
