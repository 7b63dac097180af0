/** A decimal that goes as it is written: a minus sign is no formula. */
export interface Exact {
  exact: string;
}
export type Cell = string | number | Exact | null;

/** Excel takes a file without this mark for one of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** "-12.05": rupees with both places, so that a sum of the column is exact. */
export function rupeesCell(paise: number): Exact {
  const rest = String(Math.abs(paise) % 100).padStart(2, '0');
  return { exact: `${paise < 0 ? '-' : ''}${Math.floor(Math.abs(paise) / 100)}.${rest}` };
}

/** What people typed is never a formula in somebody's spreadsheet. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.exact;
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** RFC 4180, a page of rows at a time. */
export async function* csv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(header);
  for await (const rows of pages) yield rows.map(lineOf).join('');
}
