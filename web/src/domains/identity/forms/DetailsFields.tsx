import '../identity.css';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Trans, useT } from '../../../platform/i18n/index.ts';
import { Field, FieldGroup, RadioPick, Switch, TextInput, TickField } from '../../../ui/index.ts';
import { LegalDialog, type LegalText } from '../../legal/index.ts';
import { PlaceField } from '../../places/index.ts';
import { LookingFor } from './LookingFor.tsx';
import type { RegisterForm } from './registration.ts';

export default function DetailsFields({ form }: { form: RegisterForm }) {
  const t = useT();
  const [legal, setLegal] = useState<LegalText>();
  const { register, setValue, control, formState } = form;
  const { errors } = formState;
  const [registerFor, location, lookingFor] = useWatch({
    control,
    name: ['registerFor', 'location', 'lookingFor'],
  });
  const wantsBoth = lookingFor.length === 2;

  const renderLink = (text: LegalText) => (label: string) => (
    <button type="button" className="linklike" onClick={() => setLegal(text)}>
      {label}
    </button>
  );
  return (
    <>
      <FieldGroup label={t('identity.registerAs')}>
        <RadioPick
          {...register('registerFor')}
          options={[
            { value: 'individual', label: t('identity.individual') },
            { value: 'company', label: t('identity.company') },
          ]}
        />
      </FieldGroup>
      <PlaceField
        id="location"
        label={t('identity.location')}
        error={errors.location?.message}
        value={location}
        onChange={(place) => setValue('location', place.label)}
      />
      {registerFor === 'company' ? (
        <Field
          key="company"
          id="companyName"
          label={t('identity.companyName')}
          error={errors.companyName?.message}
        >
          <TextInput autoComplete="organization" {...register('companyName')} />
        </Field>
      ) : (
        <Field
          key="aadhaar"
          id="aadhaarNumber"
          label={t('identity.aadhaar')}
          optional
          hint={t('identity.aadhaarHint')}
          error={errors.aadhaarNumber?.message}
        >
          <TextInput inputMode="numeric" autoComplete="off" {...register('aadhaarNumber')} />
        </Field>
      )}
      <FieldGroup id="lookingFor" label={t('identity.lookingFor')} error={errors.lookingFor?.message}>
        <LookingFor value={lookingFor} onChange={(value) => setValue('lookingFor', value)} />
        <Switch
          checked={wantsBoth}
          onChange={(event) =>
            setValue('lookingFor', event.currentTarget.checked ? ['projects', 'services'] : ['projects'])
          }
        >
          {t('identity.both')}
        </Switch>
      </FieldGroup>
      <TickField {...register('isAdult')} error={errors.isAdult?.message}>
        {t('identity.isAdult')}
      </TickField>
      <TickField {...register('termsAccepted')} error={errors.termsAccepted?.message}>
        <Trans
          id="identity.acceptTerms"
          tags={{ terms: renderLink('terms'), privacy: renderLink('privacy') }}
        />
      </TickField>
      {legal && <LegalDialog text={legal} onClose={() => setLegal(undefined)} />}
    </>
  );
}
