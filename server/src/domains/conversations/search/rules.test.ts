import { expect, test } from 'vitest';
import { hasWords, readWords } from './rules.ts';

const find = (search: string, ...texts: string[]) => hasWords(readWords(search), texts);

test.each([
  ['राजू', 'raju', 'Raaju', 'রাজু', 'ராஜு'],
  ['Imran', 'इमरान'],
  ['Imran', 'इम्रान'],
  ['Shaikh', 'शेख'],
  ['Ramchandra', 'रामचंद्र'],
  ['Painting', 'पेंटिंग'],
  ['4821', '४८२१'],
])('%s is found in each of its spellings, and finds them', (...spellings) => {
  for (const search of spellings)
    for (const text of spellings)
      expect(find(search, `Two rooms, ${text}`), `${search} in ${text}`).toBe(true);
});

test('a word is found by its beginning, and by what is in it', () => {
  for (const search of ['k', 'kitc', 'KITCHEN', 'tchen', 'किच'])
    expect(find(search, 'Kitchen, किचन')).toBe(true);
  expect(find('पेंट', 'Painting')).toBe(true);
});

test('each word of a search must be found, in one text or another', () => {
  expect(find('imran kitchen', 'Fit a kitchen', 'Imran S.')).toBe(true);
  expect(find('imran wardrobe', 'Fit a kitchen', 'Imran S.')).toBe(false);
});

test.each([
  ['one letter within a word', 'i', 'Kitchen'],
  ['words of the same script with other vowels', 'paint', 'Pandey'],
  ['the same in Hindi', 'पेंट', 'पांडे'],
  ['a short word of another script with another consonant', 'राज', 'Ravi'],
  ['the beginning of a short word of another script', 'शेख', 'Skandar'],
  ['a longer word', 'kitchens and more', 'Kitchen'],
  ['nothing', 'kitchen', ''],
])('does not find %s', (_, search, text) => {
  expect(find(search, text)).toBe(false);
});
