import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { messages as jobsInEnglish } from 'virtual:messages/en/jobs';
import { messages as startInHindi } from 'virtual:messages/hi/start';
import { describe, expect, test } from 'vitest';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const webFolder = toPath('.');
const sharedFolder = toPath('../../contract/locales');

type Entry = { id: string; text: string; file: string };

function readEntries(folder: string, locale: string): Entry[] {
  const path = join(folder, locale);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .flatMap((file) => {
      const messages: Record<string, string> = JSON.parse(readFileSync(join(path, file), 'utf8'));
      return Object.entries(messages).map(([id, text]) => ({ id, text, file: `${path}/${file}` }));
    });
}

const readAllEntries = (locale: string) => [
  ...readEntries(webFolder, locale),
  ...readEntries(sharedFolder, locale),
];
const en = readAllEntries('en');
const hi = readAllEntries('hi');

/** The placeholders of a compiled message with their kind, and its tags, at any depth. */
function listArguments(text: string): string[] {
  const names = new Set<string>(Array.from(text.matchAll(/<(\w+)>/g), ([tag]) => tag));
  const visit = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, kind, choices] = token;
    if (typeof name === 'string') names.add(typeof kind === 'string' ? `${name}, ${kind}` : name);
    if (typeof choices === 'object' && choices !== null) {
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) choice.forEach(visit);
    }
  };
  compileMessageOrThrow(text).forEach(visit);
  return [...names].toSorted();
}

const sources = readdirSync(toPath('../src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(toPath('../src'), name), 'utf8'))
  .join('\n');

/** Ids built in code, such as t(`ui.path.${stop}`), as patterns. */
const builtIds = Array.from(sources.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`/gi), ([, template = '']) => {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${fixed.join('[\\w.]+')}$`);
});

const isUsed = (id: string) =>
  sources.includes(`'${id}'`) || sources.includes(`"${id}"`) || builtIds.some((pattern) => pattern.test(id));

describe('catalogues', () => {
  test('no id is in two files', () => {
    const duplicates = en.filter(({ id }, index) => en.findIndex((other) => other.id === id) !== index);
    expect(duplicates.map(({ id, file }) => `${id} (${file})`)).toEqual([]);
  });

  test('English and Hindi have the same ids', () => {
    expect(hi.map(({ id }) => id).toSorted()).toEqual(en.map(({ id }) => id).toSorted());
  });

  test('a translation has the placeholders and tags of its original', () => {
    const translated = new Map(hi.map(({ id, text }) => [id, text]));
    const wrong = en.filter(({ id, text }) => {
      const other = translated.get(id);
      return other !== undefined && listArguments(other).join() !== listArguments(text).join();
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('every id that the code uses exists', () => {
    const ids = new Set(en.map(({ id }) => id));
    const usedIds = Array.from(
      sources.matchAll(/(?<![\w.])t\(\s*'([^']+)'|<Trans\s+id="([^"]+)"/g),
      (match) => match[1] ?? match[2],
    );
    expect(usedIds.filter((id) => id !== undefined && !ids.has(id))).toEqual([]);
  });

  test('no message of the web is unused', () => {
    const unused = readEntries(webFolder, 'en').filter(({ id }) => !isUsed(id));
    expect(unused.map(({ id }) => id)).toEqual([]);
  });
});

test('screens take their own wording over that of the specification', () => {
  expect(jobsInEnglish['jobs.title_required']).toEqual(['Please give the job a title']);
  expect(startInHindi['common.something_wrong']).toEqual(['कुछ गड़बड़ हो गई। कृपया एक मिनट बाद फिर कोशिश करें']);
  expect(jobsInEnglish['jobs.posted']).toEqual(['Your job is posted']);
});

/** The words of the third column of the glossary in docs/hindi.md, without the remarks in brackets. */
function readForbiddenWords(): string[] {
  const rows = readFileSync(toPath('../../docs/hindi.md'), 'utf8').split('\n');
  return rows
    .filter((row) => row.startsWith('| ') && !row.startsWith('| English'))
    .flatMap((row) => (row.split('|')[3] ?? '').replaceAll(/\([^)]*\)/g, '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

describe('Hindi texts', () => {
  const screens = readEntries(sharedFolder, 'hi/screens');

  test.each(readForbiddenWords())('do not use %s', (word) => {
    const whole = new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'u');
    expect([...hi, ...screens].filter(({ text }) => whole.test(text)).map(({ id }) => id)).toEqual([]);
  });

  test('the glossary lists words not to use', () => expect(readForbiddenWords().length).toBeGreaterThan(30));
});
