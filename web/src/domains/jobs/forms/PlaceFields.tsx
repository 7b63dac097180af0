import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { toIstDate } from '@fws/contract/platform/dates';
import { useT } from '../../../platform/i18n/index.ts';
import { DateInput, Field } from '../../../ui/index.ts';
import { PlaceField } from '../../places/index.ts';
import { proposeClose } from './postJobValues.ts';
import type { JobDraft } from './postJobValues.ts';

/** Where and when the work takes place. */
export function PlaceFields() {
  const t = useT();
  const { control, formState, getValues, setValue } = useFormContext<JobDraft>();
  const [today] = useState(() => toIstDate(new Date()));

  /** The proposed close date follows the start. One that the poster chose stays. */
  function changeStart(takeWorkOn: string): void {
    const previous = getValues();
    setValue('takeWorkOn', takeWorkOn);
    if (previous.closesOn === proposeClose(previous.takeWorkOn))
      setValue('closesOn', proposeClose(takeWorkOn));
  }

  return (
    <>
      <LocationField />
      <Field id="takeWorkOn" label={t('web.jobs.takeWork')} error={formState.errors.takeWorkOn?.message}>
        <Controller
          control={control}
          name="takeWorkOn"
          render={({ field }) => <DateInput {...field} onChange={changeStart} min={today} />}
        />
      </Field>
    </>
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
