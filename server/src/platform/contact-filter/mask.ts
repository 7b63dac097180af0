import { HIDDEN } from '@fws/contract/platform/contact-data';
import { findContactData } from './find.ts';
import type { ContactSpan } from './span.ts';

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
