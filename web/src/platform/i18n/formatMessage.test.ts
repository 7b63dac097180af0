import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { formatMessage, type Message } from './formatMessage.ts';
import { INTL_LOCALES } from './i18n.ts';

const compile = (text: string) => compileMessageOrThrow(text) as Message;

function readMessages(locale: 'en' | 'hi'): [string, string][] {
  const folders = ['../../../locales', '../../../../contract/locales'].map((path) =>
    fileURLToPath(new URL(`${path}/${locale}`, import.meta.url)),
  );
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) =>
        Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>),
      ),
  );
}

test.each(['en', 'hi'] as const)(
  'formats every message in %s as the reference implementation does',
  (locale) => {
    const reference = setupI18n({ locale, locales: INTL_LOCALES[locale], messages: { [locale]: {} } });
    for (const [id, text] of readMessages(locale)) {
      const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
      for (const value of [0, 1, 2, 125000, 'released', 'Meera']) {
        const values = Object.fromEntries(names.map((name) => [name, value]));
        reference.load(locale, { [id]: compileMessageOrThrow(text) });
        if (typeof value === 'string' && text.includes('plural')) continue;
        expect(formatMessage(compile(text), values, INTL_LOCALES[locale]), id).toBe(reference._(id, values));
      }
    }
  },
);

test('chooses the exact case, then the plural of the language, and writes the number with its grouping', () => {
  const message = compile('{count, plural, =0 {none} one {# job} other {# jobs}} in {city}');
  const format = (count: number) => formatMessage(message, { count, city: 'Pune' }, INTL_LOCALES.en);
  expect([0, 1, 125000].map(format)).toEqual(['none in Pune', '1 job in Pune', '1,25,000 jobs in Pune']);
});

test('chooses a case by its name, or the other', () => {
  const message = compile('{side, select, poster {You pay} other {You are paid}} # {missing}.');
  expect(formatMessage(message, { side: 'poster' }, INTL_LOCALES.en)).toBe('You pay # .');
  expect(formatMessage(message, { side: 'worker' }, INTL_LOCALES.en)).toBe('You are paid # .');
});

test('a value from right to left does not turn what stands around it', () => {
  const message = compile('{amount} released to {name}');
  expect(formatMessage(message, { amount: '₹900', name: 'عمران' }, 'en-IN')).toBe(
    '₹900 released to \u2068عمران\u2069',
  );
  expect(formatMessage(message, { amount: '₹900', name: 'आशा' }, 'hi-IN')).toBe('₹900 released to आशा');
});
