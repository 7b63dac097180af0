import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { inTx, read } from '../index.ts';
import { isDistributed } from '../nodes.ts';
import { createCheckedReadDb } from './read-db.ts';

const texts: string[] = [];
const db = createCheckedReadDb(async ([statement]) => {
  texts.push(typeof statement === 'string' ? statement : statement.text);
  return { rows: [{ id: 1 }] } as unknown as pg.QueryResult;
}, true);

test('runs statements that read', async () => {
  const rows = [
    await db.selectFrom('job').select('id').execute(),
    (await sql`WITH mine AS (SELECT updated_at FROM job) SELECT id FROM mine`.execute(db)).rows,
    await read(db, { name: 'own', text: ' (SELECT id FROM job) UNION SELECT 2', values: [] }),
  ];
  expect(rows).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 1 }]]);
  expect(texts).toHaveLength(3);
});

test.each([
  ['an insert', () => db.insertInto('category').defaultValues().execute()],
  ['an update', () => db.updateTable('job').set({ title: 'Paint a gate' }).execute()],
  ['a deletion', () => sql`-- why\nDELETE FROM job`.execute(db)],
  [
    'a write in a common table',
    () => sql`WITH gone AS (DELETE FROM job RETURNING id) SELECT id FROM gone`.execute(db),
  ],
  ['a lock', () => db.selectFrom('job').select('id').forUpdate().execute()],
  ['a transaction', () => inTx(db, async () => null)],
  ['a setting', () => sql`SET lock_timeout = 0`.execute(db)],
])('refuses %s', async (_, write) => {
  // Asked once.
  await isDistributed(db);
  texts.length = 0;
  await expect(write()).rejects.toThrow('a call that may lag must only read');
  expect(texts).toEqual([]);
});
