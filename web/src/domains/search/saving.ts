import { hasSearchWord } from '@fws/contract/platform/text';
import type { JobFilter } from './filter.ts';

/** Alerts need something to look for besides an amount or a date. */
export const canBeSaved = ({ search, location, near, category }: JobFilter): boolean =>
  search === '' ? [location, near, category].some((value) => value !== '') : hasSearchWord(search);
