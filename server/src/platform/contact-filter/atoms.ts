import { findNumberWord, findRepeatCount, isTens, isWeakDigit, readJoinedWords } from './number-words.ts';
import { toTokenText, type Token } from './tokens.ts';

// Pieces of numbers in a text: digits, digits in words, letters that stand for digits. Those that may belong to one number
// form a run; what divides numbers, such as a word or a sign of currency, ends it.

export interface Atom {
  digits: string;
  kind: 'digits' | 'word';
  /** A word that means a digit only inside a number. */
  isWeak?: true;
  /** Indexes of its tokens; the end is exclusive. */
  first: number;
  end: number;
}

/** Letters that people write for digits, as in 98O22. */
const LETTER_DIGITS: Readonly<Record<string, string>> = {
  o: '0',
  O: '0',
  Q: '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  G: '6',
  B: '8',
};
const MAX_LETTERS = 3;
/** Words before a number that is written without a space. */
const PREFIXES = new Set(
  'ph no mob mobile call tel whatsapp wa cell contact num number phone fone m p'.split(' '),
);
/** Words that people put between the parts of a number. */
const FILLERS = new Set(
  `and then aur phir fir me mein ani ab uske ke baad followed by next last first aage dash hyphen space comma dot plus
  और फिर उसके बाद के आगे मग नंतर आणि பிறகு மற்றும் తర్వాత మరియు তারপর এবং ನಂತರ ಮತ್ತು പിന്നെ`
    .split(/\s+/)
    .map(toTokenText),
);
const MAX_FILLERS = 3;
const MAX_GAP_TOKENS = 20;
const MAX_GAP_MARKS = 10;
/** Signs that no number goes across. */
const DIVIDERS = new Set('•₹$€£%×=@<>°^¥'.split(''));
const LONG_DIGITS = 10;

function readLetterDigits(token: Token): string | null {
  if (token.raw.length > MAX_LETTERS) return null;
  let digits = '';
  for (const letter of token.raw) {
    const digit = LETTER_DIGITS[letter];
    if (digit === undefined) return null;
    digits += digit;
  }
  return digits;
}

/** Letters beside digits stand for digits, or make the digits a part of a code such as MH12AB. */
function isPartOfCode(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (!token || token.text.length >= LONG_DIGITS) return false;
  const before = tokens[index - 1];
  return (
    before?.kind === 'word' &&
    /^[a-z]+$/.test(before.text) &&
    readLetterDigits(before) === null &&
    !PREFIXES.has(before.text) &&
    findNumberWord(before.text) === undefined
  );
}

/** "twenty one", "twenty-one". */
function readUnits(tokens: readonly Token[], index: number): { digit: string; end: number } | null {
  const [gap, next] = [tokens[index], tokens[index + 1]];
  if (!gap || !next || !(gap.kind === 'space' || gap.text === '-')) return null;
  const digit = next.kind === 'word' ? findNumberWord(next.text) : undefined;
  return digit?.length === 1 && digit !== '0' ? { digit, end: index + 2 } : null;
}

function readWordAtom(tokens: readonly Token[], index: number): Atom | null {
  const token = tokens[index];
  if (token?.kind !== 'word') return null;
  const digits = findNumberWord(token.text);
  if (digits === undefined) {
    const joined = readJoinedWords(token.text);
    return joined === null ? null : { digits: joined, kind: 'word', first: index, end: index + 1 };
  }
  const units = isTens(digits) ? readUnits(tokens, index + 1) : null;
  return units
    ? { digits: `${digits[0]}${units.digit}`, kind: 'word', first: index, end: units.end }
    : {
        digits,
        kind: 'word',
        first: index,
        end: index + 1,
        ...(isWeakDigit(token.text) && { isWeak: true as const }),
      };
}

/** "double nine", "triple 0". */
function readRepeat(tokens: readonly Token[], index: number): Atom | null {
  const token = tokens[index];
  const count = token?.kind === 'word' ? findRepeatCount(token.text) : undefined;
  if (count === undefined) return null;
  const at = tokens[index + 1]?.kind === 'space' || tokens[index + 1]?.text === '-' ? index + 2 : index + 1;
  const next = tokens[at];
  const digits = next?.kind === 'digits' ? next.text : findNumberWord(next?.text ?? '');
  if (digits?.length !== 1) return null;
  return { digits: digits.repeat(count), kind: 'word', first: index, end: at + 1 };
}

/** Digits, with letters among them that stand for digits. */
function readDigitsAtom(tokens: readonly Token[], index: number): Atom | null {
  let digits = '';
  let hasDigits = false;
  let end = index;
  for (; end < tokens.length; end += 1) {
    const token = tokens[end];
    if (!token) break;
    if (token.kind === 'digits') {
      digits += token.text;
      hasDigits = true;
      continue;
    }
    const letters = token.kind === 'word' ? readLetterDigits(token) : null;
    if (letters === null || !(hasDigits || tokens[end + 1]?.kind === 'digits')) break;
    digits += letters;
  }
  return hasDigits ? { digits, kind: 'digits', first: index, end } : null;
}

function readAtom(tokens: readonly Token[], index: number): Atom | null {
  const token = tokens[index];
  if (token?.kind === 'digits' || (token?.kind === 'word' && tokens[index + 1]?.kind === 'digits')) {
    const atom =
      token.kind === 'digits' && isPartOfCode(tokens, index) ? null : readDigitsAtom(tokens, index);
    if (atom) return atom;
  }
  return readRepeat(tokens, index) ?? readWordAtom(tokens, index);
}

/** The index after a gap that may stand inside a number, or null. */
function skipGap(tokens: readonly Token[], index: number): number | null {
  let marks = 0;
  let fillers = 0;
  for (let at = index; at < Math.min(tokens.length, index + MAX_GAP_TOKENS); at += 1) {
    const token = tokens[at];
    if (!token) return null;
    if (token.kind === 'mark') {
      marks += 1;
      if (marks > MAX_GAP_MARKS || DIVIDERS.has(token.text)) return null;
    } else if (token.kind !== 'space') {
      if (readAtom(tokens, at)) return at;
      fillers += 1;
      if (fillers > MAX_FILLERS || !FILLERS.has(token.text)) return null;
    }
  }
  return null;
}

/** The runs of pieces that may be one number, in order. Looks at each token a bounded number of times. */
export function readRuns(tokens: readonly Token[]): Atom[][] {
  const runs: Atom[][] = [];
  let index = 0;
  while (index < tokens.length) {
    let atom = readAtom(tokens, index);
    if (!atom) {
      index += 1;
      continue;
    }
    const run: Atom[] = [];
    while (atom) {
      run.push(atom);
      index = atom.end;
      const next = skipGap(tokens, index);
      atom = next === null ? null : readAtom(tokens, next);
    }
    runs.push(run);
  }
  return runs;
}
