import { toTokenText, type Token } from './tokens.ts';

// Signs that people write as words, so that an address reads like text: "rohan (at) mail [dot] example". They become the
// tokens "@" and ".", which have no space around them.

export type JoinedToken = Token & {
  /** Written as a word, or with space around it. */
  isSpoken?: true;
};

const toSet = (words: string) => new Set(words.split(' ').map(toTokenText));
const AT = toSet('at aat a ऐट एट अट அட் ఎట్ অ্যাট ಅಟ್ അറ്റ്');
const DOT = toSet('dot dott daat डॉट डाट டாட் டொட் డాట్ ডট ಡಾಟ್ ഡോട്ട്');
const OPENING = new Set(['(', '[', '{', '<']);
const CLOSING = new Set([')', ']', '}', '>']);
/** What may follow a dot with space behind it; with space around it. */
const HALF_SPACED_ENDINGS = toSet('com org net xyz online site co');
const SPACED_ENDINGS = toSet('com org net xyz online site website co app shop info tech dev biz io');
const COMMA_ENDINGS = toSet('com');

const isSpace = (token: Token | undefined): boolean => token?.kind === 'space';
const isLabel = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'digits';

interface Found {
  text: '@' | '.';
  end: number;
}

/** "(at)", "[dot]", "( dot )". */
function readBracketed(tokens: readonly Token[], index: number): Found | null {
  let at = index;
  if (isSpace(tokens[at])) at += 1;
  if (!OPENING.has(tokens[at]?.text ?? '')) return null;
  at += 1;
  if (isSpace(tokens[at])) at += 1;
  const word = tokens[at]?.text ?? '';
  const text = AT.has(word) || word === '@' ? '@' : DOT.has(word) || word === '.' ? '.' : null;
  if (text === null) return null;
  at += 1;
  if (isSpace(tokens[at])) at += 1;
  if (!CLOSING.has(tokens[at]?.text ?? '')) return null;
  at += 1;
  return { text, end: isSpace(tokens[at]) ? at + 1 : at };
}

/** " dot ", " at the rate ", "-at-". A plain " at " is left, because it is a word. */
function readSpoken(tokens: readonly Token[], index: number): Found | null {
  const isEdge = (token: Token | undefined) => isSpace(token) || token?.text === '-' || token?.text === '_';
  if (!isEdge(tokens[index])) return null;
  const word = tokens[index + 1]?.text ?? '';
  if (DOT.has(word) && isEdge(tokens[index + 2])) return { text: '.', end: index + 3 };
  if ((AT.has(word) || word === '@') && isEdge(tokens[index + 2])) {
    const words = [3, 5].map((offset) => tokens[index + offset]?.text ?? '');
    const isRate = words[0] === 'the' && words[1] === 'rate' && isEdge(tokens[index + 6]);
    if (isRate) return { text: '@', end: index + 7 };
    if (words[0] === 'rate' && isEdge(tokens[index + 4])) return { text: '@', end: index + 5 };
    // In other scripts the word is only ever the sign, as "ऐट जीमेल".
    if (!/^[a-z@]+$/.test(word)) return { text: '@', end: index + 3 };
  }
  return null;
}

/** " . com", ". com" and ",com". */
function readSpacedDot(tokens: readonly Token[], index: number): Found | null {
  const dot = isSpace(tokens[index]) ? index + 1 : index;
  const sign = tokens[dot]?.text;
  if (sign === ',' && COMMA_ENDINGS.has(tokens[dot + 1]?.text ?? '')) return { text: '.', end: dot + 1 };
  if (sign !== '.') return null;
  const next = isSpace(tokens[dot + 1]) ? dot + 2 : dot + 1;
  const endings = dot > index && next > dot + 1 ? SPACED_ENDINGS : HALF_SPACED_ENDINGS;
  if (next === index + 1 || !endings.has(tokens[next]?.raw ?? '')) return null;
  return { text: '.', end: next };
}

export function joinSpokenSigns(tokens: readonly Token[]): JoinedToken[] {
  const joined: JoinedToken[] = [];
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index];
    if (!token) break;
    const found = isLabel(joined.at(-1))
      ? (readBracketed(tokens, index) ?? readSpoken(tokens, index) ?? readSpacedDot(tokens, index))
      : null;
    if (found && isLabel(tokens[found.end])) {
      const end = tokens[found.end - 1]?.end ?? token.end;
      joined.push({
        kind: 'mark',
        text: found.text,
        raw: found.text,
        start: token.start,
        end,
        isSpoken: true,
      });
      index = found.end;
    } else {
      joined.push(token);
      index += 1;
    }
  }
  return joined;
}
