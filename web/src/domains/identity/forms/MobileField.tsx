import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput } from '../../../ui/index.ts';
import type { RegisterForm } from './registration.ts';

export function MobileField({ form: { register, formState } }: { form: RegisterForm }) {
  const t = useT();
  return (
    <Field
      id="mobile"
      label={t('identity.mobile')}
      hint={t('identity.mobileHint')}
      error={formState.errors.mobile?.message}
    >
      <TextInput type="tel" inputMode="tel" autoComplete="tel" {...register('mobile')} />
    </Field>
  );
}
