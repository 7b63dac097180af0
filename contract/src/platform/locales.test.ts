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

const files = readdirSync(`${FOLDER}/en`);
const others = LOCALES.filter((locale) => locale !== 'en');
const pairs = others.flatMap((locale) => files.map((file) => [locale, file] as const));

test.each(others)('%s has the same catalogues as English', (locale) => {
  expect(readdirSync(`${FOLDER}/${locale}`)).toEqual(files);
});

test.each(pairs)('%s/%s has every message, with the same placeholders', (locale, file) => {
  const translations = readCatalogue(locale, file);
  expect(listPlaceholdersById(translations)).toEqual(listPlaceholdersById(readCatalogue('en', file)));
  expect(Object.entries(translations).filter(([, text]) => text.trim() === '')).toEqual([]);
});
