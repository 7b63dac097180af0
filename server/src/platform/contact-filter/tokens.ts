// Splits a text into tokens in one pass. Tokens hold characters in one form, so that what follows compares plain text:
// digits of every script are 0-9, wide and styled letters are plain, letters that look Latin are Latin.

export interface Token {
  kind: 'word' | 'digits' | 'space' | 'mark';
  /** In lower case. */
  text: string;
  /** As written, in one form. */
  raw: string;
  /** Position in the original text, in UTF-16 units; the end is exclusive. */
  start: number;
  end: number;
}

const DIGIT = /^\p{Nd}$/u;
const WORD = /^[\p{L}\p{M}]$/u;
const SPACE = /^\s$/u;
/** Not drawn: soft hyphens, zero-width characters, variation selectors, fillers, changes of direction. */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\u20e3]$/u;

/** First and last of a row of digits in circles, with the value of the first. */
const CIRCLED: readonly (readonly [number, number, number])[] = [
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x24f5, 0x24fd, 1],
  [0x24ea, 0x24ea, 0],
  [0x24ff, 0x24ff, 0],
];
/** Cyrillic and Greek letters that look like Latin ones, and the letters that they look like. */
const LOOKALIKES = new Map(
  Array.from('аерсухоіјѕԁһԛԝАВЕКМНОРСТХІЈЅαορνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ').map((letter, index) => [
    letter,
    'aepcyxoijsdhqwABEKMHOPCTXIJSaopvikABEZHIKMNOPTYX'[index] ?? letter,
  ]),
);

const findCircledValue = (code: number): string | null => {
  const row = CIRCLED.find(([first, last]) => code >= first && code <= last);
  return row ? String(row[2] + code - row[0]) : null;
};

/** Digits of a script are ten in a row. */
function findDigitValue(code: number): string {
  let before = 0;
  while (before < 9 && DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before);
}

function simplify(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '🔟') return '10';
  if (UNSEEN.test(character)) return '';
  return Array.from(character.normalize('NFKC'))
    .map((each) =>
      DIGIT.test(each)
        ? findDigitValue(each.codePointAt(0) ?? 0)
        : (findCircledValue(code) ?? LOOKALIKES.get(each) ?? each),
    )
    .join('');
}

const known = new Map<string, string>();
const MAX_KNOWN = 4_000;

/** The simple form of one character. Kept, because texts repeat their characters. */
function toSimple(character: string): string {
  const kept = known.get(character);
  if (kept !== undefined) return kept;
  if (known.size >= MAX_KNOWN) known.clear();
  const simple = simplify(character);
  known.set(character, simple);
  return simple;
}

/** A word or a name in the form that tokens have. */
export const toTokenText = (text: string): string => Array.from(text, toSimple).join('').toLowerCase();

function findKind(character: string): Token['kind'] {
  if (character >= '0' && character <= '9') return 'digits';
  if (WORD.test(character)) return 'word';
  return SPACE.test(character) ? 'space' : 'mark';
}

/** Of what was hidden before. However many there are, they say the same. */
const HIDDEN_MARK = '•';

export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const character of text) {
    const end = position + character.length;
    const simpleForm = toSimple(character);
    const before = tokens.at(-1);
    // What is not drawn goes with the word or number before it.
    if (simpleForm === '' && before && before.kind !== 'space') before.end = end;
    for (const simple of simpleForm) {
      const kind = findKind(simple);
      const last = tokens.at(-1);
      if (last && simple === HIDDEN_MARK && last.raw === HIDDEN_MARK) {
        last.end = end;
      } else if (last && last.kind === kind && kind !== 'mark') {
        last.raw += simple;
        last.end = end;
      } else {
        tokens.push({ kind, text: '', raw: simple, start: position, end });
      }
    }
    position = end;
  }
  for (const token of tokens) token.text = token.raw.toLowerCase();
  return tokens;
}
