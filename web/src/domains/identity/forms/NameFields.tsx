import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput, TwoColumns } from '../../../ui/index.ts';
import { LastNameField } from './LastNameField.tsx';
import type { RegisterForm } from './registration.ts';

export function NameFields({ form }: { form: RegisterForm }) {
  const t = useT();
  const { firstName } = form.formState.errors;
  return (
    <TwoColumns>
      <Field id="firstName" label={t('identity.firstName')} error={firstName?.message}>
        <TextInput autoComplete="given-name" {...form.register('firstName')} />
      </Field>
      <LastNameField form={form} label={t('identity.lastName')} />
    </TwoColumns>
  );
}
