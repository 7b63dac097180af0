import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { listDocuments } from './testing/code-samples.ts';

const ROOT = process.cwd();

/** `[text](target)`, without the targets on other hosts. */
const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g;
const FENCE = /^ *```[\s\S]*?^ *```/gm;

/** The anchor that GitHub gives a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const listAnchors = (text: string): string[] =>
  Array.from(text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => toAnchor(heading));

/** Lists the links of a document whose file or heading does not exist. */
function findBrokenLinks(document: string, text: string): string[] {
  const targets = Array.from(text.replaceAll(FENCE, '').matchAll(LINK), ([, target = '']) => target);
  return targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : relative(ROOT, join(ROOT, dirname(document), path));
    if (path !== '' && !existsSync(join(ROOT, file))) return true;
    if (anchor === undefined) return false;
    const linkedText = path === '' ? text : readFileSync(join(ROOT, file), 'utf8');
    return !listAnchors(linkedText).includes(anchor);
  });
}

test('every link between documents leads to an existing file and heading', () => {
  const documents = listDocuments(ROOT);
  expect(documents).toContain('docs/operations.md');
  const broken = documents.flatMap((document) =>
    findBrokenLinks(document, readFileSync(join(ROOT, document), 'utf8')).map(
      (target) => `${document}: ${target}`,
    ),
  );
  expect(broken).toEqual([]);
});

test.each([
  ['a missing file', '[a](missing.md)', ['missing.md']],
  ['a missing heading of another document', '[a](operations.md#missing)', ['operations.md#missing']],
  ['a missing heading of the same document', '# One\n[a](#two)', ['#two']],
  ['a heading inside a code fence', '```\n# One\n```\n[a](#one)', ['#one']],
  ['valid links', '# One: two\n[a](#one-two) [b](operations.md#limits) [c](https://example.com/x)', []],
])('checks a document with %s', (_, text, broken) => {
  expect(findBrokenLinks('docs/sample.md', text)).toEqual(broken);
});
