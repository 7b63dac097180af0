import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildCoverageRows, type Row } from './rows.ts';
import { parseProvedKeys, listProvedKeys, formatTable } from './table.ts';

const file = path.join(import.meta.dirname, '../../docs/coverage.md');
let rows: Row[];
beforeAll(async () => {
  rows = await buildCoverageRows();
  if (process.env['FWS_WRITE_COVERAGE']) writeFileSync(file, formatTable(rows));
});

test('docs/coverage.md: no row has lost its proof', () => {
  expect(existsSync(file)).toBe(true);
  const provedKeys = listProvedKeys(rows);
  const lostKeys = parseProvedKeys(readFileSync(file, 'utf8')).filter((key) => !provedKeys.has(key));
  expect(lostKeys, 'a test that proved these is gone, or says no more what it proves').toEqual([]);
});

test('every row of the specification is in docs/coverage.md', () => {
  const page = readFileSync(file, 'utf8');
  const missing = rows.filter((row) => !page.includes(`| ${row.name.replaceAll('|', String.raw`\|`)} |`));
  expect(missing.map((row) => `${row.section}: ${row.name}`)).toEqual([]);
});

test('parses the proofs of a generated page and detects a lost one', () => {
  const [first] = rows.filter((row) => row.proof !== null);
  if (!first) throw new Error('nothing is proved');
  expect(parseProvedKeys(formatTable(rows)).toSorted()).toEqual([...listProvedKeys(rows)].toSorted());
  const without = rows.map((row) => (row === first ? { ...row, proof: null } : row));
  const provedKeys = listProvedKeys(without);
  expect(parseProvedKeys(formatTable(rows)).filter((key) => !provedKeys.has(key))).toEqual([
    `${first.section}: ${first.name}`,
  ]);
});
