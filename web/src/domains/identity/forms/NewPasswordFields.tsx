import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, PasswordInput } from '../../../ui/index.ts';

type Names = 'password' | 'confirmPassword';

type Props = {
  label: string;
  errors: Partial<Record<Names, FieldError>>;
  register: (name: Names) => UseFormRegisterReturn;
};

/** A new password, typed twice. */
export function NewPasswordFields({ label, errors, register }: Props) {
  const t = useT();
  return (
    <>
      <Field label={label} hint={t('identity.passwordHint')} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label={t('identity.confirmPassword')} error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
    </>
  );
}
