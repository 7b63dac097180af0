/** The fields of the form on the page For Business, in display order. */
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
