import type { SqlStatement } from '../../server/src/platform/db/migrations/statements.ts';
import { NAME, toPlainName, QUALIFIED, readAddedConstraint, readAlterTable } from './alter-table.ts';

const CREATE_TABLE = new RegExp(
  `^create (?:(?:global |local )?(?:temp|temporary) |unlogged )?(?:table|materialized view) (?:if not exists )?(${QUALIFIED}) `,
);

/** What earlier statements created, as far as rules need it. Add files in the order in which they run. */
export class History {
  #tablesHere = new Set<string>();
  #constraintsHere = new Set<string>();
  /** `table.constraint`: the column that the check keeps from being null. */
  readonly #notNullChecks = new Map<string, string>();
  /** `table.column` */
  readonly #checkedNotNull = new Set<string>();

  beginFile(): void {
    this.#tablesHere = new Set();
    this.#constraintsHere = new Set();
  }

  add({ text }: SqlStatement): void {
    const table = CREATE_TABLE.exec(text)?.[1];
    if (table !== undefined) this.#tablesHere.add(toPlainName(table));
    const alter = readAlterTable(text);
    for (const action of alter?.actions ?? []) this.#addAction(alter?.table ?? '', action);
  }

  #addAction(table: string, action: string): void {
    const added = readAddedConstraint(action);
    if (added) {
      const constraint = `${table}.${added.name}`;
      this.#constraintsHere.add(constraint);
      const column = new RegExp(`^check \\( (${NAME}) is not null \\)`).exec(added.definition)?.[1];
      if (column !== undefined) this.#notNullChecks.set(constraint, toPlainName(column));
      if (column !== undefined && !added.definition.endsWith(' not valid'))
        this.#checkedNotNull.add(`${table}.${toPlainName(column)}`);
    }
    const validated = new RegExp(`^validate constraint (${NAME})$`).exec(action)?.[1];
    const column = validated && this.#notNullChecks.get(`${table}.${toPlainName(validated)}`);
    if (column !== undefined) this.#checkedNotNull.add(`${table}.${column}`);
    const dropped = new RegExp(`^drop constraint (?:if exists )?(${NAME})`).exec(action)?.[1];
    const unchecked = dropped && this.#notNullChecks.get(`${table}.${toPlainName(dropped)}`);
    if (unchecked !== undefined) this.#checkedNotNull.delete(`${table}.${unchecked}`);
  }

  /** No other session has seen the table yet. */
  isMadeHere(table: string): boolean {
    return this.#tablesHere.has(toPlainName(table));
  }

  isAddedHere(table: string, constraint: string): boolean {
    return this.#constraintsHere.has(`${table}.${constraint}`);
  }

  isCheckedNotNull(table: string, column: string): boolean {
    return this.#checkedNotNull.has(`${table}.${column}`);
  }
}
