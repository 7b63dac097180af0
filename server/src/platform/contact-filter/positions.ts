import type { ContactSpan } from './span.ts';
import type { Token } from './tokens.ts';

// Positions: degrees with decimals, degrees with minutes and seconds, plus codes.

const PLUS_CODE = /^[23456789cfghjmpqrvwx]+$/;
const MIN_DECIMALS = 3;
const MIN_CERTAIN_DECIMALS = 4;

interface Degrees {
  value: number;
  decimals: number;
  end: number;
}

/** 18.50741, with a letter or a sign of degrees behind it. */
function readDegrees(tokens: readonly Token[], index: number): Degrees | null {
  const [whole, dot, part] = tokens.slice(index, index + 3);
  if (whole?.kind !== 'digits' || dot?.text !== '.' || part?.kind !== 'digits') return null;
  if (whole.text.length > 3 || part.text.length < MIN_DECIMALS || part.text.length > 12) return null;
  let end = index + 3;
  if (tokens[end]?.text === '°') end += 1;
  if (/^[nsew]$/.test(tokens[end]?.text ?? '')) end += 1;
  else if (tokens[end]?.kind === 'space' && /^[nsew]$/.test(tokens[end + 1]?.text ?? '')) end += 2;
  return { value: Number(`${whole.text}.${part.text}`), decimals: part.text.length, end };
}

const MAX_BETWEEN = 4;

function readPair(tokens: readonly Token[], index: number): number | null {
  const latitude = readDegrees(tokens, index);
  if (!latitude || latitude.value > 90) return null;
  let at = latitude.end;
  while (
    at < latitude.end + MAX_BETWEEN &&
    (tokens[at]?.kind === 'space' || /^[,;/+-]$/.test(tokens[at]?.text ?? ''))
  )
    at += 1;
  const longitude = at === latitude.end ? null : readDegrees(tokens, at);
  if (!longitude || longitude.value > 180) return null;
  const isInIndia =
    latitude.value >= 6 && latitude.value <= 38 && longitude.value >= 68 && longitude.value <= 98;
  const isCertain = Math.min(latitude.decimals, longitude.decimals) >= MIN_CERTAIN_DECIMALS;
  return isInIndia || isCertain ? longitude.end : null;
}

const ANGLE_MARKS = /^['"°′″’”º]$/;

/** 18°30'26"N 73°48'27"E: two angles with a letter each. */
function readAngle(tokens: readonly Token[], index: number): number | null {
  if (tokens[index]?.kind !== 'digits' || !/^[°º]$/.test(tokens[index + 1]?.text ?? '')) return null;
  let at = index + 2;
  const limit = index + 14;
  while (
    at < limit &&
    tokens[at]?.kind !== 'word' &&
    (tokens[at]?.kind === 'digits' ||
      tokens[at]?.kind === 'space' ||
      ANGLE_MARKS.test(tokens[at]?.text ?? '') ||
      tokens[at]?.text === '.')
  )
    at += 1;
  return /^[nsew]$/.test(tokens[at]?.text ?? '') ? at + 1 : null;
}

function readAngles(tokens: readonly Token[], index: number): number | null {
  const latitude = readAngle(tokens, index);
  if (latitude === null) return null;
  let at = latitude;
  while (at < latitude + 3 && (tokens[at]?.kind === 'space' || tokens[at]?.text === ',')) at += 1;
  return readAngle(tokens, at);
}

const isCodePart = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'digits';

/** 7JCMGRXQ+2X, or GRXQ+2X beside the name of a town. */
function readPlusCode(tokens: readonly Token[], plus: number): { first: number; end: number } | null {
  if (tokens[plus]?.text !== '+') return null;
  let first = plus;
  while (first > plus - 9 && isCodePart(tokens[first - 1])) first -= 1;
  let end = plus + 1;
  while (end < plus + 4 && isCodePart(tokens[end])) end += 1;
  const join = (from: number, to: number) =>
    tokens
      .slice(from, to)
      .map(({ raw }) => raw)
      .join('');
  const [code, rest] = [join(first, plus), join(plus + 1, end)];
  const isCode =
    (code.length === 4 || code.length === 8) &&
    (rest.length === 2 || rest.length === 3) &&
    PLUS_CODE.test(`${code}${rest}`.toLowerCase()) &&
    /[A-Z]/i.test(code);
  return isCode ? { first, end } : null;
}

export function findPositions(tokens: readonly Token[]): ContactSpan[] {
  const spans: ContactSpan[] = [];
  const add = (first: number, end: number) => {
    const sign = /^[-+]$/.test(tokens[first - 1]?.text ?? '') ? first - 1 : first;
    const [start, last] = [tokens[sign], tokens[end - 1]];
    if (start && last) spans.push({ start: start.start, end: last.end, kind: 'position' });
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const end = readPair(tokens, index) ?? readAngles(tokens, index);
    if (end !== null) add(index, end);
    const code = readPlusCode(tokens, index);
    if (code) add(code.first, code.end);
  }
  return spans;
}
