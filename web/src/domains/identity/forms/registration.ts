import { paths } from '../../../platform/router/paths.ts';
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

export const EMPTY_REGISTRATION: RegistrationValues = {
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
export function validateFirstStep(values: RegistrationValues): Record<string, string> {
  const errors = validate(registerStep1, values);
  const passwordsDiffer = values.confirmPassword !== '' && values.password !== values.confirmPassword;
  return passwordsDiffer && !('confirmPassword' in errors)
    ? { ...errors, confirmPassword: translate('identity.passwords_differ') }
    : errors;
}

/** The same for users from Google or Facebook, who need no password. */
export const validateSocialStep = (values: RegistrationValues): Record<string, string> =>
  validate(socialStep1, values);

/** Errors as texts by field. */
export function validate(schema: z.ZodMiniType, values: RegistrationValues): Record<string, string> {
  const checked = checkForm(schema, values);
  if (checked.ok) return {};
  const errors = Object.entries(checked.errors);
  return Object.fromEntries(
    errors.map(([field, { code, values: messageValues }]) => [field, translate(code, messageValues)]),
  );
}

/** Who comes to post a job needs work done; everybody else is taken to look for work. They can change it. */
export const buildRegistration = (next: string | null): RegistrationValues => ({
  ...EMPTY_REGISTRATION,
  lookingFor: next === paths.postJob() ? ['services'] : ['projects'],
});
