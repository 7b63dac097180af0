import anyAscii from 'any-ascii';

export type Script = 'latin' | 'northern' | 'eastern' | 'dravidian' | 'tamil' | 'urdu';

/** A word in Latin letters, with what its script tells about the sounds. */
export interface RomanWord {
  text: string;
  script: Script;
  /** Whether it ends in an `a`; `maybe` where the script leaves it open, as in कृष्ण (Krishn, Krishna). */
  finalA: 'yes' | 'no' | 'maybe';
}

/** The Indian blocks have one layout, 128 characters each, in this order. */
const BLOCK_SCRIPTS: readonly Script[] = [
  'northern', // Devanagari
  'eastern', // Bengali, Assamese
  'northern', // Gurmukhi
  'northern', // Gujarati
  'eastern', // Odia
  'tamil',
  'dravidian', // Telugu
  'dravidian', // Kannada
  'dravidian', // Malayalam
];
const FIRST_BLOCK = 0x0900;
const BLOCK_LENGTH = 0x80;
const VIRAMA = 0x4d;
const NUKTA = 0x3c;
const VOCALIC_R = new Set([0x0b, 0x43]);
/** Candrabindu, anusvara, and the tippi of Gurmukhi: a nasal of the kind that the next letter needs. */
const NASALS = new Set([0x01, 0x02, 0x70]);

export function findScript(word: string): Script {
  for (const letter of word) {
    const code = letter.codePointAt(0) ?? 0;
    const script = BLOCK_SCRIPTS[Math.floor((code - FIRST_BLOCK) / BLOCK_LENGTH)];
    if (script) return script;
    if (code >= 0x0600 && code <= 0x06ff) return 'urdu';
  }
  return 'latin';
}

/** Letters of which any-ascii knows the sign but not the sound. */
const SPECIAL_SOUNDS: readonly [RegExp, string][] = [
  [/റ്റ/g, 'ട്ട'],
  [/ന്റ/g, 'ന്ട'],
];

/** Writes a word in lower-case Latin letters, with the vowels that Indian scripts leave unwritten. */
export function romanise(word: string): RomanWord {
  const script = findScript(word);
  if (script === 'latin') return toLatinWord(word);
  if (script === 'urdu') return toUrduWord(word);
  let spelled = word;
  for (const [pattern, replacement] of SPECIAL_SOUNDS) spelled = spelled.replace(pattern, replacement);
  const letters = Array.from(spelled);
  const text = letters.map((letter, index) => romaniseLetter(letter, letters[index + 1])).join('');
  return { text: cleanLetters(text), script, finalA: findFinalA(letters, script) };
}

const cleanLetters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const toLatinWord = (word: string): RomanWord => {
  const text = cleanLetters(anyAscii(word));
  return { text, script: 'latin', finalA: text.endsWith('a') ? 'yes' : 'no' };
};

/** Urdu writes no short vowels: only the consonants and the long vowels are known. */
const toUrduWord = (word: string): RomanWord => ({
  // ث is spoken as s, ذ and ظ as z.
  text: cleanLetters(anyAscii(word.replace(/ث/g, 'س').replace(/[ذظض]/g, 'ز')))
    // A final ہ stands for the vowel a.
    .replace(/(?<=.)h$/, /[ہهةۃ]$/.test(word) ? '' : 'h'),
  script: 'urdu',
  finalA: /(?:[اہهةۃآى]|\u0670)$/u.test(word) ? 'yes' : 'no',
});

const getOffset = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0;
  return code < FIRST_BLOCK ? -1 : (code - FIRST_BLOCK) % BLOCK_LENGTH;
};

const isConsonant = (letter: string): boolean => {
  const offset = getOffset(letter);
  return (offset >= 0x15 && offset <= 0x39) || (offset >= 0x58 && offset <= 0x5f) || /[ৰৱୱ]/.test(letter);
};

const isLabial = (letter: string): boolean => getOffset(letter) >= 0x2a && getOffset(letter) <= 0x2e;

/** A vowel sign or the virama: the consonant before it has no `a` of its own. */
const endsInherentVowel = (letter: string | undefined): boolean => {
  const offset = letter === undefined ? -1 : getOffset(letter);
  return (offset > NUKTA + 1 && offset <= VIRAMA) || offset === 0x57 || offset === 0x62;
};

function romaniseLetter(letter: string, next: string | undefined): string {
  if (VOCALIC_R.has(getOffset(letter))) return 'ri';
  if (NASALS.has(getOffset(letter))) return next === undefined || isLabial(next) ? 'm' : 'n';
  // any-ascii writes च as c, which English reads as k.
  const latin = anyAscii(letter).replace(/c(?!h)/, 'ch');
  if (getOffset(letter) === NUKTA) return endsInherentVowel(next) ? '' : 'a';
  const isNuktaNext = next !== undefined && getOffset(next) === NUKTA;
  return isConsonant(letter) && !endsInherentVowel(next) && !isNuktaNext ? `${latin}a` : latin;
}

function findFinalA(letters: readonly string[], script: Script): RomanWord['finalA'] {
  const spoken = letters.filter((letter) => getOffset(letter) !== NUKTA);
  const last = spoken.at(-1) ?? '';
  if (!isConsonant(last)) return cleanLetters(anyAscii(last)).endsWith('a') ? 'yes' : 'no';
  if (/[ൺ-ൿৎ]/.test(last)) return 'no';
  if (script === 'dravidian' || script === 'tamil') return 'yes';
  // The north speaks the last `a` behind two consonants at most.
  return getOffset(spoken.at(-2) ?? '') === VIRAMA ? 'maybe' : 'no';
}
