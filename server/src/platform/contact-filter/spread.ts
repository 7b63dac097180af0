import { readRuns, type Atom } from './atoms.ts';
import { isAfterMoney, isAmountWord, isFollowedByUnit, isPartWord } from './cues.ts';
import type { ContactSpan } from './span.ts';
import { readTokens, type Token } from './tokens.ts';
import { findContactData, findWrittenAddresses, mergeSpans } from './find.ts';

// A number that one person spreads over several texts: "98220" in one message and "12345" in the next.

interface Piece {
  text: number;
  digits: string;
  span: ContactSpan;
  /** Its text says that it is a part of a number, or has hardly anything else. */
  isCued: boolean;
}

const MAX_BARE_WORDS = 2;
const MAX_PIECES = 12;
/** Texts from one piece to the next. */
const MAX_DISTANCE = 4;
const NUMBER = /^(?:\+?91|0)?[6-9]\d{9}$/;
const SHAPES = new Set(
  '5 5|4 6|6 4|3 7|7 3|2 8|8 2|3 3 4|4 3 3|3 4 3|2 4 4|4 4 2|2 2 2 2 2|5 3 2|5 2 3'.split('|'),
);

const isMeasured = (tokens: readonly Token[], run: readonly Atom[]): boolean => {
  const [first, last] = [run[0], run.at(-1)];
  return !first || !last || isAfterMoney(tokens, first.first) || isFollowedByUnit(tokens, last.end);
};

/** "12345 for the rest" does not end in a four. */
function dropWeakEnds(run: readonly Atom[]): readonly Atom[] {
  const first = run.findIndex(({ isWeak }) => !isWeak);
  const last = run.findLastIndex(({ isWeak }) => !isWeak);
  return first === -1 ? [] : run.slice(first, last + 1);
}

/** 10:30, 12/05, 2.4 and 10-12 are no pieces. */
const DIVIDED = /\d\s?[:/.]\s?\d/;

function readPieces(text: string, index: number): Piece[] {
  const tokens = readTokens(text);
  const words = tokens.filter(({ kind }) => kind === 'word');
  const runs = readRuns(tokens)
    .map(dropWeakEnds)
    .filter((run) => !isMeasured(tokens, run));
  if (runs.length !== 1) return [];
  const [run] = runs;
  const [first, last] = [run?.[0], run?.at(-1)];
  if (!run || !first || !last) return [];
  const span: ContactSpan = {
    start: tokens[first.first]?.start ?? 0,
    end: tokens[last.end - 1]?.end ?? 0,
    kind: run.some(({ kind }) => kind === 'word') ? 'words' : 'number',
  };
  const digits = run.map((atom) => atom.digits).join('');
  if (digits.length > 9 || DIVIDED.test(text.slice(span.start, span.end))) return [];
  const otherWords = words.filter((word) => word.end <= span.start || word.start >= span.end);
  if (otherWords.some(({ text: word }) => isAmountWord(word))) return [];
  const isCued = otherWords.some(({ text: word }) => isPartWord(word));
  return isCued || otherWords.length <= MAX_BARE_WORDS ? [{ text: index, digits, span, isCued }] : [];
}

/** Ten digits in pieces that people make of a number. Amounts end in 0; a part of a number seldom does. */
function isNumber(pieces: readonly Piece[]): boolean {
  const digits = pieces.map((piece) => piece.digits).join('');
  const isNear = pieces.every(({ text }, index) => text - (pieces[index - 1]?.text ?? text) <= MAX_DISTANCE);
  if (!isNear || !NUMBER.test(digits)) return false;
  if (pieces.some(({ isCued }) => isCued)) return true;
  if (pieces.every((piece) => piece.digits.endsWith('0'))) return false;
  return (
    digits.length > 10 ||
    SHAPES.has(pieces.map((piece) => piece.digits.length).join(' ')) ||
    pieces.length >= 8
  );
}

function findSpread(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (let from = 0; from < pieces.length;) {
    const count = countPieces(pieces, from);
    const chosen = count > 0 ? pieces.slice(from, from + count) : findPair(pieces, from);
    found.push(...chosen);
    from += Math.max(count, 1);
  }
  return found;
}

/** Two halves that both say what they are, with another number between them. */
function findPair(pieces: readonly Piece[], from: number): readonly Piece[] {
  const [first, ...others] = pieces.slice(from, from + 1 + MAX_DISTANCE);
  const second = others.find((piece) => first?.isCued && piece.isCued && isNumber([first, piece]));
  return first && second ? [first, second] : [];
}

function countPieces(pieces: readonly Piece[], from: number): number {
  for (let count = 2; count <= MAX_PIECES && from + count <= pieces.length; count += 1)
    if (isNumber(pieces.slice(from, from + count))) return count;
  return 0;
}

const MAX_SHORT_WORDS = 4;
const MAX_JOINED = 6;

const isShort = (text: string): boolean => text.split(/\s+/, MAX_SHORT_WORDS + 1).length <= MAX_SHORT_WORDS;

/** Short texts in a row, at most so many. */
function findShortRows(texts: readonly string[]): { from: number; count: number }[] {
  const rows: { from: number; count: number }[] = [];
  for (let from = 0; from < texts.length;) {
    let count = 0;
    while (count < MAX_JOINED && from + count < texts.length && isShort(texts[from + count] ?? ''))
      count += 1;
    if (count > 1) rows.push({ from, count });
    from += Math.max(count, 1);
  }
  return rows;
}

/** An address that is whole without the text before it: "Tiling" beside "asha@mail.example" is no part of it. */
const isWhole = ({ kind }: ContactSpan): boolean => kind === 'mail' || kind === 'upi';

/** Addresses across the ends of short texts: "rohan", "at gmail", "dot com". `own`: what each text shows by itself. */
function findAcross(
  texts: readonly string[],
  own: readonly (readonly ContactSpan[])[],
  glue: string,
): ContactSpan[][] {
  let next = 0;
  const starts = texts.map((text) => {
    const start = next;
    next += text.length + glue.length;
    return start;
  });
  const whole = own.flatMap((spans, index) =>
    spans.filter(isWhole).map((span) => moveSpan(span, starts[index] ?? 0)),
  );
  const spans = findWrittenAddresses(texts.join(glue)).filter((span) =>
    whole.every(({ start, end }) => span.start >= end || span.end <= start),
  );
  return texts.map((text, index) => {
    const from = starts[index] ?? 0;
    const end = from + text.length;
    return spans
      .filter((span) => span.start < end && span.end > from && (span.start < from || span.end > end))
      .map((span) => ({
        start: Math.max(span.start, from) - from,
        end: Math.min(span.end, end) - from,
        kind: span.kind,
      }))
      .filter((span) => span.end > span.start);
  });
}

const moveSpan = ({ start, end }: Pick<ContactSpan, 'start' | 'end'>, by: number) => ({
  start: start + by,
  end: end + by,
});

const GLUES = [' ', ''];

/** Contact data of one person's texts, in order: in each text, and what only all of them together show. */
export function findSpreadContactData(texts: readonly string[]): ContactSpan[][] {
  const spans = texts.map(findContactData);
  for (const { from, count } of findShortRows(texts))
    for (const glue of GLUES)
      for (const [index, across] of findAcross(
        texts.slice(from, from + count),
        spans.slice(from, from + count),
        glue,
      ).entries())
        spans[from + index] = mergeSpans([...(spans[from + index] ?? []), ...across]);
  const pieces = texts.flatMap((text, index) => (spans[index]?.length ? [] : readPieces(text, index)));
  for (const { text, span } of findSpread(pieces)) spans[text]?.push(span);
  return spans;
}
