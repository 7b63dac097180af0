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

test('writes and reads dates with the day or the month first', () => {
  expect([dayFirst.write('2026-11-28'), monthFirst.write('2026-11-28')]).toEqual([
    '28-11-2026',
    '11-28-2026',
  ]);
  expect([dayFirst.read('28-11-2026'), monthFirst.read('11-28-2026')]).toEqual(['2026-11-28', '2026-11-28']);
  expect([dayFirst.read('soon'), monthFirst.write('')]).toEqual(['soon', '']);
});
