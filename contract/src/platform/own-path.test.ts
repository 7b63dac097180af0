import { expect, test } from 'vitest';
import { isOwnPath } from './own-path.ts';

test.each(['/', '/job/12', '/myquotes?tab=shared#top', '/requestlist/3?from=%2F%2Felsewhere'])(
  '%s is a path of this site',
  (path) => {
    expect(isOwnPath(path)).toBe(true);
  },
);

test.each([
  '',
  null,
  undefined,
  'job/12',
  '//elsewhere.example',
  String.raw`/\elsewhere.example`,
  'https://elsewhere.example',
  'javascript:alert(1)',
  // Browsers remove tabs and line breaks from a URL, which then begins with two slashes.
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  ' //elsewhere.example',
  `/${'x'.repeat(500)}`,
])('%j is not a path of this site', (path) => {
  expect(isOwnPath(path)).toBe(false);
});
