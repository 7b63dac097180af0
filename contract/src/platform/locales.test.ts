import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LOCALES } from './messages.ts';

const FOLDER = fileURLToPath(new URL('../../locales', import.meta.url));
const readCatalogue = (locale: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(`${FOLDER}/${locale}/${file}`, 'utf8')) as Record<string, string>;
const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? '').toSorted();

const listPlaceholdersById = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, listPlaceholders(text)]));

/** The names of the files, with those for screens as "screens/jobs.json". */
const listFiles = (locale: string): string[] =>
  readdirSync(`${FOLDER}/${locale}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted();

const files = listFiles('en');
const others = LOCALES.filter((locale) => locale !== 'en');
const pairs = others.flatMap((locale) => files.map((file) => [locale, file] as const));

test.each(others)('%s has the same catalogues as English', (locale) => {
  expect(listFiles(locale)).toEqual(files);
});

test.each(pairs)('%s/%s has every message, with the same placeholders', (locale, file) => {
  const translations = readCatalogue(locale, file);
  expect(listPlaceholdersById(translations)).toEqual(listPlaceholdersById(readCatalogue('en', file)));
  expect(Object.entries(translations).filter(([, text]) => text.trim() === '')).toEqual([]);
});

const screenFiles = files.filter((file) => file.startsWith('screens/'));

test.each(LOCALES)(
  'every wording for screens in %s is of a message, and has no placeholder that the message lacks',
  (locale) => {
    expect(screenFiles.length).toBeGreaterThan(0);
    for (const file of screenFiles) {
      const messages = listPlaceholdersById(readCatalogue(locale, file.replace('screens/', '')));
      for (const [id, placeholders] of Object.entries(listPlaceholdersById(readCatalogue(locale, file))))
        expect(messages[id], id).toEqual(expect.arrayContaining(placeholders));
    }
  },
);
