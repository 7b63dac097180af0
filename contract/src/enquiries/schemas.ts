import * as z from 'zod/mini';
import { isEmail, normaliseEmail, toLatinDigits } from '../platform/identifiers.ts';
import { TEXT_MAX, TITLE_MAX } from '../platform/limits.ts';
import { optionalText, requiredText } from '../platform/schemas.ts';

const ADDRESS_MAX = 200;
const EMAIL_MAX = 254;

/** In the order of the form, because the error messages have the same order. */
export const businessEnquiry = z.object({
  name: requiredText('business.name_required', TITLE_MAX),
  purpose: requiredText('business.purpose_required', TITLE_MAX),
  heardFrom: requiredText('business.heard_from_required', TITLE_MAX),
  company: requiredText('business.company_required', TITLE_MAX),
  /** As people write numbers, with or without the country code; 10 to 12 digits. */
  phone: z.pipe(
    z.string().check(
      z.trim(),
      z.overwrite(toLatinDigits),
      z.refine(
        (text) => /^\+?[\d\s()-]+$/.test(text) && /^\d{10,12}$/.test(extractDigits(text)),
        'business.phone_required',
      ),
    ),
    z.transform((text: string) => extractDigits(text)),
  ),
  email: z
    .string()
    .check(
      z.trim(),
      z.overwrite(normaliseEmail),
      z.maxLength(EMAIL_MAX, 'business.email_required'),
      z.refine(isEmail, 'business.email_required'),
    ),
  address1: requiredText('business.address_required', ADDRESS_MAX),
  address2: optionalText(ADDRESS_MAX),
  address3: optionalText(ADDRESS_MAX),
  requirement: requiredText('business.requirement_required', TEXT_MAX),
});
export type BusinessEnquiry = z.output<typeof businessEnquiry>;

const extractDigits = (text: string): string => text.replaceAll(/\D/g, '');

/** Null: there is no app. */
export const appLinks = z.object({ googlePlay: z.nullable(z.string()), appStore: z.nullable(z.string()) });
export type AppLinks = z.output<typeof appLinks>;
