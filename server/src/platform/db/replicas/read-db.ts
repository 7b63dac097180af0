import type pg from 'pg';
import { createReadDb, type Db } from '../index.ts';

/** A statement as node-postgres takes it: a text with its values, or with a name too. */
export type Statement = [text: string, values: unknown[]] | [config: pg.QueryConfig];
export type RunStatement = (statement: Statement) => Promise<pg.QueryResult>;

const READS = /^(?:\s|\(|--[^\n]*\n)*(?:select|with|values)\b/i;
const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share)\b/i;

/**
 * A database on which each statement reads, by itself. Anything else fails at once, also where no replica exists, so that a
 * test of the call finds it.
 */
export const createCheckedReadDb = (run: RunStatement, namedStatements: boolean): Db =>
  createReadDb(async (...statement: unknown[]) => {
    const [first] = statement;
    const text = typeof first === 'string' ? first : (first as pg.QueryConfig).text;
    if (!READS.test(text) || WRITES.test(text))
      throw new Error(`a call that may lag must only read, by single statements: ${text.slice(0, 80)}`);
    return run(statement as Statement);
  }, namedStatements);
