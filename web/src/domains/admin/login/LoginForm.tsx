import { useState } from 'react';

import { userLogin } from '@fws/contract/identity/calls';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { CallError } from '../../../platform/client/index.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, Note, PasswordInput, SubmitButton, TextInput } from '../../../ui/index.ts';
import { LoginChallenge } from '../../identity/index.ts';
import { logIn } from './api.ts';

/**
 * E-mail or mobile number and password, and a code in a new browser, as in the product. The admin area's own
 * second factor comes after.
 */
export function LoginForm() {
  const t = useT();
  const [problem, setProblem] = useState('');
  const [isSecondStep, setSecondStep] = useState(false);
  const { register, handleSubmit, setError, formState } = useCheckedForm({
    defaultValues: { identifier: '', password: '' },
    resolver: contractResolver(userLogin),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem('');
    try {
      await logIn(values);
    } catch (error) {
      if (error instanceof CallError && error.stepUp === 'login') return setSecondStep(true);
      if (!showFieldErrors(error, setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });
  if (isSecondStep)
    return (
      <>
        <h1>{t('identity.stepUp')}</h1>
        <LoginChallenge
          onBack={(reason = '') => {
            setSecondStep(false);
            setProblem(reason);
          }}
        />
      </>
    );
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('web.admin.login')}</h1>
      {problem && <Note tone="bad">{problem}</Note>}
      <Field label={t('web.admin.identifier')} error={errors.identifier?.message}>
        <TextInput autoComplete="username" {...register('identifier')} />
      </Field>
      <Field label={t('web.admin.password')} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <SubmitButton block busy={isSubmitting} busyText={t('web.admin.checking')}>
        {t('web.admin.login')}
      </SubmitButton>
    </form>
  );
}
