import { useForm } from 'react-hook-form';
import { userLogin } from '@fws/contract/identity/calls';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, Note, PasswordInput, SubmitButton, TextInput } from '../../../ui/index.ts';
import { useState } from 'react';
import { logIn } from '../api.ts';

/** The first of the two: e-mail or mobile and password, as everywhere. */
export function LoginForm() {
  const t = useT();
  const [problem, setProblem] = useState('');
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { identifier: '', password: '' },
    resolver: contractResolver(userLogin),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem('');
    try {
      await logIn(values);
    } catch (error) {
      if (!showFieldErrors(error, setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });
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
