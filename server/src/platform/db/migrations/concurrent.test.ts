import { expect, test } from 'vitest';
import { parseConcurrent } from './concurrent.ts';

test.each([
  [
    '-- why\nCREATE INDEX CONCURRENTLY IF NOT EXISTS job_by_day ON job (closes_on);',
    { kind: 'create', index: 'job_by_day' },
  ],
  [
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "By Day" ON ledger.entry USING btree (id) WHERE id > 0',
    { kind: 'create', index: 'ledger."By Day"' },
  ],
  ['DROP INDEX CONCURRENTLY IF EXISTS job_by_day', { kind: 'drop', index: 'job_by_day' }],
  ['DROP INDEX CONCURRENTLY IF EXISTS ledger.by_day;', { kind: 'drop', index: 'ledger.by_day' }],
])('%s', (sql, change) => {
  expect(parseConcurrent(sql)).toEqual(change);
});

test.each([
  ['', 'has one statement'],
  ['-- nothing', 'has one statement'],
  [
    'DROP INDEX CONCURRENTLY IF EXISTS a; DROP INDEX CONCURRENTLY IF EXISTS b',
    'give every index a file of its own',
  ],
  ['CREATE INDEX CONCURRENTLY job_by_day ON job (closes_on)', 'IF NOT EXISTS name'],
  ['CREATE INDEX CONCURRENTLY ON job (closes_on)', 'IF NOT EXISTS name'],
  ['CREATE INDEX IF NOT EXISTS job_by_day ON job (closes_on)', 'CONCURRENTLY'],
  ['DROP INDEX CONCURRENTLY a', 'IF EXISTS name'],
  ['DROP INDEX CONCURRENTLY IF EXISTS a, b', 'nothing else'],
  ['UPDATE job SET title = 1', 'nothing else'],
])('refuses: %s', (sql, message) => {
  expect(() => parseConcurrent(sql)).toThrow(message);
});
