import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createReadDb, type Db, type Tx } from './index.ts';
import { byJob, onNodes, waitOrSkip, waitOrSkipClause } from './nodes.ts';

/** A database that answers no rows, and the statements that it was sent. */
function createFakeDb(hasNodes: boolean): { db: Db; texts: string[] } {
  const texts: string[] = [];
  const db = createReadDb(async (statement) => {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    const asks = text.includes('pg_dist_partition');
    if (!asks) texts.push(text);
    return { rows: asks ? [{ has_citus: hasNodes }] : [] } as unknown as pg.QueryResult;
  }, false);
  return { db, texts };
}

const select = (db: Db) => db.selectFrom('milestone').select('id').where('id', '=', 1);

test('chooses the way by whether tables are on several nodes', async () => {
  const ways = { one: () => 'one', several: () => Promise.resolve('several') };
  expect(await onNodes(createFakeDb(false).db, ways)).toBe('one');
  expect(await onNodes(createFakeDb(true).db, ways)).toBe('several');
});

test.each([
  [false, ' for update skip locked /* on one node */'],
  [true, ''],
])('waits for locked rows or skips them (several nodes: %s)', async (hasNodes, clause) => {
  const { db, texts } = createFakeDb(hasNodes);
  await waitOrSkip(db as Tx, select(db), 'update');
  expect(texts).toEqual([`select "id" from "milestone" where "id" = $1${clause}`]);
});

test.each([
  [false, ' FOR UPDATE SKIP LOCKED /* on one node */'],
  [true, ' '],
])('the same for a locking clause in plain SQL (several nodes: %s)', async (hasNodes, clause) => {
  const { db } = createFakeDb(hasNodes);
  const lock = await waitOrSkipClause(db as Tx, sql`FOR UPDATE SKIP LOCKED`);
  expect(sql`SELECT 1 ${lock}`.compile(db).sql).toBe(`SELECT 1${clause}`);
});

test.each([
  [false, ''],
  [true, ' and "job_id" = $2'],
])('leads a query to the node of its job (several nodes: %s)', async (hasNodes, condition) => {
  const { db, texts } = createFakeDb(hasNodes);
  await byJob(db, select(db), (query) => query.where('job_id', '=', 2));
  expect(texts).toEqual([`select "id" from "milestone" where "id" = $1${condition}`]);
});
