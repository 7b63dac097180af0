import type { SavedSearch } from '@fws/contract/search/schemas';
import { useLocale, useT } from '../../platform/i18n/index.ts';
import { getCategoryName } from '../jobs/index.ts';
import { readFilter } from './filter.ts';
import { formatBudgetRange, formatClosing } from './labels.ts';
import { buildPath } from './savedPath.ts';
import { formatPlace } from './useSearchWords.ts';

/** What a saved search looks for: the first thing as its title, the rest as its detail. */
export function useSavedSearchText(search: SavedSearch): { title: string; detail: string } {
  const t = useT();
  const locale = useLocale();
  const filter = readFilter(new URLSearchParams(buildPath(search).slice(2)));
  const parts = [
    search.search,
    search.category ? getCategoryName(search.category, locale) : '',
    formatPlace(t, filter),
    formatBudgetRange(t, filter),
    formatClosing(t, filter.closes),
  ].filter((part) => part !== '');
  const [title = '', ...details] = parts;
  return { title, detail: details.join(' · ') };
}
