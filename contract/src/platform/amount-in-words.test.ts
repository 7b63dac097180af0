import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

const rupees = (amount: number) => amount * 100;

test.each([
  [rupees(0), 'Zero rupees'],
  [rupees(1), 'One rupee'],
  [rupees(100), 'One hundred rupees'],
  [rupees(15_000), 'Fifteen thousand rupees'],
  [rupees(1_25_000), 'One lakh twenty-five thousand rupees'],
  [rupees(10_01_101), 'Ten lakh one thousand one hundred one rupees'],
  [rupees(1_00_00_000), 'One crore rupees'],
  [
    rupees(123_45_67_890),
    'One hundred twenty-three crore forty-five lakh sixty-seven thousand eight hundred ninety rupees',
  ],
  [9950, 'Ninety-nine rupees and fifty paise'],
  [101, 'One rupee and one paisa'],
  [1, 'One paisa'],
  [7, 'Seven paise'],
])('English: %i paise', (amountPaise, words) => {
  expect(amountInWords(amountPaise, 'en')).toBe(words);
});

test.each([
  [rupees(1), 'एक रुपया'],
  [rupees(99), 'निन्यानवे रुपये'],
  [rupees(1_25_000), 'एक लाख पच्चीस हज़ार रुपये'],
  [rupees(2_00_00_000), 'दो करोड़ रुपये'],
  [4525, 'पैंतालीस रुपये और पच्चीस पैसे'],
  [1, 'एक पैसा'],
  [12_34_56_789_99, 'बारह करोड़ चौंतीस लाख छप्पन हज़ार सात सौ नवासी रुपये और निन्यानवे पैसे'],
])('Hindi: %i paise', (amountPaise, words) => {
  expect(amountInWords(amountPaise, 'hi')).toBe(words);
});

test.each(['en', 'hi'] as const)('%s: different amounts have different, well-formed words', (locale) => {
  const amount = fc.integer({ min: 0, max: 9_999_999_999_99 });
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const words = amountInWords(one, locale);
      expect(words).not.toMatch(/undefined|NaN| {2}|^ | $/);
      expect(words === amountInWords(other, locale)).toBe(one === other);
    }),
  );
});

test.each(['en', 'hi'] as const)('%s: each amount below 100 has its own word', (locale) => {
  const all = Array.from({ length: 100 }, (_, amount) => amountInWords(rupees(amount), locale));
  expect(new Set(all).size).toBe(100);
});

test.each([-1, 0.5, Number.NaN])('throws for %d', (amountPaise) => {
  expect(() => amountInWords(amountPaise, 'en')).toThrow(RangeError);
});
