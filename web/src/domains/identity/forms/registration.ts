import type { UseFormReturn } from 'react-hook-form';
import { checkForm } from '@fws/contract/platform/check';
import { registerStep1 } from '@fws/contract/identity/schemas';
import { translate } from '../../../platform/i18n/index.ts';
import type { RegistrationValues } from '../api.ts';

export type RegisterForm = UseFormReturn<RegistrationValues & { terms: boolean }>;

export const firstStepFields = [
  'firstName',
  'lastName',
  'email',
  'mobile',
  'password',
  'confirmPassword',
] as const;

/** What keeps the first step from being left, in words, by field. */
export function firstStepErrors(values: RegistrationValues): Record<string, string> {
  const checked = checkForm(registerStep1, values);
  const errors = checked.ok
    ? {}
    : Object.fromEntries(
        Object.entries(checked.errors).map(([field, { code, values: about }]) => [
          field,
          translate(code, about),
        ]),
      );
  const differ = values.confirmPassword !== '' && values.password !== values.confirmPassword;
  return differ && !('confirmPassword' in errors)
    ? { ...errors, confirmPassword: translate('identity.passwords_differ') }
    : errors;
}
