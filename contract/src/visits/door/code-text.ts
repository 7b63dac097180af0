import * as z from 'zod/mini';
import { toLatinDigits } from '../../platform/identifiers.ts';
import { maybeText } from '../../platform/schemas.ts';

/** The four digits of a door code, or nothing. Anything else is refused, and does not count as a wrong code. */
export const doorCodeText = maybeText(10).check(
  z.overwrite(toLatinDigits),
  z.regex(/^(?:\d{4})?$/, 'visits.code_form'),
);
