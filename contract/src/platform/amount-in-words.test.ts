import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmountInWords } from './amount-in-words.ts';

const toPaise = (amount: number) => amount * 100;

test.each([
  [toPaise(0), 'Zero rupees'],
  [toPaise(1), 'One rupee'],
  [toPaise(100), 'One hundred rupees'],
  [toPaise(15_000), 'Fifteen thousand rupees'],
  [toPaise(1_25_000), 'One lakh twenty-five thousand rupees'],
  [toPaise(10_01_101), 'Ten lakh one thousand one hundred one rupees'],
  [toPaise(1_00_00_000), 'One crore rupees'],
  [
    toPaise(123_45_67_890),
    'One hundred twenty-three crore forty-five lakh sixty-seven thousand eight hundred ninety rupees',
  ],
  [9950, 'Ninety-nine rupees and fifty paise'],
  [101, 'One rupee and one paisa'],
  [1, 'One paisa'],
  [7, 'Seven paise'],
])('English: %i paise', (amountPaise, words) => {
  expect(formatAmountInWords(amountPaise, 'en')).toBe(words);
});

test.each([
  [toPaise(1), 'एक रुपया'],
  [toPaise(99), 'निन्यानवे रुपये'],
  [toPaise(1_25_000), 'एक लाख पच्चीस हज़ार रुपये'],
  [toPaise(2_00_00_000), 'दो करोड़ रुपये'],
  [4525, 'पैंतालीस रुपये और पच्चीस पैसे'],
  [1, 'एक पैसा'],
  [12_34_56_789_99, 'बारह करोड़ चौंतीस लाख छप्पन हज़ार सात सौ नवासी रुपये और निन्यानवे पैसे'],
])('Hindi: %i paise', (amountPaise, words) => {
  expect(formatAmountInWords(amountPaise, 'hi')).toBe(words);
});

test.each(['en', 'hi'] as const)('%s: different amounts have different, well-formed words', (locale) => {
  const amount = fc.integer({ min: 0, max: 9_999_999_999_99 });
  fc.assert(
    fc.property(amount, amount, (amountPaise, otherPaise) => {
      const words = formatAmountInWords(amountPaise, locale);
      expect(words).not.toMatch(/undefined|NaN| {2}|^ | $/);
      expect(words === formatAmountInWords(otherPaise, locale)).toBe(amountPaise === otherPaise);
    }),
  );
});

test.each(['en', 'hi'] as const)('%s: each amount below 100 has its own word', (locale) => {
  const all = Array.from({ length: 100 }, (_, amount) => formatAmountInWords(toPaise(amount), locale));
  expect(new Set(all).size).toBe(100);
});

test.each([-1, 0.5, Number.NaN])('throws for %d', (amountPaise) => {
  expect(() => formatAmountInWords(amountPaise, 'en')).toThrow(RangeError);
});
