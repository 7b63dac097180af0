import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkForm } from './check.ts';
import { hasSearchWord, isolate, isReadable, removeInvisible, removeIsolates } from './text.ts';
import { optionalText, requiredText } from './schemas.ts';
import * as z from 'zod/mini';

test.each([
  ['a direction override', 'Asha\u202eramuK', 'AsharamuK'],
  ['isolates', '\u2066Asha\u2069', 'Asha'],
  ['a space without width', 'plum\u200bber', 'plumber'],
  ['a byte order mark', '\ufeffPaint', 'Paint'],
  ['a soft hyphen', 'plum\u00adber', 'plumber'],
  ['fillers of Hangul', 'a\u3164b\uffa0', 'ab'],
  ['joiners alone', '\u200d\u200c', ''],
  ['a joiner behind a space', 'a \u200db', 'a b'],
  ['many joiners', 'ക്\u200d\u200d\u200d', 'ക്\u200d'],
])('removes %s', (_, typed, clean) => {
  expect(removeInvisible(typed)).toBe(clean);
});

test.each([
  ['a joiner inside a word', 'क्\u200dष'],
  ['an old chillu at the end of a word', 'അവന്\u200d വന്നു'],
  ['a non-joiner', 'ಆಫ್\u200cಲೈನ್'],
  ['a family and a flag', '👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈'],
  ['a heart and a keycap', '❤\ufe0f 1\ufe0f\u20e3'],
  ['lines', 'one\ntwo\tthree'],
])('keeps %s', (_, text) => {
  expect(removeInvisible(text)).toBe(text);
});

test('cleaning once is enough', () => {
  const characters = fc.constantFrom(...Array.from('aक् 1👨\u200d\u200c\u200b\u202e\ufe0f\u00ad'));
  fc.assert(
    fc.property(fc.array(characters), (typed) => {
      const once = removeInvisible(typed.join(''));
      expect(removeInvisible(once)).toBe(once);
    }),
  );
});

test('a text from right to left is isolated, any other stays', () => {
  expect(isolate('عمران خان')).toBe('\u2068عمران خان\u2069');
  expect(removeIsolates(`${isolate('عمران')} paid`)).toBe('عمران paid');
  for (const text of ['Asha Kale', 'आशा', 'முத்து', '₹900', '']) expect(isolate(text)).toBe(text);
});

test('signs, emoji and marks alone cannot be read', () => {
  expect(['', '—', '👍👍', '\u0301\u0302', '<>', '\u2800'].filter((text) => isReadable(text))).toEqual([]);
  expect(['क', '7', '५', 'é', '修'].filter((text) => !isReadable(text))).toEqual([]);
});

const form = z.object({ title: requiredText('jobs.title_required', 5), note: optionalText(5) });

test('a field of text holds what can be seen, and its length is that', () => {
  expect(
    checkForm(form, { title: ' \u202eab\u200bcde ', note: '\u200b\u200b\u200b\u200b\u200b\u200b' }),
  ).toEqual({
    ok: true,
    value: { title: 'abcde', note: '' },
  });
});

test.each(['\u200b', '\u200d\u200c', '\u0301', '👍', ' \ufeff '])('%j is no title', (title) => {
  expect(checkForm(form, { title, note: '' })).toEqual({
    ok: false,
    errors: { title: { code: 'jobs.title_required' } },
  });
});

test('a search needs a word of two letters', () => {
  for (const text of ['ac', '3d', 'की', '<b>bold</b>', 'a plumber', 'ನಲ್ಲಿ'])
    expect(hasSearchWord(text), text).toBe(true);
  for (const text of ['<b>', 'p', '???', '%_%', '😀', 'a b c', 'क', '5', ''])
    expect(hasSearchWord(text), text).toBe(false);
});
