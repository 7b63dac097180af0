import { expect, test } from 'vitest';
import { parseSearchWords } from './rules.ts';

test.each([
  ['Asha  KUMAR', ['asha', 'kumar']],
  ['रंगाई-पुताई', ['रंगाई', 'पुताई']],
  ['क्\u200dया', ['क्या']],
  ["Tiling, 'floors'", ['tiling', 'floors']],
  ['', []],
])('splits the search %j into %j', (text, words) => {
  expect(parseSearchWords(text)).toEqual(words);
});

test.each(['???', "':*", '%', '। —'])('returns null for %j, which has no words', (text) => {
  expect(parseSearchWords(text)).toBeNull();
});
