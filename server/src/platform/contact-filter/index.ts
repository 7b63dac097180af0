import { maskContactData } from './mask.ts';

// Contact data in texts that people write: phone numbers, e-mail addresses, UPI IDs, links, names on other services and
// positions are for those who have agreed on a job. The text is split into tokens once, and each rule reads the tokens in
// order, so that the time grows with the length of the text.

export { findContactData } from './find.ts';
export { hideLastName } from './last-name.ts';
export { hideSpans, maskContactData } from './mask.ts';
export { listHiddenKinds, maskFields, maskTexts } from './texts.ts';
export { readMasked, toMaskedColumns } from './stored.ts';
export { FILTER_VERSION } from './version.ts';
export { findSpreadContactData } from './spread.ts';
export type { ContactKind, ContactSpan } from './span.ts';

/** Nobody sees these, but they turn the direction of a text. Those that join or divide letters stay. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** The text without contact data and without characters that are not seen, for public pages and messages. */
export const hideContactData = (text: string): string => removeInvisible(maskContactData(text));
