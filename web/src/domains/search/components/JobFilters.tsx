import { Suspense, useState } from 'react';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { FilterButtons, type IconName } from '../../../ui/index.ts';
import { getSort, isFiltered, NO_FILTER, type FilterKind, type JobFilter } from '../filter.ts';
import { formatBudgetRange, formatClosing, sortNames, useCategoryName } from '../labels.ts';

const FilterDialog = lazyScreen(['search', 'places'], () => import('./FilterDialog.tsx'));

type Props = { filter: JobFilter; onShow: (filter: JobFilter) => void };

/** The chips below the search box. All that are set apply together. */
export function JobFilters({ filter, onShow }: Props) {
  const t = useT();
  const [open, setOpen] = useState<FilterKind>();
  const category = useCategoryName(filter.category);
  const { km, location, near } = filter;

  const createItem = (
    key: FilterKind,
    icon: IconName,
    off: string,
    value: string,
    cleared: Partial<JobFilter>,
  ) => ({
    key,
    icon,
    label: value || off,
    active: value !== '',
    onOpen: () => setOpen(key),
    onClear: () => onShow({ ...filter, ...cleared }),
  });
  const place =
    km !== '' ? t('web.jobs.filter.within', { km }) : location || (near && t('web.jobs.filter.near'));
  const noNearest = filter.sort === 'nearest' ? { sort: '' } : {};
  const items = [
    createItem('near', 'here', t('web.jobs.filter.near'), place, {
      near: '',
      location: '',
      km: '',
      ...noNearest,
    }),
    createItem('category', 'tag', t('web.jobs.filter.category'), filter.category && (category ?? '…'), {
      category: '',
    }),
    createItem('budget', 'rupee', t('web.jobs.filter.budget'), formatBudgetRange(t, filter), {
      from: '',
      to: '',
    }),
    createItem('closing', 'clock', t('web.jobs.filter.closing'), formatClosing(t, filter.closes), {
      closes: '',
    }),
    createItem('sort', 'sort', t(sortNames[getSort(filter)]), filter.sort && t(sortNames[getSort(filter)]), {
      sort: '',
    }),
  ];
  return (
    <>
      <FilterButtons
        label={t('web.jobs.filter.label')}
        items={items}
        onClearAll={
          isFiltered({ ...filter, search: '' })
            ? () => onShow({ ...NO_FILTER, search: filter.search })
            : undefined
        }
      />
      {open && (
        <Suspense>
          <FilterDialog
            kind={open}
            filter={filter}
            onPick={(change) => {
              setOpen(undefined);
              onShow({ ...filter, ...change });
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
