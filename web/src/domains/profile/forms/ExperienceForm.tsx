import { useState } from 'react';
import { Controller, FormProvider, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import {
  ABOUT_MAX,
  COMPANIES_MAX,
  EMPTY_EXPERIENCE,
  sumYears,
  parseYears,
} from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { TEXT_MAX } from '@fws/contract/platform/limits';
import { useT } from '../../../platform/i18n/index.ts';
import {
  Button,
  DateInput,
  Field,
  FieldGroup,
  IconButton,
  MoneyInput,
  RadioPick,
  Select,
  Sheet,
  TextArea,
  TextInput,
  Tick,
  TwoColumns,
} from '../../../ui/index.ts';
import { getRateOptions } from '../labels.ts';
import {
  toExperienceDraft,
  findExperienceField,
  validateExperience,
  toExperienceValues,
  type ExperienceDraft,
} from './drafts.ts';
import { listExperienceParts } from './parts.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { useProfileForm } from './useProfileForm.ts';

type Props = { profile: Profile; next: string; skipTo?: string | undefined };

const getToday = () => toIstDate(new Date());

/** Previous companies, availability and rate. */
export function ExperienceForm({ profile, next, skipTo }: Props) {
  const t = useT();
  const { form, ...formProps } = useProfileForm<ExperienceDraft>({
    name: 'experience',
    profile,
    toDraft: toExperienceDraft,
    parts: listExperienceParts(t),
    toValues: toExperienceValues,
    findField: findExperienceField,
    check: (draft) => validateExperience(draft, getToday()),
    next,
  });
  const { register, formState } = form;
  return (
    <FormProvider {...form}>
      <ProfileForm {...formProps} skipTo={skipTo}>
        <Sheet title={t('web.profile.companies')} id="experience">
          <Companies />
        </Sheet>
        <Sheet title={t('web.profile.availability')} id="rates">
          <Availability />
        </Sheet>
        <Sheet>
          <Field
            id="about"
            label={t('web.profile.about')}
            hint={t('web.profile.aboutHint')}
            optional
            error={formState.errors.about?.message}
          >
            <TextArea {...register('about')} rows={5} maxLength={ABOUT_MAX} />
          </Field>
        </Sheet>
      </ProfileForm>
    </FormProvider>
  );
}

function Companies() {
  const t = useT();
  const { control, register, getValues, setError, clearErrors } = useFormContext<ExperienceDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  const inexperienced = useWatch({ control, name: 'inexperienced' });

  /** Adds a row only when the rows before it are complete; otherwise shows what they lack. */
  function add(): void {
    const problems = Object.entries(validateExperience(getValues(), getToday()));
    clearErrors('rows');
    if (problems.length === 0) return append({ ...EMPTY_EXPERIENCE });
    for (const [index, [path, message]] of problems.entries())
      setError(path as `rows.${number}.company`, { type: 'contract', message }, { shouldFocus: index === 0 });
  }

  return (
    <>
      <Tick {...register('inexperienced', { onChange: () => clearErrors('rows') })}>
        {t('web.profile.noneYet')}
      </Tick>
      {!inexperienced && (
        <>
          {fields.map((field, index) => (
            <Company
              key={field.id}
              index={index}
              onRemove={fields.length > 1 ? () => remove(index) : undefined}
            />
          ))}
          <div className="pf-rows-end">
            <Button
              variant="quiet"
              icon="plus"
              className="pf-more"
              disabled={fields.length >= COMPANIES_MAX}
              onClick={add}
            >
              {t('web.profile.addCompany')}
            </Button>
            <Total />
          </div>
        </>
      )}
    </>
  );
}

function Total() {
  const t = useT();
  const { control } = useFormContext<ExperienceDraft>();
  const rows = useWatch({ control, name: 'rows' });
  const total = sumYears(rows.map((row) => ({ years: parseYears(row.years) ?? 0 })));
  if (total === 0) return null;
  return (
    <output className="t2 strong tab-num">
      {t('web.profile.total', { years: t('web.profile.years', { count: total }) })}
    </output>
  );
}

type CompanyProps = { index: number; onRemove: (() => void) | undefined };

function Company({ index, onRemove }: CompanyProps) {
  const t = useT();
  const { register, formState, control } = useFormContext<ExperienceDraft>();
  const errors = formState.errors.rows?.[index];
  const from = useWatch({ control, name: `rows.${index}.from` });
  const [latest] = useState(getToday);
  const number = index + 1;
  return (
    <fieldset className="pf-row">
      <legend className="pf-row-title">{t('web.profile.companyNumber', { number })}</legend>
      {onRemove && (
        <IconButton
          className="pf-row-remove"
          icon="trash"
          label={t('web.profile.removeCompany', { number })}
          onClick={onRemove}
        />
      )}
      <TwoColumns>
        <Field
          id={`rows-${index}-years`}
          label={t('web.profile.totalYears')}
          hint={t('web.profile.totalYearsHint')}
          error={errors?.years?.message}
        >
          <TextInput
            {...register(`rows.${index}.years`)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={5}
          />
        </Field>
        <Field
          id={`rows-${index}-company`}
          label={t('web.profile.company')}
          hint={t('web.profile.companyHint')}
          error={errors?.company?.message}
        >
          <TextInput {...register(`rows.${index}.company`)} autoComplete="organization" maxLength={120} />
        </Field>
      </TwoColumns>
      <TwoColumns>
        <Field id={`rows-${index}-from`} label={t('web.profile.from')} error={errors?.from?.message}>
          <Controller
            control={control}
            name={`rows.${index}.from`}
            render={({ field }) => <DateInput {...field} max={latest} />}
          />
        </Field>
        <Field id={`rows-${index}-to`} label={t('web.profile.to')} error={errors?.to?.message}>
          <Controller
            control={control}
            name={`rows.${index}.to`}
            render={({ field }) => <DateInput {...field} min={from} max={latest} />}
          />
        </Field>
      </TwoColumns>
    </fieldset>
  );
}

function Availability() {
  const t = useT();
  const { register, control, formState } = useFormContext<ExperienceDraft>();
  const { errors } = formState;
  const ready = useWatch({ control, name: 'ready' });
  return (
    <>
      <TwoColumns>
        <FieldGroup label={t('web.profile.ready')}>
          <RadioPick
            {...register('ready')}
            options={[
              { value: 'yes', label: t('web.profile.yes') },
              { value: 'no', label: t('web.profile.no') },
            ]}
          />
        </FieldGroup>
        {ready === 'yes' && (
          <Field id="readyFrom" label={t('web.profile.readyOn')} error={errors.readyFrom?.message}>
            <Controller control={control} name="readyFrom" render={({ field }) => <DateInput {...field} />} />
          </Field>
        )}
      </TwoColumns>
      <TwoColumns>
        <Field id="rate" label={t('web.profile.rate')} error={errors.rate?.message}>
          <Controller control={control} name="rate" render={({ field }) => <MoneyInput {...field} />} />
        </Field>
        <Field id="rateType" label={t('web.profile.rateType')} error={errors.rateType?.message}>
          <Select {...register('rateType')} options={getRateOptions(t)} />
        </Field>
      </TwoColumns>
      <Field
        id="additionalCondition"
        label={t('web.profile.condition')}
        hint={t('web.profile.conditionHint')}
        optional
        error={errors.additionalCondition?.message}
      >
        <TextArea {...register('additionalCondition')} rows={3} maxLength={TEXT_MAX} />
      </Field>
    </>
  );
}
