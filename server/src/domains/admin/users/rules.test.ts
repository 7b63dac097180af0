import { expect, test } from 'vitest';
import { maskEmail, maskMobile } from './rules.ts';

test.each([
  ['meera.joshi@mail.example', 'me…@mail.example'],
  ['a@mail.example', 'a…@mail.example'],
])('maskEmail: %s becomes %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test('maskMobile keeps the last four digits', () => {
  expect(maskMobile('+919876543210')).toBe('…3210');
});
