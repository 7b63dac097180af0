import { isCalendarDate } from '../../contract/src/platform/dates.ts';
import { parseRupees } from '../../contract/src/platform/money.ts';
import type { StatementLine } from '../../server/src/domains/reconciliation/index.ts';
import { UserError } from '../user-error.ts';

const COLUMNS = 'date,reference,amount,direction';
const DIRECTIONS = ['debit', 'credit'] as const;

/**
 * A statement as CSV with the columns `date,reference,amount,direction`: a day like 2026-11-20, the transfer's id or the
 * bank's reference, rupees, and debit for money that left the account. Everything that is wrong is told at once.
 */
export function readStatement(text: string, file: string): StatementLine[] {
  const [head = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (head.toLowerCase().replaceAll(/[\s"]/g, '') !== COLUMNS)
    throw new UserError(`${file}: the first line must be ${COLUMNS}.`);
  const lines: StatementLine[] = [];
  const wrong: string[] = [];
  for (const [index, row] of rest.entries()) {
    if (row.trim() === '') continue;
    const line = readLine(row, index + 2);
    if (typeof line === 'string') wrong.push(`${file}, line ${index + 2}: ${line}`);
    else lines.push(line);
  }
  if (wrong.length === 0 && lines.length === 0) wrong.push(`${file}: there is no line below the first.`);
  if (wrong.length > 0) throw new UserError(wrong.join('\n'));
  return lines;
}

function readLine(row: string, line: number): StatementLine | string {
  const fields = readFields(row);
  const [day = '', reference = '', amount = '', wayText = ''] = fields;
  if (fields.length !== 4) return `there are ${fields.length} columns, not 4.`;
  if (!isCalendarDate(day)) return `"${day}" must be a day like 2026-11-20.`;
  if (reference === '') return 'the reference is missing.';
  const amountPaise = parseRupees(amount.replaceAll(/[,₹\s]/g, ''));
  if (amountPaise === null || amountPaise === 0) return `"${amount}" must be an amount in rupees.`;
  const direction = DIRECTIONS.find((one) => one === wayText.toLowerCase());
  if (!direction) return `"${wayText}" must be debit or credit.`;
  return { line, day, reference, amountPaise, direction };
}

/** A field may be in quotes, which then may hold commas; two quotes are one. */
function readFields(row: string): string[] {
  const fields = [...row.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g)];
  return fields.map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
}
