import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A test file with the positions and titles of its tests. */
export interface TestFile {
  path: string;
  text: string;
  tests: { at: number; title: string }[];
}

const root = path.join(import.meta.dirname, '../..');
const TEST = /^\s*(?:test|it)(?:\.each\b[\s\S]*?\])?(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm;
const EACH = /^\s*(?:test|it)\.each[\s\S]*?\]\s*(?:as const)?\s*,?\s*\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm;

const isTest = (name: string) => /\.(?:test|spec)\.tsx?$/.test(name) && !/(?:^|\/)zz-/.test(name);

export function readTests(): TestFile[] {
  return ['contract/src', 'server', 'web/src', 'web/plugins', 'scripts', 'sandbox/src', 'e2e'].flatMap(
    (folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        // The coverage table does not prove itself.
        .filter(
          (name) =>
            isTest(name) &&
            !name.includes('node_modules') &&
            !`${folder}/${name}`.startsWith('scripts/coverage'),
        )
        .toSorted()
        .map((name) => readTestFile(`${folder}/${name.replaceAll(path.sep, '/')}`)),
  );
}

export const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

function readTestFile(name: string): TestFile {
  const text = read(name);
  const tests = [...text.matchAll(TEST), ...text.matchAll(EACH)]
    .map((match) => ({ at: match.index, title: (match[2] ?? '').replaceAll('\\', '') }))
    .toSorted((a, b) => a.at - b.at);
  return { path: name, text, tests };
}

export interface Proof {
  file: string;
  title: string;
}

/** Finds the first test of the file that contains this text, outside of its imports. */
export function findProof(file: TestFile, words: string | RegExp): Proof | null {
  const pattern =
    typeof words === 'string' ? new RegExp(escapeRegExp(words), 'g') : new RegExp(words.source, 'g');
  for (const { index } of file.text.matchAll(pattern)) {
    const test = file.tests.findLast(({ at }) => at <= index) ?? findHelperUser(file, index);
    if (test) return { file: file.path, title: test.title };
  }
  return null;
}

/** Text before the first test belongs to a helper: find a test that calls it. Imports count for nobody. */
function findHelperUser({ text, tests }: TestFile, index: number) {
  const before = text.slice(0, index);
  const name = [...before.matchAll(/^(?:async )?(?:const|function|export function|export const) (\w+)/gm)].at(
    -1,
  )?.[1];
  const isImport = /^import\b/m.test(before.slice(before.lastIndexOf('\n\n') + 1));
  if (name === undefined || isImport) return undefined;
  const used = tests.find(({ at }, testIndex) =>
    new RegExp(`\\b${name}\\b`).test(text.slice(at, tests[testIndex + 1]?.at ?? text.length)),
  );
  return used ?? findTestAfterUse(name, { text, tests }, index);
}

/** A list of cases before the tests belongs to the first test after its use. */
function findTestAfterUse(name: string, { text, tests }: Pick<TestFile, 'text' | 'tests'>, index: number) {
  const end = text.indexOf(';', index);
  const use = text.slice(end).search(new RegExp(`\\b${name}\\b`));
  return use === -1 ? undefined : tests.find(({ at }) => at > end + use);
}

export const escapeRegExp = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
