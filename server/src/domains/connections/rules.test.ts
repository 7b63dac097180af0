import { expect, test } from 'vitest';
import { searchWords } from './rules.ts';

test.each([
  ['Asha  KUMAR', ['asha', 'kumar']],
  ['रंगाई-पुताई', ['रंगाई', 'पुताई']],
  ['क्\u200dया', ['क्या']],
  ["Tiling, 'floors'", ['tiling', 'floors']],
  ['', []],
])('%j is looked for by %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test.each(['???', "':*", '%', '। —'])('%j finds nobody', (text) => {
  expect(searchWords(text)).toBeNull();
});
