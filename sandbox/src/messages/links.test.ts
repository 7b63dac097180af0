import { expect, test } from 'vitest';
import { findFirstLink, splitLinks } from './links.ts';

test.each([
  ['Passbook: fws.in/s/2bx8.', 'https://fws.in/s/2bx8'],
  ['See https://fws.in/s/2bx8?a=1&b=2, then pay', 'https://fws.in/s/2bx8?a=1&b=2'],
  ['रोकें: https://fws.in/s/7kq2।', 'https://fws.in/s/7kq2'],
  ['Write to help@fws.in/desk or xfws.in/s/1', null],
  ['@fws.in #482913', null],
])('the link of %j is %j', (text, link) => {
  expect(findFirstLink(text, 'https://fws.in')).toBe(link);
});

test('keeps every character of the text', () => {
  const text = 'One: fws.in/s/1, two: https://fws.in/s/2 (three).';
  const parts = splitLinks(text, 'https://fws.in');
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ link }) => link ?? [])).toEqual(['https://fws.in/s/1', 'https://fws.in/s/2']);
});
