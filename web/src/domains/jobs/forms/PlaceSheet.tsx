import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { istDate } from '@fws/contract/platform/dates';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Combobox, DateInput, Field, Note, Sheet, Two } from '../../../ui/index.ts';
import { findPlaces } from '../ownApi.ts';
import { SheetTitle } from './SheetTitle.tsx';
import { useHere } from './useHere.ts';
import type { JobDraft } from './postJobValues.ts';

/** Where and when. */
export function PlaceSheet() {
  const t = useT();
  const { register, control, formState } = useFormContext<JobDraft>();
  const { errors } = formState;
  const takeWorkOn = useWatch({ control, name: 'takeWorkOn' });
  const [today] = useState(() => istDate(new Date()));
  return (
    <Sheet title={<SheetTitle number={2}>{t('web.jobs.post.place')}</SheetTitle>}>
      <LocationField />
      <Two>
        <Field
          id="takeWorkOn"
          label={t('web.jobs.takeWork')}
          hint={t('web.jobs.post.takeWorkHint')}
          error={errors.takeWorkOn?.message}
        >
          <DateInput {...register('takeWorkOn')} min={today} />
        </Field>
        <Field
          id="closesOn"
          label={t('web.jobs.closeDate')}
          hint={t('web.jobs.post.closesHint')}
          error={errors.closesOn?.message}
        >
          <DateInput {...register('closesOn')} min={takeWorkOn || today} />
        </Field>
      </Two>
    </Sheet>
  );
}

function LocationField() {
  const t = useT();
  const { control, formState, setValue } = useFormContext<JobDraft>();

  function setPlace(place: { label: string; latitude: number | null; longitude: number | null }): void {
    setValue('location', place.label);
    setValue('latitude', place.latitude === null ? '' : String(place.latitude));
    setValue('longitude', place.longitude === null ? '' : String(place.longitude));
  }

  const here = useHere(setPlace);
  return (
    <>
      <Field
        id="location"
        label={t('web.jobs.filter.location')}
        hint={t('web.jobs.post.locationHint')}
        error={formState.errors.location?.message ?? formState.errors.latitude?.message}
      >
        <Controller
          control={control}
          name="location"
          render={({ field }) => (
            <Combobox
              icon="pin"
              name={field.name}
              value={field.value}
              // A place that was typed has no known position.
              onChange={(label) => setPlace({ label, latitude: null, longitude: null })}
              onPick={setPlace}
              load={findPlaces}
            />
          )}
        />
      </Field>
      <div className="job-here">
        <Button
          variant="quiet"
          icon="here"
          busy={here.busy}
          busyText={t('web.jobs.post.locating')}
          onClick={here.locate}
        >
          {t('web.jobs.post.useHere')}
        </Button>
        {here.problem && (
          <Note tone="warn" role="alert">
            {t('common.position_invalid')} {t(here.problem)}
          </Note>
        )}
      </div>
    </>
  );
}
