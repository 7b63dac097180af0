import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useT } from '../../../platform/i18n/index.ts';
import { FilterButtons } from '../../../ui/index.ts';
import { categoriesQuery } from '../api.ts';
import { getFilterKind } from '../filter.ts';
import type { FilterKind, JobFilter } from '../filter.ts';
import { getCategoryName, sortNames } from '../labels.ts';

const FilterDialog = lazy(() => import('./FilterDialog.tsx'));

type Props = { filter: JobFilter; onChoose: (kind: FilterKind, value: string) => void };

/** Sort, location and category. Choosing one clears the other, and says so. */
export function JobFilters({ filter, onChoose }: Props) {
  const t = useT();
  const [open, setOpen] = useState<FilterKind>();
  const [cleared, setCleared] = useState<FilterKind>();
  const chosen = getFilterKind(filter);
  const category = useCategoryName(filter.categoryId);
  const names: Record<FilterKind, string> = {
    sort: t('web.jobs.filter.sort'),
    location: t('web.jobs.filter.location'),
    category: t('web.jobs.filter.category'),
  };
  const labels: Record<FilterKind, string> = {
    sort: chosen === 'sort' ? t(sortNames[filter.sort]) : names.sort,
    location: filter.location || names.location,
    category: category ?? names.category,
  };
  const clear = () => choose('sort', 'latest');

  function choose(kind: FilterKind, value: string): void {
    setCleared(kind !== chosen && (chosen !== 'sort' || filter.sort !== 'latest') ? chosen : undefined);
    setOpen(undefined);
    onChoose(kind, value);
  }

  const items = (['sort', 'location', 'category'] as const).map((kind) => ({
    key: kind,
    label: labels[kind],
    icon: icons[kind],
    active: kind === chosen,
    onOpen: () => setOpen(kind),
    onClear: kind === 'sort' ? undefined : clear,
  }));
  return (
    <>
      <FilterButtons label={t('web.jobs.filter.label')} items={items} />
      <p className="t2 mut job-taken-off" role="status">
        {cleared && t('web.jobs.filter.takenOff', { name: names[cleared] })}
      </p>
      {open && (
        <Suspense>
          <FilterDialog
            kind={open}
            filter={filter}
            onPick={(value) => choose(open, value)}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

const icons = { sort: 'sort', location: 'pin', category: 'tag' } as const;

function useCategoryName(categoryId: string): string | undefined {
  const locale = useLocale();
  const categories = useQuery({ ...categoriesQuery(), enabled: categoryId !== '' });
  const category = categories.data?.find((item) => String(item.id) === categoryId);
  return category && getCategoryName(category, locale);
}
