import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getAssetPath } from '../../../platform/assets.ts';
import { toKeys, toSkeleton } from './fold.ts';

/** An idea that people have many words for. */
export interface Concept {
  id: string;
  /** The trade whose work it is, as in `category.trade`; null for words of any trade. */
  trade: string | null;
  /** The trade itself; otherwise a kind of its work. */
  isTrade: boolean;
}

/** A concept, or null for words that say nothing. */
type Entry = Concept | null;

const FILE = path.join(getAssetPath('server/data'), 'search-synonyms.txt');
const HEADING = /^\[(.*)\]$/;
const PHRASE_MAX = 4;

export interface Dictionary {
  byPhrase: ReadonlyMap<string, Entry>;
  /** Each word of all phrases. */
  words: ReadonlySet<string>;
  /** Those that a misspelled word can stand for. */
  telling: ReadonlySet<string>;
  bySkeleton: ReadonlyMap<string, readonly string[]>;
  /** The concept of each trade. */
  trades: ReadonlyMap<string, Concept>;
}

let loaded: Dictionary | undefined;
export const loadDictionary = (): Dictionary => (loaded ??= parseDictionary(readFileSync(FILE, 'utf8')));

export function parseDictionary(text: string): Dictionary {
  const byPhrase = new Map<string, Entry>();
  const trades = new Map<string, Concept>();
  const words = new Set<string>();
  const telling = new Set<string>();
  let heading = '';
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const match = HEADING.exec(line);
    if (match) {
      heading = match[1] ?? '';
      continue;
    }
    const isTrade = line.startsWith('=');
    const phrases = line
      .replace(/^=/, '')
      .split(',')
      .map(toKeys)
      .filter((keys) => keys.length > 0);
    const concept = heading === '-' ? null : buildConcept(heading, isTrade, phrases[0] ?? []);
    if (concept?.isTrade) trades.set(heading, concept);
    for (const keys of phrases) {
      const phrase = keys.join(' ');
      if (!byPhrase.has(phrase)) byPhrase.set(phrase, concept);
      for (const key of keys) {
        words.add(key);
        if (concept) telling.add(key);
      }
    }
  }
  const bySkeleton = new Map<string, string[]>();
  for (const word of telling) {
    const alike = bySkeleton.get(toSkeleton(word));
    if (alike) alike.push(word);
    else bySkeleton.set(toSkeleton(word), [word]);
  }
  return { byPhrase, words, telling, trades, bySkeleton };
}

const buildConcept = (heading: string, isTrade: boolean, first: readonly string[]): Concept => ({
  id: `${heading === '' ? '' : toKeys(heading).join('')}.${first.join('')}`,
  trade: heading === '' ? null : heading,
  isTrade,
});

export interface FoundPhrase {
  keys: readonly string[];
  /** Undefined for a word that is not in the dictionary. */
  entry: Entry | undefined;
}

/** Splits words into the longest phrases of the dictionary, and the words between them. */
export function findPhrases({ byPhrase }: Dictionary, keys: readonly string[]): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  let start = 0;
  while (start < keys.length) {
    let length = Math.min(PHRASE_MAX, keys.length - start);
    while (length > 1 && !byPhrase.has(keys.slice(start, start + length).join(' '))) length -= 1;
    const phrase = keys.slice(start, start + length);
    found.push({ keys: phrase, entry: byPhrase.get(phrase.join(' ')) });
    start += length;
  }
  return found;
}

/** Every concept that these words name, with those of phrases within phrases, and the words that name none. */
export function listConcepts({ byPhrase }: Dictionary, keys: readonly string[]) {
  const concepts = new Set<Concept>();
  const others = new Set<string>();
  const covered = new Set<number>();
  for (const start of keys.keys())
    for (let length = 1; length <= PHRASE_MAX && start + length <= keys.length; length++) {
      const entry = byPhrase.get(keys.slice(start, start + length).join(' '));
      if (entry === undefined) continue;
      if (entry) concepts.add(entry);
      for (let index = start; index < start + length; index++) covered.add(index);
    }
  for (const [index, key] of keys.entries()) if (!covered.has(index)) others.add(key);
  return { concepts: [...concepts], others: [...others] };
}

/** A shorter word is too much like others. */
const CORRECTED_FROM = 4;

/** The word of the dictionary that a misspelled one stands for. */
export function correctWord({ telling: words, bySkeleton }: Dictionary, key: string): string | undefined {
  if (key.length < CORRECTED_FROM || /\d/.test(key)) return undefined;
  const skeleton = toSkeleton(key);
  const alike = skeleton.length < 3 ? [] : (bySkeleton.get(skeleton) ?? []);
  const candidates = alike.map((word) => ({ word, edits: countEdits(word, key) - 1 }));
  const allowed = key.length >= 7 ? 2 : 1;
  for (const word of words)
    if (word.length >= CORRECTED_FROM - 1 && Math.abs(word.length - key.length) <= allowed) {
      const edits = countEdits(word, key);
      if (edits <= allowed) candidates.push({ word, edits });
    }
  const [best] = candidates.toSorted(
    (a, b) => a.edits - b.edits || countCommon(b.word, key) - countCommon(a.word, key),
  );
  return best?.word ?? findInflected(words, key) ?? findCompletion(words, key);
}

const countCommon = (a: string, b: string): number => {
  const end = a.split('').findIndex((letter, index) => letter !== b[index]);
  return end === -1 ? a.length : end;
};

const STEM_FROM = 5;

/** The longest word that this one begins with: प्लंबरचे is "of the plumber". */
const findInflected = (words: ReadonlySet<string>, key: string): string | undefined =>
  Array.from({ length: Math.max(0, key.length - STEM_FROM) }, (_, cut) =>
    key.slice(0, key.length - 1 - cut),
  ).find((stem) => words.has(stem));

/** What has been typed only in part. */
const findCompletion = (words: ReadonlySet<string>, key: string): string | undefined =>
  [...words].filter((word) => word.startsWith(key)).toSorted((a, b) => a.length - b.length)[0];

/** Added, missing and changed letters, and neighbours that are swapped. */
export function countEdits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      next.push(edits);
    }
    beforeLast = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
