import { DIGIT_ROWS, REPEATS, TEEN_VALUES, TEENS, TENS_ROWS, WEAK_DIGITS } from './number-word-lists.ts';
import { toTokenText } from './tokens.ts';

// The digits that a word stands for.

const addSpellings = <Value>(map: Map<string, Value>, spellings: string, value: Value): void => {
  for (const spelling of spellings.split('/'))
    if (!map.has(toTokenText(spelling))) map.set(toTokenText(spelling), value);
};

function buildNumbers(): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  const addRow = (row: string, find: (index: number) => string) => {
    for (const [index, spellings] of row.split(/\s+/).entries())
      addSpellings(numbers, spellings, find(index));
  };
  // A digit before a tens that is spelled alike.
  for (const row of DIGIT_ROWS) addRow(row, String);
  addRow(TEENS, (index) => TEEN_VALUES[index] ?? '');
  for (const row of TENS_ROWS) addRow(row, (index) => String(index + 10));
  numbers.delete('-');
  return numbers;
}

const ENGLISH_WORDS = new Set([DIGIT_ROWS[0], TEENS].flatMap((row) => row.split(/[ /]/)));
const NUMBERS = buildNumbers();
const WEAK = new Map(WEAK_DIGITS);
const REPEAT_COUNTS = new Map<string, number>();
for (const [spellings, count] of REPEATS) addSpellings(REPEAT_COUNTS, spellings, count);

const MIN_FOLDED = 4;
const MAX_WORD = 24;

/** One form for the ways in which people spell Indian words in Latin letters: "ombadhu" and "ompathu". */
function fold(word: string): string {
  return word
    .replace(/([bcdgjkpst])h/g, '$1')
    .replace(/aa+/g, 'a')
    .replace(/ee+|ii+|y/g, 'i')
    .replace(/oo+/g, 'u')
    .replace(/w/g, 'v')
    .replace(/d/g, 't')
    .replace(/p/g, 'b')
    .replace(/(.)\1+/g, '$1');
}

function buildFolded(): ReadonlyMap<string, string> {
  const folded = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [word, digits] of NUMBERS) {
    // English is spelled in one way.
    if (!/^[a-z]+$/.test(word) || ENGLISH_WORDS.has(word)) continue;
    const key = fold(word);
    if ((folded.get(key) ?? digits) !== digits) ambiguous.add(key);
    folded.set(key, digits);
  }
  for (const key of ambiguous) folded.delete(key);
  return folded;
}

const FOLDED = buildFolded();

/** "twenty" and "one" are 21. */
export const isTens = (digits: string): boolean => /^[2-9]0$/.test(digits);

export const findRepeatCount = (word: string): number | undefined => REPEAT_COUNTS.get(word);

/** True for a word that stands for a digit only inside a number. */
export const isWeakDigit = (word: string): boolean => WEAK.has(word);

/** The digits of a number in a word. */
export function findNumberWord(word: string): string | undefined {
  const exact = NUMBERS.get(word) ?? WEAK.get(word);
  if (exact !== undefined || word.length < MIN_FOLDED || word.length > MAX_WORD || !/^[a-z]+$/.test(word))
    return exact;
  return FOLDED.get(fold(word));
}

const ENGLISH = [...'zero one two three four five six seven eight nine'.split(' ').entries()];
const MIN_JOINED = 3;

/** The digits of number words that are written as one word: "nineeighttwo". */
export function readJoinedWords(word: string): string | null {
  let digits = '';
  let position = 0;
  while (position < word.length) {
    const next = ENGLISH.find(([, name]) => word.startsWith(name, position));
    if (!next) return null;
    digits += String(next[0]);
    position += next[1].length;
  }
  return digits.length >= MIN_JOINED ? digits : null;
}
