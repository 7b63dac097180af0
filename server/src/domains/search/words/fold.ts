import { romanise } from '../../../platform/romanise.ts';

// One key for all the ways in which a word is written: in any Indian script, with or without long vowels, aspiration,
// doubled letters and the plural.

const WORD = /[^\p{L}\p{M}\p{N}\u200c\u200d]+/u;
const JOINERS = /[\u200c\u200d]/g;
const WORDS_MAX = 2_000;

export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(WORD)
    .map((word) => word.replace(JOINERS, ''))
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);

const FOLDS: readonly [RegExp, string][] = [
  [/(?<=...)(?<!s)s$/, ''],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?!h)/g, 'k'],
  [/ch+/g, 'c'],
  [/([tdbgkjs])h/g, '$1'],
  [/ee|ii/g, 'i'],
  [/oo|ou/g, 'u'],
  [/y(?![aeiou])/g, 'i'],
  [/(\D)\1+/g, '$1'],
  [/(?<=..)a$/, ''],
];

const keys = new Map<string, string>();
/** The words of all jobs are some ten thousands. */
const KEPT_MAX = 50_000;

/** In ASCII letters and digits; empty for a word without any. */
export function toKey(word: string): string {
  const kept = keys.get(word);
  if (kept !== undefined) return kept;
  let key = romanise(word).text;
  for (const [pattern, replacement] of FOLDS) key = key.replace(pattern, replacement);
  if (keys.size >= KEPT_MAX) keys.clear();
  keys.set(word, key);
  return key;
}

export const toKeys = (text: string): string[] =>
  splitWords(text)
    .map(toKey)
    .filter((key) => key !== '');

/** The consonants of a key, without the differences that Tamil does not write. */
export const toSkeleton = (key: string): string =>
  key.charAt(0) +
  key
    .slice(1)
    .replace(/[aeiouy]/g, '')
    .replace(/b/g, 'p')
    .replace(/d/g, 't')
    .replace(/g/g, 'k')
    .replace(/[jc]/g, 's')
    .replace(/m(?=[pbt])/g, 'n')
    .replace(/(\D)\1+/g, '$1');
