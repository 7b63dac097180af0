import { HIDDEN } from '@fws/contract/platform/contact-data';
import { findContactData } from './find.ts';
import type { ContactSpan } from './span.ts';

// Contact data in texts that people write: phone numbers, e-mail addresses, UPI IDs, links, names on other services and
// positions are for those who have agreed on a job. The text is split into tokens once, and each rule reads the tokens in
// order, so that the time grows with the length of the text.

export { findContactData } from './find.ts';
export { hideLastName } from './last-name.ts';
export { findSpreadContactData } from './spread.ts';
export type { ContactKind, ContactSpan } from './span.ts';

/** Goes up by one with each change of what is found, so that stored texts are masked again. */
export const FILTER_VERSION = 1;

/** The text with `HIDDEN` in place of the spans, which are in order. */
export function hideSpans(text: string, spans: readonly ContactSpan[]): string {
  let hidden = '';
  let position = 0;
  for (const { start, end } of spans) {
    hidden += text.slice(position, start) + HIDDEN;
    position = end;
  }
  return hidden + text.slice(position);
}

/** What stands beside hidden data may become clear only then: "9822012345@@rohan". */
const MAX_ROUNDS = 4;

/** The text with `HIDDEN` in place of contact data. Everything else is as it was written. */
export function maskContactData(text: string): string {
  let masked = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const spans = findContactData(masked);
    if (spans.length === 0) return masked;
    masked = hideSpans(masked, spans);
  }
  return masked;
}

/** Nobody sees these, but they turn the direction of a text. Those that join or divide letters stay. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

/** The text without contact data and without characters that are not seen, for public pages and messages. */
export const hideContactData = (text: string): string => maskContactData(text).replace(INVISIBLE, '');
