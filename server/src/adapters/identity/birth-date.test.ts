import { expect, test } from 'vitest';
import { parseBirthDate } from './birth-date.ts';

test.each(['28-02-1995', '28/02/1995', '1995-02-28'])('reads %s', (text) => {
  expect(parseBirthDate(text)).toBe('1995-02-28');
});

test.each([null, undefined, '', '1995', '28 Feb 1995', '1995-13-40', '40-13-1995'])('refuses %s', (text) => {
  expect(parseBirthDate(text)).toBeUndefined();
});
