import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { TITLE_MAX } from '@fws/contract/platform/limits';
import { useLocale, useT } from '../../../platform/i18n/index.ts';
import { Field, LoadError, Select, Sheet, TextInput } from '../../../ui/index.ts';
import { categoriesQuery } from '../api.ts';
import { getCategoryName } from '../labels.ts';
import type { JobDraft } from './postJobValues.ts';

/** What the work is, then the other questions that every job answers. */
export function WorkSheet({ children }: { children: ReactNode }) {
  const t = useT();
  const { register, formState } = useFormContext<JobDraft>();
  return (
    <Sheet>
      <Field id="title" label={t('web.jobs.post.jobTitle')} error={formState.errors.title?.message}>
        <TextInput {...register('title')} maxLength={TITLE_MAX} autoComplete="off" />
      </Field>
      <CategoryField />
      {children}
    </Sheet>
  );
}

/** One line, so that nothing moves under the finger when the title proposes a category. */
function CategoryField() {
  const t = useT();
  const locale = useLocale();
  const { control, formState } = useFormContext<JobDraft>();
  const categories = useQuery(categoriesQuery());
  const options = (categories.data ?? []).map((category) => ({
    value: String(category.id),
    label: getCategoryName(category, locale),
  }));
  return (
    <div className="job-category">
      <Field
        id="categoryId"
        label={t('web.jobs.filter.category')}
        error={formState.errors.categoryId?.message}
      >
        <Controller
          control={control}
          name="categoryId"
          render={({ field }) => (
            <Select {...field} options={options} placeholder={t('web.jobs.post.chooseCategory')} />
          )}
        />
      </Field>
      {categories.error && <LoadError error={categories.error} onRetry={categories.refetch} />}
    </div>
  );
}
