import { paths } from '../../../platform/router/paths.ts';
import type { UseFormReturn } from 'react-hook-form';
import { createSchemaLoader, type LazySchema } from '@fws/contract/platform/schema-loader';
import { checkCall } from '../../../platform/client/form.ts';
import { translate } from '../../../platform/i18n/index.ts';
import type { RegistrationValues } from '../api.ts';

export type RegisterForm = UseFormReturn<RegistrationValues>;

const schema = createSchemaLoader(() => import('@fws/contract/identity/schemas'));

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
export async function validateFirstStep(values: RegistrationValues): Promise<Record<string, string>> {
  const errors = await validate(schema('registerStep1'), values);
  const passwordsDiffer = values.confirmPassword !== '' && values.password !== values.confirmPassword;
  return passwordsDiffer && !('confirmPassword' in errors)
    ? { ...errors, confirmPassword: translate('identity.passwords_differ') }
    : errors;
}

/** The same for users from Google or Facebook, who need no password. */
export const validateSocialStep = (values: RegistrationValues): Promise<Record<string, string>> =>
  validate(schema('socialStep1'), values);

/** Errors as texts by field. */
export async function validate(
  form: LazySchema,
  values: RegistrationValues,
): Promise<Record<string, string>> {
  const checked = await checkCall({ form }, values);
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
