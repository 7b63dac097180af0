import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { financialYear, serialOf } from './invoice-rules.ts';
import { stateOf } from './states.ts';

test.each([
  ['2026-03-31T18:29:59Z', '2526'],
  ['2026-03-31T18:30:00Z', '2627'],
  ['2026-12-31T20:00:00Z', '2627'],
  ['2027-01-01T00:00:00Z', '2627'],
  ['2099-04-01T00:00:00Z', '9900'],
])('the year of %s in India is %s', (at, year) => {
  expect(financialYear(new Date(at))).toBe(year);
});

test('a serial fits the 16 characters that the rule allows, however many there are', () => {
  expect(serialOf('2627', 1)).toBe('FWS/2627/00001');
  expect(serialOf('2627', 99_999)).toBe('FWS/2627/99999');
  expect(serialOf('2627', 9_999_999)).toHaveLength(16);
});

test.each([
  [1_00, 'One rupee only', 'एक रुपया मात्र'],
  [1, 'Zero rupees and one paisa only', 'शून्य रुपये और एक पैसा मात्र'],
  [50, 'Zero rupees and fifty paise only', 'शून्य रुपये और पचास पैसे मात्र'],
  [15_000_00, 'Fifteen thousand rupees only', 'पंद्रह हज़ार रुपये मात्र'],
  [
    1_23_456_50,
    'One lakh twenty-three thousand four hundred fifty-six rupees and fifty paise only',
    'एक लाख तेईस हज़ार चार सौ छप्पन रुपये और पचास पैसे मात्र',
  ],
  [
    12_34_56_789_99,
    'Twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine rupees and ninety-nine paise only',
    'बारह करोड़ चौंतीस लाख छप्पन हज़ार सात सौ नवासी रुपये और निन्यानवे पैसे मात्र',
  ],
])('%d paise in words', (paise, english, hindi) => {
  expect(amountInWords(paise, 'en')).toBe(english);
  expect(amountInWords(paise, 'hi')).toBe(hindi);
});

test.each(['en', 'hi'] as const)('no number up to ninety-nine is without a word in %s', (locale) => {
  const words = Array.from({ length: 99 }, (_, index) => amountInWords((index + 1) * 100, locale));
  expect(new Set(words).size).toBe(99);
  expect(words.filter((text) => /undefined|^ | {2}/.test(text))).toEqual([]);
});

test.each([
  ['Kothrud, Pune, Maharashtra 411038', 'Maharashtra (27)'],
  ['Kothrud, Pune, maharashtra', 'Maharashtra (27)'],
  ['Karol Bagh, Central Delhi, Delhi 110005', 'Delhi (07)'],
  ['Chandigarh Road, Ludhiana, Punjab', 'Punjab (03)'],
  ['Kothrud, Pune', 'Kothrud, Pune'],
])('%s is in %s', (place, state) => {
  expect(stateOf(place)).toBe(state);
});
