/** A table of docs/scale.md. */
export interface Table {
  /** As it is marked in the page: `<!-- scale: load -->`. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Three digits that count: 0.31, 2.4, 38, 1,250. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 20) return grouped.format(value);
  return size >= 1 ? value.toFixed(1).replace(/\.0$/, '') : String(Number(value.toPrecision(2)));
}

/** As people say it: 1.2 million. */
export function formatCount(value: number): string {
  if (value >= 1e9) return `${formatNumber(value / 1e9)} billion`;
  return value >= 1e6 ? `${formatNumber(value / 1e6)} million` : formatNumber(value);
}

export const formatLakh = (rupees: number): string => (rupees / 100_000).toFixed(2);

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${formatNumber(Math.round(ms))} ms`;
  if (ms < 60_000) return `${formatNumber(ms / 1000)} s`;
  return ms < 5_400_000 ? `${formatNumber(ms / 60_000)} min` : `${formatNumber(ms / 3_600_000)} h`;
}

export const formatTable = ({ columns, rows }: Table): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const toPattern = (name: string): RegExp => new RegExp(`(<!-- scale: ${name} -->\\n)[^]*?(<!-- end -->)`);

/** The page with these tables; throws when it has no place for one. */
export function fillPage(page: string, tables: readonly Table[]): string {
  return tables.reduce((text, table) => {
    if (!toPattern(table.name).test(text)) throw new Error(`docs/scale.md has no place for "${table.name}"`);
    return text.replace(
      toPattern(table.name),
      (_, start: string, end: string) => `${start}\n${formatTable(table)}\n\n${end}`,
    );
  }, page);
}
