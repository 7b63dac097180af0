import { splitStatements } from './statements.ts';

/** The single change of a `.concurrent.sql` file, with the details needed to run it again. */
export interface ConcurrentChange {
  kind: 'create' | 'drop';
  /** The index with its table's schema, as written in SQL. */
  index: string;
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*)`;
const CREATE = new RegExp(
  `^create (?:unique )?index concurrently if not exists (${NAME}) on (?:(${NAME})\\.)?${NAME} `,
);
const DROP = new RegExp(`^drop index concurrently if exists ((?:${NAME}\\.)?${NAME})$`);

/** Throws an Error that states what is wrong with the text. */
export function parseConcurrent(sql: string): ConcurrentChange {
  const [statement, ...more] = splitStatements(sql);
  if (!statement || more.length > 0)
    throw new Error('a .concurrent.sql file has one statement: give every index a file of its own');
  const created = CREATE.exec(statement.text);
  if (created) {
    const [, index = '', schema] = created;
    return { kind: 'create', index: schema === undefined ? index : `${schema}.${index}` };
  }
  const dropped = DROP.exec(statement.text);
  if (dropped) return { kind: 'drop', index: dropped[1] ?? '' };
  throw new Error(
    'a .concurrent.sql file has CREATE INDEX CONCURRENTLY IF NOT EXISTS name ON …, or DROP INDEX CONCURRENTLY IF EXISTS name, and nothing else',
  );
}
