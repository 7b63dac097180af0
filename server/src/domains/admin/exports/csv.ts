/** A decimal that is written as it is: its minus sign must not be escaped as a formula. */
export interface ExactDecimal {
  exact: string;
}
export type Cell = string | number | ExactDecimal | null;

/** Without this mark Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** "-12.05": rupees with two decimals, so that a sum of the column is exact. */
export function toRupeesCell(paise: number): ExactDecimal {
  const paiseDigits = String(Math.abs(paise) % 100).padStart(2, '0');
  return { exact: `${paise < 0 ? '-' : ''}${Math.floor(Math.abs(paise) / 100)}.${paiseDigits}` };
}

/** Prefixes text that a spreadsheet would run as a formula. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.exact;
  const text = escapeFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const formatLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** Writes RFC 4180 CSV, a page of rows at a time. */
export async function* formatCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatLine(header);
  for await (const rows of pages) yield rows.map(formatLine).join('');
}
