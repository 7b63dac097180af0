import '../results.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SEARCH_SORTS } from '@fws/contract/jobs/model';
import type { ListedCategory } from '@fws/contract/jobs/schemas';
import { parseRupees } from '@fws/contract/platform/money';
import { useLocale, useT } from '../../../platform/i18n/index.ts';
import {
  Dialog,
  Field,
  LoadError,
  RadioListDialog,
  RupeeInput,
  SearchableListDialog,
  Skeleton,
  Tick,
  TwoColumns,
} from '../../../ui/index.ts';
import { categoriesQuery, getCategoryName } from '../../jobs/index.ts';
import { getSort, hasOrigin, type FilterKind, type JobFilter } from '../filter.ts';
import { sortNames } from '../labels.ts';
import { FilterFormDialog } from './FilterFormDialog.tsx';
import { NearDialog } from './NearDialog.tsx';

type Props = { filter: JobFilter; onPick: (change: Partial<JobFilter>) => void; onClose: () => void };

/** The dialogs of the chips. */
export default function FilterDialog({ kind, ...dialogProps }: Props & { kind: FilterKind }) {
  switch (kind) {
    case 'near':
      return <NearDialog {...dialogProps} />;
    case 'category':
      return <CategoryDialog {...dialogProps} />;
    case 'budget':
      return <BudgetDialog {...dialogProps} />;
    case 'closing':
      return <ClosingDialog {...dialogProps} />;
    case 'sort':
      return <SortDialog {...dialogProps} />;
  }
}

function SortDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  const sorts = SEARCH_SORTS.filter((sort) => sort !== 'relevance' || filter.search !== '');
  return (
    <Dialog title={t('web.jobs.filter.sort')} onClose={onClose}>
      <ul className="list-dialog">
        {sorts.map((sort) => {
          const disabled = sort === 'nearest' && !hasOrigin(filter);
          return (
            <li key={sort}>
              <Tick
                type="radio"
                name="choice"
                checked={sort === getSort(filter)}
                disabled={disabled}
                detail={disabled ? t('web.search.nearestNeedsPlace') : undefined}
                onChange={() => onPick({ sort })}
              >
                {t(sortNames[sort])}
              </Tick>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** "3" days; today and tomorrow is as short as makes sense. */
const CLOSING_DAYS = ['1', '3', '7', '14'];

function ClosingDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  const options = CLOSING_DAYS.map((days) => ({
    value: days,
    label: t('web.jobs.filter.closesWithin', { count: Number(days) }),
  }));
  return (
    <RadioListDialog
      title={t('web.jobs.filter.closing')}
      options={[{ value: '', label: t('web.search.anyTime') }, ...options]}
      value={filter.closes}
      onPick={(closes) => onPick({ closes })}
      onClose={onClose}
    />
  );
}

function BudgetDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  const [from, setFrom] = useState(filter.from);
  const [to, setTo] = useState(filter.to);
  const [least, most] = [parseRupees(from), parseRupees(to)];
  const reversed = least !== null && most !== null && most < least;
  const isWrong = (from !== '' && least === null) || (to !== '' && most === null) || reversed;
  return (
    <FilterFormDialog
      title={t('web.jobs.filter.budget')}
      action={t('web.search.byBudget')}
      disabled={isWrong}
      onSubmit={() => onPick({ from, to })}
      onClose={onClose}
    >
      <p className="t2 mut filter-lead">{t('web.search.budgetHint')}</p>
      <TwoColumns alsoOnPhones>
        <Field label={t('web.search.budgetFrom')} optional>
          <RupeeInput value={from} onChange={setFrom} />
        </Field>
        <Field
          label={t('web.search.budgetTo')}
          optional
          error={reversed ? t('web.search.reversed') : undefined}
        >
          <RupeeInput value={to} onChange={setTo} />
        </Field>
      </TwoColumns>
    </FilterFormDialog>
  );
}

function CategoryDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const categories = useQuery(categoriesQuery());
  const title = t('web.jobs.filter.category');
  if (!categories.data)
    return (
      <Dialog title={title} onClose={onClose}>
        {categories.error ? (
          <LoadError error={categories.error} onRetry={categories.refetch} />
        ) : (
          <Skeleton />
        )}
      </Dialog>
    );
  const toItem = (category: ListedCategory) => ({
    value: String(category.id),
    label: getCategoryName(category, locale),
    keywords: category.name,
  });
  const own = categories.data.filter((category) => category.own);
  const others = categories.data.filter((category) => !category.own);
  return (
    <SearchableListDialog
      title={title}
      {...(own.length === 0
        ? { items: others.map(toItem) }
        : {
            items: own.map(toItem),
            moreOptions: { label: t('web.jobs.filter.allCategories'), items: others.map(toItem) },
          })}
      searchLabel={t('web.jobs.filter.searchCategory')}
      action={t('web.jobs.filter.byCategory')}
      {...(filter.category !== '' && { value: filter.category })}
      onPick={(category) => onPick({ category })}
      onClose={onClose}
    />
  );
}
