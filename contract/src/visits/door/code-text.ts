import * as z from 'zod/mini';
import { toLatinDigits } from '../../platform/identifiers.ts';
import { maybeText } from '../../platform/schemas.ts';

/** The digits of a door code, or nothing. What can be no code is refused before it counts as a wrong one. */
export const doorCodeText = maybeText(10).check(
  z.overwrite(toLatinDigits),
  z.regex(/^(?:\d{4})?$/, 'visits.code_form'),
);
