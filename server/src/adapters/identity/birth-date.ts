/** Vendors write dates as `28-02-1995`, `28/02/1995` or `1995-02-28`. Undefined for anything else, as a year alone. */
export function parseBirthDate(text: string | null | undefined): string | undefined {
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(text ?? '') ?? [];
  const date = day === undefined ? text : `${year}-${month}-${day}`;
  return date && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : undefined;
}
