import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from '../server/src/config/index.ts';
import { processEnvironment } from '../server/src/config/process.ts';

/** The names in the first column of the table under "Settings"; limits have their own table and test. */
function listDocumentedSettings(): string[] {
  const text = readFileSync('docs/operations.md', 'utf8');
  const section = /\n## Settings\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const columns = [...section.matchAll(/^\| ([^|]*) \|/gm)].map((row) => row[1] ?? '');
  return columns
    .flatMap((column) => [...column.matchAll(/`([^`]+)`/g)].map((name) => name[1] ?? ''))
    .filter((name) => !name.startsWith('LIMIT_'));
}

test('docs/operations.md documents every setting once, and no unknown one', () => {
  const settings = Object.keys({ ...processEnvironment, ...environment });
  expect(listDocumentedSettings().toSorted()).toEqual(settings.toSorted());
});
