import type * as z from 'zod/mini';
import type { businessEnquiry } from './schemas.ts';

/** What a company asks on the page For Business, in the order of its form. */
export const BUSINESS_FIELDS = [
  'name',
  'purpose',
  'heardFrom',
  'company',
  'phone',
  'email',
  'address1',
  'address2',
  'address3',
  'requirement',
] as const;
export type BusinessField = (typeof BUSINESS_FIELDS)[number];

export type BusinessEnquiry = z.output<typeof businessEnquiry>;

/** Null: there is none. */
export interface AppLinks {
  googlePlay: string | null;
  appStore: string | null;
}
