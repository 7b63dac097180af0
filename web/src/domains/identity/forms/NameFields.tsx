import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput, TwoColumns } from '../../../ui/index.ts';
import type { RegisterForm } from './registration.ts';

export function NameFields({ form: { register, formState } }: { form: RegisterForm }) {
  const t = useT();
  const { firstName, lastName } = formState.errors;
  return (
    <TwoColumns>
      <Field id="firstName" label={t('identity.firstName')} error={firstName?.message}>
        <TextInput autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field id="lastName" label={t('identity.lastName')} error={lastName?.message}>
        <TextInput autoComplete="family-name" {...register('lastName')} />
      </Field>
    </TwoColumns>
  );
}
