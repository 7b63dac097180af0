import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

interface Requirement {
  number: string;
  level: number;
  status: string;
  text: string;
}

const ROW = /^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| (\*\*(.+?)\*\*: [^|]+) \|$/gm;
const parseRequirements = (page: string): Requirement[] =>
  [...page.matchAll(ROW)].map(([, number = '', level, text = '', status = '']) => ({
    number,
    level: Number(level),
    status,
    text,
  }));

/** The proofs of a line: tests by file and title, or documentation by heading. */
const parseProofs = (text: string) =>
  [...text.matchAll(/`([^`]+)` — \*([^*]+)\*/g)].map(([, file = '', title = '']) => ({ file, title }));

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Undefined when it exists. A skipped test does not count. */
function findMissing({ file, title }: { file: string; title: string }): string | undefined {
  if (!existsSync(path.join(root, file))) return `${file} does not exist`;
  const text = read(file);
  const pattern = file.endsWith('.md')
    ? new RegExp(`^#+ ${escapeRegExp(title)}$`, 'm')
    : new RegExp(String.raw`(?:^\s*(?:test|it)|\))\(\s*(['"\`])${escapeRegExp(title)}\1`, 'm');
  return pattern.test(file.endsWith('.md') ? text : text.replaceAll('\\', ''))
    ? undefined
    : `${file} has no ${file.endsWith('.md') ? 'heading' : 'test'} “${title}”`;
}

/** The names in the table below "Open work". */
function listOpenWork(text: string): Set<string> {
  const [, section = ''] = /^## Open work$([\s\S]*?)^## /m.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| (?!work \|)([^|-][^|]*) \|/gm)];
  return new Set(rows.map(([, name = '']) => name));
}

function findProblems(page: string, levels: Record<string, number>): string[] {
  const requirements = parseRequirements(page);
  const numbers = requirements.map(({ number }) => number);
  const works = listOpenWork(page);
  return [
    ...Object.keys(levels).flatMap((number) => {
      const times = numbers.filter((other) => other === number).length;
      return times === 1 ? [] : [`${number} has ${times} lines`];
    }),
    ...requirements.flatMap(({ number, level, status, text }) => {
      if (levels[number] !== level) return [`${number} is not of level ${level}`];
      if (!['held', 'not applicable', 'open'].includes(status)) return [`${number} is “${status}”`];
      const named = parseProofs(text);
      if (status === 'held' && named.length === 0) return [`${number} is held by nothing`];
      if (status === 'open' && !works.has(/: \*([^*]+)\*$/.exec(text)?.[1] ?? ''))
        return [`${number} is open, and no open work owns it`];
      return named.flatMap((proof) => findMissing(proof) ?? []).map((problem) => `${number}: ${problem}`);
    }),
  ];
}

const page = read('docs/security.md');
const { levels } = JSON.parse(read('scripts/asvs-5.0.0.json')) as { levels: Record<string, number> };

test('docs/security.md has one line for every requirement of ASVS level 1 and 2, and its proofs exist', () => {
  expect(Object.keys(levels)).toHaveLength(253);
  expect(findProblems(page, levels)).toEqual([]);
});

const buildRow = (how: string) => `| 1.1.1 | 2 | Input is decoded once. | ${how} |`;
const FILE = 'scripts/security-doc.test.ts';

test.each([
  ['no line', '', '1.1.1 has 0 lines'],
  [
    'two lines',
    `${buildRow('**not applicable**: a')}\n${buildRow('**not applicable**: a')}`,
    '1.1.1 has 2 lines',
  ],
  ['another level', buildRow('**not applicable**: a').replace('| 2 |', '| 1 |'), '1.1.1 is not of level 1'],
  ['work that nobody owns', buildRow('**open**: later'), '1.1.1 is open, and no open work owns it'],
  ['another word', buildRow('**maybe**: a'), '1.1.1 is “maybe”'],
  ['no proof', buildRow('**held**: surely'), '1.1.1 is held by nothing'],
  ['no such file', buildRow('**held**: `a.test.ts` — *b*'), '1.1.1: a.test.ts does not exist'],
  ['no such test', buildRow(`**held**: \`${FILE}\` — *b*`), `1.1.1: ${FILE} has no test “b”`],
  [
    'a title that is only mentioned',
    buildRow(`**held**: \`${FILE}\` — *no such test*`),
    `1.1.1: ${FILE} has no test “no such test”`,
  ],
  [
    'no such heading',
    buildRow('**held**: `docs/security.md` — *Alchemy*'),
    '1.1.1: docs/security.md has no heading “Alchemy”',
  ],
])('reports a page with %s', (_, text, problem) => {
  expect(findProblems(text, { '1.1.1': 2 })).toEqual([problem]);
});

test('accepts a line that names a test and a heading', () => {
  const heldText = `**held**: \`${FILE}\` — *reports a page with %s*; \`docs/security.md\` — *Sessions*`;
  expect(findProblems(buildRow(heldText), { '1.1.1': 2 })).toEqual([]);
});
