import { isCalendarDate } from '../../platform/dates.ts';
import type { SharedMessageId } from '../../platform/messages.ts';
import { parseRupees } from '../../platform/money.ts';
import type { FieldError } from '../../platform/refusal.ts';

/** A line of a payout account's statement that a person downloaded. */
export interface StatementLine {
  line: number;
  /** The day in India, 2026-11-20. */
  day: string;
  reference: string;
  amountPaise: number;
  direction: 'debit' | 'credit';
}

/** A problem in a statement: the message and the line. */
export interface StatementProblem extends FieldError {
  code: Extract<SharedMessageId, `admin.statement_${string}`>;
  values: { line: number; value: string };
}

/** In characters; a few thousand lines. */
export const STATEMENT_MAX = 300_000;
export const STATEMENT_COLUMNS = 'date,reference,amount,direction';
const DIRECTIONS = ['debit', 'credit'] as const;

/**
 * A statement as CSV with the columns `date,reference,amount,direction`: a day like 2026-11-20, the transfer's id or the
 * bank's reference, rupees, and debit for money that left the account. All problems are reported at once.
 */
export function readStatement(text: string): { lines: StatementLine[]; problems: StatementProblem[] } {
  if (text.length > STATEMENT_MAX) return rejectStatement('admin.statement_too_long', 1, '');
  const [header = '', ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header.toLowerCase().replaceAll(/[\s"]/g, '') !== STATEMENT_COLUMNS)
    return rejectStatement('admin.statement_head', 1, STATEMENT_COLUMNS);
  const lines: StatementLine[] = [];
  const problems: StatementProblem[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const result = readLine(row, index + 2);
    if ('code' in result) problems.push(result);
    else lines.push(result);
  }
  if (problems.length === 0 && lines.length === 0) return rejectStatement('admin.statement_empty', 1, '');
  return { lines, problems };
}

const rejectStatement = (code: StatementProblem['code'], line: number, value: string) => ({
  lines: [],
  problems: [{ code, values: { line, value } }],
});

function readLine(row: string, line: number): StatementLine | StatementProblem {
  const buildProblem = (code: StatementProblem['code'], value: string) => ({ code, values: { line, value } });
  const fields = readFields(row);
  const [day = '', reference = '', amount = '', directionText = ''] = fields;
  if (fields.length !== 4) return buildProblem('admin.statement_columns', String(fields.length));
  if (!isCalendarDate(day)) return buildProblem('admin.statement_day', day);
  if (reference === '') return buildProblem('admin.statement_reference', '');
  const amountPaise = parseRupees(amount.replaceAll(/[,₹\s]/g, ''));
  if (amountPaise === null || amountPaise === 0) return buildProblem('admin.statement_amount', amount);
  const direction = DIRECTIONS.find((name) => name === directionText.toLowerCase());
  if (!direction) return buildProblem('admin.statement_direction', directionText);
  return { line, day, reference, amountPaise, direction };
}

/** A quoted field may contain commas; two quotes inside it stand for one. */
function readFields(row: string): string[] {
  const fields = [...row.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g)];
  return fields.map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
}
