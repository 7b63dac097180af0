import { buildSearchPath } from '@fws/contract/search/address';
import type { SavedSearch } from '@fws/contract/search/schemas';

/** The address of the jobs of a saved search. */
export const buildPath = (search: SavedSearch): string =>
  buildSearchPath({ ...search, categoryId: search.category?.id ?? null });
