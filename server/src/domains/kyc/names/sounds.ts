import { romanise, type RomanWord, type Script } from '../../../platform/romanise.ts';
import { VARIANTS } from './vocabulary.ts';

/** A word reduced to what its spellings have in common. */
export interface Sound {
  /** As written, for people. */
  written: string;
  /** In Latin letters. */
  text: string;
  key: string;
  finalA: RomanWord['finalA'];
  script: Script;
}

/** `equal`: two spellings of one word. `close`: nearly alike, so a slip or another name. */
export type Likeness = 'equal' | 'close' | 'different';

/**
 * Spellings in Latin letters of one sound. Each rule reads what the rules before it wrote. In a key, capitals are
 * vowels, C is ch, and Y the y of Priya and Pria.
 */
const SPELLING_RULES: readonly (readonly [RegExp, string])[] = [
  [/^h(?=r)/, ''],
  [/chr/g, 'kr'],
  [/ksh|x/g, 'ks'],
  [/zh/g, 'l'],
  [/que?$/, 'k'],
  [/chh?/g, 'C'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/sh/g, 's'],
  [/ph|f/g, 'p'],
  [/([kgtdbj])h/g, '$1'],
  [/^(?:dny|jny|gny|jn|gn|gy)|(?<=^(?:ya|pra|vi|su))(?:dny|jny|gny|jn|gn|gy)/, 'gI'],
  [/z/g, 'j'],
  [/([^aeiou])\1+/g, '$1'],
  [/n(?=[pb])/g, 'm'],
  [/([td])[ae]r$/, '$1r'],
  [/aa+/g, 'a'],
  [/(?<=[^aeiou])(?:iya|ia|ya)/g, 'Ya'],
  [/ee+|ii+|ie|ea/g, 'I'],
  [/oo+|uu+/g, 'U'],
  [/ew$/, 'yU'],
  [/ao/g, 'av'],
  [/au|ou|[ao]w(?![aeiou])/g, 'O'],
  [/a[iy]|e[iy]|ae|e/g, 'E'],
  [/o/g, 'O'],
  [/u/g, 'U'],
  [/i/g, 'I'],
  [/w/g, 'v'],
  [/sv(?=am)/g, 's'],
  [/(?<=.)y/g, 'I'],
  [/([kgtdpbvms])rU(?=[^aEIOU])|^rU(?=s)/g, '$1rI'],
  // Some write the unspoken `a` inside a word, some leave it out.
  [/(?<=.)a/g, ''],
  [/([EIOU])\1+/g, '$1'],
];

/** Words whose last `a` is a matter of spelling. In most names it tells a woman from a man: Amit, Amita. */
const OPTIONAL_A =
  /(?:es|esh|nath?|(?<=.)raj|[td]h?e?r|krishn|krisn|krushn|narayan|vinayak|brath?|shankar|sankar|anand|patil|gaud|gowd|mish?r|gupt)a?$/;

const TAMIL_RULES: readonly (readonly [RegExp, string])[] = [
  [/[Cj]/g, 's'],
  [/[gh]/g, 'k'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/([ktp])[IU](?=r)/g, '$1'],
  [/([ktp])rU(?=[^EIOU])/g, '$1rI'],
  [/(.)\1+/g, '$1'],
];
/** Bengali, Assamese and Odia write one letter for b and v, speak the unwritten vowel as o, and y as j. */
const EASTERN_RULES: readonly (readonly [RegExp, string])[] = [
  [/OI/g, 'E'],
  [/O/g, ''],
  [/v/g, 'b'],
  [/^y/, 'j'],
];
/** What tells names apart only weakly. */
const LOOSE_RULES: readonly (readonly [RegExp, string])[] = [
  [/O/g, ''],
  [/E/g, 'I'],
  [/v/g, 'b'],
  [/t/g, 'd'],
  [/k/g, 'g'],
];

const applyRules = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);

const toBaseKey = (text: string): string => applyRules(text.replace(/(?<=.)a$/, ''), SPELLING_RULES);

const VARIANT_KEYS = new Map(
  VARIANTS.flatMap(([first = '', ...others]) =>
    [first, ...others].map((word) => [toBaseKey(word), toBaseKey(first)] as const),
  ),
);

export const toSound = (written: string): Sound => buildSound(written, romanise(written));

export function buildSound(written: string, { text, script, finalA }: RomanWord): Sound {
  if (script === 'urdu') return { written, text, key: text, finalA, script };
  // सिंह and Gujarat's Sinh are Singh. Sinha is another name.
  const spoken = finalA === 'yes' ? text : text.replace(/sinha?$/, 'singh');
  const baseKey = toBaseKey(spoken);
  const variantKey = VARIANT_KEYS.get(baseKey);
  return { written, text, key: variantKey ?? baseKey, finalA: variantKey ? 'maybe' : finalA, script };
}

/** Words that stand apart in one name and together in another: Venkata Ramana. */
export function joinSounds(sounds: readonly Sound[]): Sound {
  const script = sounds.find((sound) => sound.script !== 'latin')?.script ?? 'latin';
  return buildSound(sounds.map(({ written }) => written).join(' '), {
    text: sounds.map(({ text }) => text).join(''),
    script,
    finalA: sounds.at(-1)?.finalA ?? 'no',
  });
}

export function compareSounds(left: Sound, right: Sound): Likeness {
  if (left.script === 'urdu' && right.script === 'urdu')
    return left.key === right.key ? 'equal' : 'different';
  if (left.script === 'urdu') return compareWithUrdu(left, right);
  if (right.script === 'urdu') return compareWithUrdu(right, left);
  if (isSpokenAlike(left, right)) return hasSameEnd(left, right) ? 'equal' : 'close';
  return applyRules(left.key, LOOSE_RULES) === applyRules(right.key, LOOSE_RULES) ? 'close' : 'different';
}

function isSpokenAlike(left: Sound, right: Sound): boolean {
  if (left.key === right.key) return true;
  const isOneOf = (script: Script) => left.script === script || right.script === script;
  const rules = isOneOf('tamil') ? TAMIL_RULES : isOneOf('eastern') ? EASTERN_RULES : null;
  return rules !== null && applyRules(left.key, rules) === applyRules(right.key, rules);
}

const hasSameEnd = (left: Sound, right: Sound): boolean =>
  left.finalA === right.finalA ||
  left.finalA === 'maybe' ||
  right.finalA === 'maybe' ||
  (OPTIONAL_A.test(left.text) && OPTIONAL_A.test(right.text));

const URDU_RULES: readonly (readonly [RegExp, string])[] = [
  [/ch/g, 'C'],
  [/sh/g, 's'],
  [/([kgtdbj])h/g, '$1'],
  [/q/g, 'k'],
  [/[zx]/g, 'j'],
  [/f/g, 'p'],
  [/([^yw])\1+/g, '$1'],
];

function compareWithUrdu(urdu: Sound, other: Sound): Likeness {
  const consonants = applyRules(urdu.key, URDU_RULES);
  if (isWrittenInUrdu(consonants, other.key) && hasSameEnd(urdu, other)) return 'equal';
  const bare = other.key.replace(/[aEIOUYyv]/g, '');
  return bare === consonants.replace(/[yw]/g, '') ? 'close' : 'different';
}

/** Urdu leaves out short vowels, and writes y for e and i, w for o, u and v. */
function isWrittenInUrdu(consonants: string, key: string): boolean {
  let place = 0;
  for (const letter of consonants) {
    const sounds = letter === 'y' ? 'EIYy' : letter === 'w' ? 'OUv' : letter;
    const isLong = sounds.length > 1;
    if (!isLong && 'aIU'.includes(key[place] ?? ' ')) place += 1;
    if (!sounds.includes(key[place] ?? ' ')) return false;
    place += 1;
  }
  return ['', 'I', 'U'].includes(key.slice(place));
}
