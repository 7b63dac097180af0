import {
  readStatement,
  type StatementLine,
  type StatementProblem,
} from '../../contract/src/admin/restore/statement.ts';
import { UserError } from '../user-error.ts';

/** Returns a statement's lines, or throws everything that is wrong with the file at once. */
export function readStatementFile(text: string, file: string): StatementLine[] {
  const { lines, problems } = readStatement(text);
  if (problems.length > 0) throw new UserError(problems.map((problem) => describe(problem, file)).join('\n'));
  return lines;
}

function describe({ code, values: { line, value } }: StatementProblem, file: string): string {
  const at = `${file}, line ${line}`;
  switch (code) {
    case 'admin.statement_head':
      return `${file}: the first line must be ${value}.`;
    case 'admin.statement_empty':
      return `${file}: there are no lines after the first.`;
    case 'admin.statement_too_long':
      return `${file}: the statement is too long. Compare a shorter period.`;
    case 'admin.statement_columns':
      return `${at}: there are ${value} columns, not 4.`;
    case 'admin.statement_day':
      return `${at}: "${value}" must be a date like 2026-11-20.`;
    case 'admin.statement_reference':
      return `${at}: the reference is missing.`;
    case 'admin.statement_amount':
      return `${at}: "${value}" must be an amount in rupees.`;
    case 'admin.statement_direction':
      return `${at}: "${value}" must be debit or credit.`;
  }
}
