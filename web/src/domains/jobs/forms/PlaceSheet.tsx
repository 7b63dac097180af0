import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { toIstDate } from '@fws/contract/platform/dates';
import { useT } from '../../../platform/i18n/index.ts';
import { DateInput, Field, Sheet, TwoColumns } from '../../../ui/index.ts';
import { PlaceField } from '../../places/index.ts';
import { SheetTitle } from './SheetTitle.tsx';
import type { JobDraft } from './postJobValues.ts';

/** Where and when the work takes place. */
export function PlaceSheet() {
  const t = useT();
  const { control, formState } = useFormContext<JobDraft>();
  const { errors } = formState;
  const takeWorkOn = useWatch({ control, name: 'takeWorkOn' });
  const [today] = useState(() => toIstDate(new Date()));
  return (
    <Sheet title={<SheetTitle number={2}>{t('web.jobs.post.place')}</SheetTitle>}>
      <LocationField />
      <TwoColumns>
        <Field
          id="takeWorkOn"
          label={t('web.jobs.takeWork')}
          hint={t('web.jobs.post.takeWorkHint')}
          error={errors.takeWorkOn?.message}
        >
          <Controller
            control={control}
            name="takeWorkOn"
            render={({ field }) => <DateInput {...field} min={today} />}
          />
        </Field>
        <Field
          id="closesOn"
          label={t('web.jobs.closeDate')}
          hint={t('web.jobs.post.closesHint')}
          error={errors.closesOn?.message}
        >
          <Controller
            control={control}
            name="closesOn"
            render={({ field }) => <DateInput {...field} min={takeWorkOn || today} />}
          />
        </Field>
      </TwoColumns>
    </Sheet>
  );
}

function LocationField() {
  const t = useT();
  const { control, formState, setValue } = useFormContext<JobDraft>();
  const location = useWatch({ control, name: 'location' });
  return (
    <PlaceField
      id="location"
      label={t('web.jobs.filter.location')}
      error={formState.errors.location?.message ?? formState.errors.latitude?.message}
      value={location}
      onChange={({ label, latitude, longitude }) => {
        setValue('location', label);
        setValue('latitude', latitude === null ? '' : String(latitude));
        setValue('longitude', longitude === null ? '' : String(longitude));
      }}
    />
  );
}
