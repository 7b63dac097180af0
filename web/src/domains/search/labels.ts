import { useQuery } from '@tanstack/react-query';
import type { SearchSort } from '@fws/contract/jobs/model';
import { parseRupees } from '@fws/contract/platform/money';
import { formatRupees, useLocale, type MessageId, type Translate } from '../../platform/i18n/index.ts';
import { categoriesQuery, getCategoryName } from '../jobs/index.ts';
import type { JobFilter } from './filter.ts';

export const sortNames: Record<SearchSort, MessageId> = {
  latest: 'web.jobs.sort.latest',
  oldest: 'web.jobs.sort.oldest',
  closing_soon: 'web.jobs.sort.closingSoon',
  nearest: 'web.jobs.sort.nearest',
  relevance: 'web.jobs.sort.relevance',
};

export function useCategoryName(categoryId: string): string | undefined {
  const locale = useLocale();
  const categories = useQuery({ ...categoriesQuery(), enabled: categoryId !== '' });
  const category = categories.data?.find((item) => String(item.id) === categoryId);
  return category && getCategoryName(category, locale);
}

/** "₹1,000 to ₹5,000", "₹1,000 and up" or "Up to ₹5,000"; empty without either. */
export function formatBudgetRange(t: Translate, { from, to }: Pick<JobFilter, 'from' | 'to'>): string {
  const format = (text: string) => formatRupees(parseRupees(text) ?? 0);
  if (from !== '' && to !== '') return t('web.jobs.range', { from: format(from), to: format(to) });
  if (from !== '') return t('web.jobs.filter.andUp', { amount: format(from) });
  return to === '' ? '' : t('web.jobs.filter.upTo', { amount: format(to) });
}

export const formatClosing = (t: Translate, closes: string): string =>
  closes === '' ? '' : t('web.jobs.filter.closesWithin', { count: Number(closes) });
