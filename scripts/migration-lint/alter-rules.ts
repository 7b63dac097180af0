import {
  NAME,
  toPlainName,
  readAddedColumn,
  readAddedConstraint,
  type AddedConstraint,
  type AlterTable,
} from './alter-table.ts';
import type { History } from './history.ts';

/** What is wrong with an action of ALTER TABLE on a table that an earlier file created. */
export function findActionFault(
  { table }: AlterTable,
  action: string,
  history: History,
  isSafe: boolean,
): string | undefined {
  const column = readAddedColumn(action);
  if (column !== undefined) return findColumnFault(table, column);
  const constraint = readAddedConstraint(action);
  if (constraint) return findConstraintFault(table, constraint);
  if (/^alter (column )?\S+ (set data )?type /.test(action))
    return `ALTER COLUMN TYPE on ${table} rewrites it and blocks reads: add a column, fill it in a task, and drop the old one in a later release`;
  // By PostgreSQL's usual names: ON CONFLICT finds no key any more, and foreign keys go with it.
  const dropsKey = /^drop constraint (if exists )?\S+_p?key( |$)/.test(action);
  if ((dropsKey || /^(drop (?!constraint )|rename (?!constraint ))/.test(action)) && !isSafe)
    return formatContractFault(action);
  const notNull = new RegExp(`^alter (?:column )?(${NAME}) set not null$`).exec(action)?.[1];
  if (notNull !== undefined && !history.isCheckedNotNull(table, toPlainName(notNull)))
    return `SET NOT NULL on ${table} reads all of it under a lock: add CHECK (${notNull} IS NOT NULL) NOT VALID, VALIDATE CONSTRAINT it in a later file, then SET NOT NULL`;
  const validated = new RegExp(`^validate constraint (${NAME})$`).exec(action)?.[1];
  if (validated !== undefined && history.isAddedHere(table, toPlainName(validated)))
    return `VALIDATE CONSTRAINT ${validated} in the file that adds it reads all of ${table} under the lock of ADD CONSTRAINT: validate it in the next file`;
  return undefined;
}

export const formatContractFault = (action: string): string =>
  `"${action}" breaks processes of the former version: put it into a file that runs when they are gone, NNNN_name.contract.sql. If they do not use it, name the release, or the migration of an earlier release, that stopped using it: -- contract: 1.4.0. If something takes its place at once, say what: -- replaced: <what>`;

function findColumnFault(table: string, column: string): string | undefined {
  if (/ not null( |$)/.test(column) && !/ default /.test(column) && !/ generated /.test(column))
    return `ADD COLUMN … NOT NULL on ${table} without DEFAULT fails where there are rows, and breaks inserts of the former version: give it a constant DEFAULT, or add it nullable`;
  if (/ (unique|primary key|references|check)( |$)/.test(column))
    return `ADD COLUMN with a constraint checks all of ${table} under a lock: add the column alone, and the constraint as described in docs/migrations.md`;
  if (/^(small|big)?serial\d?( |$)/.test(column) || / generated /.test(column) || hasVolatileDefault(column))
    return `ADD COLUMN on ${table} with a value that is calculated for each row rewrites the table under a lock: add it nullable or with a constant DEFAULT, and fill it in a task`;
  return undefined;
}

/** These give the same value for all rows or are type names, not functions; any other call may differ per row. */
const CONSTANT = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'varchar', 'numeric']);

function hasVolatileDefault(column: string): boolean {
  const value = / default (.*)$/s.exec(column)?.[1] ?? '';
  const calls = [...value.matchAll(/(\S+) \(/g)].map(([, name = '']) => name);
  return calls.some((name) => /^[a-z_"]/.test(name) && !CONSTANT.has(name));
}

function findConstraintFault(table: string, { definition }: AddedConstraint): string | undefined {
  if (/^(check|foreign key|not null) /.test(definition)) {
    if (definition.endsWith(' not valid')) return undefined;
    return `ADD CONSTRAINT on ${table} reads all of it under a lock: add it NOT VALID, and VALIDATE CONSTRAINT it in a later file`;
  }
  if (/ using index /.test(definition)) return undefined;
  return `ADD CONSTRAINT ${definition.split(' (')[0]} on ${table} builds its index under a lock: build it in a .concurrent.sql file, then ADD CONSTRAINT … USING INDEX`;
}
