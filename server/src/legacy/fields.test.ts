import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayFirst, joinTexts, monthFirst, splitTexts } from './fields.ts';

const text = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((typed) => typed.trim() !== '' && !typed.includes('\0'))
  .map((typed) => typed.trim());

test('splits joined texts into the same texts, including commas and brackets', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 10 }), (texts) => {
      expect(splitTexts(joinTexts(texts))).toEqual(texts);
    }),
  );
});

test.each([
  [dayFirst, '28-11-2026'],
  [monthFirst, '11-28-2026'],
])('converts a date to the format of its field and back', (format, text) => {
  expect(format.write('2026-11-28')).toBe(text);
  expect(format.read(text)).toBe('2026-11-28');
});

test.each([dayFirst, monthFirst])(
  'passes invalid dates through, so that validation rejects them',
  (format) => {
    for (const text of [
      '',
      'soon',
      '128-11-2026',
      '28-11-20261',
      '28-11-202',
      '8-11-2026',
      '28-1-2026',
      '28-111-2026',
    ])
      expect(format.read(text)).toBe(text);
    for (const text of [
      '',
      'soon',
      '2026-11-281',
      '12026-11-28',
      '2026-1-28',
      '2026-111-28',
      '2026-11-8',
      '202-11-28',
    ])
      expect(format.write(text)).toBe(text);
  },
);
