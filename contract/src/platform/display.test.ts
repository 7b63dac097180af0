import { expect, test } from 'vitest';
import { formatRupees } from './display.ts';

test('groups rupees the Indian way, with paise only when there are any or on request', () => {
  expect(formatRupees(12_500_000)).toBe('₹1,25,000');
  expect(formatRupees(1_250_050)).toBe('₹12,500.50');
  expect(formatRupees(5)).toBe('₹0.05');
  expect(formatRupees(-60_000)).toBe('\u2212₹600');
  expect(formatRupees(1_23_45_678_50, { paise: true })).toBe('₹1,23,45,678.50');
  expect(formatRupees(-2_000_00, { paise: true })).toBe('\u2212₹2,000.00');
  expect(formatRupees(650_000, { paise: true, sign: false })).toBe('6,500.00');
});

test('shows a sign for the smallest negative amount but not for zero', () => {
  expect(formatRupees(0)).toBe('₹0');
  expect(formatRupees(-1)).toBe('\u2212₹0.01');
});

test('shows every paisa, however large the amount', () => {
  expect(formatRupees(Number.MAX_SAFE_INTEGER)).toBe('₹9,00,71,99,25,47,409.91');
});

test.each([0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('%d is not an amount', (amountPaise) => {
  expect(() => formatRupees(amountPaise)).toThrow(RangeError);
});
