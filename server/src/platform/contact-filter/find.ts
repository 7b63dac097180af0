import { findAddresses } from './addresses.ts';
import { findHandles } from './handles.ts';
import { findNumbers } from './numbers.ts';
import { findPositions } from './positions.ts';
import type { ContactSpan } from './span.ts';
import { readTokens, type Token } from './tokens.ts';

const findAddressesAndHandles = (tokens: readonly Token[]): ContactSpan[] => [
  ...findAddresses(tokens),
  ...findHandles(tokens),
];

/** The contact data in the text, in order, without overlaps. */
export function findContactData(text: string): ContactSpan[] {
  const tokens = readTokens(text);
  if (!tokens.some(({ kind }) => kind === 'word' || kind === 'digits')) return [];
  return mergeSpans([...findAddressesAndHandles(tokens), ...findPositions(tokens), ...findNumbers(tokens)]);
}

/** Of these alone: e-mail addresses, UPI IDs, links and handles. */
export const findWrittenAddresses = (text: string): ContactSpan[] =>
  mergeSpans(findAddressesAndHandles(readTokens(text)));

/** Spans that overlap become one, of the kind of the longest. */
export function mergeSpans(spans: readonly ContactSpan[]): ContactSpan[] {
  const merged: ContactSpan[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) {
      merged.push({ ...span });
      continue;
    }
    if (span.end - span.start > last.end - last.start) last.kind = span.kind;
    last.end = Math.max(last.end, span.end);
  }
  return merged;
}
