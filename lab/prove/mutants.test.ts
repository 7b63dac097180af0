import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EQUIVALENT_MUTANTS } from './mutants/equivalent-mutants.ts';
import { listMutants } from './mutants/mutate.ts';
import { TARGETS } from './mutants/targets.ts';

const listMutantChanges = (source: string, only?: string[]) =>
  listMutants('rule.ts', source, only).map(({ line, change }) => `${line}: ${change}`);

test('makes every small change of a line once', () => {
  expect(
    listMutantChanges("export const may = (paise: number): boolean => paise >= 100 && state === 'open';"),
  ).toEqual([
    "1: paise >= 100 && state === 'open' → paise >= 100 || state === 'open'",
    "1: paise >= 100 && state === 'open' → paise >= 100",
    "1: paise >= 100 && state === 'open' → state === 'open'",
    '1: paise >= 100 → paise > 100',
    '1: paise >= 100 → paise < 100',
    '1: 100 → 101',
    '1: 100 → 99',
    "1: state === 'open' → state !== 'open'",
    "1: 'open' → ''",
  ]);
  expect(listMutantChanges('if (isDone) post(a - 1);\nelse throw new RangeError(`no ${a}`);')).toEqual([
    '1: isDone → true',
    '1: isDone → false',
    '1: removed',
    '1: a - 1 → a + 1',
    '1: 1 → 2',
    '1: 1 → 0',
    '2: removed',
  ]);
  expect(listMutantChanges('const max = { cap: cap ?? 5n, ...more };')).toEqual([
    '1: without cap: cap ?? 5n',
    '1: without ...more',
    '1: cap ?? 5n → cap',
    '1: cap ?? 5n → 5n',
    '1: 5n → 6n',
    '1: 5n → 4n',
  ]);
});

test('leaves types, imports, error messages and unselected declarations unchanged', () => {
  const typed = "import { a } from './a.ts';\ntype Side = 'poster' | 2;\nconst x = a as 1 | 'b';";
  expect(listMutantChanges(typed)).toEqual([]);
  expect(listMutantChanges('const one = 1;\nconst oneMore = 2;', ['one'])).toEqual(['1: 1 → 2', '1: 1 → 0']);
});

test('each equivalent mutant exists and has a reason', () => {
  for (const { file, code, change, why } of EQUIVALENT_MUTANTS) {
    const target = TARGETS.find((candidate) => candidate.file === file);
    const mutants = listMutants(file, readFileSync(file, 'utf8'), target?.only);
    expect(mutants.filter((mutant) => mutant.code === code && mutant.change === change)).toHaveLength(1);
    expect(why).toMatch(/\w+ \w+/);
  }
});
