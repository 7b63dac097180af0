/** The parameters of the address of a search, in the order in which they are written. */
export const SEARCH_PARAMS = [
  'search',
  'location',
  'near',
  'km',
  'category',
  'from',
  'to',
  'closes',
  'sort',
] as const;
export type SearchParam = (typeof SEARCH_PARAMS)[number];
