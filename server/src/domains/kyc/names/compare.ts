import type { NameDifference, NameMatch } from '@fws/contract/kyc/model';
import { isTooLong, readName, type NameWord } from './parse.ts';
import { compareSounds, joinSounds, toSound, type Likeness } from './sounds.ts';
import { COMMON_WORDS, COMPANY_FORMS, FAMILY_ENDINGS, FAMILY_NAMES, WOMAN_AND_MAN } from './vocabulary.ts';

export interface NameComparison {
  match: NameMatch;
  /** How they differ, word by word; empty when all words are the same in order. */
  differences: NameDifference[];
}

const RANK: Readonly<Record<NameMatch, number>> = { same: 2, unclear: 1, other: 0 };

/**
 * Whether two names may be of one person: `same` when nothing speaks against it and the given name is written out in both,
 * `other` when the given names differ, and `unclear` when a person has to decide. The rules are in
 * docs/decisions/0035-one-comparison-of-names.md.
 */
export function compareNames(left: string, right: string): NameComparison {
  if (isTooLong(left) || isTooLong(right)) return { match: 'unclear', differences: [] };
  let best: NameComparison | null = null;
  for (const leftWords of readName(left))
    for (const rightWords of readName(right)) {
      const comparison = compareReadings(leftWords, rightWords);
      if (!best || RANK[comparison.match] > RANK[best.match]) best = comparison;
    }
  return best ?? { match: 'other', differences: [] };
}

/** Of a company every word counts: Tata Motors is not Tata Motors Finance. Its form may be left out. */
export function compareCompanyNames(left: string, right: string): NameComparison {
  const [leftCore, rightCore] = [left, right].map((name) => name.replace(COMPANY_FORMS, ' '));
  const comparison = compareNames(leftCore ?? '', rightCore ?? '');
  const isWhole = comparison.differences.every(({ kind }) => kind === 'spelling');
  return comparison.match === 'same' && !isWhole ? { ...comparison, match: 'unclear' } : comparison;
}

interface Pair {
  left: NameWord;
  right: NameWord;
  likeness: Exclude<Likeness, 'different'> | 'initial';
}

interface Alignment {
  /** The words after what stands apart in one name and together in the other was joined. */
  leftWords: readonly NameWord[];
  rightWords: readonly NameWord[];
  pairs: readonly Pair[];
  leftRest: readonly NameWord[];
  rightRest: readonly NameWord[];
}

function compareReadings(left: readonly NameWord[], right: readonly NameWord[]): NameComparison {
  if (left.length === 0 || right.length === 0) return { match: 'other', differences: [] };
  const alignment = align(joinLike(left, right), joinLike(right, left));
  return { match: decide(alignment), differences: describe(alignment) };
}

/** Joins neighbouring words that are one word of the other name. */
function joinLike(words: readonly NameWord[], others: readonly NameWord[]): NameWord[] {
  for (let length = Math.min(4, words.length); length >= 2; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const run = words
        .slice(start, start + length)
        .flatMap((word) => (word.kind === 'word' ? [word.sound] : []));
      if (run.length < length) continue;
      const sound = joinSounds(run);
      if (others.some((other) => other.kind === 'word' && compareSounds(sound, other.sound) === 'equal'))
        return joinLike(
          [...words.slice(0, start), { kind: 'word', sound }, ...words.slice(start + length)],
          others,
        );
    }
  return [...words];
}

/** Pairs equal words first, in any order, then nearly equal ones, then initials. */
function align(leftWords: readonly NameWord[], rightWords: readonly NameWord[]): Alignment {
  const pairs: Pair[] = [];
  let leftRest = [...leftWords];
  let rightRest = [...rightWords];
  for (const likeness of ['equal', 'close', 'initial'] as const)
    for (const left of leftRest) {
      const right = rightRest.find((candidate) => getLikeness(left, candidate) === likeness);
      if (!right) continue;
      pairs.push({ left, right, likeness });
      leftRest = leftRest.filter((word) => word !== left);
      rightRest = rightRest.filter((word) => word !== right);
    }
  return { leftWords, rightWords, pairs, leftRest, rightRest };
}

function getLikeness(left: NameWord, right: NameWord): Likeness | 'initial' {
  if (left.kind === 'word' && right.kind === 'word') return compareSounds(left.sound, right.sound);
  return isInitialOf(left, right) || isInitialOf(right, left) ? 'initial' : 'different';
}

/** Letters that begin the same names. */
const INITIAL_SOUNDS: Readonly<Record<string, string>> = {
  c: 'Cks',
  f: 'p',
  i: 'IE',
  e: 'EIy',
  o: 'O',
  u: 'UO',
  q: 'k',
  v: 'vb',
  w: 'v',
  z: 'j',
  x: 'ks',
  y: 'yI',
  s: 's',
  g: 'g',
  a: 'aEO',
};

function isInitialOf(initial: NameWord, other: NameWord): boolean {
  if (initial.kind !== 'initial') return false;
  if (other.kind === 'initial') return initial.letter === other.letter;
  const { key, text } = other.sound;
  return (
    (INITIAL_SOUNDS[initial.letter] ?? initial.letter).includes(key[0] ?? ' ') ||
    text.startsWith(initial.letter)
  );
}

const toKey = (word: string): string => toSound(word).key;
const FAMILY_KEYS = new Set(FAMILY_NAMES.map(toKey));
const COMMON_KEYS = new Set(COMMON_WORDS.map(toKey));
const WOMAN_AND_MAN_KEYS = WOMAN_AND_MAN.map((words) => words.map(toKey));

const isCommon = (word: NameWord): boolean => word.kind === 'word' && COMMON_KEYS.has(word.sound.key);
const isFamilyName = (word: NameWord): boolean =>
  word.kind === 'word' &&
  (FAMILY_KEYS.has(word.sound.key) || FAMILY_ENDINGS.test(word.sound.text) || isCommon(word));
const isInitial = (word: NameWord): boolean => word.kind === 'initial';

function decide(alignment: Alignment): NameMatch {
  const { pairs, leftRest, rightRest } = alignment;
  const telling = pairs.filter(({ likeness, left }) => likeness === 'equal' && !isCommon(left));
  if (leftRest.length > 0 && rightRest.length > 0) return decideContradiction(alignment, telling);
  if (pairs.length === 0) return 'other';
  const isSure =
    pairs.every(({ likeness }) => likeness !== 'close') &&
    hasSameOrder(alignment) &&
    (leftRest.length + rightRest.length === 0
      ? pairs.every(isWrittenOut) || isWrittenAlike(pairs) || hasTellingInitials(pairs, telling)
      : telling.length >= 2 && hasBothGivenNames(alignment));
  return isSure ? 'same' : 'unclear';
}

const isWrittenOut = ({ likeness }: Pair): boolean => likeness === 'equal';
/** S Kumar is S Kumar. */
const isWrittenAlike = (pairs: readonly Pair[]): boolean =>
  pairs.some(isWrittenOut) &&
  pairs.every(({ left, right }) => getWritten(left).toLowerCase() === getWritten(right).toLowerCase());

/** R Kumaran may be Ramasamy Kumaran. R Sharma is any of a family, and K Ramesh need not be Ramesh Kumar. */
const hasTellingInitials = (pairs: readonly Pair[], telling: readonly Pair[]): boolean =>
  telling.length >= 2 ||
  (telling.some(({ left }) => !isFamilyName(left)) &&
    !pairs.some(
      ({ likeness, left, right }) => likeness === 'initial' && (isCommon(left) || isCommon(right)),
    ));

/**
 * The family name may stand first or last. Any other change of order may be a father and a son: Ramesh Suresh Patel,
 * Suresh Ramesh Patel.
 */
function hasSameOrder({ leftWords, rightWords, pairs }: Alignment): boolean {
  const places = pairs
    .toSorted((a, b) => leftWords.indexOf(a.left) - leftWords.indexOf(b.left))
    .map(({ right }) => rightWords.indexOf(right));
  const descents = places.filter((place, index) => place > (places[(index + 1) % places.length] ?? place));
  return places.length < 3 || descents.length <= 1;
}

/**
 * Whether what the shorter name leaves out is no given name. The given name stands first, or behind a family name that
 * stands first: Hetal Jignesh Patel and Patel Hetal Jignesh may be the wife of Jignesh Patel.
 */
function hasBothGivenNames({ leftWords, rightWords, pairs, leftRest }: Alignment): boolean {
  const isLeftLonger = leftRest.length > 0;
  const [longer, shorter] = isLeftLonger ? [leftWords, rightWords] : [rightWords, leftWords];
  const findPartner = (word: NameWord) => {
    const pair = pairs.find(({ left, right }) => (isLeftLonger ? left : right) === word);
    return pair && (isLeftLonger ? pair.right : pair.left);
  };
  const [first, second] = longer.filter((word) => !isFamilyName(word));
  const partner = first && findPartner(first);
  if (!partner) return false;
  const isFamilyFirst = partner === shorter.at(-1) && partner !== shorter.find((word) => !isFamilyName(word));
  return !isFamilyFirst || (second !== undefined && findPartner(second) !== undefined);
}

/** Both names have a word that the other has not. */
function decideContradiction(alignment: Alignment, telling: readonly Pair[]): NameMatch {
  const { leftRest, rightRest } = alignment;
  if (isOfOtherSex(leftRest, rightRest)) return 'other';
  if (telling.length === 0) return 'other';
  const rest = [...leftRest, ...rightRest];
  if (leftRest.every(isInitial) && rightRest.every(isInitial))
    return telling.length > 1 ? 'unclear' : 'other';
  if (rest.every(isCommon)) return 'unclear';
  if (hasOtherGivenName(alignment, telling)) return 'other';
  return 'unclear';
}

function isOfOtherSex(leftRest: readonly NameWord[], rightRest: readonly NameWord[]): boolean {
  const contains = (words: readonly NameWord[], key: string | undefined) =>
    words.some((word) => word.kind === 'word' && word.sound.key === key);
  return WOMAN_AND_MAN_KEYS.some(
    ([woman, man]) =>
      (contains(leftRest, woman) && contains(rightRest, man)) ||
      (contains(leftRest, man) && contains(rightRest, woman)),
  );
}

/** Only the family names agree: they are known as such, or both stand last. */
function hasOtherGivenName(
  { leftWords, rightWords, leftRest, rightRest }: Alignment,
  telling: readonly Pair[],
): boolean {
  if (leftRest.some(isInitial) || rightRest.some(isInitial)) return false;
  if (telling.every(({ left }) => isFamilyName(left))) return true;
  if (leftRest.every(isFamilyName) && rightRest.every(isFamilyName)) return false;
  const [leftFirst, rightFirst] = [leftWords, rightWords].map((words) =>
    words.find((word) => !isFamilyName(word)),
  );
  return (
    leftFirst !== undefined &&
    rightFirst !== undefined &&
    leftRest.includes(leftFirst) &&
    rightRest.includes(rightFirst)
  );
}

const getWritten = (word: NameWord): string => (word.kind === 'word' ? word.sound.written : word.written);

/** What a person who decides should see: spellings, initials, and words that only one name has. */
function describe({ pairs, leftRest, rightRest }: Alignment): NameDifference[] {
  const [left = [], right = []] = [leftRest, rightRest].map((words) => words.map(getWritten));
  return [
    ...pairs.flatMap((pair): NameDifference[] => {
      const written = { left: getWritten(pair.left), right: getWritten(pair.right) };
      const kind = pair.likeness === 'equal' ? 'spelling' : pair.likeness;
      return written.left.toLowerCase() === written.right.toLowerCase() ? [] : [{ kind, ...written }];
    }),
    ...(left.length > 0 && right.length > 0
      ? [{ kind: 'other' as const, left: left.join(' '), right: right.join(' ') }]
      : [
          ...left.map((word) => ({ kind: 'missing' as const, left: word, right: '' })),
          ...right.map((word) => ({ kind: 'missing' as const, left: '', right: word })),
        ]),
  ];
}
