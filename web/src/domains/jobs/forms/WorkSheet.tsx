import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { SKILLS_MAX, TITLE_MAX } from '@fws/contract/platform/limits';
import { useLocale, useT } from '../../../platform/i18n/index.ts';
import {
  Field,
  LoadError,
  Select,
  Sheet,
  SkillsInput,
  TextArea,
  TextInput,
  TwoColumns,
} from '../../../ui/index.ts';
import type { FormPhotos } from '../../../platform/photos/usePhotos.ts';
import { PhotosField } from '../../../ui/PhotosField.tsx';
import { categoriesQuery } from '../api.ts';
import { UploadField } from '../components/UploadField.tsx';
import type { Upload } from '../components/UploadField.tsx';
import { getCategoryName } from '../labels.ts';
import { SheetTitle } from './SheetTitle.tsx';
import type { JobDraft } from './postJobValues.ts';

type Props = { photos: FormPhotos; attachment: Upload; onAttachment: (upload: Upload) => void };

/** What the work is. */
export function WorkSheet({ photos, attachment, onAttachment }: Props) {
  const t = useT();
  const { register, control, formState } = useFormContext<JobDraft>();
  const { errors } = formState;
  return (
    <Sheet title={<SheetTitle number={1}>{t('web.jobs.post.work')}</SheetTitle>}>
      <Field id="title" label={t('web.jobs.post.jobTitle')} error={errors.title?.message}>
        <TextInput {...register('title')} maxLength={TITLE_MAX} autoComplete="off" />
      </Field>
      <TwoColumns>
        <CategoryField />
        <Field
          id="skills"
          label={t('web.jobs.skills')}
          hint={t('web.jobs.post.skillsHint')}
          error={errors.skills?.message}
        >
          <Controller
            control={control}
            name="skills"
            render={({ field }) => (
              <SkillsInput
                value={field.value}
                onChange={field.onChange}
                max={SKILLS_MAX}
                placeholder={t('web.jobs.post.addSkill')}
              />
            )}
          />
        </Field>
      </TwoColumns>
      <Field
        id="description"
        label={t('web.jobs.post.description')}
        optional
        error={errors.description?.message}
      >
        <TextArea {...register('description')} />
      </Field>
      <PhotosField id="photoIds" label={t('web.photos.title')} photos={photos} />
      <UploadField
        id="attachment"
        label={t('web.jobs.attachment')}
        upload={attachment}
        onChange={onAttachment}
      />
    </Sheet>
  );
}

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
    <div>
      <Field
        id="categoryId"
        label={t('web.jobs.filter.category')}
        hint={t('web.jobs.post.categoryHint')}
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
