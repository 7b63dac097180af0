import { findScript, romanise, type RomanWord } from '../../../platform/romanise.ts';
import { buildSound, toSound, type Sound } from './sounds.ts';
import {
  COMPOUND_ENDINGS,
  HONORIFICS,
  LETTER_NAMES,
  NAMES_OR_HONORIFICS,
  RESPECTFUL_ENDINGS,
  SHORT_FORMS,
} from './vocabulary.ts';

/** A word of a name, or the first letter of one. */
export type NameWord = { kind: 'word'; sound: Sound } | { kind: 'initial'; letter: string; written: string };

const READINGS_MAX = 4;
const WORDS_MAX = 12;
const LENGTH_MAX = 200;

/** No name has so many words. Comparing them would take long. */
export const isTooLong = (name: string): boolean =>
  name.length > LENGTH_MAX || name.trim().split(/\s+/).length > WORDS_MAX;

/**
 * Reads a name as words and initials. A name may be read in several ways, because SK may be Sheikh or two initials, and
 * Kumari a title or a name.
 */
export function readName(name: string): NameWord[][] {
  const words = splitWords(name);
  let readings: NameWord[][] = [[]];
  words.forEach((word, index) => {
    const options = listReadings(word, index === 0);
    readings = readings
      .flatMap((reading) => options.map((option) => [...reading, ...option]))
      .slice(0, READINGS_MAX);
  });
  // A title without a name is a name.
  const named = readings.filter((reading) => reading.length > 0);
  return named.length > 0 ? named : [words.flatMap((word) => toWords(word.text))];
}

interface WrittenWord {
  text: string;
  /** A full stop follows, as behind an initial. */
  isAbbreviated: boolean;
}

function splitWords(name: string): WrittenWord[] {
  const own = name
    .normalize('NFKC')
    // "Ramesh Kumar S/O Suresh Kumar": only the first name is the holder's.
    .replace(/(?<=\S\s+)[sdwc]\s*\/\s*o\b.*$/iu, '')
    .replace(/^\s*m\s*\/\s*s\b/iu, '')
    // D'Souza is one word.
    .replace(/['’`]/gu, '');
  const matches = own.matchAll(/([\p{L}\p{M}\p{N}\u200c\u200d]+)(\.?)/gu);
  const words = [...matches].map(([, text = '', stop = '']) => ({
    text: text.replace(/[\u200c\u200d]/gu, ''),
    isAbbreviated: stop !== '',
  }));
  return joinAbdul(words);
}

/** Abdul Rahman, Abdur Rahman and عبد الرحمن are one name in two words. */
function joinAbdul(words: readonly WrittenWord[]): WrittenWord[] {
  const joined: WrittenWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before && /^(?:abd(?:[aeu][lrsnz])?|عبد)$/iu.test(before.text)) {
      const article = before.text === 'عبد' ? before.text : 'Abdul';
      joined[joined.length - 1] = { ...word, text: article + word.text };
    } else joined.push(word);
  }
  return joined;
}

function listReadings({ text, isAbbreviated }: WrittenWord, isFirst: boolean): NameWord[][] {
  const plain = text.toLowerCase();
  if (isFirst && HONORIFICS.includes(plain)) return [[]];
  if (RESPECTFUL_ENDINGS.includes(plain)) return [[]];
  const readings: NameWord[][] = isFirst && NAMES_OR_HONORIFICS.includes(plain) ? [[]] : [];
  const shortForms = SHORT_FORMS[romanise(text).text] ?? [];
  if (shortForms.length > 0 && (findScript(text) === 'latin' || isAbbreviated))
    readings.push(
      ...shortForms.map((word) => [{ kind: 'word' as const, sound: { ...toSound(word), written: text } }]),
    );
  const initials = findInitials(text, isAbbreviated);
  if (initials) readings.push(initials);
  else readings.push(toWords(text));
  return readings;
}

const toInitial = (letter: string, written: string): NameWord => ({ kind: 'initial', letter, written });

/** One letter, the name of one letter, or up to three letters without a vowel. */
function findInitials(text: string, isAbbreviated: boolean): NameWord[] | null {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const { text: latin, script } = romanise(text);
  if (script === 'latin')
    return letterCount === 1 || /^[bcdfghjklmnpqrstvwxz]{2,3}$/.test(latin)
      ? Array.from(latin, (letter) => toInitial(letter, letter.toUpperCase()))
      : null;
  const named = LETTER_NAMES[latin.replace(/(?<=.)a$/, '')] ?? LETTER_NAMES[latin];
  if (letterCount <= 2 && named !== undefined && (isAbbreviated || letterCount === 1))
    return [toInitial(named, text)];
  return letterCount === 1 && latin !== '' ? [toInitial(latin[0] ?? '', text)] : null;
}

/** Splits what is grown together: Rameshbhai is Ramesh, Ravikumar is Ravi Kumar. */
function toWords(text: string): NameWord[] {
  const roman = romanise(text);
  const toWord = (written: string, part: Partial<RomanWord>): NameWord => ({
    kind: 'word',
    sound: buildSound(written, { ...roman, ...part }),
  });
  const bare = roman.text.replace(/a$/, '');
  const cut = (ending: string) => bare.slice(0, -ending.length);
  const isLongEnough = (ending: string) => bare.endsWith(ending) && bare.length >= ending.length + 3;
  const respectful = RESPECTFUL_ENDINGS.find((ending) => ending !== 'ji' && isLongEnough(ending));
  if (respectful) return [toWord(text, { text: cut(respectful), finalA: 'maybe' })];
  const ending = COMPOUND_ENDINGS.find(isLongEnough);
  if (!ending || roman.script === 'urdu') return [toWord(text, {})];
  const head = cut(ending);
  return [toWord(head, { text: head, finalA: 'maybe' }), toWord(ending, { text: ending, finalA: 'no' })];
}
