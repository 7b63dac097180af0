import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { checkForm } from '@fws/contract/platform/check';
import { registerStep1, socialStep1 } from '@fws/contract/identity/schemas';
import { translate } from '../../../platform/i18n/index.ts';
import type { RegistrationValues } from '../api.ts';

export type RegisterForm = UseFormReturn<RegistrationValues>;

export const firstStepFields = [
  'firstName',
  'lastName',
  'email',
  'mobile',
  'password',
  'confirmPassword',
] as const;

export const blank: RegistrationValues = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  password: '',
  confirmPassword: '',
  registerFor: 'individual',
  lookingFor: ['projects'],
  location: '',
  companyName: '',
  aadhaarNumber: '',
  termsAccepted: false,
  isAdult: false,
};

/** Errors that keep the user on the first step, as texts by field. */
export function firstStepErrors(values: RegistrationValues): Record<string, string> {
  const errors = errorsOf(registerStep1, values);
  const differ = values.confirmPassword !== '' && values.password !== values.confirmPassword;
  return differ && !('confirmPassword' in errors)
    ? { ...errors, confirmPassword: translate('identity.passwords_differ') }
    : errors;
}

/** The same for users from Google or Facebook, who need no password. */
export const socialStepErrors = (values: RegistrationValues): Record<string, string> =>
  errorsOf(socialStep1, values);

function errorsOf(schema: z.ZodMiniType, values: RegistrationValues): Record<string, string> {
  const checked = checkForm(schema, values);
  if (checked.ok) return {};
  const errors = Object.entries(checked.errors);
  return Object.fromEntries(
    errors.map(([field, { code, values: about }]) => [field, translate(code, about)]),
  );
}
