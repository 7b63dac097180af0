import { parseArgs } from 'node:util';
import { UserError } from '../user-error.ts';

export type ArchiveOptions =
  | { action: 'list' }
  | { action: 'verify' }
  /** `before`: the first day of the first month that stays. */
  | { action: 'archive'; table: string; before: string };

/**
 * Reads nothing (list the months), `--verify` (read every archive to its end), or `--table ledger.entry --before 2027-02`
 * (archive the months of that table before this one).
 */
export function readArchiveOptions(args: string[], tables: readonly string[]): ArchiveOptions {
  const { verify = false, table, before } = parseOptions(args);
  if (verify && (table !== undefined || before !== undefined)) throw new UserError('--verify stands alone.');
  if (verify) return { action: 'verify' };
  if (table === undefined && before === undefined) return { action: 'list' };
  if (table === undefined || before === undefined) throw new UserError('--table and --before go together.');
  return { action: 'archive', table: readTable(table, tables), before: readMonth('--before', before) };
}

/** Reads a table and a month: `ledger.entry 2027-01`; `before` stands for all before the first month. */
export function readRestoreOptions(
  args: string[],
  tables: readonly string[],
): { table: string; month: string } {
  const [table, month, ...others] = args;
  if (table === undefined || month === undefined || others.length > 0)
    throw new UserError('Name a table and a month: npm run archive:restore -- ledger.entry 2027-01');
  return {
    table: readTable(table, tables),
    month: month === 'before' ? '-infinity' : readMonth('The month', month),
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { verify: { type: 'boolean' }, table: { type: 'string' }, before: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function readTable(name: string, tables: readonly string[]): string {
  const full = name.includes('.') ? name : `public.${name}`;
  if (tables.includes(full)) return full;
  const known = tables.map((table) => table.replace(/^public\./, '')).join(', ');
  throw new UserError(`Months of ${name} cannot be archived. The tables are ${known}.`);
}

function readMonth(option: string, text: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return `${text}-01`;
  throw new UserError(`${option} is "${text}": it must be a month, such as 2027-02.`);
}
