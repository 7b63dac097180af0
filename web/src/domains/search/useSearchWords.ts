import { useT, type Translate } from '../../platform/i18n/index.ts';
import type { JobFilter } from './filter.ts';
import { formatBudgetRange, formatClosing, useCategoryName } from './labels.ts';

/** What a search looks for, in words: "plumber", "within 15 km of Bhopal", "Plumbing", "₹1,000 and up". */
export function useSearchWords(filter: JobFilter): string[] {
  const t = useT();
  const category = useCategoryName(filter.category) ?? '';
  return [
    filter.search,
    formatPlace(t, filter),
    category,
    formatBudgetRange(t, filter),
    formatClosing(t, filter.closes),
  ].filter((word) => word !== '');
}

/** "within 15 km of Baner, Pune", or the place alone. */
export function formatPlace(t: Translate, { location, km }: JobFilter): string {
  if (km === '') return location;
  return location === ''
    ? t('web.jobs.filter.within', { km })
    : t('web.search.withinOf', { km, place: location });
}
