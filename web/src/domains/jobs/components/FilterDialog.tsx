import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { JOB_SORTS } from '@fws/contract/jobs/model';
import type { ListedCategory } from '@fws/contract/jobs/schemas';
import { useLocale, useT } from '../../../platform/i18n/index.ts';
import {
  Button,
  Dialog,
  Field,
  LoadError,
  RadioListDialog,
  SearchableListDialog,
  Skeleton,
  TextInput,
} from '../../../ui/index.ts';
import { categoriesQuery } from '../api.ts';
import type { FilterKind, JobFilter } from '../filter.ts';
import { getCategoryName, sortNames } from '../labels.ts';

type Props = { filter: JobFilter; onPick: (value: string) => void; onClose: () => void };

export default function FilterDialog({ kind, ...dialogProps }: Props & { kind: FilterKind }) {
  switch (kind) {
    case 'sort':
      return <SortDialog {...dialogProps} />;
    case 'location':
      return <LocationDialog {...dialogProps} />;
    case 'category':
      return <CategoryDialog {...dialogProps} />;
  }
}

function SortDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  return (
    <RadioListDialog
      title={t('web.jobs.filter.sort')}
      options={JOB_SORTS.map((sort) => ({ value: sort, label: t(sortNames[sort]) }))}
      value={filter.sort}
      onPick={onPick}
      onClose={onClose}
    />
  );
}

function LocationDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  const [location, setLocation] = useState(filter.location);
  const submit = (
    <Button type="submit" form="by-location" variant="primary" disabled={location.trim() === ''}>
      {t('web.jobs.filter.byLocation')}
    </Button>
  );
  return (
    <Dialog title={t('web.jobs.filter.byLocation')} onClose={onClose} footer={submit}>
      <form
        id="by-location"
        onSubmit={(event) => {
          event.preventDefault();
          onPick(location.trim());
        }}
      >
        <Field label={t('web.jobs.filter.location')} hint={t('web.jobs.filter.locationHint')}>
          <TextInput
            autoComplete="address-level2"
            value={location}
            onChange={({ currentTarget }) => setLocation(currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
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
      {...(filter.categoryId !== '' && { value: filter.categoryId })}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
