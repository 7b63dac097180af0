import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { coverageRows, type Row } from './rows.ts';
import { provedIn, provedNow, tableOf } from './table.ts';

const file = path.join(import.meta.dirname, '../../docs/coverage.md');
let rows: Row[];
beforeAll(async () => {
  rows = await coverageRows();
  if (process.env['FWS_WRITE_COVERAGE']) writeFileSync(file, tableOf(rows));
});

test('docs/coverage.md: no row has lost its proof', () => {
  expect(existsSync(file)).toBe(true);
  const now = provedNow(rows);
  const lost = provedIn(readFileSync(file, 'utf8')).filter((key) => !now.has(key));
  expect(lost, 'a test that proved these is gone, or says no more what it proves').toEqual([]);
});

test('every row of the specification is in docs/coverage.md', () => {
  const page = readFileSync(file, 'utf8');
  const missing = rows.filter((row) => !page.includes(`| ${row.name.replaceAll('|', String.raw`\|`)} |`));
  expect(missing.map((row) => `${row.section}: ${row.name}`)).toEqual([]);
});

test('parses the proofs of a generated page and detects a lost one', () => {
  const [first] = rows.filter((row) => row.proof !== null);
  if (!first) throw new Error('nothing is proved');
  expect(provedIn(tableOf(rows)).toSorted()).toEqual([...provedNow(rows)].toSorted());
  const without = rows.map((row) => (row === first ? { ...row, proof: null } : row));
  const now = provedNow(without);
  expect(provedIn(tableOf(rows)).filter((key) => !now.has(key))).toEqual([`${first.section}: ${first.name}`]);
});
